package compliance

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/internal/lineartest"
)

var today = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

func must(t testing.TB) *Rules {
	t.Helper()
	rules := Shipped()
	return rules
}

func verdicts(o Outcome) map[string]Verdict {
	out := map[string]Verdict{}
	for _, r := range o.ValidationResults {
		out[r.Rule] = r.Status
	}
	return out
}

// TestTexts checks free words: each line is a target's type, its text and the
// verdicts that it gives.
func TestTexts(t *testing.T) {
	t.Parallel()
	rules := must(t)
	for _, c := range []struct {
		typ, text string
		want      map[string]Verdict
	}{
		{"visit_report", "A의원 원장님과 점심 식사 12만 5천원을 결제했습니다.", map[string]Verdict{"PRE-001": Fail, "PRE-003": Pass}},
		{"visit_report", "A의원 원장님과 점심 10만 5천원을 함께 했습니다.", map[string]Verdict{"PRE-001": Unclear}}, // tax may be in it
		{"visit_report", "원장님 포함 3명이 저녁 식사를 했고 식사비는 24만원입니다.", map[string]Verdict{"PRE-001": Pass}},
		{"visit_report", "원장님과 식사했습니다.", map[string]Verdict{"PRE-001": Unclear, "PRE-003": Pass}},
		{"visit_report", "식사 제공은 없었고 제품 설명만 했습니다.", map[string]Verdict{}},
		{"visit_report", "We had lunch with the doctor, 130,000 won.", map[string]Verdict{"PRE-001": Fail}},
		{"visit_report", "No gifts and no meals were provided.", map[string]Verdict{}},
		{"visit_report", "국립대병원 교수님께 만찬 6만 2천원, 제품설명회와 무관한 자리였다.", map[string]Verdict{"ANT-003": Fail, "PRE-001": Pass}},
		{"visit_report", "공공병원 교수님과 식사 6만원. 제품설명회인지 사적인 자리인지 모르겠다.", map[string]Verdict{"ANT-003": Unclear, "PRE-001": Pass}},
		{"visit_report", "교수님께 상품권 10만원을 전달했습니다.", map[string]Verdict{"REB-002": Fail, "REB-004": Fail}},
		{"visit_report", "상품권은 드리지 않았습니다.", map[string]Verdict{"REB-002": Pass, "REB-004": Pass}},
		{"visit_report", "상품권 이야기가 나왔습니다.", map[string]Verdict{"REB-002": Unclear, "REB-004": Unclear}},
		{"visit_report", "리베이트 금지 규정을 교육했습니다.", map[string]Verdict{"REB-001": Unclear, "REB-004": Unclear}},
		{"visit_report", "약사님께 회사 로고 볼펜 4천원짜리를 드림", map[string]Verdict{"PRE-004": Pass, "PRE-003": Pass, "PRE-006": Pass}},
		{"visit_report", "원장님께 로고 머그컵 2만 원짜리 증정", map[string]Verdict{"PRE-004": Fail}},
		{"visit_report", "환자 880101-1234567 상담 내용을 적음", map[string]Verdict{"PRV-001": Fail, "PRV-002": Fail}},
		{"visit_report", "The doctor asked for golf and we paid for a round of golf.", map[string]Verdict{"REB-003": Fail, "EXP-003": Fail}},
		{"seminar_request", "참석 40명, 연수평점 3점 학술대회, 부스비 200만원, 사전심사 완료, 학회 주최", map[string]Verdict{"CON-003": Fail, "CON-004": Pass}},
		{"seminar_request", "참석 80명, 연수평점 3점 학술대회, 부스비 200만원, 사전심사 완료, 학회 주최", map[string]Verdict{"CON-003": Pass, "CON-004": Pass}},
		{"seminar_request", "2시간 강연료 90만원, 청중 40명", map[string]Verdict{"LEC-001": Pass, "LEC-002": Pass, "ANT-006": Unclear}},
		{"expense_report", "45일 만에 결제하면 할인 1.5%", map[string]Verdict{"PAY-001": Fail}},
		{"expense_report", "25일 결제에 할인율 1.5%", map[string]Verdict{"PAY-001": Pass}},
		{"data_export", "거래처별 매출을 엑셀로 외부에 보내려고 합니다.", map[string]Verdict{"INT-006": Unclear}},
		{"data_export", "거래처별 매출을 승인 없이 외부에 보냈습니다.", map[string]Verdict{"INT-006": Fail}},
	} {
		o := rules.Check(Target{Type: c.typ, Text: c.text, Day: today}, "ko")
		got := verdicts(o)
		for id, want := range c.want {
			if got[id] != want {
				t.Errorf("%s %q: %s is %q, want %q", c.typ, c.text, id, got[id], want)
			}
		}
		if len(c.want) == 0 && len(o.Violations)+len(o.Unclear) > 0 {
			t.Errorf("%s %q: %v %v", c.typ, c.text, o.Violations, o.Unclear)
		}
	}
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	rules := must(t)
	text := "원장님께 현금 30만원을 드렸고 환자 880101-1234567 이야기를 적음."
	o := rules.Check(Target{Kind: KindDocument, Type: "visit_report", Text: text, Day: today}, "en")
	if o.RiskLevel != Critical || !o.Blocked || !o.NeedsPerson || o.Passed() || o.Violations[0].Severity != Critical {
		t.Errorf("a critical breach: %+v", o)
	}
	for _, v := range o.Violations {
		if v.Article == "" || v.Why == "" || len(v.Quotes) == 0 || v.Quotes[0].Start >= v.Quotes[0].End {
			t.Errorf("%s says neither why nor where: %+v", v.Rule, v)
		}
		for _, q := range v.Quotes {
			if strings.Contains(q.Text, "1234567") {
				t.Errorf("%s quotes a resident's number: %s", v.Rule, q.Text)
			}
			if !strings.Contains(text[q.Start:q.End], strings.TrimSpace(text[q.Start:q.End])) || q.End > len(text) {
				t.Errorf("%s quotes beyond the text: %+v", v.Rule, q)
			}
		}
	}
	raw, err := json.Marshal(o)
	var again Outcome
	if err != nil || json.Unmarshal(raw, &again) != nil || !reflect.DeepEqual(o, again) {
		t.Errorf("the outcome changes in JSON: %v\n%+v\n%+v", err, o, again)
	}
}

