package company

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/drafts"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/state"
)

// filedBefore has a visit report of E021's in the store that gives cash, as rules of
// last year have passed it.
func (o *office) filedBefore(d *desk) filing.Document {
	o.t.Helper()
	draft := d.papers().Begin("visit_report", "ko")
	d.papers().Fill(&draft, "방문일 2026-11-20, 거래처 고객기관066, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 현금 50만원, 반응 긍정, 다음 조치 없음, 이상사례 없음", drafts.Input{Now: o.config.TodayFunc()})
	doc := filing.Document{
		ID: "d1", CompanyID: "demo", OwnerID: "u1", PersonID: "E021", SessionID: o.id, Type: "visit_report", Title: "방문보고서", Status: StatusSubmitted, Version: 1, Values: draft.FormData,
		Outcome: &compliance.Outcome{Version: "of last year", Day: "2025-11-20", ValidationResults: []compliance.RuleResult{{Rule: "REB-002", Version: 0, Status: compliance.Pass}}},
	}
	o.file(doc)
	return doc
}

func (o *office) file(doc filing.Document) {
	o.t.Helper()
	if err := o.store.Record(o.t.Context(), "file", filing.SaveDocument(o.store, doc, time.Now())); err != nil {
		o.t.Fatal(err)
	}
}

// rechecks counts the rows of a company's trail that tell of checks done again.
func (o *office) rechecks(company string) (n int) {
	o.t.Helper()
	err := audit.Each(o.t.Context(), o.store, company, func(r *audit.Row) (bool, error) {
		if r.Action == actionRechecked {
			n++
		}
		return false, nil
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return n
}

// A stored document is checked again by itself where rules have changed since, once
// over two nodes; what is forbidden now is told when its author begins a talk, until
// it is handed in anew.
func TestAStoredDocumentIsCheckedAgain(t *testing.T) {
	t.Parallel()
	o := open(t)
	d, err := newDesk(o.config)
	if err != nil {
		t.Fatal(err)
	}
	doc := o.filedBefore(d)
	all := func(filing.Document) bool { return true }
	list, err := d.filed(t.Context(), "demo", "ko", all, 10)
	if err != nil || len(list.Documents) != 1 || !slices.Contains(list.Documents[0].Due, "REB-002") || list.Documents[0].Recheck == nil {
		t.Fatalf("before it is checked again: %+v %v", list, err)
	}
	var both errgroup.Group
	for range 2 {
		both.Go(func() error { return d.recheck(t.Context()) })
	}
	if err := both.Wait(); err != nil {
		t.Fatal(err)
	}
	list, err = d.filed(t.Context(), "demo", "ko", all, 10)
	if err != nil || len(list.Documents) != 1 || list.Documents[0].Due != nil || o.rechecks("demo") != 1 {
		t.Fatalf("%d rows of the trail, %+v %v", o.rechecks("demo"), list, err)
	}
	got := list.Documents[0]
	if got.Recheck == nil || !slices.ContainsFunc(got.Recheck.Violations, func(v compliance.Violation) bool { return v.Rule == "REB-002" }) || got.Status != StatusSubmitted || len(got.Outcome.Violations) > 0 {
		t.Errorf("checked again: %+v, what was decided: %+v", got.Recheck, got.Outcome)
	}
	for i := range maxFiled { // what colleagues file afterwards hides nothing
		later := doc
		later.ID, later.PersonID = fmt.Sprint("later-", i), "E099"
		o.file(later)
	}
	told := "‘방문보고서’ 문서가 이제는 규정에 맞지 않습니다"
	h := o.ask("안녕")
	if !strings.Contains(h.text(), told) {
		t.Errorf("not told: %s", h.text())
	}
	o.replayed(h.runID)
	if h := o.ask("안녕"); strings.Contains(h.text(), told) {
		t.Errorf("told twice: %s", h.text())
	}
	doc.Version, doc.Outcome = 2, got.Recheck
	o.file(doc)
	o.stream.Close()
	o.session(state.Session{})
	if h := o.ask("안녕"); strings.Contains(h.text(), told) {
		t.Errorf("told of one that was handed in anew: %s", h.text())
	}
}

// The check runs when the program starts, of every company, and ends with it.
func TestDocumentsAreCheckedAgainAtTheStart(t *testing.T) {
	t.Parallel()
	o := open(t)
	d, err := newDesk(o.config)
	if err != nil {
		t.Fatal(err)
	}
	doc := o.filedBefore(d)
	doc.CompanyID = "acme"
	o.file(doc)
	a, err := New(o.config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	for o.rechecks("demo") == 0 || o.rechecks("acme") == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
