package document

import (
	"cmp"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
)

// draft reads the message into the contract and makes the document when
// enough is known, else asks.
func (w *turn) draft(c *contract) error {
	w.state.DocumentType = c.documentType()
	d := resumed(w.state.Draft, c)
	s := c.Scope(d.Forms[c.Kind], w.lang, w.today)
	d.Side = cmp.Or(SideOf(w.text), w.req.Side, d.Side)
	known := len(s.Values.List(termsKey))
	_, issues := c.read(d, s, w.text)
	d.Problems = append(issues, c.Problems(s, d.Clashes)...)
	if phrases.Has(w.text, "act.as_is") {
		d.AsIs = true
		for _, p := range d.Problems {
			d.Accepted = append(d.Accepted, p.ID())
		}
		d.Accepted = bounded(forms.Distinct(d.Accepted), maxListItems)
	}
	d.Missing = c.Missing(s)
	w.state.Draft, w.state.Problems, w.state.Fields = d, d.Problems, c.Entries(s)
	for _, m := range d.Missing {
		if m.Required {
			w.state.Missing = append(w.state.Missing, m)
		}
	}
	if open := d.open(); len(open) > 0 || len(w.state.Missing) > 0 && !d.AsIs {
		w.state.Problems = open
		w.ask(c, d, s)
		w.warnOf(c, s.Values.List(termsKey), known)
		return nil
	}
	return w.make(c, d, s)
}

// warnOf tells at once what is wrong with a term that was put in just now.
func (w *turn) warnOf(c *contract, terms []string, known int) {
	for _, r := range w.risks(c, terms[min(known, len(terms)):]) {
		w.state.Message = w.say("draft.term_risk", "term", escape(r.Excerpt), "why", escape(r.Why)) + w.state.Message
	}
}

// risks are those of special terms.
func (w *turn) risks(c *contract, terms []string) []Risk {
	if len(terms) == 0 {
		return nil
	}
	return risksOf(w.team.catalog.Review("- "+strings.Join(terms, "\n- "), c.Clauses, w.lang))
}

// read takes what a message says into the draft, and tells how many values it
// understood and what could not be taken.
func (c *contract) read(d *Draft, s *forms.Scope, text string) (int, []Problem) {
	m := forms.NewMessage(text)
	c.readTerms(m, s)
	result := c.Read(s.Values, m, forms.Input{Today: s.AsOf(), Lang: s.Lang(), Asked: d.Asked, Clashes: d.Clashes, Side: cmp.Or(SideOf(text), d.Side)})
	d.Clashes = result.Clashes
	return m.Understood, result.Issues
}

// resumed is the draft to go on with: one of another kind is left, but a
// contract that waited beside a message is taken up again.
func resumed(d *Draft, c *contract) *Draft {
	if d != nil && d.Type == TypeMessage && d.Forms[c.Kind] != nil {
		d.Type = c.documentType()
	}
	if d == nil || d.Stage == StageCancelled || d.Type != c.documentType() {
		d = &Draft{Type: c.documentType(), Stage: StageAsking}
	}
	if d.Forms[c.Kind] == nil {
		d.values(c.Kind, forms.Values{})
	}
	return d
}

// ask says what is known, what contradicts itself and what is missing, with
// no more than two groups of questions.
func (w *turn) ask(c *contract, d *Draft, s *forms.Scope) {
	d.Stage, d.Asked = StageAsking, nil
	message := c.summaryOf(s)
	if len(w.state.Problems) > 0 {
		// Contradictions come first: their answers may settle the rest.
		w.state.Questions = nil
		var lines []string
		for _, p := range bounded(w.state.Problems, 3) {
			lines = append(lines, escape(p.Text(w.lang)))
			d.Asked = append(d.Asked, p.Fields...)
		}
		message += w.say("draft.conflicts", "problems", lines)
	} else {
		w.state.Questions = forms.NextQuestions(w.state.Missing)
		for _, q := range w.state.Questions {
			d.Asked = append(d.Asked, q.Key)
		}
		message += w.say("draft.tell", "questions", forms.AskTogether(w.state.Questions, w.lang))
	}
	w.state.Message = message + w.say("draft.ask_end")
}

// make renders, checks and reviews the document.
func (w *turn) make(c *contract, d *Draft, s *forms.Scope) error {
	text, err := c.render(s)
	if err != nil {
		return err
	}
	s.Made = text
	clauses := w.risks(c, s.Values.List(termsKey))
	checks := c.check(s, clauses)
	w.state.ReviewResult = assess(checks, clauses, w.lang)
	w.state.ReviewNeeded = w.state.ReviewResult.RiskLevel != SeverityLow || len(w.state.Missing) > 0
	w.state.Terms = c.recommended(s)
	for _, t := range w.state.Terms {
		w.state.ReviewResult.recommend(w.say("draft.recommend", "id", t.ID, "name", t.Name, "reason", t.Reason))
	}
	w.finish(c, d, s, checks)
	return nil
}

// finish puts the document into the state.
func (w *turn) finish(c *contract, d *Draft, s *forms.Scope, checks []Check) {
	blanks := labels(d.Missing, w.lang)
	title := c.Title.In(w.lang)
	if place := s.Raw("property_address"); place != "" {
		title += " - " + forms.OneLine(place, 60)
	}
	w.state.Template = c.describe(w.lang)
	w.made(title, s.Made, Metadata{Language: w.lang, Blanks: blanks, Checks: checks})
	d.Stage, d.Asked = StageMade, nil
	w.state.Message = w.madeMessage(blanks)
}