// TestWarnsOnly: rules that are not verified raise the risk to medium at most
// and block nothing.
func TestWarnsOnly(t *testing.T) {
	t.Parallel()
	o := must(t).Check(Target{Type: "seminar_request", Text: "1시간 강연료 120만원, 청중 30명, 개원의", Day: today}, "ko")
	i := slices.IndexFunc(o.Violations, func(v Violation) bool { return v.Rule == "LEC-001" })
	if i < 0 || !o.Violations[i].Warning || o.RiskLevel != Medium || o.Blocked {
		t.Errorf("an unverified rule: %+v", o)
	}
}

// sample are values of a question that a rule may tell apart.
func samples(q *question) []Answer {
	yes, no := true, false
	switch q.Kind {
	case kindYesNo, kindMention:
		return []Answer{{Key: q.Key, Yes: &no}, {Key: q.Key, Yes: &yes}}
	case kindChoice:
		var list []Answer
		for _, o := range q.Options {
			list = append(list, Answer{Key: q.Key, Choice: o})
		}
		return list
	}
	return []Answer{{Key: q.Key, Num: 1}, {Key: q.Key, Num: mostCount}, {Key: q.Key, Num: mostWon}, {Key: q.Key}}
}

// good are answers with which every rule is kept to.
func good(rules *Rules) map[string]Answer {
	yes, no := true, false
	all := map[string]Answer{}
	for _, q := range rules.questions {
		all[q.Key] = samples(q)[0]
	}
	for _, key := range strings.Fields("gift_logo sample_labelled wholesale_licence pre_review trial_approved trial_contract trial_basis cso_registered subcontract_notified receipt adverse_reported refusal_justified evidence consent transfer_basis access_rights encrypted access_log decision_explained export_approved reviewed public_official") {
		all[key] = Answer{Key: key, Yes: &yes}
	}
	all["product_briefing"] = Answer{Key: "product_briefing", Yes: &no}
	for key, n := range map[string]int64{"credits": 3, "attendees": 50, "new_training_hours": 24, "annual_training_hours": 8, "days_before_event": 14, "lecture_minutes": 60} {
		all[key] = Answer{Key: key, Num: n}
	}
	for key, o := range map[string]string{"pen_brand": "company", "recipient_role": "doctor", "supported_role": "speaker", "setting": "individual", "approver": "compliance", "host_type": "society", "official_kind": "official"} {
		all[key] = Answer{Key: key, Choice: o}
	}
	return all
}

