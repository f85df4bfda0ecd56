package document

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
)

// rewritten is one clause of a reviewed text as it should read. Without wordings the
// clause should go.
type rewritten struct {
	old      string
	wordings []string
}

// rewrite replaces each risky clause by the wording that its risks recommend;
// the others stay as they are.
func rewrite(clauses []Reviewed) (string, []rewritten) {
	var lines []string
	var changed []rewritten
	for _, c := range clauses {
		if len(c.Risks) == 0 {
			lines = append(lines, c.Text)
			continue
		}
		r := rewritten{old: c.Text}
		for _, risk := range c.Risks {
			if w := replacement(risk.Recommendation); w != "" {
				r.wordings = append(r.wordings, w)
			}
		}
		r.wordings = forms.Distinct(r.wordings)
		changed = append(changed, r)
		lines = append(lines, r.wordings...)
	}
	return strings.Join(lines, "\n"), changed
}

// rewriteSome is rewrite for the clauses at some places, which keep their numbers.
func rewriteSome(clauses []Reviewed, at []int) (text, list string, changed []rewritten) {
	var texts, lines []string
	for _, i := range at {
		one, of := rewrite(clauses[i : i+1])
		changed = append(changed, of...)
		if one != "" {
			texts = append(texts, one)
			lines = append(lines, fmt.Sprintf("%d. %s", i+1, escape(withoutBullet(forms.OneLine(one, len(one))))))
		}
	}
	return strings.Join(texts, "\n"), strings.Join(lines, "\n"), changed
}

// replacement is the wording within a recommendation: the sentence itself
// unless it only says to delete the clause.
func replacement(recommendation string) string {
	if recommendation == "" || phrases.Has(recommendation, "rewrite.drop") {
		return ""
	}
	return strings.TrimSuffix(recommendation, ".") + "."
}
