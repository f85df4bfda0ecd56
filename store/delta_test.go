package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/store/sqlc"
)

// sample is a state as an assistant keeps it: a few short fields, a plan
// with steps, a window of messages, long texts, maps.
type sample struct {
	SessionID string            `json:"session_id"`
	Status    string            `json:"status"`
	Progress  int               `json:"progress"`
	Steps     []sampleStep      `json:"steps"`
	Messages  []sampleMessage   `json:"messages"`
	Findings  map[string]string `json:"findings"`
	Answer    string            `json:"answer,omitempty"`
	Notes     []string          `json:"notes,omitempty"`
	Numbers   []int             `json:"numbers"`
	Nested    *sample           `json:"nested,omitempty"`
}

type sampleStep struct {
	ID       string  `json:"step_id"`
	Task     string  `json:"task"`
	Status   string  `json:"status"`
	Percent  int     `json:"progress_percentage"`
	Finished *string `json:"completed_at"`
}

type sampleMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func (s *sample) json() []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return b
}

// large is a sample of about 4 KB.
func large() *sample {
	s := &sample{SessionID: "session-0190", Status: "executing", Progress: 20, Findings: map[string]string{}}
	for i := range 5 {
		s.Steps = append(s.Steps, sampleStep{
			ID: fmt.Sprintf("step_%d", i), Task: "임대차 보호법의 인상 한도를 찾습니다", Status: "pending",
		})
		s.Findings[fmt.Sprintf("team_%d", i)] = strings.Repeat("보증금은 5%까지 올릴 수 있습니다. ", 10)
	}
	for range 5 {
		s.Messages = append(s.Messages, sampleMessage{"user", "전세금 5% 인상 가능해?"}, sampleMessage{"assistant", "네, \"5%\"까지입니다."})
	}
	return s
}

func TestPatchBringsBackAnyText(t *testing.T) {
	t.Parallel()
	texts := []string{
		"", "x", "{}", "[]", `{"a":1}`, `{"a":12}`, `{"a":1,"b":2}`, `{"b":2}`, `{"b":2,"a":1}`,
		`{"a":[1,2,3]}`, `{"a":[2,3,4]}`, `{"a":[[],{}]}`, `{"a":"전세금 5%"}`, `{"a":"전셋값 6%"}`, "{\"a\":\"\x00\"}",
		`{"a":"\\\""}`, `{"a":"\\\\"}`, `{"a":"\\\\","b":"\""}`, `{"a":}`, `{"a"`, `{"a":1}}`, `{"a":1}x}`, `{,}`, `[,]`, `{"a":1,}`,
		` { "a" : 1 } `, "null", `"text"`, "{\"a\":1}\n", `[1,2]`, `{"a":{"a":{"a":1}}}`, `{"a":{"a":{"a":2},"b":[]}}`,
		strings.Repeat("가", 1<<14), strings.Repeat("가", 1<<14) + "나", strings.Repeat("[", 3000), strings.Repeat("[", 2000),
	}
	for _, from := range texts {
		for _, to := range texts {
			brings(t, []byte(from), []byte(to))
		}
	}
}

func brings(t interface{ Fatalf(string, ...any) }, from, to []byte) []byte {
	delta := delta(from, to)
	got, err := patch(from, delta)
	if err != nil || !bytes.Equal(got, to) {
		t.Fatalf("from %.200q to %.200q came %.200q, %v", from, to, got, err)
	}
	return delta
}

