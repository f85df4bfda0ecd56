package travel_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/teams/tools"
)

// A trip is reckoned as the planner does, and says that its prices are a sample.
func TestATripIsATool(t *testing.T) {
	t.Parallel()
	a, err := travel.New(travel.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Tools.Check(); err != nil {
		t.Fatal(err)
	}
	tool, _ := a.Tools.Find("trip_cost")
	by := tools.Caller{Language: "en", Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}
	r, err := tools.Call(t.Context(), tool, by, json.RawMessage(`{"destination":"오사카","nights":3,"people":2,"budget":500000}`))
	if err != nil || r.Failed != "" || len(r.Facts) != 3 || r.Facts[0].Source != "Travel planner" {
		t.Fatalf("%+v %v", r, err)
	}
	for _, want := range []string{"3 nights, 2 people", "over the budget", "sample"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("no %q in %s", want, r.Text)
		}
	}
	r, err = tools.Call(t.Context(), tool, by, json.RawMessage(`{"destination":"Atlantis","nights":3,"people":2}`))
	if err != nil || r.Failed != tools.FailedError || !strings.Contains(r.Detail, "Osaka") {
		t.Errorf("%+v %v", r, err)
	}
}
