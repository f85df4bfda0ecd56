package filing

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/store"
)

// ErrNotFound is returned for a document that the company does not have.
var ErrNotFound = errors.New("filing: no such document")

// Document is a document of the company in its newest version.
type Document struct {
	ID        string `json:"id"`
	CompanyID string `json:"company_id"`
	OwnerID   string `json:"owner_id"`
	PersonID  string `json:"person_id"`
	SessionID string `json:"session_id"`
	Type      string `json:"document_type"`
	Title     string `json:"title"`
	Status    string `json:"status"`
	Version   int    `json:"version"`
	// PageID names the version as it can be downloaded.
	PageID   string              `json:"page_id,omitempty"`
	Markdown string              `json:"markdown,omitempty"`
	Values   forms.Values        `json:"form_data,omitempty"`
	Outcome  *compliance.Outcome `json:"outcome,omitempty"`
	// Recheck is what rules that have changed since then say of it; what was decided
	// by the rules of its day stays.
	Recheck   *compliance.Outcome `json:"recheck,omitempty"`
	UpdatedAt time.Time           `json:"updated_at"`
}

const upsertDocument = `INSERT INTO company_documents (company_id, id, owner_id, person_id, session_id, type, title, status, version, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
ON CONFLICT (company_id, id) DO UPDATE SET title = excluded.title, status = excluded.status, version = excluded.version, updated_at = excluded.updated_at`

const upsertVersion = `INSERT INTO company_document_versions (company_id, document_id, version, page_id, markdown, form_data, outcome, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (company_id, document_id, version) DO UPDATE SET outcome = excluded.outcome, recheck = ''`

const (
	deleteChecks = `DELETE FROM company_checks WHERE company_id = $1 AND document_id = $2`
	insertCheck  = `INSERT INTO company_checks (company_id, document_id, rule_id, rule_version, verdict, rules_version, day) VALUES ($1, $2, $3, $4, $5, $6, $7)`
)

// SaveDocument keeps a document, its version and the rules that it was
// checked by. A version that is there keeps its text and takes the outcome.
func SaveDocument(s Sealer, doc Document, now time.Time) store.Effect {
	return func(ctx context.Context, tx store.Tx) error {
		if doc.CompanyID == "" {
			return ErrCompany
		}
		if err := doc.save(ctx, tx, s, now.UnixMilli()); err != nil {
			return fmt.Errorf("save document %s: %w", doc.ID, err)
		}
		return nil
	}
}

func (doc Document) save(ctx context.Context, tx store.Tx, s Sealer, at int64) error {
	values, outcome, recheck := assistant.Encoded(doc.Values), "", ""
	if doc.Outcome != nil {
		outcome = assistant.Encoded(doc.Outcome)
	}
	if err := s.SealOwn(ctx, tx, doc.SessionID, doc.texts(&values, &outcome, &recheck)...); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, upsertDocument, doc.CompanyID, doc.ID, doc.OwnerID, doc.PersonID, doc.SessionID, doc.Type, doc.Title, doc.Status, doc.Version, at); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, upsertVersion, doc.CompanyID, doc.ID, doc.Version, doc.PageID, doc.Markdown, values, outcome, at); err != nil {
		return err
	}
	return doc.saveChecks(ctx, tx)
}

func (doc Document) saveChecks(ctx context.Context, tx store.Tx) error {
	if doc.Outcome == nil {
		return nil
	}
	if _, err := tx.ExecContext(ctx, deleteChecks, doc.CompanyID, doc.ID); err != nil {
		return err
	}
	results := doc.Outcome.ValidationResults
	if len(results) == 0 {
		results = []compliance.RuleResult{{}}
	}
	for _, r := range results {
		if _, err := tx.ExecContext(ctx, insertCheck, doc.CompanyID, doc.ID, r.Rule, r.Version, string(r.Status), doc.Outcome.Version, doc.Outcome.Day); err != nil {
			return err
		}
	}
	return nil
}

const selectDocuments = `SELECT d.id, d.owner_id, d.person_id, d.session_id, d.type, d.title, d.status, d.version, d.updated_at, v.page_id, v.markdown, v.form_data, v.outcome, v.recheck
FROM company_documents d JOIN company_document_versions v ON v.company_id = d.company_id AND v.document_id = d.id AND v.version = d.version
WHERE d.company_id = $1`

// Documents are a company's documents, the latest first.
func Documents(ctx context.Context, tx store.Tx, s Sealer, companyID string, limit int) ([]Document, error) {
	return documents(ctx, tx, s, selectDocuments+` ORDER BY d.updated_at DESC, d.id DESC LIMIT $2`, companyID, limit)
}

