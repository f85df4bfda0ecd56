package company

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/drafts"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/store"
)

const (
	// recheckEvery is how often stored documents are looked through for those that
	// other rules hold for than they were checked by: some begin to hold on a day.
	recheckEvery = time.Hour
	// maxRechecked bounds how many documents a conversation begins by telling of.
	maxRechecked = 5
	// actionRechecked is written with what rules say that have changed.
	actionRechecked = "document.rechecked"
)

// run checks stored documents again where rules have changed since, when the
// program starts and every hour, until ctx ends.
func (d *desk) run(ctx context.Context) error {
	for d.Store != nil {
		if err := d.recheck(ctx); err != nil && ctx.Err() == nil {
			d.Logger.Warn("check stored documents again", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(recheckEvery):
		}
	}
	return nil
}

// recheck checks each document of each company again to which rules apply that it
// was not checked by, keeps what they say and writes it to the trail: once, however
// many nodes there are.
func (d *desk) recheck(ctx context.Context) error {
	checks := map[string][]compliance.Checked{}
	err := d.Store.View(ctx, "checks of documents", func(ctx context.Context, tx store.Tx) error {
		companies, err := filing.Companies(ctx, tx)
		for _, id := range companies {
			if err == nil {
				checks[id], err = filing.Checks(ctx, tx, id)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(checks)) {
		if err := d.recheckOf(ctx, id, checks[id]); err != nil {
			return err
		}
	}
	return nil
}

// recheckOf is recheck for one company.
func (d *desk) recheckOf(ctx context.Context, companyID string, checks []compliance.Checked) error {
	for _, due := range d.rules().Stale(d.TodayFunc(), checks) {
		before := checks[slices.IndexFunc(checks, func(c compliance.Checked) bool { return c.DocumentID == due.DocumentID })]
		if err := d.Store.Record(ctx, "check a document again", d.rechecking(companyID, before)); err != nil {
			return err
		}
	}
	return nil
}

func (d *desk) rechecking(companyID string, before compliance.Checked) store.Effect {
	d.papers() // not read while the transaction holds SQLite's one writer
	return func(ctx context.Context, tx store.Tx) error {
		versions, err := filing.Versions(ctx, tx, d.Store, companyID, before.DocumentID)
		if err != nil {
			return err
		}
		doc := versions[0]
		now := d.checkedAgain(doc, texts.Languages()[0])
		done, err := filing.Recheck(ctx, tx, d.Store, doc, before, now)
		if err != nil || !done {
			return err
		}
		return audit.Write(audit.Entry{
			Tenant: companyID, At: d.TodayFunc(), Actor: "system:rules", Action: actionRechecked, Subject: "document:" + doc.ID,
			Details: map[string]string{"outcome": statusOf(now), "rules": now.Version},
		})(ctx, tx)
	}
}

// checkedAgain is what the rules of today say of a filed document.
func (d *desk) checkedAgain(doc filing.Document, language string) *compliance.Outcome {
	target := compliance.Target{Kind: compliance.KindDocument, Type: "data_query", Day: d.TodayFunc(), Text: doc.Markdown}
	if doc.Values != nil {
		target = d.papers().Target(drafts.Draft{DocumentType: doc.Type, Language: language, FormData: doc.Values}, target.Day)
	}
	outcome := d.rules().Check(target, language)
	return &outcome
}

// Rechecked is a document of the person that rules forbid which have changed since
// it was checked.
type Rechecked struct {
	DocumentID string   `json:"document_id"`
	Title      string   `json:"title" redact:"true"`
	Rules      []string `json:"rules"` // their titles
}

// forbidden are a person's documents that what they were checked by let pass, and
// the rules of today do not: a conversation begins by telling of them.
func (d *desk) forbidden(ctx context.Context, p access.Person, language string) (list []Rechecked, err error) {
	if d.Store == nil {
		return nil, nil
	}
	err = d.Store.View(ctx, "documents that were checked again", func(ctx context.Context, tx store.Tx) error {
		documents, err := filing.Rechecked(ctx, tx, d.Store, p.CompanyID, p.ID, maxFiled)
		for _, doc := range documents {
			if len(list) == maxRechecked {
				break
			}
			told := Rechecked{DocumentID: doc.ID, Title: doc.Title}
			for _, v := range blocking(d.checkedAgain(doc, language)) {
				if !slices.ContainsFunc(blocking(doc.Outcome), func(b compliance.Violation) bool { return b.Rule == v.Rule }) {
					told.Rules = append(told.Rules, cmp.Or(v.Title, v.Rule))
				}
			}
			if told.Rules != nil {
				list = append(list, told)
			}
		}
		return err
	})
	return list, err
}
