package analysis

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/teams/tools"
)

// Every calculation that has inputs is a tool with a schema that compiles, and
// finds by its inputs what it finds by a message that says the same.
func TestCalculationsAreTools(t *testing.T) {
	t.Parallel()
	set := newTeam(t).Tools()
	if err := set.Check(); err != nil || len(set) < 15 {
		t.Fatalf("%d tools, %v", len(set), err)
	}
	for _, tool := range set {
		if err := llm.CheckSchema(tool.Schema); err != nil || tool.Title("ko") == tool.Name || tool.Title("en") == tool.Name {
			t.Errorf("%s: %v, %q", tool.Name, err, tool.Title("ko"))
		}
	}
	if tool, _ := set.Find("calc_needed_income"); !strings.Contains(string(tool.Schema), `"maximum":600,"minimum":1`) {
		t.Errorf("a model is not told the bounds of a term: %s", tool.Schema)
	}
	for name, test := range map[string]struct{ tool, arguments, want string }{
		"an increase": {"calc_rent_increase", `{"current_deposit":300000000,"percent":10}`, "315,000,000"},
		"a fee":       {"calc_brokerage_fee", `{"price":500000000}`, "2,000,000"},
		"a lack":      {"calc_late_interest", `{"sum":1000000}`, "?"},
		"nonsense":    {"calc_late_interest", `{"sum":0,"days":30}`, "0"},
	} {
		tool, ok := set.Find(test.tool)
		if !ok {
			t.Fatalf("no %s", test.tool)
		}
		r, err := tools.Call(t.Context(), tool, tools.Caller{Language: "en", Today: "2026-11-23"}, json.RawMessage(test.arguments))
		text := r.Text + r.Detail
		for _, f := range r.Facts {
			text += f.Text
		}
		if err != nil || !strings.Contains(text, test.want) {
			t.Errorf("%s: %+v %v", name, r, err)
		}
	}
}
