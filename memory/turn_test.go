package memory_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
)

func turn() state.Memory {
	return state.Memory{UserID: "alice", ConversationID: "session-1", RunID: "r1", Query: "전세금 5% 인상 가능해?", Response: "네, 가능합니다.", Intent: "legal_consult", Timestamp: now}
}

func TestRemember(t *testing.T) {
	t.Parallel()
	m := start(newShelf(), inMem(), &logs{})
	got, ok := m.Remember(turn())
	if diff := cmp.Diff(turn(), got); !ok || diff != "" {
		t.Errorf("kept %v, diff %s", ok, diff)
	}
	for name, change := range map[string]func(*state.Memory){
		"irrelevant": func(x *state.Memory) { x.Intent = "irrelevant" },
		"unclear":    func(x *state.Memory) { x.Intent = "unclear" },
		"no intent":  func(x *state.Memory) { x.Intent = "" },
		"nobody":     func(x *state.Memory) { x.UserID = "" },
		"no answer":  func(x *state.Memory) { x.Response = " \n" },
		"no query":   func(x *state.Memory) { x.Query = "\x00" },
	} {
		x := turn()
		change(&x)
		if _, ok := m.Remember(x); ok {
			t.Errorf("%s was kept", name)
		}
	}
}

func TestRememberedTextIsBounded(t *testing.T) {
	t.Parallel()
	m := start(newShelf(), inMem(), &logs{})
	rapid.Check(t, func(t *rapid.T) {
		x := turn()
		x.Query = "q" + rapid.StringN(0, 1200, -1).Draw(t, "query")
		x.Response = "r" + strings.Repeat(rapid.String().Draw(t, "response"), rapid.IntRange(0, 400).Draw(t, "times"))
		got, ok := m.Remember(x)
		if !ok {
			t.Fatal("not kept")
		}
		for _, text := range []string{got.Query, got.Response} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x1b") {
				t.Fatalf("unclean %q", text)
			}
		}
		if utf8.RuneCountInString(got.Query) > memory.MaxQuery || utf8.RuneCountInString(got.Response) > memory.MaxResponse {
			t.Fatalf("%d and %d characters", utf8.RuneCountInString(got.Query), utf8.RuneCountInString(got.Response))
		}
	})
	x := turn()
	x.Response = strings.Repeat("가", 800) + "다. " + strings.Repeat("나", 800)
	if got, _ := m.Remember(x); got.Response != strings.Repeat("가", 800)+"다.…" {
		t.Errorf("not cut at the sentence: …%s", string([]rune(got.Response)[790:]))
	}
}

func TestLearn(t *testing.T) {
	t.Parallel()
	const said = "강남구 역삼동 마포구 3억 5억 6억 매매 전세"
	gangnam := state.Region{Text: "강남구", Sido: "서울특별시", Sigungu: "강남구"}
	yeoksam := state.Region{Text: "역삼동", Sido: "서울특별시", Sigungu: "강남구", Dong: "역삼동"}
	mapo := state.Region{Text: "마포구", Sido: "서울특별시", Sigungu: "마포구"}
	price := state.Amount{Text: "5억", Won: 500_000_000, Role: estate.Price}
	current := state.Amount{Text: "3억", Won: 300_000_000, Role: estate.CurrentDeposit}
	for name, c := range map[string]struct {
		e    state.Entities
		want map[string]string // key → value|evidence
	}{
		"all": {state.Entities{Regions: []state.Region{gangnam}, Amounts: []state.Amount{current, price}, ContractTypes: []string{"sale"}},
			map[string]string{"region": "서울특별시 강남구|강남구", "budget": "500000000|5억", "deal_type": "sale|" + said, "language": "ko|" + said}},
		"two regions":       {state.Entities{Regions: []state.Region{gangnam, mapo}}, map[string]string{"language": "ko|" + said}},
		"same place, finer": {state.Entities{Regions: []state.Region{gangnam, yeoksam, gangnam}}, map[string]string{"region": "서울특별시 강남구 역삼동|역삼동", "language": "ko|" + said}},
		"two budgets":       {state.Entities{Amounts: []state.Amount{price, {Text: "6억", Won: 600_000_000, Role: estate.Price}}}, map[string]string{"language": "ko|" + said}},
		"what is paid now":  {state.Entities{Amounts: []state.Amount{current}}, map[string]string{"language": "ko|" + said}},
		"two deal types":    {state.Entities{ContractTypes: []string{"jeonse", "sale", "jeonse"}}, map[string]string{"language": "ko|" + said}},
		"carried over": {state.Entities{Regions: []state.Region{{Text: "송파구", Sido: "서울특별시", Sigungu: "송파구"}}, ContractTypes: []string{"monthly_rent"}, Amounts: []state.Amount{{Text: "9억", Won: 900_000_000, Role: estate.Price}}},
			map[string]string{"language": "ko|" + said}},
		"nothing": {state.Entities{}, map[string]string{"language": "ko|" + said}},
	} {
		m := start(newShelf(), inMem(), &logs{})
		got := map[string]string{}
		for _, p := range m.Learn(memory.Said{UserID: "alice", RunID: "r1", Query: said, Language: "ko", Entities: c.e, At: now}) {
			if p.UserID != "alice" || p.RunID != "r1" || !p.UpdatedAt.Equal(now) {
				t.Errorf("%s: %+v", name, p)
			}
			got[p.Key] = p.Value + "|" + p.Evidence
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if p := m.Learn(memory.Said{Query: said, Language: "ko", Entities: c.e, At: now}); p != nil {
			t.Errorf("%s: learned of nobody: %v", name, p)
		}
		if p := m.Learn(memory.Said{UserID: "alice", Query: said, Language: "fr", At: now}); p != nil {
			t.Errorf("learned a language that is not answered in: %v", p)
		}
	}
}
