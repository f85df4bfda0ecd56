package document

import (
	"strings"

	"github.com/madang-dev/madang/internal/forms"
)

// Rewritten is one sentence of a reviewed text as it should read. An empty
// New means that the sentence should go.
type Rewritten struct {
	Old string   `json:"old"`
	New []string `json:"new"`
	IDs []string `json:"ids"`
}

// rewrite replaces each sentence with a risk by the wording that its risks
// recommend; the other sentences stay as they are.
func rewrite(text string, risks []Risk) (string, []Rewritten) {
	var lines []string
	var changed []Rewritten
	for _, s := range sentences(text) {
		old := strings.TrimSpace(text[s.Start:s.End])
		var r Rewritten
		for _, risk := range risks {
			if risk.Start >= s.Start && risk.Start < s.End {
				r.IDs = append(r.IDs, risk.ID)
				if w := replacement(risk.Recommendation); w != "" {
					r.New = append(r.New, w)
				}
			}
		}
		if len(r.IDs) == 0 {
			lines = append(lines, old)
			continue
		}
		r.Old, r.New = old, forms.Distinct(r.New)
		changed = append(changed, r)
		lines = append(lines, r.New...)
	}
	return strings.Join(lines, "\n"), changed
}

// replacement is the wording within a recommendation: what it quotes, else
// the sentence itself unless it only says to delete the clause.
func replacement(recommendation string) string {
	text := strings.TrimSpace(recommendation)
	if quoted := phrases.Named(text, "rewrite.wording")["text"]; quoted != "" {
		text = strings.TrimSpace(quoted)
	} else if phrases.Has(text, "rewrite.drop") {
		return ""
	}
	if text != "" && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
