package state_test

import (
	"testing"

	"github.com/madang-dev/madang/internal/jsontest"
	"github.com/madang-dev/madang/state"
)

// The engine encodes events and answers by another library than the rest.
func TestEventsAreTheSameByBothEncoders(t *testing.T) {
	t.Parallel()
	jsontest.Same[state.PlanReady](t)
	jsontest.Same[state.ExecutionStart](t)
	jsontest.Same[state.TodoUpdated](t)
	jsontest.Same[state.FinalResponse](t)
	jsontest.Same[state.ErrorEvent](t)
	jsontest.Same[state.AnalysisReady](t)
	jsontest.Same[state.StepProgress](t)
	jsontest.Same[state.AnswerDelta](t)
	jsontest.Same[state.CancelledRun](t)
	jsontest.Same[state.StateChanged](t)
	jsontest.Same[state.PlanUpdated](t)
	jsontest.Same[state.DataReuse](t)
	jsontest.Same[state.UIModeChanged](t)
	jsontest.Same[state.Proactive](t)
	jsontest.Same[state.Interrupt](t)
	jsontest.Same[state.Reply](t)
}
