package document

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// askPurpose is the key of the only question that a letter asks.
const askPurpose = "letter_purpose"

// writeLetter reads the message into a letter and drafts it; it asks only
// when nothing tells what the letter is for. Nothing is ever sent.
func (w *turn) writeLetter() error {
	w.state.DocumentType = TypeMessage
	lower := forms.Lower(w.text)
	if why := refusesLetter(lower); why != "" {
		w.state.Refused = true
		w.state.Message = w.say("letter.refuse." + why)
		return nil
	}
	if w.tellLeft() || w.askWhose() {
		return nil
	}
	d := w.letterDraft(lower)
	v := d.Forms[letterKind]
	text := w.text
	if was := w.req.Draft.MadeLetter(); was != nil && was.Text("kind") == v.Text("kind") && !w.team.letters.asked(lower) {
		text = w.team.letters.readPoints(v, w.withStory(text), w.today)
	}
	_, bad := w.team.letters.read(v, text, w.today)
	w.leavesAtEnd(v)
	if !v.Has("kind") && v.Yes("renewed") {
		v.Set("kind", "renewal_request")
	}
	if !v.Has("form") {
		v.Set("form", "text")
	}
	w.state.Draft = d
	lang := w.lang
	if v.Has("language") {
		lang = v.Text("language")
	}
	view := w.team.letters.view(v, lang, w.today)
	if !v.Has("kind") {
		ask(d, askPurpose, letterKind, "letter")
		w.state.Missing, w.state.Questions = d.Missing, d.Missing
		w.state.Message = w.say("letter.ask")
		return nil
	}
	if sum, known := view.excess(); view.Is("kind", "rent_refund") && known && sum == 0 {
		w.noExcess(d)
		return nil
	}
	return w.makeLetter(d, view, bad)
}

// withStory puts what was told before an order to put that in in front of it: "그 내용도
// 넣어줘".
func (w *turn) withStory(text string) string {
	if before := w.req.Before; phrases.Has(text, "letter.point_that") && len(before) > 0 && !asksOf(before[0]) && !w.team.letters.asked(forms.Lower(before[0])) {
		return before[0] + ". " + text
	}
	return text
}

// MadeLetter is the letter that was made last, nil where another document was.
func (d *Draft) MadeLetter() forms.Values {
	if d == nil || d.Type != TypeMessage || d.Stage != StageMade {
		return nil
	}
	return d.Forms[letterKind]
}

// tellLeft answers who asks whether a letter is done, or leaves the rest of it blank.
func (w *turn) tellLeft() bool {
	if w.req.Draft.MadeLetter() == nil || !phrases.HasAny(w.text, "letter.done", "letter.later") {
		return false
	}
	w.state.Missing = w.state.Draft.Missing
	key := "letter.left"
	if phrases.Has(w.text, "letter.later") {
		key = "letter.kept_blank"
	}
	w.state.Message = w.say(key, "blanks", labels(w.state.Missing, w.lang))
	return true
}

// askWhose asks whose a name is that is said alone while both are blank.
func (w *turn) askWhose() bool {
	v := w.req.Draft.MadeLetter()
	name := onlyName(w.text)
	if v == nil || name == "" || v.Has("sender_name") || v.Has("recipient_name") {
		return false
	}
	w.state.Message = w.say("letter.whose", "name", escape(name))
	return true
}

// maxNameBytes is the longest message that may be a name of Hangul.
const maxNameBytes = 16

// onlyName is a name that is all of a message, "" for anything else.
func onlyName(text string) string {
	text = strings.Trim(text, " .!\n")
	if len(text) > maxNameBytes {
		return ""
	}
	m := forms.NewMessage(text)
	if name, end, ok := m.NameAt(0, len(m.Written), false); ok && end == len(m.Written) && korean.BeginsHangul(name) && !phrases.Has(name, "letter.no_name") {
		return name
	}
	return ""
}

// letterDraft is the draft to write into: the letter so far, or a new one
// when another purpose is asked for. A contract in the making stays in it.
func (w *turn) letterDraft(lower string) *Draft {
	d := w.state.Draft
	if !d.isOpen() {
		d = &Draft{}
	}
	if d.Forms[letterKind] == nil {
		d.values(letterKind, w.team.letters.begin(d.Forms[w.team.contracts[0].Kind]))
	}
	l, v := w.team.letters, d.Forms[letterKind]
	if side := cmp.Or(l.Choose("side", lower), w.req.Side); side != "" && side != v.Text("side") {
		turnAround(v, side) // before the ground, which depends on it
		if v.Has("kind") {
			w.readTalk(v)
		}
	}
	switch kind := l.purpose(lower, v.Text("side")); {
	case !v.Has("kind"):
		v.Set("kind", kind)
		w.readTalk(v)
		w.readStanding(v)
	case kind != "" && kind != v.Text("kind") && (l.asked(lower) || d.Type != TypeMessage || l.Choose("kind", lower) != "" && changesPurpose(lower)):
		d.values(letterKind, l.next(v, kind))
		w.readStanding(d.Forms[letterKind])
	}
	d.Type, d.Problems, d.Clashes, d.AsIs = TypeMessage, nil, nil, false
	return d
}