// Texts are Documents without their values and outcomes, to be searched; those of
// one person where there is one. The title and the text of those that are known stay
// sealed.
func Texts(ctx context.Context, tx store.Tx, s Sealer, companyID, personID string, limit int, known func(Document) bool) ([]Document, error) {
	open := func(d stored, ctx context.Context, tx store.Tx, s Sealer) (Document, error) {
		if known(d.Document) {
			return d.Document, nil
		}
		return d.Document, s.OpenOwn(ctx, tx, d.texts(&d.values, &d.outcome, &d.recheck)[:2]...)
	}
	return opened(ctx, tx, s, open, selectDocuments+` AND ($2 = '' OR d.person_id = $2) ORDER BY d.updated_at DESC, d.id DESC LIMIT $3`, companyID, personID, limit)
}

// Rechecked are a person's documents of which rules that have changed since their
// check say something, the latest first. Documents of others and those that no
// rule has changed for are not read: they grow with every day of work.
func Rechecked(ctx context.Context, tx store.Tx, s Sealer, companyID, personID string, limit int) ([]Document, error) {
	return documents(ctx, tx, s, selectDocuments+` AND d.person_id = $2 AND v.recheck <> ''
AND d.id IN (SELECT document_id FROM company_document_versions WHERE company_id = $1 AND recheck <> '') ORDER BY d.updated_at DESC, d.id DESC LIMIT $3`, companyID, personID, limit)
}

// Versions are the versions of a document, the newest first. Error: ErrNotFound.
func Versions(ctx context.Context, tx store.Tx, s Sealer, companyID, id string) ([]Document, error) {
	list, err := documents(ctx, tx, s, `SELECT d.id, d.owner_id, d.person_id, d.session_id, d.type, d.title, d.status, v.version, v.created_at, v.page_id, v.markdown, v.form_data, v.outcome, v.recheck
FROM company_documents d JOIN company_document_versions v ON v.company_id = d.company_id AND v.document_id = d.id
WHERE d.company_id = $1 AND d.id = $2 ORDER BY v.version DESC`, companyID, id)
	if err == nil && len(list) == 0 {
		return nil, ErrNotFound
	}
	return list, err
}

// stored is a document as its rows have it.
type stored struct {
	Document
	values, outcome, recheck string
}

func documents(ctx context.Context, tx store.Tx, s Sealer, query string, args ...any) ([]Document, error) {
	return opened(ctx, tx, s, stored.opened, query, args...)
}

// opened are the documents that a query selects, but for those of somebody who is
// being erased.
func opened(ctx context.Context, tx store.Tx, s Sealer, open func(stored, context.Context, store.Tx, Sealer) (Document, error), query string, args ...any) ([]Document, error) {
	found, err := store.Rows(ctx, tx, func(rows *sql.Rows) (d stored, err error) {
		var at int64
		err = rows.Scan(&d.ID, &d.OwnerID, &d.PersonID, &d.SessionID, &d.Type, &d.Title, &d.Status, &d.Version, &at, &d.PageID, &d.Markdown, &d.values, &d.outcome, &d.recheck)
		d.UpdatedAt = time.UnixMilli(at).UTC()
		d.CompanyID, _ = args[0].(string)
		return d, err
	}, query, args...)
	if err != nil {
		return nil, fmt.Errorf("documents: %w", err)
	}
	var list []Document
	for _, d := range found {
		doc, err := open(d, ctx, tx, s)
		if errors.Is(err, store.ErrSealed) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("document %s: %w", d.ID, err)
		}
		list = append(list, doc)
	}
	return list, nil
}

// opened is the document as it was saved.
func (d stored) opened(ctx context.Context, tx store.Tx, s Sealer) (doc Document, err error) {
	if err := s.OpenOwn(ctx, tx, d.texts(&d.values, &d.outcome, &d.recheck)...); err != nil {
		return doc, err
	}
	if err := json.Unmarshal([]byte(d.values), &d.Values); err != nil {
		return doc, err
	}
	if d.Outcome, err = outcomeOf(d.outcome); err != nil {
		return doc, err
	}
	d.Recheck, err = outcomeOf(d.recheck)
	return d.Document, err
}

// outcomeOf is the outcome of a check as it is kept, nil where there was none.
func outcomeOf(text string) (o *compliance.Outcome, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &o)
	}
	return o, err
}

