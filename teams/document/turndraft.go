package document

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/documents"
)

var asIsAsk = regexp.MustCompile(`(?i)그대로\s*(?:작성|만들|써|진행|해)|이대로\s*(?:작성|만들|써|진행|해)|빈칸(?:으로|은)?\s*(?:두고|남기고|비워)|나머지는?\s*(?:비워|빈칸|나중)|일단\s*(?:작성|만들|써)|지금까지\s*(?:것|내용)?(?:만|으로)|as (?:it )?is|leave (?:the rest|it) blank|just (?:make|write|draft) it|with blanks`)

// draft reads the message into the contract and makes the document when
// enough is known, else asks.
func (w *turn) draft(ctx context.Context, kind string) error {
	w.state.DocumentType = kind
	w.mark(WorkCollect, StatusProcessing, 10, "계약 내용을 정리하고 있습니다...", "Reading the terms of the contract...")
	d := w.req.Draft.clone()
	d = resumed(d, kind)
	_, issues := readMessage(d, w.text, w.req.Intent.Entities, w.today, w.lang)
	d.Problems = append(issues, problems(d, w.today)...)
	if asIsAsk.MatchString(w.text) {
		d.AsIs = true
		for _, p := range d.Problems {
			d.Accepted = append(d.Accepted, p.id())
		}
		d.Accepted = bounded(distinct(d.Accepted), maxListItems)
	}
	d.Missing = missingFields(d)
	w.state.Draft, w.state.Problems = d, d.Problems
	for _, m := range d.Missing {
		if m.Required {
			w.state.Missing = append(w.state.Missing, m)
		}
	}
	w.mark(WorkCollect, StatusCompleted, 40, "계약 내용을 정리했습니다.", "Read the terms of the contract.")
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	if open := d.open(); len(open) > 0 || len(w.state.Missing) > 0 && !d.AsIs {
		w.state.Problems = open
		w.ask(d)
		return nil
	}
	return w.make(ctx, d)
}

// resumed is the draft to go on with: one of another kind is left, but a
// contract that waited beside a message is taken up again.
func resumed(d *Draft, kind string) *Draft {
	if d == nil || d.Stage == StageCancelled {
		return newDraft(kind)
	}
	if d.Type == TypeMessage && (kind == TypeLease && d.Lease != nil || kind == TypeSales && d.Sales != nil) {
		d.Type = kind
	}
	if d.Type != kind {
		return newDraft(kind)
	}
	return d
}

// open are the problems that the user has not chosen to keep.
func (d *Draft) open() []Problem {
	var out []Problem
	for _, p := range d.Problems {
		if !slices.Contains(d.Accepted, p.id()) {
			out = append(out, p)
		}
	}
	return out
}

// ask says what is known, what contradicts itself and what is missing, with
// no more than two groups of questions.
func (w *turn) ask(d *Draft) {
	d.Stage = StageAsking
	w.state.Questions = nextQuestions(w.state.Missing)
	d.Asked = nil
	var b strings.Builder
	b.WriteString(summaryOf(d, w.lang))
	if len(w.state.Problems) > 0 {
		b.WriteString(pick(w.lang, "**서로 맞지 않는 내용이 있습니다**\n", "**Something does not fit together**\n"))
		for _, p := range bounded(w.state.Problems, 3) {
			b.WriteString("- " + escapeValues(p.Text(w.lang)) + "\n")
			d.Asked = append(d.Asked, p.Fields...)
		}
		// Contradictions come first: their answers may settle the rest.
		w.state.Questions = nil
	} else {
		b.WriteString(pick(w.lang, "**다음을 알려 주세요**\n", "**Please tell me**\n"))
		for _, line := range askGroups(w.state.Questions, w.lang) {
			b.WriteString("- " + line + "\n")
		}
		for _, q := range w.state.Questions {
			d.Asked = append(d.Asked, q.Key)
		}
	}
	b.WriteString(pick(w.lang, "\n지금까지의 내용으로 만들려면 '그대로 작성해줘', 그만두려면 '취소'라고 해 주세요. 남은 칸은 빈칸으로 둡니다.",
		"\nSay 'as is' to have the draft with blanks, or 'cancel' to stop."))
	w.state.Message = b.String()
	w.progress(100, pick(w.lang, "추가 정보가 필요합니다.", "More information is needed."))
}

