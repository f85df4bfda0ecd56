package tutor

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/madang-dev/madang/teams/tools"
)

// What the course says of a question is found with its chapter.
func TestTheCourseIsATool(t *testing.T) {
	t.Parallel()
	a, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	tool, ok := a.Tools.Find("course_search")
	if !ok || a.Tools.Check() != nil {
		t.Fatal("no tool")
	}
	r, err := tools.Call(t.Context(), tool, tools.Caller{Language: "ko"}, json.RawMessage(`{"question":"환각이 뭐예요?"}`))
	if err != nil || len(r.Facts) == 0 || !strings.Contains(r.Text, "환각") || !strings.Contains(r.Facts[0].Source, "장") {
		t.Errorf("%+v %v", r, err)
	}
	if r, err = tools.Call(t.Context(), tool, tools.Caller{Language: "ko"}, json.RawMessage(`{"question":"zzzz qqqq"}`)); err != nil || r.Failed != tools.FailedEmpty {
		t.Errorf("%+v %v", r, err)
	}
}
