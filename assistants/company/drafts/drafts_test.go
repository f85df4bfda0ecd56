package drafts

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/internal/lineartest"
)

var now = time.Date(2026, 11, 21, 10, 0, 0, 0, time.FixedZone("KST", 9*3600))

func must(t testing.TB) *Set {
	t.Helper()
	set := Shipped()
	return set
}

func missing(set *Set, d Draft) []string {
	var keys []string
	for _, m := range set.Missing(d, now) {
		if m.Required {
			keys = append(keys, m.Key)
		}
	}
	return keys
}

// TestFill fills documents from messages; want is what the last one leaves.
func TestFill(t *testing.T) {
	t.Parallel()
	set := must(t)
	for _, c := range []struct {
		lang, typ string
		messages  []string
		want      map[string]any
		missing   []string
	}{
		{"ko", "visit_report", []string{"방문보고서 써 줘: 방문일 2026-11-19, 거래처 한빛의원, 면담자 원장, 목적 제품설명, 설명 제품 예시메트란정, 제공 물품 없음, 반응 보통, 다음 조치 재방문, 이상사례 없음"},
			map[string]any{"visit_date": "2026-11-19", "customer": "한빛의원", "contact_role": "doctor", "purpose": "product", "provided_items": "없음", "reaction": "neutral", "next_action": "재방문", "adverse_event": false}, nil},
		{"ko", "visit_report", []string{"방문보고서 작성해줘", "11/18에 고객기관021 약사님을 만났어", "안부 인사였고 예시리피드정 이야기, 점심은 1인당 3만원", "볼펜 4천원짜리 드림, 반응 좋았음", "다음 조치는 자료 전달, 부작용 없음"},
			map[string]any{"visit_date": "2026-11-18", "customer": "고객기관021", "contact_role": "pharmacist", "purpose": "courtesy", "meal": int64(30000), "adverse_event": false}, nil},
		{"ko", "visit_report", []string{"방문보고서: 거래처 한빛의원, 방문일 11월 18일", "아니 거래처는 푸른의원으로 바꿔줘"}, map[string]any{"customer": "푸른의원", "visit_date": "2026-11-18"}, nil},
		{"en", "visit_report", []string{"visit report: visited Hanbit on Nov 18, met the doctor, product briefing, nothing provided, positive reaction, next: send papers, no adverse events"},
			map[string]any{"visit_date": "2026-11-18", "contact_role": "doctor", "purpose": "product", "provided_items": "none", "reaction": "positive", "adverse_event": false}, []string{"customer", "product"}},
		{"ko", "expense_report", []string{"지출보고서: 11월 19일 고객기관012 원장님과 점심, 3명 24만원, 영수증 있음, 목적 제품설명, 예시메트란정, 참석자 원장 외 2명"},
			map[string]any{"amount": int64(240000), "people": int64(3), "category": "food", "receipt": true, "customer": "고객기관012"}, nil},
		{"ko", "seminar_request", []string{"세미나 신청: 행사명 고혈압 세미나, 주최 당사, 일시 2026-12-20 장소 대전 호텔, 의사 40명, 강연자 없음, 식음료 1인 8만원, 기념품 2만원, 학술대회 아님, 사전심의 완료"},
			map[string]any{"event_name": "고혈압 세미나", "place": "대전 호텔", "attendees": int64(40), "food_per_head": int64(80000), "souvenir": int64(20000), "conference": false, "pre_review": true}, nil},
		{"ko", "sample_request", []string{"예시메트란정 견본품 신청", "최소 포장 1통이고 sample 표기 있음. 고객기관012 원장님께 제형 확인용으로 11월 30일까지"},
			map[string]any{"product": "예시메트란정", "packs": int64(1), "unit_type": "smallest", "labelled": true, "request_date": "2026-11-30"}, nil},
		{"ko", "visit_report", []string{"방문보고서 써 줘", "반응은 부정적이었어", "도시락은 괜찮다고 하셔서 안 드렸어", "다음 주에 자료 보내드리기로 했어"},
			map[string]any{"reaction": "negative", "visit_date": nil}, nil},
		{"ko", "visit_report", []string{"방문보고서 써 줘", "반응은 괜찮은 편은 아니었어"}, map[string]any{"reaction": nil}, nil},
		{"ko", "", []string{"지난달 방문한 곳 기록 보여줘"}, nil, nil},
		{"ko", "visit_report", []string{"약사님께 브로슈어 전달한 걸 보고서에 적어줘. 11월 18일 방문"}, map[string]any{"visit_date": "2026-11-18", "contact_role": "pharmacist"}, nil},
	} {
		if got := set.Wanted(c.messages[0]); got != c.typ {
			t.Errorf("%q wants %q, not %q", c.messages[0], got, c.typ)
			continue
		}
		if c.typ == "" {
			continue
		}
		d := set.Begin(c.typ, c.lang)
		for _, text := range c.messages {
			set.Fill(&d, text, Input{Now: now})
		}
		for key, want := range c.want {
			var got any
			raw, _ := json.Marshal(d.FormData[key])
			if err := json.Unmarshal(raw, &got); err != nil {
				t.Fatal(err)
			}
			if n, ok := want.(int64); ok {
				want = float64(n)
			}
			if got != want {
				t.Errorf("%q: %s is %v, want %v", c.messages, key, got, want)
			}
		}
		if got := missing(set, d); c.missing != nil && !reflect.DeepEqual(got, c.missing) {
			t.Errorf("%q: missing %v, want %v", c.messages, got, c.missing)
		}
	}
}

