package company

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/assistants/company/retrieval"
	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Two companies with people of the same names on one database see nothing of
// each other's: not in tables, documents, searches, caches, what a conversation
// remembers, or the audit trail.
func TestCompaniesAreApart(t *testing.T) {
	t.Parallel()
	o := openWith(t, func(c *Config) { c.Company = "first" })
	for _, say := range []string{
		"기억해줘: 푸른약국 결제일은 매달 25일", "매출 보여줘",
		"방문보고서 작성해줘. 방문일 2026-11-20, 거래처 푸른약국, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 없음, 반응 긍정, 다음 조치 자료 전달, 이상사례 없음",
	} {
		if h := o.ask(say); h.response.Type == state.ResponseGuidance {
			t.Fatalf("%s: %s", say, h.text())
		}
	}
	session := o.id
	other := o.config
	other.Company = "second"
	d, err := newDesk(other)
	if err != nil {
		t.Fatal(err)
	}
	own, err := newDesk(o.config)
	if err != nil {
		t.Fatal(err)
	}
	held := tables(t, o.store)
	if len(held) < 10 || held["company_documents"] != "first" || held["company_chunks"] != "first" || held["company_checks"] != "first" {
		t.Errorf("tables are of %v", held)
	}
	ctx := t.Context()
	s, err := o.store.Session(ctx, store.Server(), session)
	if err != nil {
		t.Fatal(err)
	}
	q := state.ViewQuery{Session: s, Limit: 50, Language: "ko"}
	id := ""
	for desk, want := range map[*desk]int{own: 1, d: 0} {
		list, err := desk.views()[0].ReadFunc(ctx, q)
		filed, _ := list.(Filed)
		if err != nil || len(filed.Documents) != want {
			t.Errorf("%s: %d documents, %v", desk.Company, len(filed.Documents), err)
		}
		if want > 0 && len(filed.Documents) > 0 {
			id = filed.Documents[0].ID
		}
	}
	q.DocumentID = id
	if _, err := own.views()[1].ReadFunc(ctx, q); err != nil || id == "" {
		t.Errorf("own versions: %v", err)
	}
	if _, err := d.views()[1].ReadFunc(ctx, q); fault.Of(err) != fault.NotFound {
		t.Errorf("another company's versions: %v", err)
	}
	// The same retriever has both companies' indexes side by side.
	p, err := other.People.Person(ctx, "first", "E021")
	if err != nil {
		t.Fatal(err)
	}
	for _, company := range []string{"first", "second", "first"} {
		p.CompanyID = company
		found, err := own.search.Search(ctx, retrieval.Query{Text: "푸른약국 결제일", Person: p, Language: "ko", Limit: 5})
		if err != nil || (len(found.FilteredResults) > 0) != (company == "first") {
			t.Errorf("%s finds %+v, %v", company, found.FilteredResults, err)
		}
	}
	// What was remembered of one company's figures and papers does not go on.
	point, err := o.store.LatestCheckpoint(ctx, store.Server(), session)
	if err != nil {
		t.Fatal(err)
	}
	var kept GlobalSessionState
	if err := json.Unmarshal(point.State, &kept); err != nil {
		t.Fatal(err)
	}
	if len(kept.AgentStates) == 0 || kept.Paper == nil {
		t.Fatal("nothing to forget")
	}
	p.CompanyID = "second"
	kept.meet(p)
	if len(kept.AgentStates) > 0 || kept.Paper != nil || len(kept.LastRequests) > 0 || len(kept.ConversationHistory) > 0 || kept.CompanyID != "second" {
		t.Errorf("goes on with %+v", kept)
	}
	err = o.store.View(ctx, "audit", func(ctx context.Context, tx store.Tx) error {
		rows, err := audit.Rows(ctx, tx, "second", 0, 10)
		if len(rows) > 0 {
			t.Errorf("the trail of another company: %v", rows)
		}
		checks, err2 := filing.Checks(ctx, tx, "second")
		if len(checks) > 0 || err2 != nil {
			t.Errorf("checks of another company: %v, %v", checks, err2)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// tables are the assistant's with the companies of their rows.
func tables(t *testing.T, s *store.Store) map[string]string {
	t.Helper()
	held := map[string]string{}
	err := s.View(t.Context(), "tables", func(ctx context.Context, tx store.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'company_%'`)
		if err != nil {
			return err
		}
		var names []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			names = append(names, name)
		}
		if err := rows.Close(); err != nil {
			return err
		}
		for _, name := range names {
			var companies string
			if err := tx.QueryRowContext(ctx, fmt.Sprintf(`SELECT COALESCE(group_concat(DISTINCT company_id), '') FROM %s`, name)).Scan(&companies); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			held[name] = companies
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, companies := range held {
		if strings.Contains(companies, "second") || slices.Contains(strings.Split(companies, ","), "demo") {
			t.Errorf("%s has rows of %s", name, companies)
		}
	}
	return held
}

// towns is a directory of two companies with people of the same names.
type towns struct{}

func (towns) Person(ctx context.Context, company, id string) (access.Person, error) {
	p, err := sample.People().Person(ctx, sample.Company, id)
	if company != sample.Company && company != "acme" {
		return access.Person{}, access.ErrUnknown
	}
	p.CompanyID = company
	return p, err
}

func (towns) People(ctx context.Context, company string) ([]access.Person, error) {
	return sample.People().People(ctx, company)
}

// Whoever is signed in with a company is who they are in that one: a name of
// another company, or one that a session's metadata tells, opens nothing.
func TestTenantsAreCompanies(t *testing.T) {
	t.Parallel()
	o := real(t, func(c *Config) { c.People = towns{} })
	d, err := newDesk(o.config)
	if err != nil {
		t.Fatal(err)
	}
	d.Store = o.store
	type shown struct {
		person    access.Person
		documents int
	}
	for _, c := range []struct {
		user, metadata string
		want           shown
		sales          bool
	}{
		{"@demo/E024", `{}`, shown{access.Person{ID: "E024", CompanyID: "demo", Role: access.Compliance}, 1}, true},
		{"@demo/E020", `{"person_id":"E024"}`, shown{access.Person{ID: "E020", CompanyID: "demo", Role: access.Former}, 0}, false},
		{"@acme/E024", `{"person_id":"E024"}`, shown{access.Person{ID: "E024", CompanyID: "acme", Role: access.Compliance}, 1}, false},
		{"@acme/kim", `{"person_id":"E024"}`, shown{access.Person{ID: "kim", CompanyID: "acme", Role: access.Former}, 0}, false},
		{"@third/E024", `{}`, shown{access.Person{ID: "E024", CompanyID: "third", Role: access.Former}, 0}, false},
	} {
		o.stream.Close()
		o.session(state.Session{UserID: c.user, Metadata: json.RawMessage(c.metadata)})
		if c.want.documents > 0 { // each company files one
			o.ask("방문보고서 작성해줘. 방문일 2026-11-20, 거래처 고객기관066, 의사, 목적 제품설명, 설명 제품 예시가디온정, 제공 물품 없음, 반응 긍정, 다음 조치 자료 전달, 이상사례 없음")
		}
		h := o.ask("지난달 매출 합계")
		if got := h.response.Type == state.ResponseAnswer; got != c.sales || !c.sales && !strings.Contains(h.text(), "권한") {
			t.Errorf("%s is told %s", c.user, h.text())
		}
		o.replayed(h.runID)
		s, err := o.store.Session(t.Context(), store.Server(), o.id)
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.person(t.Context(), s)
		if err != nil || p.ID != c.want.person.ID || p.CompanyID != c.want.person.CompanyID || p.Role != c.want.person.Role {
			t.Errorf("%s is %+v, %v", c.user, p, err)
		}
		list, err := d.views()[0].ReadFunc(t.Context(), state.ViewQuery{Session: s, Limit: 50, Language: "ko"})
		if filed, _ := list.(Filed); err != nil || len(filed.Documents) != c.want.documents {
			t.Errorf("%s sees %d documents, %v", c.user, len(filed.Documents), err)
		}
		people, err := d.views()[2].ReadFunc(t.Context(), state.ViewQuery{Caller: c.user, Language: "ko"})
		if of, _ := people.(People); err != nil || len(of.People) != 0 {
			t.Errorf("%s may choose of %+v, %v", c.user, people, err)
		}
	}
	held := map[string]bool{}
	err = o.store.View(t.Context(), "companies", func(ctx context.Context, tx store.Tx) error {
		ids, err := filing.Companies(ctx, tx)
		for _, id := range ids {
			held[id] = true
		}
		return err
	})
	if err != nil || len(held) != 2 || !held["acme"] || !held["demo"] {
		t.Errorf("documents of %v, %v", held, err)
	}
}
