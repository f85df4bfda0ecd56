package company

import (
	"testing"

	"github.com/madang-dev/madang/assistants/company/semantic"
)

// A result is drawn in the page as what it is.
func TestChartsAreDrawnAsWhatTheyAre(t *testing.T) {
	t.Parallel()
	n := 1.0
	for _, kind := range []string{"line", "bar", "stacked"} {
		a := DataAnalysisAgentState{Visualizations: []semantic.Chart{
			{Kind: kind, Categories: []string{"x"}, Series: []semantic.Series{{Title: "m", Unit: "won", Values: []*float64{&n}}}}, {Kind: "table"}, {Kind: "number"},
		}}
		if got := a.charts(); len(got) != 1 || got[0].Kind != kind || len(got[0].Series) != 1 {
			t.Errorf("%s is drawn as %+v", kind, got)
		}
	}
}
