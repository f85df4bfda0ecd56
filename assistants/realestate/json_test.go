package realestate

import (
	"testing"

	"github.com/madang-dev/madang/internal/jsontest"
)

// The state is written and read by another library than the rest.
func TestTheStateIsTheSameByBothEncoders(t *testing.T) {
	t.Parallel()
	jsontest.Same[State](t)
}
