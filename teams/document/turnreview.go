package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/teams/clause"
)

// askReview is the key of the question for the clauses to review.
const askReview = "review_text"

// refuses tells whether a contract at a false price or a forgery is asked
// for. A pasted clause about a false price is reviewed, not refused.
func refuses(text string) bool {
	return phrases.HasAny(text, "refuse.forgery", "refuse.false_price") && !hasClause(text)
}

func (w *turn) refuse() {
	w.state.Refused = true
	if w.state.Draft != nil {
		w.state.DocumentType = w.state.Draft.Type
	}
	if phrases.Has(w.text, "refuse.forgery") {
		w.state.Message = w.say("refuse.forgery")
		return
	}
	w.state.Message = w.say("refuse.price", "pct", w.team.percent("false_report.fine_to_pct"))
}

func (w *turn) cancel() {
	d := w.state.Draft
	w.state.DocumentType = d.Type
	if d.Type == TypeMessage && d.hasContract() {
		w.dropLetter(d)
		return
	}
	w.state.Draft = &Draft{Type: d.Type, Stage: StageCancelled}
	w.state.Cancelled = true
	w.state.Message = w.say("draft.cancelled")
}

// review finds the risky clauses of a text that the user gives.
func (w *turn) review() error {
	d := w.state.Draft
	if !d.isOpen() {
		d = &Draft{Type: TypeReview, Stage: StageAsking}
	}
	title, whole := w.team.ingested(w.text)
	switch {
	case hasClause(w.text):
		w.reviewText(d, clausesIn(w.text))
	case phrases.Has(title, "review.contract") && hasClause(whole):
		w.reviewText(d, clausesIn(whole))
		w.state.Message = strings.TrimRight(w.state.Message, "\n") + "\n\n" + w.say("review.of", "title", title)
	case d.asked(askReview) && len([]rune(w.text)) >= 10 && !phrases.Has(w.text, "review.ask"):
		w.reviewText(d, strings.TrimSpace(w.text))
	default:
		return w.reviewOwn(d)
	}
	return nil
}

// reviewOwn is a review without a text: of the contract just made, else a
// question for the text.
func (w *turn) reviewOwn(d *Draft) error {
	if c := w.team.contracts.kind(d.Type); d.Stage == StageMade && c != nil {
		s := c.Scope(d.Forms[c.Kind], w.lang, w.today)
		w.state.Draft, w.state.DocumentType = d, d.Type
		d.Missing = c.Missing(s)
		return w.make(c, d, s)
	}
	ask(d, askReview, "review", "review")
	w.state.Draft, w.state.Missing, w.state.Questions = d, d.Missing, d.Missing
	w.state.ReviewNeeded = true
	w.state.Message = w.say("review.ask") + w.say("review.privacy")
	return nil
}

// ask notes the only question that is open, named and asked by the catalogue.
func ask(d *Draft, key, group, texted string) {
	both := func(name string) words.Text {
		return words.Text{"ko": texts.Say("ko", texted+"."+name), "en": texts.Say("en", texted+"."+name)}
	}
	m := forms.NewMissing(key, group, both("label"), both("ask"), true)
	d.Stage, d.Asked, d.Missing = StageAsking, []string{key}, []Missing{m}
}

// reviewText judges the clauses of a text; the whole message tells of which
// kind of contract they are.
func (w *turn) reviewText(d *Draft, text string) {
	text = cut.Bytes(text, maxReviewBytes)
	kind := w.team.catalog.KindOf(w.req.Shared.UserQuery+"\n"+text, clause.AnyKind)
	clauses := w.team.catalog.Review(text, kind, w.lang)
	risks := risksOf(clauses)
	res := assess(nil, risks, w.lang)
	for _, r := range risks {
		res.ComplianceCheck[r.ID] = false
	}
	res.Clauses = clauses
	d.ReviewedText, d.ReviewedKind, d.Stage, d.Asked, d.Missing = text, kind, StageReviewed, nil, nil
	w.state.Draft, w.state.ReviewResult = d, res
	w.state.ReviewNeeded = res.RiskLevel != SeverityLow
	w.state.Message = w.reviewMessage(res)
}

// wholeContract is from how many clauses a text is told of as a contract: its
// harmless clauses are not listed, and what to look at besides is.
const wholeContract = 6

func (w *turn) reviewMessage(res *ReviewResult) string {
	var b strings.Builder
	if phrases.Has(w.text, "review.commands") {
		b.WriteString(w.say("review.commands"))
	}
	risky, unclear, whole, level := 0, 0, len(res.Clauses) >= wholeContract, res.RiskLevel
	for _, c := range res.Clauses {
		switch c.Verdict {
		case clause.Risky:
			risky++
		case clause.Unclear:
			unclear++
		}
	}
	if len(res.Clauses) == 1 && risky > 0 {
		level = res.Risks[0].Severity
	}
	b.WriteString(w.say("review.verdict", "n", len(res.Clauses), "risky", risky, "unclear", unclear, "risk", w.say("risk."+level)))
	for i, c := range res.Clauses {
		if !whole || len(c.Risks) > 0 {
			b.WriteString(w.clauseLines(i+1, c))
		}
	}
	if whole {
		b.WriteString(w.say("review.also"))
		if k := w.state.Draft.ReviewedKind; k == clause.Sale || k == clause.Presale {
			b.WriteString(w.say("review.also_sale", "report", w.team.figure("contracts.trade_report.days"), "tax", w.team.figure("acquisition_tax.due_days")))
		} else {
			b.WriteString(w.say("review.also_lease"))
		}
	}
	if risky > 0 {
		b.WriteString(w.say("review.end"))
	} else {
		b.WriteString(w.say("review.safe"))
	}
	return b.String()
}

