package semantic

import (
	"strings"
	"testing"
)

func TestSpellWritesNamesOut(t *testing.T) {
	l := open(t)
	for text, want := range map[string]string{
		"066 요즘 얼마나 나가":               "고객기관066 요즘 얼마나 나가",
		"063이랑 073 마지막으로 간게 언제":       "고객기관063이랑 고객기관073 마지막으로 간게 언제",
		"051에 브레소캡슐 10개요":             "고객기관051에 예시브레소캡슐 10개요",
		"판토젤은 왜 하나도 없지?":              "예시판토젤정은 왜 하나도 없지?",
		"아참 리피드도 같이 얘기함":              "아참 예시리피드정도 같이 얘기함",
		"12번은 10월에 방문이 0인데":           "직원12은 10월에 방문이 0인데",
		"거래처는 103이고 영수증은 있어":          "거래처는 고객기관103이고 영수증은 있어",
		"고객기관066 매출":                  "고객기관066 매출",
		"지원05 건":                      "지원05 건",
		"73번 약국은 마지막 거래가 언제지":         "고객기관073 약국은 마지막 거래가 언제지",
		"12번 병원 매출":                   "고객기관012 병원 매출",
		"5번 약국은 요즘 어때":                "고객기관005 약국은 요즘 어때",
		"5번 직원 실적":                    "직원05 직원 실적",
		"어 72번은 오늘 갔구나 결과는?":          "어 고객기관072은 오늘 갔구나 결과는?",
		"7번째 거래처는":                    "7번째 거래처는",
		"3번은 얼마야":                     "3번은 얼마야",
		"72번째는 어디야":                   "72번째는 어디야",
		"5번 질문은 넘어가":                  "5번 질문은 넘어가",
		"질문 72번은 뭐였지":                 "질문 72번은 뭐였지",
		"한 달에 72번은 가야지":               "한 달에 72번은 가야지",
		"방문을 30번은 했을걸":                "방문을 30번은 했을걸",
		"999번은 어디":                    "999번은 어디",
		"02-730-7272번은 팩스":            "02-730-7272번은 팩스",
		"방문 12번 했어":                   "방문 12번 했어",
		"상위 100곳 매출 120만원 이상":         "상위 100곳 매출 120만원 이상",
		"전화는 010-1234-5678":           "전화는 010-1234-5678",
		"how much did account 66 buy": "how much did account 고객기관066 buy",
		"how is customer 066 doing?":  "how is customer 고객기관066 doing?",
	} {
		if got, err := l.Spell(t.Context(), person(t, "E024"), text); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
}

// Who may not see a customer is not told whose name ends, or begins, so.
func TestSpellTellsNoNameThatIsKeptFromWhoAsks(t *testing.T) {
	t.Parallel()
	l, asker := open(t), person(t, "E001")
	known, told, kept := l.known.Load().names.label["customer"], 0, 0
	for code, name := range known {
		digits := strings.TrimPrefix(name, "고객기관")
		if digits >= "100" { // may be a number
			continue
		}
		checked, err := l.Check(t.Context(), Request{Rows: "customers", Filters: []Filter{{Dimension: "customer", Op: In, Values: []string{code}}}}, asker)
		if err != nil {
			t.Fatal(err)
		}
		want := name
		if told++; checked.Request == nil {
			want, kept = digits, kept+1
		}
		if got, err := l.Spell(t.Context(), asker, digits+" 병원 매출"); err != nil || got != want+" 병원 매출" {
			t.Errorf("%s: %q, %v, want %q", digits, got, err, want)
		}
	}
	if kept == 0 || kept == told {
		t.Errorf("%d of %d are kept from who asks", kept, told)
	}
}

// A value that has two labels is known by both, and a label that is a page of text is no name.
func TestWhichNamesOfTheDataAreRead(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("가", 10*maxWord)
	c := &catalogue{Dimensions: []dimension{{Name: "customer"}}}
	x := newLexicon(c, &names{by: map[string][]namedValue{"customer": {{"C1", "옛이름"}, {"C1", "새이름"}, {"C2", long}}}})
	for _, name := range []string{"C1", "옛이름", "새이름", "C2"} {
		if x.exact(name) == nil {
			t.Errorf("%s is not known", name)
		}
	}
	if x.exact(long) != nil || x.longest > maxWord {
		t.Errorf("the longest name has %d letters", x.longest)
	}
}

// The ends of the sentences are found once for a text and not for each of its tokens: a text of
// nothing but points took seconds.
func TestTheSentenceOfATokenIsFoundWithoutReadingTheTextAgain(t *testing.T) {
	l := open(t)
	r := &reader{l: l, lex: l.known.Load().lex, q: Question{Text: "10월 매출 vs. 9월. " + strings.Repeat("9. ", 400)}}
	r.scan()
	first, last := r.toks[0], r.toks[len(r.toks)-1]
	if start, end := r.sentence(first); strings.TrimSpace(r.q.Text[start:end]) != "10월 매출 vs. 9월." {
		t.Errorf("%q", r.q.Text[start:end])
	}
	if n := testing.AllocsPerRun(1, func() { r.sentence(last) }); n != 0 {
		t.Errorf("%v pieces of memory", n)
	}
}
