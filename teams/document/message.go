package document

import (
	"strings"

	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/state"
)

func escape(s string) string { return documents.Escape(s) }

// madeMessage tells what was made, what the checks found and what is blank.
func (w *turn) madeMessage(blanks []string) string {
	var b strings.Builder
	r := w.state.ReviewResult
	b.WriteString(w.say("draft.made", "risk", w.say("risk."+r.RiskLevel)))
	for _, k := range bounded(r.Risks, 8) {
		b.WriteString("- " + riskLine(k, w.lang) + "\n")
	}
	for _, p := range bounded(w.state.Problems, 5) {
		b.WriteString(w.say("draft.unfit", "problem", escape(p.Text(w.lang))))
	}
	if len(w.state.Terms) > 0 {
		b.WriteString(w.say("draft.recommended", "id", w.state.Terms[0].ID))
		for _, t := range bounded(w.state.Terms, 8) {
			b.WriteString("- " + t.ID + " " + t.Name + ": " + t.Reason + "\n")
		}
	}
	if len(blanks) > 0 {
		b.WriteString(w.say("draft.blanks", "blanks", blanks))
	}
	b.WriteString(w.say("draft.made_end"))
	return b.String()
}

// riskLine is a risk in words; a check of the whole has no title but its reason.
func riskLine(k Risk, lang string) string {
	if k.Title == k.ID {
		k.Title = ""
	}
	return texts.Say(lang, "risk.line", "title", k.Title, "severity", texts.Say(lang, "risk."+k.Severity), "why", k.Why, "law", k.Law)
}

// Summary is what a step shows of the team's work.
func (s *TeamState) Summary(lang string) state.StepResult {
	out := state.StepResult{}
	if s.ReviewResult != nil {
		out.TotalResults = len(s.ReviewResult.Risks)
		for _, k := range s.ReviewResult.Risks {
			if k.Law != "" {
				out.Sources = append(out.Sources, k.Law)
			}
			if len(out.Highlights) < 5 {
				out.Highlights = append(out.Highlights, forms.OneLine(k.Why, 80))
			}
		}
		out.Sources = bounded(forms.Distinct(out.Sources), 10)
	}
	switch {
	case s.Refused:
		out.Summary = texts.Say(lang, "summary.refused")
	case s.Cancelled:
		out.Summary = texts.Say(lang, "summary.cancelled")
	case s.FinalDocument != "":
		out.Summary = s.Title()
	case s.ReviewResult != nil && s.ReviewResult.Reviewed:
		out.Summary = texts.Say(lang, "summary.risks", "n", len(s.ReviewResult.Risks), "risk", texts.Say(lang, "risk."+s.ReviewResult.RiskLevel))
	default:
		out.Summary = texts.Say(lang, "summary.asking")
		for _, q := range bounded(s.Questions, 5) {
			out.Highlights = append(out.Highlights, q.Label(lang))
		}
	}
	return out
}