// changesPurpose tells whether a message over a letter that names another purpose asks for
// a letter to that: one that is put in besides, or comes with another sum, does not.
func changesPurpose(lower string) bool {
	if phrases.Has(lower, "letter.point") || slices.ContainsFunc(dialog.Denials(lower), func(d dialog.Denial) bool { return len(forms.FindSums(d.Denied)) > 0 }) {
		return false
	}
	return phrases.HasAny(lower, "words.change", "letter.dictated")
}

// wishes are the fields that only the order of a letter tells: what is proposed, and how
// it is to be written.
var wishes = []string{
	"ask_deposit", "ask_rent", "step_deposit", "step_rent", "rate_ppm", "only", "direction",
	"tone", "language", "form", "refused",
}

// newestQuestions is how far back the facts of a letter are looked for.
const newestQuestions = 2

// readTalk fills a new letter from the newest questions before it that are about the same
// matter, which also tell its purpose where the order names none.
func (w *turn) readTalk(v forms.Values) {
	l, order := w.team.letters, forms.Lower(w.text)
	for i, asked := range w.req.Before {
		if i >= newestQuestions && v.Has("kind") {
			break // an older one only tells a purpose that nothing else does
		}
		text := forms.Clean(asked, maxReviewBytes)
		kind := l.matter(forms.Lower(text), order, v)
		if kind == "" || v.Has("kind") && v.Text("kind") != kind {
			continue // what is said of another matter is no fact of this one
		}
		v.Set("kind", kind)
		told := forms.Values{}
		told.Set("kind", kind)
		told.Set("side", v.Text("side"))
		l.read(told, text, w.today)
		for _, wish := range wishes {
			delete(told, wish)
		}
		v.Complete(told)
	}
}

// readStanding fills a letter with what holds for each letter and any question of the
// talk told, the newest first, or what is known of the lease.
func (w *turn) readStanding(v forms.Values) {
	l := w.team.letters
	for _, asked := range append(slices.Clone(w.req.Before), w.req.Known) {
		text := forms.Clean(asked, maxReviewBytes)
		told := forms.Values{}
		told.Set("kind", v.Text("kind"))
		if v.Yes("overdue") {
			told.Set("overdue", true)
		}
		l.read(told, text, w.today)
		for key := range told {
			if !slices.Contains(l.Standing, key) && !((key == "deposit" || key == "monthly_rent") && l.tellsSums(forms.Lower(text), v.Text("kind"))) {
				delete(told, key)
			}
		}
		v.Complete(told)
	}
}

// tellsSums tells whether a question before a letter names the sums of the lease: not
// what somebody wants them to be, nor those of something else.
func (l *letters) tellsSums(asked, kind string) bool {
	about := l.Choose("kind", asked)
	return (about == "" || about == kind && kind != "rent_proposal") && phrases.HasAny(asked, "letter.deposit", "letter.rent") &&
		!phrases.HasAny(asked, "letter.demanded", "letter.elsewhere")
}

// leavesAtEnd makes a tenant's wish to move out, of a lease whose end is known and
// that he does not say to break off, the notice that it ends with its term.
func (w *turn) leavesAtEnd(v forms.Values) {
	ends := v.Text("end_date")
	own := forms.Values{}
	own.Set("kind", "termination")
	w.team.letters.read(own, w.text, w.today)
	if v.Text("side") == "tenant" && v.Text("kind") == "termination" && ends >= w.today.Format(time.DateOnly) && !v.Has("move_date") &&
		!own.Has("ground") && v.Text("ground") != "implied" && !phrases.Has(forms.Lower(w.text), "letter.early") {
		v.Set("kind", "non_renewal")
	}
}

