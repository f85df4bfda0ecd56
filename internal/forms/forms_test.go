package forms_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/forms"
)

const order = `name: {ko: 주문서, en: Order}
fields:
  - {key: buyer, type: name, group: who, needed: "true", said: [주문자, buyer], name: {ko: 주문자, en: buyer}, ask: {ko: 누구세요?, en: Who are you?}}
  - {key: price, type: money, group: what, needed: "true", min: 1000, said: [가격, price], name: {ko: 가격, en: price}, ask: {ko: 얼마인가요?, en: How much?}}
  - {key: advance, type: money, said: [선금, advance], name: {ko: 선금, en: advance}}
  - {key: rest, type: money, said: [후불, rest], name: {ko: 후불, en: rest}}
  - {key: from, type: day, group: when, needed: 'gt (.Num "price") 0', said: [시작, start], name: {ko: 시작일, en: start}, ask: {ko: 언제부터인가요?, en: From when?}}
  - {key: to, type: day, said: [끝, end], name: {ko: 종료일, en: end}}
  - {key: length, type: months, shown: "false", name: {ko: 기간, en: length}}
  - {key: gift, type: yesno, yes: [선물], no: [선물 아님], name: {ko: 선물, en: gift}}
  - {key: parts, type: list, said: [구성, parts], name: {ko: 구성, en: parts}}
ranges: [{from: from, to: to, months: length}]
split: {whole: price, parts: [advance, rest], rest: rest, said: [나머지는 후불]}
rules:
  - order: [from, to]
`

func load(text string) (*forms.Form, error) {
	var f forms.Form
	files := fstest.MapFS{"order.yaml": {Data: []byte(text)}}
	if err := forms.Decode(files, "order.yaml", &f); err != nil {
		return nil, err
	}
	return &f, f.Prepare("order.yaml", nil)
}

func TestAFormIsFilledInAConversation(t *testing.T) {
	t.Parallel()
	f, err := load(order)
	if err != nil {
		t.Fatal(err)
	}
	v, today := forms.Values{}, time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	in := forms.Input{Today: today, Lang: "ko"}
	say := func(text string) forms.Result {
		t.Helper()
		r := f.Read(v, forms.NewMessage(text), in)
		in.Clashes = r.Clashes
		return r
	}
	say("주문자는 김철수, 가격 30만원, 선금 10%, 나머지는 후불")
	say("시작은 2026년 12월 1일, 기간은 6개월. 구성: 책, 펜 및 공책. 선물이에요")
	want := forms.Values{}
	for key, value := range map[string]any{
		"buyer": "김철수", "price": int64(300_000), "from": "2026-12-01", "to": "2027-05-31",
		"length": int64(6), "gift": true, "parts": []string{"책", "펜", "공책"},
	} {
		want.Set(key, value)
	}
	delete(v, "advance")
	delete(v, "rest")
	if diff := cmp.Diff(want, v); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r := say("가격 20만원, 가격 25만원"); len(r.Clashes) != 1 || v.Int("price") != 300_000 {
		t.Errorf("clashes %+v, price %d", r.Clashes, v.Int("price"))
	}
	in.Asked = []string{"price"}
	if r := say("25만원"); len(r.Clashes) != 0 || v.Int("price") != 250_000 {
		t.Errorf("clashes %+v, price %d", r.Clashes, v.Int("price"))
	}
	if say("끝은 2026-11-01"); len(f.Problems(f.Scope(v, "ko", today), nil)) != 1 {
		t.Error("a span that ends before it begins is no problem")
	}
	if m := f.Missing(f.Scope(forms.Values{}, "ko", today)); len(m) == 0 || m[0].Key != "buyer" || !m[0].Required {
		t.Errorf("missing %+v", m)
	}
}

// Values keep their JSON: a draft of an earlier version opens.
func TestValuesSurviveJSON(t *testing.T) {
	t.Parallel()
	const raw = `{"a":300000000,"b":84.97,"c":"말","d":true,"e":["가","나"],"f":[{"amount":1,"date":"2026-01-01"}]}`
	var v forms.Values
	if err := json.Unmarshal([]byte(raw), &v); err != nil {
		t.Fatal(err)
	}
	if v.Int("a") != 300_000_000 || v.Float("b") != 84.97 || v.Text("c") != "말" || !v.Yes("d") || len(v.List("e")) != 2 || v.Rows("f")[0].Day != "2026-01-01" {
		t.Errorf("%v", v)
	}
	if again, err := json.Marshal(v); err != nil || string(again) != raw {
		t.Errorf("%s, %v", again, err)
	}
}

func TestFormsThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ old, new, want string }{
		"unknown key":       {"group: who,", "grupp: who,", "order.yaml"},
		"unknown type":      {"type: list", "type: lists", `"lists" is unknown`},
		"unknown field":     {`gt (.Num "price") 0`, `gt (.Num "prise") 0`, `line 7: no field "prise"`},
		"broken condition":  {`gt (.Num "price") 0`, `gt (.Num "price" 0`, "order.yaml:7"},
		"two readings":      {"said: [선금, advance]", "said: [선금, price]", `"price" names price too`},
		"no question":       {", ask: {ko: 얼마인가요?, en: How much?}", "", "add ask"},
		"a language lacks":  {"name: {ko: 구성, en: parts}", "name: {ko: 구성}", "no name in ko and en"},
		"key twice":         {"key: to,", "key: from,", "stands twice"},
		"broken expression": {"said: [구성, parts]", "said: ['/(/']", "order.yaml:11"},
		"empty phrase":      {"yes: [선물]", "yes: ['/x*/']", "empty phrase"},
	} {
		if _, err := load(strings.Replace(order, tc.old, tc.new, 1)); err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "order.yaml") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	tables, err := forms.ReadTables([]byte("a: {b: [{c: 1}, {c: 2.5}]}"))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := tables.Figure("a.b.-1.c"); n != 2.5 || err != nil {
		t.Errorf("%v, %v", n, err)
	}
	for _, path := range []string{"a.x", "a.b.7.c", "a.b.c", "a"} {
		if _, err := tables.Figure(path); err == nil || errors.Is(err, nil) {
			t.Errorf("%s is a figure", path)
		}
	}
}