// strict are good answers without any that excuse something.
func strict(rules *Rules) map[string]Answer {
	all := good(rules)
	for _, key := range strings.Fields("wholesale_licence subcontract_notified adverse_reported refusal_justified evidence consent transfer_basis access_rights decision_explained export_approved reviewed") {
		all[key] = Answer{Key: key, Yes: new(bool)}
	}
	for key, n := range map[string]int64{"annual_purchase": mostWon, "subcontract_days": 10, "leak_hours": 100, "amount_total": 200_000} {
		all[key] = Answer{Key: key, Num: n}
	}
	all["approver"] = Answer{Key: "approver", Choice: "manager"}
	return all
}

// verdictsOf are what the rules say of answers for a type.
func verdictsOf(rules *Rules, typ string, answers map[string]Answer) map[string]Verdict {
	f := &facts{known: map[string]value{targetType: {choice: typ}}, raised: map[string]bool{}, quotes: map[string][]Quote{}, fields: map[string]bool{}, form: true}
	for _, x := range rules.list {
		for _, key := range x.Keep.Calls("Has") {
			f.fields[key] = rules.byKey[key] == nil
		}
	}
	for _, a := range answers {
		rules.take(f, rules.byKey[a.Key], a)
	}
	out := map[string]Verdict{}
	for _, x := range rules.list {
		if x.concerns(typ, f) {
			verdict, _, _, _ := rules.judge(x, f)
			out[x.ID] = verdict
		}
	}
	return out
}

// asks are the keys that a rule's verdict may depend on.
func asks(rules *Rules, x *Rule) map[string]bool {
	keys := map[string]bool{}
	for _, c := range []interface{ Calls(...string) []string }{&x.Keep, &x.When} {
		for _, key := range c.Calls("Num", "Yes", "No", "Is", "Has", "Said") {
			keys[key] = true
			for _, q := range rules.questions {
				if slices.Contains(q.Topics, key) {
					keys[q.Key] = true
				}
			}
		}
	}
	for _, topic := range x.About {
		keys[topic] = true
		for _, q := range rules.questions {
			if slices.Contains(q.Topics, topic) {
				keys[q.Key] = true
			}
		}
	}
	return keys
}

var types = []string{"visit_report", "seminar_request", "expense_report", "sample_request", "contract", "data_export", "data_query", "chat", "marketing", "incident"}

// TestFlips: changing one answer changes the verdicts of rules that ask for it
// and of no other, and every rule is changed by some answer.
func TestFlips(t *testing.T) {
	t.Parallel()
	rules := must(t)
	flipped := map[string]bool{}
	for _, base := range []map[string]Answer{good(rules), strict(rules)} {
		for _, typ := range types {
			before := verdictsOf(rules, typ, base)
			for id, got := range before {
				if got == Fail || got == Unclear {
					t.Errorf("%s of %s is %q with good answers", id, typ, got)
				}
			}
			for _, q := range rules.questions {
				for _, other := range samples(q) {
					changed := maps.Clone(base)
					changed[q.Key] = other
					after := verdictsOf(rules, typ, changed)
					for _, x := range rules.list {
						if before[x.ID] == after[x.ID] {
							continue
						}
						if flipped[x.ID] = true; !asks(rules, x)[q.Key] {
							t.Errorf("%s changes %s, which does not ask for it", q.Key, x.ID)
						}
					}
				}
			}
		}
	}
	for _, x := range rules.list {
		if !flipped[x.ID] && len(x.Keep.Calls("Has")) == 0 {
			t.Errorf("no single answer changes %s", x.ID)
		}
	}
}

// TestThreeOutcomes: each rule passes, fails and is unclear for some answers;
// one that only asks what a form holds is never unclear.
func TestThreeOutcomes(t *testing.T) {
	t.Parallel()
	rules := must(t)
	for _, x := range rules.list {
		seen := map[Verdict]bool{}
		keys := slices.Sorted(maps.Keys(asks(rules, x)))
		for _, base := range []map[string]Answer{good(rules), strict(rules), {}} {
			for _, key := range keys {
				if rules.byKey[key] == nil {
					continue
				}
				for _, other := range samples(rules.byKey[key]) {
					changed := maps.Clone(base)
					changed[key] = other
					for _, gone := range append(keys, "") {
						less := maps.Clone(changed)
						if delete(less, gone); gone == key {
							continue
						}
						seen[verdictsOf(rules, x.Targets[0], less)[x.ID]] = true
					}
				}
			}
		}
		raised := &facts{known: map[string]value{targetType: {choice: x.Targets[0]}}, raised: map[string]bool{}}
		for _, topic := range x.About {
			raised.raised[topic] = true
		}
		verdict, _, _, _ := rules.judge(x, raised)
		seen[verdict] = true
		if len(x.About) == 0 {
			f := &facts{known: map[string]value{}, fields: map[string]bool{}, form: true}
			for _, key := range x.Keep.Calls("Has") {
				f.fields[key] = false
			}
			verdict, _, _, _ := rules.judge(x, f)
			seen[verdict], seen[Unclear] = true, true
			seen[verdictsOf(rules, x.Targets[0], good(rules))[x.ID]] = true
		}
		for _, want := range []Verdict{Pass, Fail, Unclear} {
			if !seen[want] {
				t.Errorf("%s is never %s", x.ID, want)
			}
		}
	}
}

