package planning

import (
	"testing"

	"github.com/madang-dev/madang/internal/lineartest"
)

// Contracts pasted into a query must not cost more than their length.
func TestReadingIsLinear(t *testing.T) {
	p := planner(t)
	lineartest.Check(t, "plan", func(s string) { _, _ = p.Plan(t.Context(), Request{Query: s, Today: testToday}) })
	lineartest.Check(t, "facts", func(s string) { p.Facts(s, testToday) })
}
