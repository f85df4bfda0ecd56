package company

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/drafts"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// How sure a reading by phrases is, and one that nothing could be looked up
// for.
const (
	certain  = 0.9
	doubtful = 0.5
)

// The documents that are no forms: one made of numbers, and the wish to hand
// the present one in.
const (
	docReport = "analysis_report"
	docSubmit = "submit"
	docExport = "data_export"
)

// What talk about a document comes to.
const (
	talkDropped = "dropped"
	talkNoPaper = "no_paper" // that there is none to hand in
	talkNeeds   = "needs"
	talkPaper   = "paper"   // what is written so far
	talkWording = "wording" // that its words are those of who told them
	talkTotal   = "total"   // what its sums come to
	talkAllowed = "allowed" // what the rule allows that was broken
	talkUnread  = "unread"  // that, and that no field was found for what was said
	talkKept    = "kept"    // that, and that it stays here and is not handed in
	talkBasis   = "basis"   // what the figures rest on
	talkRework  = "rework"  // what comes of them
	// What neither figures nor rules answer: leave, mail, passwords …
	talkElsewhere = "elsewhere"
	talkRules     = "rules"    // which rules there are
	talkRemind    = "remind"   // that nobody is told of a note at its time
	talkNotes     = "notes"    // that none is changed
	talkOneMore   = "one_more" // how another is kept
)

// wishes are what a message wants besides numbers, and the rest of it, which
// may ask for some.
func (d *desk) wishes(ctx context.Context, m message) (h heard, rest string) {
	one := func(p part) (heard, string) {
		p.Text, p.Sure = m.text, certain
		h.Parts = append(h.Parts, p)
		return h, ""
	}
	begin := func(document string) (heard, string) {
		draft := d.papers().Begin(document, m.Language)
		h.fill(ctx, d, &draft, m)
		return one(part{Intent: IntentDocument, Document: draft.DocumentType})
	}
	open := m.Paper != nil && m.Paper.Status != StatusSubmitted
	wanted := d.papers().Wanted(m.text)
	if open && m.Paper.Draft != nil && !phrases.Has(m.text, "paper.written") {
		wanted = "" // amid a form "they asked for samples" tells of a visit, and begins no other
	}
	rework := d.reworked(ctx, m)
	switch {
	case open && m.totals(d):
		return heard{Talk: talkTotal}, ""
	case rework != "":
		return heard{Talk: talkRework, Rework: rework}, ""
	case len(m.figures()) > 0 && phrases.HasAny(m.text, "basis", "brief"):
		return heard{Talk: talkBasis}, ""
	case open && m.Paper.Draft != nil && phrases.Has(m.text, "paper.kept"):
		return heard{Talk: talkKept}, ""
	case !open && phrases.Has(m.written, "note.first"):
		return heard{Parts: []part{{Intent: IntentStorage, Text: m.written, Sure: certain}}}, ""
	case phrases.Has(m.text, "note.remind"):
		return heard{Talk: talkRemind}, ""
	case open && phrases.Has(m.text, "paper.unsent"): // "no wait, don't submit"
		return heard{Talk: talkPaper}, ""
	case open && phrases.Has(m.text, "paper.submit"):
		return one(part{Intent: IntentDocument, Document: docSubmit})
	case open && m.Paper.Type == docReport && phrases.Has(m.text, "titled"):
		return one(part{Intent: IntentDocument, Document: docReport})
	case open && phrases.Has(m.text, "paper.drop"):
		if start, end, _ := phrases.Find(m.text, "paper.drop"); len(strings.Fields(m.text[end:])) > maxTalk {
			return heard{Dropped: true}, strings.TrimSpace(m.text[:start] + m.text[end:]) // and asks something else
		}
		return heard{Talk: talkDropped, Dropped: true}, ""
	case open && phrases.Has(m.text, "paper.show"):
		return heard{Talk: talkPaper}, ""
	case open && m.Paper.Draft != nil && (phrases.Has(m.text, "paper.passes") || supposes(m.text) && !m.searchedBefore() && (m.Paper.Outcome != nil || len(korean.FindSums(m.text)) > 0)):
		return one(part{Intent: IntentCompliance, Document: m.Paper.Type})
	case wanted != "" && phrases.Has(m.text, "paper.needs"):
		return heard{Talk: talkNeeds, Names: d.needed(wanted, m)}, ""
	case wanted != "" && phrases.Has(m.text, "paper.begin"):
		return begin(wanted)
	case m.checkedBefore() && phrases.Has(m.text, "rule.papers"):
		return one(part{Intent: IntentRetrieval})
	case m.weighedBefore() != nil && phrases.Has(m.text, "rule.allows"):
		return heard{Talk: talkAllowed}, ""
	case m.checkedBefore() && len(m.toldBefore()) > 0 && phrases.Has(m.text, "wish.recap"):
		return one(part{Intent: IntentCompliance, Told: m.toldBefore()})
	case phrases.HasAny(m.text, "rule.why", "rule.brings") && (len(m.rulesBefore()) > 0 || len(d.rulesNamed(nil, m.text, m.Language, m.day())) > 0):
		return one(part{Intent: IntentRetrieval})
	case d.rules().IsQuestion(m.text):
		return one(part{Intent: IntentRetrieval, Told: d.ofCase(m)})
	case wanted != "" && asking(m.text) && !phrases.Has(m.text, "wish.check"):
		return one(part{Intent: IntentRetrieval})
	case phrases.Has(m.text, "wish.which") && len(d.rulesNamed(m.toldBefore(), m.text, m.Language, m.day())) > 0:
		return one(part{Intent: IntentRetrieval, Told: d.ofCase(m)})
	case phrases.Has(m.text, "wish.check"), phrases.Has(m.text, "wish.may") && len(d.rulesNamed(nil, m.text, m.Language, m.day())) > 0:
		p := part{Intent: IntentCompliance}
		if m.checkedBefore() && len(d.rulesNamed(nil, m.text, m.Language, m.day())) == 0 && (d.rules().Tells(m.text) || len(strings.Fields(m.text)) <= maxBare) {
			p.Told = m.toldBefore() // "and at 60,000 a head, is that a breach?"
		}
		return one(p)
	case phrases.Has(m.text, "wish.find"):
		return one(part{Intent: IntentRetrieval})
	case wanted != "":
		return begin(wanted)
	case open && m.Paper.Draft != nil && !d.tellsWhen(ctx, m) && h.continues(ctx, d, m):
		return one(part{Intent: IntentDocument, Document: m.Paper.Type})
	case open && m.Paper.Draft != nil && !asking(m.text) && phrases.Has(m.text, "paper.wording"):
		return heard{Talk: talkWording}, ""
	case open && m.Paper.Draft != nil && !asking(m.text) && d.papers().Names(*m.Paper.Draft, m.text):
		return heard{Talk: talkUnread}, "" // as it was, or no value of that field
	case phrases.HasAny(m.text, "wish.search", "wish.web", "wish.recall"):
		return one(part{Intent: IntentRetrieval})
	}
	return d.wishesWith(ctx, m)
}

