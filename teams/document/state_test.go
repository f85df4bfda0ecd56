package document_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/teams/document"
)

func TestStateHasTheDesignsNames(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(madeLease(t))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]json.RawMessage
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"team_name", "status", "shared_context", "document_type", "template", "document_content", "generation_progress", "review_needed", "review_result", "final_document", "start_time", "end_time", "draft"} {
		if _, ok := got[key]; !ok {
			t.Errorf("the state lacks %s", key)
		}
	}
	for path, keys := range map[string][]string{
		"template":         {"template_id", "template_name", "template_content", "placeholders"},
		"document_content": {"title", "content", "metadata", "created_at"},
		"review_result":    {"reviewed", "risk_level", "risks", "recommendations", "compliance_check"},
	} {
		var part map[string]json.RawMessage
		if err := json.Unmarshal(got[path], &part); err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			if _, ok := part[key]; !ok {
				t.Errorf("%s lacks %s", path, key)
			}
		}
	}
}

// The facts' placeholders (sections 1.1 and 2.1) are all values of the
// contracts.
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	lease := `lease_kind contract_type lessor_name lessor_phone lessor_addr lessee_name lessee_phone lessee_addr agent_name agent_relation poa_date
		property_address property_detail land_category land_area building_structure building_use building_area lease_part lease_area
		deposit down_payment middle_payment balance down_date middle_date balance_date monthly_rent rent_day rent_account
		mgmt_type mgmt_total mgmt_items mgmt_rule start_date end_date tax_arrears tax_note prior_deposits prior_note
		repair_items repair_due repair_remedy special_terms brokered broker_office broker_reg_no fee_rate explain_date contract_date`
	sales := `seller_name buyer_name property_address land_area building_area included_fixtures price down_payment middle_payments balance loan_assume
		transfer_date handover_date tax_settlement_date mortgage_max mortgage_bank release_condition tenants deposit_to_assume
		known_defects warranty_months penalty_pct land_permit_required special_terms`
	for action, names := range map[string]string{document.TypeLease: lease, document.TypeSales: sales} {
		s := talk(t, "ko", action, "계약서 그대로 작성해줘")
		for _, name := range strings.Fields(names) {
			if !slices.Contains(s.Template.Placeholders, name) {
				t.Errorf("%s lacks the placeholder %s", action, name)
			}
		}
	}
}

