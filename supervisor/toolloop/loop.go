package toolloop

import (
	"embed"
	"time"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/tools"
)

// Team is the team of the steps that are calls of tools.
const Team = "tools"

//go:embed texts/*.yaml
var files embed.FS

var texts = words.Must(files, "texts")

// Loop is which tools a model may call in a run, and how much. What is zero is
// the default in brackets.
type Loop[S any] struct {
	// ToolsFunc are the tools that there are at the moment.
	ToolsFunc func() tools.Set
	// PlanFunc is the plan that calls become steps of, TodayFunc the day of the
	// state (YYYY-MM-DD).
	PlanFunc  func(*S) *state.Planning
	TodayFunc func(*S) string
	// MaxCalls bounds the calls of a run (12), MaxTokens what its model may have
	// read and written before it has to answer (60,000).
	MaxCalls  int
	MaxTokens int
}

func (l *Loop[S]) tools() tools.Set {
	if l == nil || l.ToolsFunc == nil {
		return nil
	}
	return l.ToolsFunc()
}

const (
	// maxArguments bounds what one call is given, in bytes.
	maxArguments = 4 << 10
	// maxTime is how long after the run's start tools are offered.
	maxTime = time.Minute
)