// totals tells that a message asks what the sums of the form under way come to, and not those of
// figures that were shown last.
func (m message) totals(d *desk) bool {
	figures := slices.Contains(m.before().Intents, string(IntentAnalysis))
	return m.Paper.Draft != nil && !figures && phrases.Has(m.text, "paper.total") && len(korean.FindSums(m.text)) == 0 &&
		d.papers().Total(*m.Paper.Draft, m.text, m.day()) != ""
}

// maxBare is how many words a message has at most that says nothing without the case
// before it.
const maxBare = 2

// ofCase is the case that was told before a question about rules: it names no rule
// itself and the case does, or the case has another rule come first: whom it is for.
func (d *desk) ofCase(m message) []string {
	told := m.toldBefore()
	if own := d.rulesNamed(nil, m.text, m.Language, m.day()); len(own) > 0 {
		with := d.rulesNamed(told, m.text, m.Language, m.day())
		if m.checkedBefore() && !d.rules().Tells(m.text) && len(with) > 0 && with[0] != own[0] {
			return told // "and dinner?" for somebody of a public hospital
		}
		return nil
	}
	if len(d.rulesNamed(told, m.text, m.Language, m.day())) > 0 {
		return told
	}
	return nil
}

// wishesWith are wishes that stand beside numbers, or take what was found.
func (d *desk) wishesWith(ctx context.Context, m message) (h heard, rest string) {
	rest = m.text
	take := func(key string, p part) bool {
		start, end, ok := phrases.Find(rest, key)
		if !ok {
			return false
		}
		p.Text, p.Sure = rest[start:end], certain
		h.Parts, rest = append(h.Parts, p), strings.TrimSpace(rest[:start]+" "+rest[end:])
		return true
	}
	if start, _, ok := phrases.Find(rest, "wish.as_report"); ok { // "keep it as a report"
		before := rest[:start]
		take("wish.report", part{Intent: IntentDocument, Document: docReport})
		return h, strings.TrimSpace(before)
	}
	for _, said := range []string{m.written, m.text} { // a note is kept in the words it came in where they can be read
		if _, ok := noteIn(said); ok || m.notedBefore() && phrases.Has(said, "note.more") && !asking(said) && !d.measures(ctx, m) {
			return heard{Parts: []part{{Intent: IntentStorage, Text: said, Sure: certain}}}, ""
		}
	}
	if take("wish.report", part{Intent: IntentDocument, Document: docReport}) {
		if start, end, ok := phrases.Find(rest, "titled"); ok {
			rest = strings.TrimSpace(rest[:start] + rest[end:])
		}
	}
	return h, rest
}

