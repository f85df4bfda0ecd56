package memory_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
)

func turn() state.Memory {
	return state.Memory{UserID: "alice", ConversationID: "session-1", RunID: "r1", Query: "전세금 5% 인상 가능해?", Response: "네, 가능합니다.", Intent: "legal_consult", Timestamp: now}
}

func TestRemember(t *testing.T) {
	t.Parallel()
	m := start(newShelf())
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
	m := start(newShelf())
	rapid.Check(t, func(t *rapid.T) {
		x := turn()
		x.Query = "q\u202e" + rapid.StringN(0, 1200, -1).Draw(t, "query")
		x.Response = "r" + strings.Repeat(rapid.String().Draw(t, "response"), rapid.IntRange(0, 400).Draw(t, "times"))
		got, ok := m.Remember(x)
		if !ok {
			t.Fatal("not kept")
		}
		for _, text := range []string{got.Query, got.Response} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x1b\u202e") {
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

func TestLearnedFactsSayWhereTheyAreFrom(t *testing.T) {
	t.Parallel()
	m := start(newShelf())
	said := memory.Said{UserID: "alice", RunID: "r1", Query: "안녕하세요. 예산은 3억까지예요", Language: "ko", Today: now, At: now}
	want := []state.Preference{
		{UserID: "alice", RunID: "r1", Key: memory.Language, Value: "ko", UpdatedAt: now},
		{UserID: "alice", RunID: "r1", Key: memory.Budget, Value: "300000000", Evidence: "예산은 3억까지예요", UpdatedAt: now},
	}
	if diff := cmp.Diff(want, m.Learn(said)); diff != "" {
		t.Error(diff)
	}
	said.UserID = ""
	if got := m.Learn(said); got != nil {
		t.Errorf("learned of nobody: %v", got)
	}
}

func TestNumbersOfPersonsAreNotKept(t *testing.T) {
	t.Parallel()
	m := start(newShelf())
	for _, said := range []string{"제 주민번호 앞자리는 900101이에요", "주민등록번호 900101-1234567로 조회해 줘", "my passport number is M12345678"} {
		x := turn()
		x.Query = said
		if got, _ := m.Remember(x); strings.Contains(got.Query, "900101") && strings.Contains(said, "앞자리") || strings.Contains(got.Query, "234567") || strings.Contains(got.Query, "345678") {
			t.Errorf("kept %q", got.Query)
		}
	}
}
