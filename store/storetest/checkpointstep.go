package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// steps is what changed from one checkpoint to the next, in short.
func steps(list []state.Checkpoint) (out []string) {
	for _, c := range list {
		line := fmt.Sprint(c.StepNo)
		for _, change := range c.Changes {
			line += fmt.Sprintf(" %s %s>%s", change.FieldChanged, change.OldValue, change.NewValue)
		}
		out = append(out, line)
	}
	return out
}

func stepCases() []kase {
	pad := strings.Repeat("보증금 ", 40)
	return []kase{
		{"what changed after a step, page by page over chains", func(t *testing.T, y *harness) {
			r := y.running("a")
			values := make([]string, 130)
			for i := range values {
				values[i] = fmt.Sprintf(`{"n":%d,"pad":%q}`, i+1, pad)
			}
			y.walk(r, values...)
			var got, want []string
			for step := int64(29); ; {
				page, err := y.StepsAfter(t.Context(), store.Server(), r.SessionID, step, 40)
				y.must(err)
				if len(page) == 0 {
					break
				}
				got, step = append(got, steps(page)...), page[len(page)-1].StepNo
			}
			for i := 30; i <= 130; i++ {
				want = append(want, fmt.Sprintf("%d n %d>%d", i, i-1, i))
			}
			same(y, got, want)
			first, err := y.StepsAfter(t.Context(), store.Server(), r.SessionID, 0, 2)
			y.must(err)
			same(y, steps(first), []string{"1", "2 n 1>2"})
			same(y, string(first[1].State), values[1])
		}},
		{"the step of an event", func(t *testing.T, y *harness) {
			s, _ := y.talked(3)
			all, err := y.Checkpoints(t.Context(), store.Server(), s.ID, "", 0, 0)
			y.must(err)
			last := all[0]
			for _, c := range all {
				got, err := y.StepBySeq(t.Context(), store.Server(), s.ID, c.Seq, 100)
				y.must(err)
				newest := c.StepNo
				for _, other := range all {
					if other.Seq == c.Seq {
						newest = max(newest, other.StepNo)
					}
				}
				same(y, got, newest)
			}
			got, err := y.StepBySeq(t.Context(), store.Server(), s.ID, 0, 2)
			y.must(err)
			same(y, got, last.StepNo-2)
			got, err = y.StepBySeq(t.Context(), store.Server(), "session-none", 5, 2)
			y.must(err)
			same(y, got, 0)
		}},
		{"what was pruned is not told", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			_, err := y.Prune(t.Context(), store.Server(), s.ID, 2, time.Time{})
			y.must(err)
			got, err := y.StepsAfter(t.Context(), store.Server(), s.ID, 0, 0)
			y.must(err)
			same(y, steps(got), []string{"3", "4 n 3>4 odd true>false"})
		}},
	}
}