// measures tells whether a message names a figure: then it asks for it, whatever was noted.
func (d *desk) measures(ctx context.Context, m message) bool {
	r, err := d.Numbers.Read(ctx, m.question(m.text, nil))
	return err == nil && slices.ContainsFunc(r.Entities, func(e semantic.Entity) bool { return e.Type == "metric" })
}

// fill reads a message into a draft, which the reading then holds.
func (h *heard) fill(ctx context.Context, d *desk, draft *drafts.Draft, m message) (changed bool) {
	h.Changed = d.papers().Fill(draft, m.text, drafts.Input{Now: m.day(), Names: d.named(ctx, m)})
	h.Draft, h.Open = draft, d.lacks(*draft, m.day())
	return len(h.Changed) > 0
}

// lacks are the required values that a form misses.
func (d *desk) lacks(draft drafts.Draft, day time.Time) []forms.Missing {
	return slices.DeleteFunc(d.papers().Missing(draft, day), func(m forms.Missing) bool { return !m.Required })
}

// named are the things of the data that a message names, one of a kind, by kind;
// none where the data can't be asked.
func (d *desk) named(ctx context.Context, m message) map[string]string {
	const few = 8
	things, _, err := d.Numbers.Things(ctx, m.question(m.text, nil), few)
	if err != nil {
		d.Logger.Warn("names could not be looked up", "error", err)
	}
	names, several := map[string]string{}, map[string]bool{}
	for _, t := range things {
		several[t.Dimension] = several[t.Dimension] || names[t.Dimension] != ""
		names[t.Dimension] = t.Name
	}
	maps.DeleteFunc(names, func(dimension, _ string) bool { return several[dimension] })
	return names
}

// supposes tells a question what would be if the document said something else:
// a condition with a sum, or whether it may be then. Whether it may be as it is
// supposes nothing.
func supposes(text string) bool {
	sums := len(korean.FindSums(text)) > 0
	return phrases.Has(text, "paper.what_if") && (sums || !phrases.Has(text, "paper.passes")) || phrases.Has(text, "paper.suppose") && sums
}

// needed are the names of what a form has to be told.
func (d *desk) needed(document string, m message) (names []string) {
	for _, missing := range d.lacks(d.papers().Begin(document, m.Language), m.day()) {
		names = append(names, missing.Label(m.Language))
	}
	return names
}

// asking tells whether a message asks something. Who tells that they explained a
// product does not ask for an explanation.
func asking(text string) bool {
	return korean.EndsAsking(text) || phrases.Has(text, "asks") || korean.Asks(text) && !phrases.Has(text, "tells")
}

// tellsWhen tells that a message is nothing but the period that a question of figures
// amid a form was asked back for: it is no day of the form.
func (d *desk) tellsWhen(ctx context.Context, m message) bool {
	if !m.answers {
		return false
	}
	r, err := d.Numbers.Read(ctx, m.question(m.text, m.last()))
	return err == nil && r.Request != nil && r.Covered >= 1 && len(r.Entities) > 0 &&
		!slices.ContainsFunc(r.Entities, func(e semantic.Entity) bool { return e.Type != "period" })
}

// swallowed tells that a message was read whole into the one field that waited for words,
// and surely resembles something else than what a field holds: "a bit shorter, please" is
// no next step.
func (m message) swallowed(d drafts.Draft, changed []string) bool {
	if len(changed) != 1 || strings.TrimSpace(d.FormData.Text(changed[0])) != strings.TrimSpace(m.text) {
		return false
	}
	meant := examples.Read(m.text, m.can)
	return meant.Sure >= dialog.Confident && meant.Label != "form.tell" && meant.Label != "form.begin" && meant.Label != "note.keep"
}

// continues tells whether a message tells more of the form under way, or
// corrects it. A question is none.
func (h *heard) continues(ctx context.Context, d *desk, m message) bool {
	// "Adverse events? Yes, a patient felt dizzy" tells what was asked.
	if all := korean.Sentences(m.text); len(all) > 0 && asking(all[len(all)-1]) {
		return false
	}
	draft := *m.Paper.Draft
	if h.fill(ctx, d, &draft, m) && !m.swallowed(draft, h.Changed) {
		return true
	}
	h.Draft, h.Changed, h.Open = nil, nil, nil
	return false
}
