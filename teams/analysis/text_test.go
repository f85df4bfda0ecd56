package analysis

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words/wordstest"
)

func TestTexts(t *testing.T) {
	t.Parallel()
	said, heard := []string{"law", "title", "report.title", "assumed", "renewal", "loan"}, []string{"means", "sum", "percent"}
	for name, c := range newTeam(t).methods {
		said = append(said, name+".ask", name+".rule", name+".rule_formula")
		if c.reckon != nil {
			said = append(said, name)
		}
		for _, in := range c.Inputs {
			if in.Says != "" {
				heard = append(heard, in.Says)
			}
		}
	}
	wordstest.Check(t, texts, ".", said...)
	for _, n := range catalogue.Sums {
		heard = append(heard, n.When)
	}
	dialogtest.Check(t, phrases, ".", heard...)
}

// Whatever the texts are, figures, kinds, keys and sources are the same, and each text has
// what it says.
func TestRewordingChangesNoFigure(t *testing.T) {
	t.Parallel()
	type told struct {
		Metrics  map[string]float64
		Sources  []string
		Progress map[string]string
		Remarks  []string
		Rules    []bool
	}
	tell := func(question, language, method string) told {
		req := request(question, language, estate.Entities{}, method)
		req.Market = marketRows()
		s := execute(t, req)
		if raw, err := json.Marshal(s); err != nil || strings.Contains(string(raw), "⟨") {
			t.Errorf("%s of %q: a text lacks what it is to say, or %v: %s", method, question, err, raw)
		}
		x := told{Metrics: s.Metrics, Sources: s.Report.Sources, Progress: s.AnalysisProgress}
		for _, f := range s.Findings {
			x.Rules = append(x.Rules, f.Rule)
			for _, r := range f.Remarks {
				x.Remarks = append(x.Remarks, string(r.Kind)+" "+r.Key)
			}
		}
		return x
	}
	for _, question := range []string{"보증금 3억 월세 50만원 공시가격 2억", "7억 아파트 1주택 연봉 6천만원 4.5% 30년", "주담대 3억 금리 4% 연봉 6천만원", "이건 뭐예요?"} {
		for _, name := range newTeam(t).names {
			for _, language := range []string{"ko", "en"} {
				if diff := cmp.Diff(tell(question, language, name), tell(question, language+"-XA", name)); diff != "" {
					t.Errorf("%s of %q: %s", name, question, diff)
				}
			}
		}
	}
}
