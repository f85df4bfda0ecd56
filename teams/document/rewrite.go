package document

import (
	"strings"

	"github.com/madang-dev/madang/internal/forms"
)

// Rewritten is one clause of a reviewed text as it should read. An empty New
// means that the clause should go.
type Rewritten struct {
	Old string   `json:"old"`
	New []string `json:"new"`
	IDs []string `json:"ids"`
}

// rewrite replaces each risky clause by the wording that its risks recommend;
// the others stay as they are.
func rewrite(clauses []Reviewed) (string, []Rewritten) {
	var lines []string
	var changed []Rewritten
	for _, c := range clauses {
		if len(c.Risks) == 0 {
			lines = append(lines, c.Text)
			continue
		}
		r := Rewritten{Old: c.Text}
		for _, risk := range c.Risks {
			r.IDs = append(r.IDs, risk.ID)
			if w := replacement(risk.Recommendation); w != "" {
				r.New = append(r.New, w)
			}
		}
		r.New = forms.Distinct(r.New)
		changed = append(changed, r)
		lines = append(lines, r.New...)
	}
	return strings.Join(lines, "\n"), changed
}

// replacement is the wording within a recommendation: the sentence itself
// unless it only says to delete the clause.
func replacement(recommendation string) string {
	if recommendation == "" || phrases.Has(recommendation, "rewrite.drop") {
		return ""
	}
	return strings.TrimSuffix(recommendation, ".") + "."
}
