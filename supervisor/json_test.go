package supervisor_test

import (
	"testing"

	"github.com/madang-dev/madang/internal/jsontest"
	"github.com/madang-dev/madang/supervisor"
)

// The state is written and read by another library than the rest.
func TestTheStateIsTheSameByBothEncoders(t *testing.T) {
	t.Parallel()
	jsontest.Same[supervisor.State](t)
}
