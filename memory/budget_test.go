package memory

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/state"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "전세": 2, "전세 5%": 3} {
		if got := Tokens(text); got != want {
			t.Errorf("Tokens(%q) = %d, want %d", text, got, want)
		}
	}
}

func drawMemories(t *rapid.T) []state.Memory {
	piece := rapid.Custom(func(t *rapid.T) string {
		unit := rapid.SampledFrom([]string{"가", "a", "전세금 ", "🏠", "x y "}).Draw(t, "unit")
		return "." + strings.Repeat(unit, rapid.SampledFrom([]int{0, 3, 40, 300, 5000}).Draw(t, "times"))
	})
	var out []state.Memory
	for i := range rapid.IntRange(0, MaxMemories).Draw(t, "memories") {
		out = append(out, state.Memory{RunID: string(rune('a' + i)), Query: piece.Draw(t, "query"), Response: piece.Draw(t, "response"), Intent: "legal_consult"})
	}
	return out
}

func TestFitHoldsTheBudgetAndLosesNoMoreThanItMust(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		memories := drawMemories(t)
		var preferences []state.Preference
		for i := range rapid.IntRange(0, 6).Draw(t, "preferences") {
			preferences = append(preferences, state.Preference{Key: string(rune('a' + i)), Value: strings.Repeat("가", rapid.SampledFrom([]int{1, 20, 3000}).Draw(t, "size"))})
		}
		before := tokensOf(memories, preferences)
		m, p := fit(memories, preferences, MaxTokens)
		if n := tokensOf(m, p); n > MaxTokens {
			t.Fatalf("%d tokens", n)
		}
		if before <= MaxTokens && (cmp.Diff(memories, m) != "" || cmp.Diff(preferences, p) != "") {
			t.Fatal("what fitted was changed")
		}
		if len(memories) > 0 && len(m) == 0 {
			t.Fatal("everything was dropped")
		}
		for i := range m { // a prefix: only the oldest are dropped
			if m[i].RunID != memories[i].RunID {
				t.Fatalf("memory %d is %s, want %s", i, m[i].RunID, memories[i].RunID)
			}
			if m[i].Query == "" {
				t.Fatalf("memory %d lost its question", i)
			}
		}
		for _, x := range preferences {
			// Six small ones fit beside any large one that was left out.
			if preferenceTokens(x) < 100 && !hasKey(p, x.Key) {
				t.Fatalf("small preference %s was dropped", x.Key)
			}
		}
	})
}

func hasKey(list []state.Preference, key string) bool {
	for _, p := range list {
		if p.Key == key {
			return true
		}
	}
	return false
}

func TestOneLargePieceDoesNotCrowdOutTheOthers(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	memories := []state.Memory{
		{RunID: "new", Query: "질문", Response: "짧은 답", Timestamp: at},
		{RunID: "huge", Query: "긴 질문", Response: strings.Repeat("가", 50_000), Timestamp: at.Add(-1)},
		{RunID: "old", Query: "옛 질문", Response: "옛 답", Timestamp: at.Add(-2)},
	}
	preferences := []state.Preference{{Key: Region, Value: "서울"}, {Key: "x", Value: strings.Repeat("나", 5000)}}
	m, p := fit(memories, preferences, MaxTokens)
	if len(m) != 3 || m[0].Response != "짧은 답" || m[2].Response != "옛 답" {
		t.Errorf("memories %+v", m)
	}
	if n := memoryTokens(m[1]); n > fairShare || n < fairShare-5 {
		t.Errorf("the huge one has %d tokens, want about %d", n, fairShare)
	}
	if len(p) != 1 || p[0].Key != Region {
		t.Errorf("preferences %+v", p)
	}
	if len(memories[1].Response) != 150_000 {
		t.Error("the caller's memories were changed")
	}
}