// matter is what a letter is for by a question before it, "" where that tells nothing:
// what the other side wants is what the sender may have to answer, not what he writes.
func (l *letters) matter(asked, order string, v forms.Values) string {
	kind := l.Choose("kind", asked)
	own := l.Choose("direction", order) != "" || len(korean.FindRates(order)) > 0
	switch theirs := phrases.Has(asked, "letter.demanded"); {
	case phrases.Has(asked, "letter.elsewhere"), !writes(v.Text("side"), kind):
		return ""
	case theirs && !(kind == "deposit_return" || kind == "repair_request" || kind == "rent_proposal" && own):
		return ""
	}
	return kind
}

// noExcess tells that nothing was paid above the ceiling: such a demand
// would be false.
func (w *turn) noExcess(d *Draft) {
	d.Stage, d.Asked, d.Missing = StageAsking, nil, nil
	pct := w.team.percent("rent_increase.ceiling_pct")
	p := Problem{Code: "no_excess", Fields: []string{"deposit", "ask_deposit"},
		TextKo: texts.Say("ko", "letter.no_excess", "pct", pct), TextEn: texts.Say("en", "letter.no_excess", "pct", pct)}
	w.state.Problems, d.Problems = []Problem{p}, []Problem{p}
	w.state.Message = w.say("letter.no_excess", "pct", pct)
}

func (w *turn) makeLetter(d *Draft, v *letterView, bad []string) error {
	out, err := w.team.letters.render(v)
	if err != nil {
		return err
	}
	if same, err := w.unchanged(out); err != nil || same && len(bad) == 0 {
		w.state.Message = w.say("letter.unchanged")
		return err
	}
	// What is said about the letter is in the user's language.
	mine := w.team.letters.view(v.Values, w.lang, w.today)
	checks := w.team.letters.check(mine, nil)
	w.state.ReviewResult = assess(checks, nil, w.lang)
	w.state.ReviewNeeded = w.state.ReviewResult.RiskLevel != SeverityLow
	blanks := labels(out.Blanks, w.lang)
	w.state.Template = w.team.letters.describe(v)
	title := w.say("letter.title", "form", mine.Option("form"), "subject", mine.Subject())
	w.made(title, out.Document, Metadata{Language: v.Lang(), Blanks: blanks, Checks: checks})
	d.Stage, d.Asked, d.Missing = StageMade, nil, out.Blanks
	w.state.Message = w.letterMessage(mine, out, checks, blanks, bad)
	return nil
}

// unchanged tells whether a letter stands as it stood before, and it was not asked for
// again.
func (w *turn) unchanged(out *renderedLetter) (bool, error) {
	was, lower := w.req.Draft.MadeLetter(), forms.Lower(w.text)
	if was == nil || w.team.letters.asked(lower) && !asksOf(w.text) || phrases.Has(lower, "act.show") {
		return false, nil
	}
	before, err := w.team.letters.render(w.team.letters.view(was.Clone(), cmp.Or(was.Text("language"), w.lang), w.today))
	return err == nil && before.Document == out.Document, err
}

// letterMessage shows the words to send, then what to know about them.
func (w *turn) letterMessage(v *letterView, out *renderedLetter, checks []Check, blanks, bad []string) string {
	notes := w.letterNotes(v, checks)
	if len(bad) > 0 {
		notes = append(notes, w.say("letter.bad", "values", escape(strings.Join(bounded(bad, 5), ", "))))
	}
	if len(blanks) > 0 {
		notes = append(notes, w.say("letter.blanks", "blanks", blanks))
	}
	return w.say("letter.made", "form", v.Option("form"), "subject", v.Subject(), "body", strings.Join(out.Lines, "\n>\n> "), "notes", notes)
}

// letterNotes are the sums worked out, the checks that speak and the law.
func (w *turn) letterNotes(v *letterView, checks []Check) []string {
	var notes []string
	if v.Is("kind", "rent_proposal", "rent_refund") {
		for _, c := range v.changes() {
			if n := v.reckoning(c); n != "" {
				notes = append(notes, n)
			}
		}
	}
	for i, c := range checks {
		switch {
		case c.Failed():
			notes = append(notes, w.say("letter.mind", "text", c.Text(w.lang)))
		case c.Outcome == CheckUnknown, i < 2 && c.Outcome == CheckPassed:
			notes = append(notes, c.Text(w.lang))
		}
	}
	return append(append(notes, v.said(v.form.Notes)...), w.say("letter.law", "laws", v.said(v.form.Laws)))
}

// dropLetter gives up the message; the contract that waited beside it stays.
func (w *turn) dropLetter(d *Draft) {
	delete(d.Forms, letterKind)
	d.Type, d.Stage, d.Asked = w.team.contracts.drafted(d).documentType(), StageAsking, nil
	w.state.Draft = d
	w.state.Message = w.say("letter.dropped")
}
