package analysis

import (
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
)

// Reading 64 KiB of a question takes no long work, whatever it repeats. The
// bound is wide for busy machines: what is not linear takes minutes.
func TestLongQuestionsAreReadInTime(t *testing.T) {
	t.Parallel()
	team := newTeam(t)
	for _, piece := range []string{"3억 ", "5% ", "월급 ", "한 달에 1만원 벌어요 ", "2026-01-01 ", "“", "제1조 임대인은 ", "갱신", "팔 ", "사서 1원 ", "\xff", "12345", " ", "하고, "} {
		question := strings.Repeat(piece, 64<<10/len(piece))
		for name := range methods() {
			start := time.Now()
			req := request("q", "ko", state.Entities{}, name)
			req.Question = question
			if _, err := team.Execute(t.Context(), req, nil); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > time.Second {
				t.Errorf("%s of %q: %v", name, piece, took)
			}
		}
	}
}