// Companies are those that have documents.
func Companies(ctx context.Context, tx store.Tx) (ids []string, err error) {
	ids, err = store.Rows(ctx, tx, store.One[string],
		`SELECT DISTINCT company_id FROM company_documents ORDER BY company_id`)
	if err != nil {
		return nil, fmt.Errorf("companies: %w", err)
	}
	return ids, nil
}

// Checks are a company's documents with the rules that they were checked by,
// for Rules.Stale.
func Checks(ctx context.Context, tx store.Tx, companyID string) ([]compliance.Checked, error) {
	rows, err := store.Rows(ctx, tx, func(rows *sql.Rows) (c compliance.Checked, err error) {
		var rule string
		var version int
		err = rows.Scan(&c.DocumentID, &c.Type, &rule, &version, &c.Version, &c.Day)
		c.Rules = map[string]int{rule: version}
		return c, err
	}, `SELECT c.document_id, d.type, c.rule_id, c.rule_version, c.rules_version, c.day
FROM company_checks c JOIN company_documents d ON d.company_id = c.company_id AND d.id = c.document_id
WHERE c.company_id = $1 ORDER BY c.document_id, c.rule_id`, companyID)
	if err != nil {
		return nil, fmt.Errorf("checks: %w", err)
	}
	var list []compliance.Checked
	for _, c := range rows {
		delete(c.Rules, "") // of a document that no rule was applied to
		if last := len(list) - 1; last >= 0 && list[last].DocumentID == c.DocumentID {
			maps.Copy(list[last].Rules, c.Rules)
		} else {
			list = append(list, c)
		}
	}
	return list, nil
}

// UserTables are all tables with rows of an owner: what was filed, with the
// documents' versions and checks.
func UserTables() []store.UserTable {
	var tables []store.UserTable
	for name, key := range map[string]string{"company_document_versions": "version", "company_checks": "rule_id"} {
		tables = append(tables, store.UserTable{Name: name, Key: []string{"company_id", "document_id", key}, Where: `EXISTS (SELECT 1 FROM company_documents d
WHERE d.company_id = ` + name + `.company_id AND d.id = ` + name + `.document_id AND d.owner_id = $1)`})
	}
	for _, name := range []string{"company_chunks", "company_visits", "company_expenses", "company_seminars", "company_samples", "company_customer_info"} {
		tables = append(tables, store.UserTable{Name: name, User: "owner_id", Key: []string{"company_id", "key", "number"}})
	}
	tables = append(tables,
		store.UserTable{Name: "company_filings", User: "owner_id", Key: []string{"company_id", "key"}},
		store.UserTable{Name: "company_files", User: "owner_id", Key: []string{"company_id", "key"}},
		store.UserTable{Name: "company_documents", User: "owner_id", Key: []string{"company_id", "id"}})
	for i, t := range tables {
		tables[i].Sealed = sealed[t.Name]
	}
	return tables
}

const (
	// The row is held, so that of two nodes one goes first and the other finds it done.
	holdDocument = `UPDATE company_documents SET updated_at = updated_at WHERE company_id = $1 AND id = $2 AND version = $3`
	sameChecks   = `SELECT count(*) FROM company_checks WHERE company_id = $1 AND document_id = $2 AND rules_version = $3 AND day = $4`
	saveRecheck  = `UPDATE company_document_versions SET recheck = $4 WHERE company_id = $1 AND document_id = $2 AND version = $3`
)

// Recheck keeps what the rules of today say of a document beside its outcome, and
// which rules these are; before is the check that they replace. It returns false,
// and keeps nothing, where the document has another version or check by now.
func Recheck(ctx context.Context, tx store.Tx, s Sealer, doc Document, before compliance.Checked, now *compliance.Outcome) (done bool, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("check document %s again: %w", doc.ID, err)
		}
	}()
	held, err := tx.ExecContext(ctx, holdDocument, doc.CompanyID, doc.ID, doc.Version)
	if err != nil {
		return false, err
	}
	if n, err := held.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	var same int
	if err := tx.QueryRowContext(ctx, sameChecks, doc.CompanyID, doc.ID, before.Version, before.Day).Scan(&same); err != nil || same == 0 {
		return false, err
	}
	values, outcome, recheck := "", "", assistant.Encoded(now) // each is sealed for its own column
	if err := s.SealOwn(ctx, tx, doc.SessionID, doc.texts(&values, &outcome, &recheck)...); err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, saveRecheck, doc.CompanyID, doc.ID, doc.Version, recheck); err != nil {
		return false, err
	}
	doc.Outcome = now
	return true, doc.saveChecks(ctx, tx)
}
