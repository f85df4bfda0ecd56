package probe

import (
	"embed"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml
var files embed.FS

var texts = words.Must(files, "texts")

// filled repeats filler until it has exactly n bytes.
func filled(filler string, n int) string {
	var b strings.Builder
	b.Grow(n)
	for b.Len()+len(filler) <= n {
		b.WriteString(filler)
	}
	for _, r := range filler {
		if b.Len()+utf8.RuneLen(r) > n {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + strings.Repeat(".", n-b.Len())
}

// answer is the text that ends a run.
func answer(s *State) string {
	say := texts.In(s.Language).Say
	lines := []string{say("answer", "turn", s.Turn, "steps", s.Summary.Completed, "bytes", s.Summary.Bytes)}
	lines = append(lines, s.Summary.Missing...)
	if r := s.Reply; r != nil {
		lines = append(lines, say("replied", "action", r.Action, "by", r.By, "payload", string(r.Payload)))
	}
	if s.Work.TurnBytes > 0 {
		lines = append(lines, filled(say("filler"), s.Work.TurnBytes))
	}
	return strings.Join(lines, "\n\n")
}
