package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
)

// finished is the answer whose key part a model wrote. All else is the
// rules': the conclusions that it replaces stand in the figures, so that a
// reader can compare.
func (w *writing) finished(m manuscript, by llm.Answer) state.Response {
	var text strings.Builder
	w.evidence.TakeUsed()
	for i, s := range m.Sentences {
		text.WriteString(separator(m.Sentences[:i], s) + w.sentence(s))
		for _, id := range s.Facts {
			f := w.evidence.Fact(id)
			w.evidence.Use(f)
			if f.Kind != evidence.KindAssumption && f.Kind != evidence.KindDocument { // which no line names as a source
				w.cite(w.from[f.Key]...)
			}
		}
	}
	w.core = strings.Split(text.String(), "\n\n")
	var told []string
	for _, f := range w.shown {
		line := "**" + f.Title + "** " + f.Headline
		if _, stands := w.of[line]; !stands { // those beside the key answer stand in the figures already
			told = append(told, w.tells(f.key, line))
		}
	}
	w.refer(told)
	w.data = append(told, w.data...)
	w.keepConditions(m)
	w.evidence.Use(w.besides...)
	for _, text := range m.NotFound {
		w.lacks(w.say("caution.part", "part", strings.TrimSpace(text)))
	}
	r := w.response()
	meta := &r.StructuredData.Metadata
	meta.AnsweredBy, meta.Model, meta.Prompt = state.AnsweredByModel, by.Model, by.Prompt
	return r
}

// samePercent is from when on two sentences say the same in nearly the same
// words.
const samePercent = 60

// keepConditions moves what the rules' conclusions hold only under, and the
// model did not say, to the points to consider.
func (w *writing) keepConditions(m manuscript) {
	for _, f := range w.shown {
		for _, n := range f.notes {
			said := slices.ContainsFunc(m.Sentences, func(s evidence.Sentence) bool { return korean.PairsOf(s.Text).Alike(korean.PairsOf(n), samePercent) })
			if line := []string{w.tells(f.key, n)}; !said {
				w.refer(line)
				w.consider = appendNew(w.consider, line[0])
			}
		}
	}
}

// fellBack is the rules' answer, which says why it is theirs.
func (w *writing) fellBack(heard ask.Heard) state.Response {
	if heard.Off() {
		return w.response()
	}
	w.note = append([]string{w.say("caution.fell_back." + heard.Fallback)}, w.note...)
	w.showCalled()
	r := w.response()
	m := &r.StructuredData.Metadata
	m.Fallback, m.RetryAfterMS = heard.Fallback, heard.RetryAfterMS
	return r
}
