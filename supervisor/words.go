package supervisor

import (
	"errors"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// stepErrorText is a failed step's error in words for the user; the chain
// is in error_log and the server's log.
func stepErrorText(err error, language string) string {
	english := language == "en"
	switch {
	case errors.Is(err, teams.ErrTimeout):
		if english {
			return "The step took too long and was stopped."
		}
		return "시간 안에 끝나지 않아 중단했습니다."
	case english:
		return "The step failed."
	default:
		return "이 단계를 처리하지 못했습니다."
	}
}

// rewordedText says why a step of the plan was changed.
func rewordedText(words, language string) string {
	if language == "en" {
		return "Nothing was found, so other words are searched for: " + words
	}
	return "찾은 자료가 없어 다른 말로 다시 찾습니다: " + words
}

// missingText says why a step brought nothing.
func missingText(step state.ExecutionStep, language string) string {
	english := language == "en"
	switch {
	case step.Status == state.StepSkipped && english:
		return step.Task + ": skipped"
	case step.Status == state.StepSkipped:
		return step.Task + ": 건너뛰었습니다."
	case step.Error != nil:
		return step.Task + ": " + *step.Error
	default:
		return step.Task
	}
}