func TestDays(t *testing.T) {
	t.Parallel()
	target := Target{Type: "seminar_request", Text: "참석 30명 세미나 부스비 50만원", Day: time.Date(2026, 6, 30, 0, 0, 0, 0, time.UTC)}
	if got := verdicts(must(t).Check(target, "ko"))["CON-003"]; got != "" {
		t.Errorf("a rule of July is applied in June: %s", got)
	}
	target.Day = target.Day.AddDate(0, 0, 1)
	if got := verdicts(must(t).Check(target, "ko"))["CON-003"]; got != Fail {
		t.Errorf("a rule of July on its first day: %q", got)
	}
}

const twoVersions = `
as_of: "2026-11-21"
rules:
  - {id: X-1, category: privacy, severity: low, status: verified, to: "2026-12-31", targets: [chat], about: [leak], keep: '.No "leak"', title: {ko: 가, en: a}, article: {ko: 가, en: a}, message: {ko: 가, en: a}}
  - {id: X-1, version: 2, category: privacy, severity: high, status: verified, from: "2027-01-01", targets: [chat], about: [leak], keep: '.No "leak"', title: {ko: 가, en: a}, article: {ko: 가, en: a}, message: {ko: 가, en: a}}
  - {id: X-2, category: privacy, severity: high, status: verified, from: "2027-01-01", targets: [marketing], keep: '.Has "a"', title: {ko: 가, en: a}, article: {ko: 가, en: a}, message: {ko: 가, en: a}}
`

const questionsOnly = `
questions:
  - {key: leak, kind: mention, acts: [happen], ask: {ko: 가, en: a}}
`

func load(rules string) (*Rules, error) {
	return Load(fstest.MapFS{"questions.yaml": {Data: []byte(questionsOnly)}, "rules.yaml": {Data: []byte(rules)}})
}

func TestStale(t *testing.T) {
	t.Parallel()
	rules, err := load(twoVersions)
	if err != nil {
		t.Fatal(err)
	}
	checks := []Checked{
		{DocumentID: "d1", Type: "chat", Rules: map[string]int{"X-1": 1}, Day: "2026-11-21"},
		{DocumentID: "d2", Type: "marketing", Day: "2026-11-21"},
		{DocumentID: "d3", Type: "chat", Rules: map[string]int{"X-1": 2}, Day: "2027-01-02"},
		{DocumentID: "d4", Type: "chat", Day: "2026-11-21"},
	}
	if due := rules.Stale(today, checks[:2]); due != nil {
		t.Errorf("stale before a rule changes: %v", due)
	}
	want := []Due{{"d1", []string{"X-1"}}, {"d2", []string{"X-2"}}, {"d4", []string{"X-1"}}}
	if due := rules.Stale(time.Date(2027, 1, 3, 0, 0, 0, 0, time.UTC), checks); !reflect.DeepEqual(due, want) {
		t.Errorf("stale: %v, want %v", due, want)
	}
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	for want, change := range map[string][2]string{
		"hold on one day":      {`to: "2026-12-31", `, ``},
		"no question":          {`.No "leak"`, `.No "leek"`},
		"neither a topic":      {`about: [leak]`, `about: [leek]`},
		"severity":             {`severity: low`, `severity: grave`},
		"is no day":            {`from: "2027-01-01"`, `from: soon`},
		"no figure":            {`message: {ko: 가, en: a}`, `message: {ko: '{{.Fig "x"}}', en: a}`},
		"unknown field":        {`status: verified`, `statuss: verified`},
		"title or article":     {`title: {ko: 가, en: a}`, `title: {ko: 가}`},
		"as_of is no day":      {`as_of: "2026-11-21"`, `as_of: "soon"`},
		"the text has no":      {`message: {ko: 가, en: a}`, `message: {ko: 가}`},
		"status \"guessed\" i": {`status: verified`, `status: guessed`},
	} {
		if _, err := load(strings.Replace(twoVersions, change[0], change[1], 1)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q for %q: %v, want %q", change[1], change[0], err, want)
		}
	}
}

