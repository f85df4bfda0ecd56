package memory_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
)

// talks is a user's past: so many sessions of so many exchanges, the newest
// session "s0".
func talks(s *shelf, sessions, exchanges int) {
	s.memories["alice"] = nil
	for i := range sessions {
		for j := range exchanges {
			s.memories["alice"] = append(s.memories["alice"], state.Memory{
				UserID: "alice", ConversationID: fmt.Sprint("s", i), RunID: fmt.Sprintf("r%d-%d", i, j),
				Query: fmt.Sprintf("질문 %d-%d", i, j), Response: fmt.Sprintf("결론 %d입니다. 한도는 %d만원입니다. 근거는 법입니다.", i, j),
				Intent: "legal_consult", Timestamp: now.Add(-time.Duration(i*100+j) * time.Minute),
				Mentions: estate.Remember([]estate.Mention{{Kind: estate.MentionHome, Label: fmt.Sprint("집 ", i)}}),
			})
		}
	}
}

// shape is how many pieces of each session are loaded, and as what.
func shape(l memory.Loaded) []string {
	var out []string
	for _, m := range l.Memories {
		piece := m.ConversationID + " " + m.Tier
		if n := len(out); n > 0 && strings.HasPrefix(out[n-1], piece) {
			out[n-1] += "+"
			continue
		}
		out = append(out, piece)
	}
	return out
}

func TestTiers(t *testing.T) {
	t.Parallel()
	s := newShelf()
	talks(s, 25, 7)
	m := start(s)
	s.memories["alice"] = s.memories["alice"][:100] // what is kept: 14 sessions
	want := []string{
		"s0 full++++", "s1 full++++", "s2 full++++", "s3 full++++", "s4 full++++",
		"s5 summary", "s6 summary", "s7 summary", "s8 summary", "s9 summary",
		"s10 brief", "s11 brief", "s12 brief", "s13 brief", "s14 brief",
	}
	got := load(t, m, "alice")
	if diff := cmp.Diff(want, shape(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if x := got.Memories[25]; x.Query != "질문 5-6 / 질문 5-0" || x.Response != "결론 5입니다. 한도는 0만원입니다." || len(x.Mentions) != 1 {
		t.Errorf("summary %+v", x)
	}
	// The present session is left out; those after it move up.
	got, err := m.Load(t.Context(), "alice", "s2")
	if err != nil {
		t.Fatal(err)
	}
	want = []string{
		"s0 full++++", "s1 full++++", "s3 full++++", "s4 full++++", "s5 full++++",
		"s6 summary", "s7 summary", "s8 summary", "s9 summary", "s10 summary",
		"s11 brief", "s12 brief", "s13 brief", "s14 brief",
	}
	if diff := cmp.Diff(want, shape(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestTwentySessionsAtMost(t *testing.T) {
	t.Parallel()
	s := newShelf()
	talks(s, 40, 1)
	if got := load(t, start(s), "alice"); len(got.Memories) != 20 || got.Memories[19].ConversationID != "s19" {
		t.Errorf("%d pieces", len(got.Memories))
	}
}

func TestLoadedIsBounded(t *testing.T) {
	t.Parallel()
	text := rapid.Custom(func(t *rapid.T) string {
		unit := rapid.SampledFrom([]string{"전세금은 3억원입니다. ", "a b c. ", "🏠", "가나다라", "## 제목\n- **결론** 5%입니다.\n"}).Draw(t, "unit")
		return "." + strings.Repeat(unit, rapid.SampledFrom([]int{1, 9, 100}).Draw(t, "times"))
	})
	rapid.Check(t, func(t *rapid.T) {
		s := newShelf()
		s.memories["alice"] = nil
		for i := range rapid.IntRange(1, 100).Draw(t, "memories") {
			x, ok := start(s).Remember(state.Memory{
				UserID: "alice", ConversationID: fmt.Sprint("s", rapid.IntRange(0, 30).Draw(t, "session")), RunID: fmt.Sprint("r", i),
				Query: text.Draw(t, "query"), Response: text.Draw(t, "response"), Intent: "x", Timestamp: now.Add(-time.Duration(i) * time.Hour),
			})
			if ok {
				s.memories["alice"] = append(s.memories["alice"], x)
			}
		}
		got, err := start(s).Load(context.Background(), "alice", "s3")
		if err != nil {
			t.Fatal(err)
		}
		letters, perSession := 0, map[string]int{}
		for _, m := range got.Memories {
			perSession[m.ConversationID]++
			size := utf8.RuneCountInString(m.Query) + utf8.RuneCountInString(m.Response)
			letters += size
			if !utf8.ValidString(m.Query+m.Response) || m.Query == "" || m.ConversationID == "s3" {
				t.Fatalf("piece %+v", m)
			}
			if m.Tier != state.TierFull && size > memory.MaxSummary {
				t.Fatalf("a %s of %d characters", m.Tier, size)
			}
		}
		if letters > 40_000 {
			t.Fatalf("%d characters", letters)
		}
		for id, n := range perSession {
			if n > memory.MaxExchanges {
				t.Fatalf("%d exchanges of %s", n, id)
			}
		}
		other := slices.ContainsFunc(s.memories["alice"], func(m state.Memory) bool { return m.ConversationID != "s3" })
		if other && len(got.Memories) == 0 {
			t.Fatal("everything was dropped")
		}
	})
}

func TestForget(t *testing.T) {
	t.Parallel()
	s := newShelf()
	m := start(s)
	load(t, m, "alice")
	gone, err := m.Forget(t.Context(), "alice", memory.Request{Keys: []string{memory.Region}}, now)
	if err != nil || len(gone) != 1 || gone[0] != memory.Region {
		t.Fatal(gone, err)
	}
	if got := load(t, m, "alice"); len(got.Preferences) != 0 || len(got.Memories) != 2 {
		t.Errorf("after Forget: %+v", got)
	}
	memories, preferences, err := m.ForgetAll(t.Context(), "alice", now)
	if err != nil || memories != 2 || preferences != 0 {
		t.Errorf("forgot %d and %d, %v", memories, preferences, err)
	}
	if got := load(t, m, "alice"); len(got.Memories) != 0 {
		t.Errorf("after ForgetAll: %+v", got)
	}
}