// A correction says more than the name: the name alone is the value.
func TestANameOfTheDataIsTheValue(t *testing.T) {
	t.Parallel()
	set := must(t)
	d := set.Begin("visit_report", "ko")
	set.Fill(&d, "방문일 11월 18일, 거래처 푸른의원", Input{Now: now})
	changed := set.Fill(&d, "아이고 거래처 틀리게 적었네 맑은의원이야", Input{Now: now, Names: map[string]string{"customer": "맑은의원", "product": "푸른정"}})
	if got := d.FormData.Text("customer"); got != "맑은의원" || len(changed) != 1 {
		t.Errorf("%q %v", got, changed)
	}
}

// "Write it as it is" is an act, not a product; what only begins so is told.
func TestAsItIsIsNoValue(t *testing.T) {
	t.Parallel()
	set := must(t)
	for _, text := range []string{"그대로 작성해줘", "그대로 작성해 주세요", "이대로 써줘요.", "나머지는 빈칸으로 두고 작성해줘", "Write it as it is", "as is"} {
		d := set.Begin("visit_report", "ko")
		set.Fill(&d, "방문일 11월 18일, 거래처 푸른의원, 면담자 의사, 목적 제품설명", Input{Now: now})
		if changed := set.Fill(&d, text, Input{Now: now}); len(changed) > 0 {
			t.Errorf("%q changes %v", text, changed)
		}
		if changed := set.Fill(&d, "설명 제품 그대로정", Input{Now: now}); len(changed) == 0 {
			t.Error("a product's name is not heard")
		}
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	set := must(t)
	d := set.Begin("visit_report", "ko")
	set.Fill(&d, "거래처 한빛의원, 방문일 11월 18일", Input{Now: now})
	if set.Fill(&d, "아니 거래처는 푸른의원으로 바꿔줘", Input{Now: now}); d.FormData.Text("customer") != "푸른의원" || d.CurrentVersion != 2 {
		t.Fatalf("a correction: %v, version %d", d.FormData, d.CurrentVersion)
	}
	if set.Fill(&d, "고마워", Input{Now: now}); d.CurrentVersion != 2 {
		t.Error("thanks make a version")
	}
	for i := range 30 {
		set.Fill(&d, fmt.Sprintf("저녁은 1인당 %d만원으로 고쳐줘", i+1), Input{Now: now})
	}
	if len(d.DraftVersions) != maxVersions || d.DraftVersions[maxVersions-1].Number != d.CurrentVersion {
		t.Errorf("%d versions are kept, the last %d of %d", len(d.DraftVersions), d.DraftVersions[maxVersions-1].Number, d.CurrentVersion)
	}
	raw, err := json.Marshal(d)
	var again Draft
	if err != nil || json.Unmarshal(raw, &again) != nil || !reflect.DeepEqual(d, again) {
		t.Errorf("a draft changes in JSON: %v", err)
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	set := must(t)
	for _, lang := range []string{"ko", "en"} {
		for typ := range set.byType {
			d := set.Begin(typ, lang)
			set.Fill(&d, "거래처 한빛의원 <script>", Input{Now: now})
			page, err := set.Render(d, now)
			if err != nil || strings.Contains(page.Markdown, "<script>") || page.Title == "" || !strings.HasPrefix(page.Markdown, "# "+page.Title) {
				t.Errorf("%s in %s: %v\n%s", typ, lang, err, page.Markdown)
			}
		}
	}
}

// TestAKindThatIsGone: a draft of a kind that there is no more is told by an error, and
// asks for nothing.
func TestAKindThatIsGone(t *testing.T) {
	t.Parallel()
	set := must(t)
	d := set.Begin("poem", "ko")
	if changed := set.Fill(&d, "거래처 한빛의원", Input{Now: now}); len(changed) > 0 || len(set.Missing(d, now))+len(set.Entries(d, now))+len(set.Known(d, now))+len(set.Target(d, now).Known) > 0 {
		t.Errorf("%+v holds something", d)
	}
	if page, err := set.Render(d, now); err == nil {
		t.Errorf("it is written: %+v", page)
	}
}

// TestChecked: what a draft holds is checked, what was said besides too, and a
// correction settles what it corrects.
func TestChecked(t *testing.T) {
	t.Parallel()
	set := must(t)
	rules := compliance.Shipped()
	check := func(d Draft) compliance.Outcome { return rules.Check(set.Target(d, now), "ko") }
	broken := func(o compliance.Outcome, id string) bool {
		return slices.ContainsFunc(o.Violations, func(v compliance.Violation) bool { return v.Rule == id })
	}

	d := set.Begin("visit_report", "ko")
	set.Fill(&d, "11월 20일 한빛의원 원장님과 저녁, 1인당 15만원(세전). 예시가디온정 제품설명, 제공 물품 없음, 반응 보통, 다음 조치 연락, 이상사례 없음", Input{Now: now})
	o := check(d)
	if !broken(o, "PRE-001") || o.RiskLevel != compliance.High {
		t.Errorf("a dinner above the limit: %+v", o.Violations)
	}
	if !slices.ContainsFunc(o.Violations[0].Quotes, func(q compliance.Quote) bool { return q.Field == "meal" && strings.Contains(q.Text, "150,000") }) {
		t.Errorf("the field that breaks the rule is not quoted: %+v", o.Violations[0].Quotes)
	}
	set.Fill(&d, "저녁은 1인당 6만원으로 고쳐줘", Input{Now: now})
	if o = check(d); broken(o, "PRE-001") {
		t.Errorf("a corrected dinner: %+v", o.Violations)
	}
	set.Fill(&d, "나머지는 사비로 냈어", Input{Now: now})
	if o = check(d); !broken(o, "PRE-002") {
		t.Errorf("what no field holds is not checked: %+v", o.ValidationResults)
	}

	for lang, say := range map[string]string{
		"ko": "11월 19일 원장님과 점심, 1인당 12만원, 3명", "en": "lunch with the doctor on November 19, 120,000 won per person for 3 people",
	} {
		d = set.Begin("expense_report", lang)
		set.Fill(&d, say, Input{Now: now})
		if o = check(d); !broken(o, "PRE-001") {
			t.Errorf("%s: a lunch above the limit for each: %+v", say, o.ValidationResults)
		}
	}

	d = set.Begin("seminar_request", "ko")
	set.Fill(&d, "행사명 세미나, 일시 2026-11-25, 식음료 1인 8만원, 기념품 7만원", Input{Now: now})
	if o = check(d); !broken(o, "PRE-005") || !broken(o, "INT-003") {
		t.Errorf("a seminar: %+v", o.Violations)
	}
	if i := slices.IndexFunc(o.RequiredModifications, func(m compliance.Modification) bool { return m.Rule == "INT-003" }); i < 0 || o.RequiredModifications[i].Field != "event_date" {
		t.Errorf("the changes name no field: %+v", o.RequiredModifications)
	}
}

func TestBadForms(t *testing.T) {
	t.Parallel()
	good := "name: {ko: 가, en: a}\nfields:\n  - {key: a, type: text, name: {ko: 가, en: a}}\nanswers:\n  - {key: x, field: a}\n"
	for want, files := range map[string]fstest.MapFS{
		"the form has not": {"a.yaml": {Data: []byte(strings.Replace(good, "field: a", "field: b", 1))}},
		"has no document":  {"a.yaml": {Data: []byte(good)}},
		"no field \"c\"":   {"a.yaml": {Data: []byte(good)}, "a.ko.md": {Data: []byte(`{{.Workdays "c"}}`)}, "a.en.md": {Data: []byte("x")}},
		"no field \"b\"":   {"a.yaml": {Data: []byte(good)}, "a.ko.md": {Data: []byte(`{{.Text "b"}}`)}, "a.en.md": {Data: []byte("x")}},
	} {
		if _, err := Load(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestLinear(t *testing.T) {
	set := must(t)
	lineartest.CheckUnits(t, "fill", []string{"a", "3억 ", "거래처 ", "11/20 ", "저녁 3만원, ", "다음 조치 "}, func(text string) {
		d := set.Begin("visit_report", "ko")
		set.Fill(&d, text, Input{Now: now})
	})
}

func TestRow(t *testing.T) {
	t.Parallel()
	set := must(t)
	d := set.Begin("expense_report", "ko")
	set.Fill(&d, "11월 19일 고객기관012 점심 3명 24만원, 영수증 없음", Input{Now: now})
	if row := d.Row(); row["amount"] != int64(240000) || row["receipt"] != false || row["customer"] != "고객기관012" {
		t.Errorf("the row: %v", row)
	}
}

// A sum without a word for its field is another in the place of the only one that is
// known, where it corrects that or where it is asked what would be.
func TestASumCorrectsTheOnlyOne(t *testing.T) {
	t.Parallel()
	s := must(t)
	for _, c := range []struct {
		say      string
		supposed bool
		want     int64
	}{
		{"아 30만원이었다", false, 300000},
		{"sorry, it was 300,000 won", false, 300000},
		{"그럼 9만원으로 하면 되나?", true, 90000},
		{"그럼 9만원으로 하면 되나?", false, 84000},
		{"8만원 아니고 9만원", false, 84000}, // which of two is not told apart
	} {
		d := s.Begin("expense_report", "ko")
		s.Fill(&d, "어제 고객기관034 원장님과 점심, 금액 84,000원, 인원 2명, 목적 제품설명", Input{Now: now})
		s.Fill(&d, c.say, Input{Now: now, Supposed: c.supposed})
		if got := d.FormData.Int("amount"); got != c.want || d.FormData.Text("purpose") == c.say {
			t.Errorf("%s: %d, %s", c.say, got, d.FormData.Text("purpose"))
		}
	}
}
