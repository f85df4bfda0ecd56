package company

import (
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/dialog"
)

// likely is from when what a message resembles answers it where nothing else does: of the
// built-in examples that are held out and as sure, 90 of 100 are of the right kind.
const likely = 0.6

// can tells what can be meant where the message is said: amid a form its fields, behind
// figures what goes on with them, behind a case more of it.
func (m message) can(label string) bool {
	switch label {
	case "figures.more", "figures.basis", "report":
		return len(m.figures()) > 0
	case "rule.case_more":
		return m.checkedBefore() || m.searchedBefore()
	case "form.begin":
		return true
	}
	open := m.Paper != nil && m.Paper.Draft != nil && m.Paper.Status != StatusSubmitted
	return open || !strings.HasPrefix(label, "form.")
}

// orMeant is what a message resembles in the place of a reading that declines or asks back
// for a figure that it does not name, and in the place of rules where it surely resembles
// what no rule is about: an umbrella is a gift to them, and rain is nothing.
func (d *desk) orMeant(ctx context.Context, m message, h heard) heard {
	needed := dialog.Confident
	switch {
	case h.refused(), h.repeats(m):
		needed = likely
	case !h.vague() && !h.searchesRules():
		return h
	}
	meant := examples.Read(m.written, m.can) // with the thanks around it
	if h.refusal().Measure && strings.HasPrefix(meant.Label, "figures.") {
		return h
	}
	if meant.Sure < needed || h.searchesRules() && !strings.HasPrefix(meant.Label, "elsewhere.") && !strings.HasPrefix(meant.Label, "talk.") {
		return h
	}
	if instead, ok := d.meantBy(ctx, m, h, meant.Label); ok {
		return instead
	}
	return h
}

// refused tells that nothing of a message is answered, since it names nothing of the data.
func (h heard) refused() bool {
	return h.each(func(p part) bool {
		return p.Reading != nil && p.Reading.Refusal != nil && slices.Contains([]string{"uncovered", "unrelated", "unclear"}, p.Reading.Refusal.Reason)
	})
}

// refusal is that of a message of one part, an empty one of any other.
func (h heard) refusal() (f semantic.Refusal) {
	if len(h.Parts) == 1 && h.Parts[0].Reading != nil && h.Parts[0].Reading.Refusal != nil {
		f = *h.Parts[0].Reading.Refusal
	}
	return f
}

// stillLacking takes a message that names nothing there is data of for one that goes on with
// what the answer before it had no data of: "only those over 90 days".
func (h heard) stillLacking(m message) heard {
	what := m.before().Lacking
	read := h.refused() && h.refusal().Lacking == "" || h.vague()
	if what == "" || len(m.Clarified) > 0 || len(h.Parts) != 1 || !read || h.Parts[0].names("metric", "dataset") {
		return h
	}
	text := texts.Say(m.Language, "lacking", "said", m.written, "what", what)
	f := semantic.Refusal{Reason: "uncovered", Lacking: what, Measure: true, Text: text}
	f.Asked = h.Parts[0].Reading.Understood()
	h.Parts[0].Reading = &semantic.Reading{Refusal: &f}
	return h
}

// repeats tells that a message goes on with figures and comes to those that were shown last:
// "and what is that grade by?" names the grade alone.
func (h heard) repeats(m message) bool {
	return len(h.Parts) == 1 && m.last() != nil && h.each(func(p part) bool {
		return p.Reading != nil && p.Reading.Request != nil && p.Reading.FollowUp && p.Reading.Request.Same(*m.last())
	})
}

// vague tells that it would be asked which figure a message wants that names none.
func (h heard) vague() bool {
	return h.each(func(p part) bool {
		if p.Reading == nil || p.Reading.Ambiguity == nil || p.names("metric", "dataset") {
			return false
		}
		of := p.Reading.Ambiguity.Partial
		return of == nil || len(of.Metrics) == 0 // else a word of it means one of several
	})
}

// searchesRules tells that rules would be searched for words that they share with it.
func (h heard) searchesRules() bool {
	return h.each(func(p part) bool {
		return (p.Intent == IntentRetrieval || p.Intent == IntentCompliance) && p.Document == "" && p.Sure <= doubtful
	})
}

func (h heard) each(is func(part) bool) bool {
	return h.Talk == "" && len(h.Parts) > 0 && !slices.ContainsFunc(h.Parts, func(p part) bool { return !is(p) })
}

// meantBy is the reading of a label of the examples; false where what was read before says
// more. No form is handed in or given up, and nothing is kept, by a likeness.
func (d *desk) meantBy(ctx context.Context, m message, h heard, label string) (heard, bool) {
	one := func(p part) (heard, bool) {
		p.Text, p.Sure = m.text, doubtful
		return heard{Parts: []part{p}}, true
	}
	declined := func(r semantic.Refusal) (heard, bool) {
		return one(part{Intent: IntentAnalysis, Reading: &semantic.Reading{Refusal: &r}})
	}
	talk := func(kind string) (heard, bool) { return heard{Talk: kind, Names: d.talkNames(ctx, m, kind)}, true }
	switch group, kind, _ := strings.Cut(label, "."); {
	case label == "elsewhere.general": // a refusal names the word that it is for
		instead, _ := declined(semantic.Refusal{Reason: "unrelated"})
		return instead, !h.refused()
	case group == "elsewhere" && !d.answersHere(ctx, m):
		return heard{Talk: talkElsewhere, Elsewhere: kind, Names: d.officers(ctx, m)}, true
	case group == "talk":
		return talk(kind)
	case label == "rule.case":
		return one(part{Intent: IntentCompliance})
	case label == "rule.case_more":
		return one(part{Intent: IntentCompliance, Told: m.toldBefore()})
	case group == "rule":
		return one(part{Intent: IntentRetrieval, Told: d.ofCase(m)})
	case label == "figures.basis":
		return talk(talkBasis)
	case label == "figures.why":
		return declined(semantic.Refusal{Reason: "advice", Text: texts.Say(m.Language, "figures.opinion")})
	case label == "report":
		return one(part{Intent: IntentDocument, Document: docReport})
	case label == "note.find":
		return one(part{Intent: IntentRetrieval})
	case label == "form.begin":
		return talk("documents")
	case label == "form.check":
		return one(part{Intent: IntentCompliance, Document: m.Paper.Type})
	case label == "form.show":
		return talk(talkPaper)
	case label == "form.tell", label == "form.change":
		return talk(talkUnread)
	}
	return heard{}, false
}

// answersHere tells that a message which resembles what others answer is of whom staff deal
// with, of a form, or of a figure: "is tax taken off the lecture fee?"
func (d *desk) answersHere(ctx context.Context, m message) bool {
	return phrases.Has(m.text, "for_others") || d.papers().Wanted(m.text) != "" || d.measures(ctx, m) || len(m.rulesBefore()) > 0 && compliance.NamesPoint(m.text)
}