func TestValidateListsAllErrors(t *testing.T) {
	t.Parallel()
	s := &document.TeamState{
		TeamName: "x", Status: "odd", DocumentType: "poem", FinalDocument: "x", GenerationTime: -1,
		StartTime: "2", EndTime: "1", Template: &document.Template{},
		ReviewResult: &document.ReviewResult{RiskLevel: "none", Risks: []document.Risk{{}}},
	}
	got := s.Validate()
	for _, part := range []string{"team_name", "status \"odd\"", "shared_context", "document_type", "generation_progress", "generation_time", "end_time", "document_content", "template needs", "risk_level", "risks[0]"} {
		if !slices.ContainsFunc(got, func(e string) bool { return strings.Contains(e, part) }) {
			t.Errorf("no error about %s in %v", part, got)
		}
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	made, reviewed := madeLease(t), talk(t, "ko", document.ActionReview, riskyQuery)
	title := made.Title()
	made.Merge(reviewed)
	made.Merge(nil)
	if made.Title() != title || made.ReviewResult.RiskLevel != "high" || made.Draft.ReviewedText == "" {
		t.Errorf("merged: %s %s %q", made.Title(), made.ReviewResult.RiskLevel, made.Draft.ReviewedText)
	}
	empty := &document.TeamState{TeamName: document.TeamName, Status: document.StatusCompleted, DocumentType: document.TypeReview}
	empty.Merge(madeLease(t))
	if empty.FinalDocument == "" || empty.DocumentType != document.TypeLease || empty.Template == nil {
		t.Error("Merge did not take the document over")
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"ko", "en"} {
		for _, s := range []*document.TeamState{
			madeLease(t), talk(t, lang, document.ActionReview, riskyQuery), talk(t, lang, document.TypeLease, "계약서"),
			talk(t, lang, document.TypeSales, "다운계약서 써줘"), talk(t, lang, document.TypeLease, "계약서 써줘", "취소"), {Error: "x"},
		} {
			r := s.Summary(lang)
			if r.Summary == "" || len(r.Highlights) > 5 {
				t.Errorf("summary %+v", r)
			}
		}
	}
}

// However a deposit is split, the parts add up or the split is asked about.
func TestPaymentsProperty(t *testing.T) {
	t.Parallel()
	team := newTeam(t)
	rapid.Check(t, func(rt *rapid.T) {
		man := rapid.Int64Range(100, 200_000)
		down, middle, balance := man.Draw(rt, "down"), rapid.Int64Range(0, 50_000).Draw(rt, "middle"), man.Draw(rt, "balance")
		off := rapid.SampledFrom([]int64{0, 0, 1, -1, 777}).Draw(rt, "off")
		deposit := down + middle + balance + off
		query := "전세 계약서. 보증금 " + say(deposit) + ", 계약금 " + say(down) + ", 잔금 " + say(balance)
		if middle >= 100 {
			query += ", 중도금 " + say(middle)
		} else {
			deposit -= middle
			query = "전세 계약서. 보증금 " + say(deposit) + ", 계약금 " + say(down) + ", 잔금 " + say(balance)
		}
		s, err := team.Execute(t.Context(), request(query, "ko", nil, document.TypeLease), nil)
		if err != nil {
			rt.Fatal(err)
		}
		c := s.Draft.Forms["lease"]
		if c.Int("deposit") != deposit*10_000 || c.Int("down_payment") != down*10_000 || c.Int("balance") != balance*10_000 {
			rt.Fatalf("%q read as %+v", query, c)
		}
		asked := slices.ContainsFunc(s.Problems, func(p document.Problem) bool { return p.Code == "payment_sum" })
		if asked != (off != 0) {
			rt.Fatalf("%q: off by %d, asked %v", query, off, asked)
		}
	})
}

// say writes 만원 the way people do: "3억 1,500만원", "800만원".
func say(man int64) string {
	out := ""
	if eok := man / 10_000; eok > 0 {
		out = itoa(eok) + "억"
	}
	if rest := man % 10_000; rest > 0 {
		out += " " + itoa(rest) + "만원"
	} else {
		out += "원"
	}
	return strings.TrimSpace(out)
}

func itoa(n int64) string {
	raw, _ := json.Marshal(n)
	return string(raw)
}

// A draft that an earlier version stored opens and goes on.
func TestStoredDraftsOpen(t *testing.T) {
	t.Parallel()
	const stored = `{"document_type":"lease_contract","stage":"asking","lease":{"lease_kind":"deposit_rent","lessor_name":"김철수","lessee_name":["이영희"],
		"deposit":100000000,"monthly_rent":500000,"rent_day":25,"lease_area":84.97,"mgmt_items":[{"name":"전기","amount":30000}],"tax_arrears":false,"fee_rate":40},
		"letter":{"kind":"rent_proposal","form":"text","side":"tenant","deposit":100000000,"rate_ppm":40000,"papers":["tax_certificates"],"overdue":true},
		"asked":["down_payment"],"clashes":[{"key":"balance","values":[1,2]}],"accepted":["payment_sum 1 2"]}`
	var d *document.Draft
	if err := json.Unmarshal([]byte(stored), &d); err != nil {
		t.Fatal(err)
	}
	v := d.Forms["lease"]
	if v.Int("deposit") != 100_000_000 || v.Float("lease_area") != 84.97 || v.Rows("mgmt_items")[0].Amount != 30_000 || !v.No("tax_arrears") || d.Forms["letter"].Int("rate_ppm") != 40_000 {
		t.Errorf("%+v", d)
	}
	s, err := newTeam(t).Execute(t.Context(), request("1000만원이고 그대로 작성해줘", "ko", d), nil)
	if err != nil || s.Draft.Forms["lease"].Int("down_payment") != 10_000_000 {
		t.Fatalf("%v, %+v", err, s.Draft)
	}
	again, err := json.Marshal(d)
	if err != nil || !strings.Contains(string(again), `"lease":{`) || !strings.Contains(string(again), `"letter":{`) {
		t.Errorf("%s, %v", again, err)
	}
}

func TestRiskLevel(t *testing.T) {
	t.Parallel()
	for want, severities := range map[string][]string{
		document.SeverityLow: {"low", "low", "medium", "medium"}, document.SeverityMedium: {"medium", "medium", "medium"}, document.SeverityHigh: {"medium", "high"},
	} {
		r := &document.ReviewResult{Reviewed: true, RiskLevel: want, ComplianceCheck: map[string]bool{}}
		for _, s := range severities {
			r.Risks = append(r.Risks, document.Risk{ID: "RC-01", Severity: s})
		}
		s := document.TeamState{ReviewResult: r}
		if slices.ContainsFunc(s.Validate(), func(e string) bool { return strings.Contains(e, "does not follow") }) {
			t.Errorf("%v is not %s", severities, want)
		}
	}
}