// clauseLines are the verdict on a clause, why, and what to write instead.
func (w *turn) clauseLines(n int, c Reviewed) string {
	excerpt := escape(forms.OneLine(c.Text, 120))
	if len(c.Risks) == 0 {
		return w.say("review."+c.Verdict, "n", n, "law", c.Law, "excerpt", excerpt)
	}
	lines := make([]string, len(c.Risks))
	for i, r := range c.Risks {
		lines[i] = riskLine(r, w.lang)
	}
	_, changed := rewrite([]Reviewed{c})
	return w.say("review.risk", "n", n, "line", strings.Join(lines, " "), "excerpt", excerpt, "instead", strings.Join(changed[0].wordings, " "))
}

// ofReviewed tells whether a message is about the text last reviewed, as a phrase
// says.
func (w *turn) ofReviewed(key string) bool {
	d := w.req.Draft
	return d != nil && d.ReviewedText != "" && d.Stage == StageReviewed && phrases.Has(w.text, key) && !hasClause(w.text)
}

// nameWorst names the clause of the text last reviewed that can hurt most.
func (w *turn) nameWorst() {
	clauses := w.team.catalog.Review(w.req.Draft.ReviewedText, w.req.Draft.ReviewedKind, w.lang)
	worst, most := -1, 0
	for i, c := range clauses {
		weight := 0
		for _, r := range c.Risks {
			weight += map[string]int{SeverityHigh: 100, SeverityMedium: 10, SeverityLow: 1}[r.Severity]
		}
		if weight > most {
			worst, most = i, weight
		}
	}
	if worst < 0 {
		w.state.Message = w.say("review.no_worst")
		return
	}
	w.show(clauses, worst)
	w.state.Message = w.say("review.worst", "n", len(clauses)) + w.state.Message
}

// show tells again what was found of some of the clauses last reviewed.
func (w *turn) show(clauses []Reviewed, at ...int) {
	var shown []Reviewed
	for _, i := range at {
		shown = append(shown, clauses[i])
		w.state.Message += w.clauseLines(i+1, clauses[i])
	}
	w.state.ReviewResult = assess(nil, risksOf(shown), w.lang)
	w.state.ReviewResult.Clauses = shown
	if len(w.state.ReviewResult.Risks) > 0 {
		w.state.Message += w.say("review.end")
	}
}

// numbered are the places of the clauses last reviewed that a message names by their
// numbers.
func numbered(d *Draft, text string) (at []int) {
	named := phrases.FindAll(text, "clause_number")
	if len(named) == 0 {
		return nil
	}
	clauses := len(clause.Clauses(d.ReviewedText))
	for _, m := range named {
		n, err := strconv.Atoi(phrases.Named(text[m[0]:m[1]], "clause_number")["n"])
		if err == nil && n >= 1 && n <= clauses && !slices.Contains(at, n-1) {
			at = append(at, n-1)
		}
	}
	return at
}

// rewrite writes the last reviewed text again without its risks, of numbered clauses those.
func (w *turn) rewrite() {
	d := w.state.Draft
	clauses := w.team.catalog.Review(d.ReviewedText, d.ReviewedKind, w.lang)
	text, changed := rewrite(clauses)
	list := asList(text)
	if at := numbered(d, w.text); len(at) > 0 {
		text, list, changed = rewriteSome(clauses, at)
	}
	left := risksOf(w.team.catalog.Review(text, d.ReviewedKind, w.lang))
	w.state.ReviewResult = assess(nil, left, w.lang)
	w.state.Message = w.rewriteMessage(list, changed, left)
	if text != "" {
		title := w.say("rewrite.title")
		w.made(title, "# "+title+"\n\n"+list+"\n", Metadata{Language: w.lang})
	}
}

func asList(text string) string {
	if text == "" {
		return ""
	}
	var lines []string
	for i, l := range strings.Split(text, "\n") {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, escape(withoutBullet(l))))
	}
	return strings.Join(lines, "\n")
}

func (w *turn) rewriteMessage(list string, changed []rewritten, left []Risk) string {
	if len(changed) == 0 {
		return w.say("rewrite.none")
	}
	var b strings.Builder
	b.WriteString(w.say("rewrite.now"))
	if list != "" {
		b.WriteString(list + "\n\n")
	}
	for _, c := range changed {
		if len(c.wordings) == 0 {
			b.WriteString(w.say("rewrite.removed", "text", escape(forms.OneLine(c.old, 120))))
		}
	}
	if len(left) > 0 {
		b.WriteString(w.say("rewrite.left", "n", len(left)))
	}
	b.WriteString(w.say("rewrite.end"))
	return b.String()
}
