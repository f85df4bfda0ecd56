package document

import (
	"regexp"
	"strings"
)

// Rewritten is one sentence of a reviewed text as it should read. An empty
// New means that the sentence should go.
type Rewritten struct {
	Old string   `json:"old"`
	New []string `json:"new"`
	IDs []string `json:"ids"`
}

var (
	wording = regexp.MustCompile(`["“]([^"”]{6,})["”]`)
	dropIt  = regexp.MustCompile(`(?i)^(?:이\s*|해당\s*)?(?:조항을?\s*)?(?:지우|지운|삭제)|^(?:delete|remove|strike)\b`)
)

// rewrite replaces each sentence with a risk by the wording that its risks
// recommend; the other sentences stay as they are.
func rewrite(text string, risks []Risk) (string, []Rewritten) {
	var lines []string
	var changed []Rewritten
	for _, s := range sentences(text) {
		old := strings.TrimSpace(text[s.start:s.end])
		var r Rewritten
		for _, risk := range risks {
			if risk.Start >= s.start && risk.Start < s.end {
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
		r.Old, r.New = old, distinct(r.New)
		changed = append(changed, r)
		lines = append(lines, r.New...)
	}
	return strings.Join(lines, "\n"), changed
}

// replacement is the wording within a recommendation: what it quotes, else
// the sentence itself unless it only says to delete the clause.
func replacement(recommendation string) string {
	text := strings.TrimSpace(recommendation)
	if m := wording.FindStringSubmatch(text); m != nil {
		text = strings.TrimSpace(m[1])
	} else if dropIt.MatchString(text) {
		return ""
	}
	if text != "" && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
