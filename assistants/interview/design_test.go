package interview

import (
	"reflect"
	"testing"

	"github.com/madang-dev/madang/internal/designtest"
)

func TestDesign(t *testing.T) {
	t.Parallel()
	designtest.Check(t, "assistants/interview", "interview-design.md", map[string]reflect.Type{
		"InterviewState": reflect.TypeFor[InterviewState](), "UserContext": reflect.TypeFor[UserContext](),
		"PersonaState": reflect.TypeFor[PersonaState](), "GuardrailState": reflect.TypeFor[GuardrailState](),
		"ProactiveContext": reflect.TypeFor[ProactiveContext](), "FlowControlState": reflect.TypeFor[FlowControlState](),
		"TaskState": reflect.TypeFor[TaskState](), "EvaluationState": reflect.TypeFor[EvaluationState](),
	})
}