// escapeValues keeps user words inside a problem's text from being read as
// Markdown.
func escapeValues(s string) string { return documents.Escape(s) }

// make renders, checks and reviews the document.
func (w *turn) make(ctx context.Context, d *Draft) error {
	begun := w.team.clock()
	w.mark(WorkGenerate, StatusProcessing, 50, "계약서 초안을 작성하고 있습니다...", "Writing the draft...")
	text, err := w.team.templates.render(d, w.lang, w.today.Format(dayForm))
	if err != nil {
		return err
	}
	now := w.team.clock()
	w.state.GenerationTime = now.Sub(begun).Seconds()
	w.mark(WorkGenerate, StatusCompleted, 70, "계약서 초안을 작성했습니다.", "Wrote the draft.")
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	w.mark(WorkReview, StatusProcessing, 80, "초안을 점검하고 있습니다...", "Checking the draft...")
	checks, clauses := w.team.check(d, text, w.lang)
	w.state.ReviewResult = assess(checks, clauses, w.lang)
	w.state.ReviewNeeded = w.state.ReviewResult.RiskLevel != SeverityLow || len(w.state.Missing) > 0
	w.state.Terms = Recommended(d, w.lang)
	for _, t := range w.state.Terms {
		w.state.ReviewResult.recommend(pick(w.lang, "추천 특약 ", "Recommended term ") + t.ID + " " + t.Name + ": " + t.Reason)
	}
	w.state.ReviewTime = w.team.clock().Sub(now).Seconds()
	w.finish(d, text, checks, now)
	w.mark(WorkReview, StatusCompleted, 100, "초안 점검을 마쳤습니다.", "Checked the draft.")
	return nil
}

// check runs the automatic checks and the reviewer on a contract.
func (t *Team) check(d *Draft, text, lang string) ([]Check, []Risk) {
	terms := strings.Join(d.terms(), "\n")
	kind := KindLease
	if d.Sales != nil {
		kind = KindSale
	}
	var clauses []Risk
	if terms != "" {
		clauses = t.reviewer.Review(terms, kind, lang)
	}
	if d.Sales != nil {
		return CheckSales(d.Sales, text), clauses
	}
	return CheckLease(d.Lease, text, clauses, t.limits), clauses
}

// finish puts the document into the state; contradictions that the user
// chose to keep lead the risks through the checks that they break.
func (w *turn) finish(d *Draft, text string, checks []Check, now time.Time) {
	var blanks []string
	for _, m := range d.Missing {
		blanks = append(blanks, m.Label(w.lang))
	}
	tmpl := w.team.templates.describe(d.Type, w.lang)
	w.state.Template = tmpl
	w.state.DocumentContent = &Content{
		Title: titleOf(d, w.lang), Content: text, CreatedAt: now.UTC().Format(time.RFC3339),
		Metadata: Metadata{DocumentType: d.Type, Language: w.lang, Draft: true, Blanks: blanks, Checks: checks, AsOf: factsAsOf},
	}
	w.state.FinalDocument = text
	d.Stage, d.Asked = StageMade, nil
	w.state.Message = w.madeMessage(d, blanks)
}

func titleOf(d *Draft, lang string) string {
	var place string
	if slot := d.textSlot("property_address"); slot != nil {
		place = *slot
	}
	title := pick(lang, "주택임대차계약서 초안", "Housing lease contract (draft)")
	if d.Type == TypeSales {
		title = pick(lang, "부동산 매매계약서 초안", "Sales contract (draft)")
	}
	if place == "" {
		return title
	}
	return title + " - " + oneLine(place, 60)
}
