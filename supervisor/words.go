package supervisor

import (
	"embed"
	"errors"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

//go:embed texts/*.yaml
var files embed.FS

var texts = words.Must(files, "texts")

// failureText is a failed step's error in words for the user, its own where it
// has some; the chain is in error_log and the server's log.
func failureText(err error, language string) string {
	var told interface{ Say(language string) string }
	switch {
	case errors.As(err, &told):
		return told.Say(language)
	case errors.Is(err, teams.ErrTimeout):
		return texts.Say(language, "step.timeout")
	}
	return texts.Say(language, "step.failed")
}

// missingText says why a step brought nothing.
func missingText(step state.ExecutionStep, language string) string {
	switch {
	case step.Status == state.StepSkipped:
		return texts.Say(language, "step.skipped", "task", step.Task)
	case step.Error != nil:
		return step.Task + ": " + *step.Error
	default:
		return step.Task
	}
}