func TestPatchBringsBackRandomTexts(t *testing.T) {
	t.Parallel()
	text := rapid.OneOf(
		rapid.SliceOf(rapid.Byte()),
		rapid.Map(rapid.StringOf(rapid.SampledFrom([]rune(`{}[]",:\a1가`))), func(s string) []byte { return []byte(s) }),
		rapid.Map(rapid.String(), func(s string) []byte { return []byte(s) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		brings(t, text.Draw(t, "from"), text.Draw(t, "to"))
	})
}

// drawSample draws a state whose fields come from few values, so that two
// of them have much in common.
func drawSample(t *rapid.T, depth int) *sample {
	word := rapid.SampledFrom([]string{"", "전세", "월세와 보증금", `"`, `\`, "a,b", "{", "]", "\x00", strings.Repeat("긴 글. ", 50)})
	s := &sample{
		Status: word.Draw(t, "status"), Progress: rapid.IntRange(0, 200).Draw(t, "progress"),
		Findings: rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c", "가"}), word, 0, 4).Draw(t, "findings"),
		Answer:   word.Draw(t, "answer"), Notes: rapid.SliceOfN(word, 0, 6).Draw(t, "notes"),
		Numbers: rapid.SliceOfN(rapid.IntRange(0, 20), 0, 30).Draw(t, "numbers"),
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "steps") {
		s.Steps = append(s.Steps, sampleStep{ID: fmt.Sprint(i), Status: word.Draw(t, "step"), Percent: i})
	}
	for range rapid.IntRange(0, 6).Draw(t, "messages") {
		s.Messages = append(s.Messages, sampleMessage{"user", word.Draw(t, "content")})
	}
	if depth > 0 && rapid.Bool().Draw(t, "nest") {
		s.Nested = drawSample(t, depth-1)
	}
	return s
}

func TestPatchBringsBackStates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from, to := drawSample(t, 2), drawSample(t, 2)
		if rapid.Bool().Draw(t, "one field") {
			to = from
			before := from.json()
			to.Status += "!"
			if n := len(brings(t, before, to.json())); n > 32 {
				t.Fatalf("one field took %d bytes", n)
			}
			return
		}
		brings(t, from.json(), to.json())
	})
}

// A base that isn't the delta's, and a delta that came to harm, are told;
// never does another text come out.
func TestPatchNoticesAWrongBase(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from, to, other := drawSample(t, 1).json(), drawSample(t, 1).json(), drawSample(t, 1).json()
		delta := delta(from, to)
		if got, err := patch(other, delta); err == nil && !bytes.Equal(got, to) {
			t.Fatalf("a wrong base gave %q", got)
		} else if err != nil && !errors.Is(err, ErrInvalid) {
			t.Fatalf("a wrong base gave %v", err)
		}
		harmed := bytes.Clone(delta)
		harmed[rapid.IntRange(0, len(harmed)-1).Draw(t, "at")] ^= rapid.ByteRange(1, 255).Draw(t, "bits")
		if got, err := patch(from, harmed); err == nil && !bytes.Equal(got, to) {
			t.Fatalf("a changed delta gave %q", got)
		}
		if got, err := patch(from, delta[:rapid.IntRange(0, len(delta)-1).Draw(t, "cut")]); err == nil && !bytes.Equal(got, to) {
			t.Fatalf("a cut delta gave %q", got)
		}
	})
}

func TestPatchRefuses(t *testing.T) {
	t.Parallel()
	from := []byte(`{"a":1}`)
	for name, delta := range map[string][]byte{
		"nothing":           nil,
		"a whole value":     []byte(`{"a":1}`),
		"another version":   append([]byte{deltaVersion + 1}, delta(from, from)[1:]...),
		"a longer base":     delta([]byte(`{"a":12}`), from),
		"a claim of 1 TiB":  {deltaVersion, 7, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0, 0, 0, 0},
		"an edit outside":   append(delta(from, from), 9, 0, 0),
		"a drop outside":    append(delta(from, from), 0, 9, 0),
		"a number too long": append(delta(from, from), bytes.Repeat([]byte{0xff}, 11)...),
	} {
		if got, err := patch(from, delta); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// A chain that lost its base or a step is told, not read as something else.
func TestBrokenChains(t *testing.T) {
	t.Parallel()
	texts := [][]byte{[]byte(`{"a":1}`), []byte(`{"a":2}`), []byte(`{"a":3}`)}
	rows := []sqlc.Checkpoint{
		{StepNo: 1, BaseStep: 1, Value: texts[0]},
		{StepNo: 2, BaseStep: 1, Value: delta(texts[0], texts[1])},
		{StepNo: 3, BaseStep: 1, Value: delta(texts[1], texts[2])},
	}
	if got, err := build(rows); err != nil || !bytes.Equal(got, texts[2]) {
		t.Errorf("a whole chain gave %q, %v", got, err)
	}
	for name, broken := range map[string][]sqlc.Checkpoint{
		"without its base":          rows[1:],
		"in disorder":               {rows[1], rows[0]},
		"a value that is no change": {rows[0], {StepNo: 2, BaseStep: 1, Value: texts[1]}},
	} {
		if got, err := build(broken); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// What a transition usually changes costs about the fields that it changes.
func TestDeltaIsSmall(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*sample)
		most   int
	}{
		"nothing":      {func(*sample) {}, 12},
		"three fields": {threeFields, 100},
		"a field came": {func(s *sample) { s.Answer = "네" }, 40},
		"a field went": {func(s *sample) { delete(s.Findings, "team_2") }, 32},
		"a key came":   {func(s *sample) { s.Findings["team_22"] = "새 사실" }, 56},
		"messages moved on": {func(s *sample) {
			s.Messages = append(s.Messages[2:], sampleMessage{"user", "월세는?"}, sampleMessage{"assistant", "같습니다."})
		}, 600},
		"two far steps": {func(s *sample) { s.Steps[0].Status, s.Steps[4].Status = "completed", "failed" }, 700},
		"a text grew":   {func(s *sample) { s.Findings["team_1"] += "끝." }, 32},
	} {
		from := large().json()
		s := large()
		c.change(s)
		if n := len(brings(t, from, s.json())); n > c.most {
			t.Errorf("%s: %d bytes, want at most %d", name, n, c.most)
		}
	}
}

func threeFields(s *sample) {
	done := "2026-01-02T03:04:05Z"
	s.Progress, s.Steps[2].Status, s.Steps[2].Finished = 40, "completed", &done
}

func FuzzDelta(f *testing.F) {
	s := large()
	from := s.json()
	threeFields(s)
	f.Add(from, s.json())
	f.Add([]byte(`{"a":[1,{"b":"\\\""}]}`), []byte(`{"a":[{"b":"\\"},2]}`))
	f.Add([]byte{}, []byte{0})
	f.Fuzz(func(t *testing.T, from, to []byte) {
		brings(t, from, to)
		// The second text as a delta: anything but a panic.
		_, _ = patch(from, to)
	})
}

func BenchmarkDelta(b *testing.B) {
	s := large()
	from := s.json()
	threeFields(s)
	to := s.json()
	change := delta(from, to)
	b.Run("diff", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			delta(from, to)
		}
		b.ReportMetric(float64(len(to)), "state-B")
		b.ReportMetric(float64(len(change)), "delta-B")
	})
	b.Run("patch", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := patch(from, change); err != nil {
				b.Fatal(err)
			}
		}
	})
}