func TestAbout(t *testing.T) {
	t.Parallel()
	rules := must(t)
	for question, want := range map[string]string{
		"식사비 한도가 얼마야?":                                    "PRE-001",
		"판촉물은 얼마까지 줄 수 있어?":                               "PRE-004",
		"개인정보 유출되면 몇 시간 안에 신고해야 해?":                       "PRV-006",
		"강연료 상한이 어떻게 돼?":                                  "LEC-001",
		"세미나는 며칠 전에 신청해야 하는지 규정 알려줘":                      "INT-003",
		"What is the limit for meals?":                    "PRE-001",
		"Which rules are there on booths at conferences?": "CON-004",
		"PAY-003 규정은 뭐야?":                                 "PAY-003",
	} {
		told := rules.Search(nil, question, "ko", today, 4)
		if !rules.IsQuestion(question) || !slices.ContainsFunc(told, func(x Told) bool { return x.Rule == want && x.Text != "" && x.Article != "" }) {
			t.Errorf("%q: %v %v", question, rules.IsQuestion(question), told)
		}
	}
	if told := rules.Search(nil, "오늘 점심 메뉴 추천해 줘, 김치찌개", "ko", today, 4); len(told) > 0 && rules.IsQuestion("오늘 점심 메뉴 추천해 줘") {
		t.Errorf("a lunch is no question about rules: %v", told)
	}
}

// That no sanction is known is said of nothing beside one that is.
func TestExplainSanctions(t *testing.T) {
	t.Parallel()
	r := Shipped()
	none := texts.Say("ko", "explain.none")
	for _, c := range []struct {
		ids  []string
		rows int
		none bool
	}{
		{[]string{"ANT-007"}, 1, true},
		{[]string{"PRE-001", "ANT-007"}, 1, false},
		{[]string{"ANT-007", "ANT-008"}, 1, false},
		{[]string{"ANT-007", "ANT-001"}, 1, false},
	} {
		list := r.Explain(c.ids, "ko", time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC), true)
		said := slices.ContainsFunc(list, func(t Told) bool { return strings.Contains(t.Text, none) })
		if len(list) != c.rows || said != c.none {
			t.Errorf("%s: %+v", c.ids, list)
		}
	}
}

func TestLinear(t *testing.T) {
	rules := must(t)
	lineartest.CheckUnits(t, "check", []string{"a", "3억 ", "(", "\xff", "1,", "상품권 ", "식사 3만원, ", "원장님께 현금 전달 ", "할인 5% 결제 ", "환자 880101-1234567 "}, func(text string) {
		rules.Check(Target{Text: text, Day: today}, "ko")
	})
}

func BenchmarkCheck(b *testing.B) {
	rules := must(b)
	text := strings.Repeat("원장님과 제품설명을 하고 점심 식사 8만원, 회사 로고 볼펜 4천원을 드렸습니다. 반응은 좋았습니다. ", 12)
	for b.Loop() {
		rules.Check(Target{Type: "visit_report", Text: text, Day: today}, "ko")
	}
}

// A folder's rules stand beside the built-in ones, and in the place of those of their
// file's name.
func TestRulesOfAFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	own := "as_of: \"2026-11-21\"\nrules:\n" +
		"  - {id: OWN-1, category: internal_compliance, severity: low, status: internal_sample, targets: [visit_report], keep: .No \"cash_like\", title: {ko: 우리 규칙, en: Our rule}, article: {ko: 사규 1조, en: \"House rules, 1\"}, message: {ko: 안 됩니다., en: No.}, change: {ko: 고치세요., en: Mend it.}}\n"
	if err := os.WriteFile(filepath.Join(dir, "own.yaml"), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	built := Shipped()
	beside, err := Open(dir)
	if err != nil || len(beside.list) != len(built.list)+1 || beside.version == built.version {
		t.Fatalf("%d rules: %v", len(beside.list), err)
	}
	if err := os.Rename(filepath.Join(dir, "own.yaml"), filepath.Join(dir, "conduct.yaml")); err != nil {
		t.Fatal(err)
	}
	instead, err := Open(dir)
	if err != nil || len(instead.list) >= len(beside.list) || !slices.ContainsFunc(instead.list, func(r *Rule) bool { return r.ID == "OWN-1" }) {
		t.Errorf("%d rules: %v", len(instead.list), err)
	}
	if _, err := Open(filepath.Join(dir, "none")); err == nil {
		t.Error("no folder is no mistake")
	}
}
