package document

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// askPurpose is the key of the only question that a letter asks.
const askPurpose = "letter_purpose"

// writeLetter reads the message into a letter and drafts it; it asks only
// when nothing tells what the letter is for. Nothing is ever sent.
func (w *turn) writeLetter(ctx context.Context) error {
	w.state.DocumentType = TypeMessage
	lower := forms.Lower(w.text)
	if why := refusesLetter(lower); why != "" {
		w.refuseLetter(why)
		return nil
	}
	w.markPicked(WorkCollect, StatusProcessing, 10, "보낼 내용을 정리하고 있습니다...", "Reading what the message should say...")
	d := w.letterDraft(lower)
	_, bad := readLetter(d.Letter, w.text, w.req.Intent.Entities, w.today)
	if d.Letter.Kind == "" && d.Letter.Renewed {
		d.Letter.Kind = RenewalRequest
	}
	if d.Letter.Form == "" {
		d.Letter.Form = FormText
	}
	w.state.Draft = d
	w.markPicked(WorkCollect, StatusCompleted, 40, "보낼 내용을 정리했습니다.", "Read what the message should say.")
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	if d.Letter.Kind == "" {
		w.askLetter(d)
		return nil
	}
	if sum, known := d.Letter.excess(); d.Letter.Kind == RentRefund && known && sum == 0 {
		w.noExcess(d)
		return nil
	}
	return w.makeLetter(d, bad)
}

// letterDraft is the draft to write into: the letter so far, or a new one
// when another purpose is asked for. A contract in the making stays in it.
func (w *turn) letterDraft(lower string) *Draft {
	d := w.req.Draft.clone()
	if d == nil || d.Stage == StageCancelled {
		d = &Draft{}
	}
	if d.Letter == nil {
		d.Letter = newLetter(d.Forms["lease"])
	}
	kind := letterKindOf(lower)
	switch l := d.Letter; {
	case l.Kind == "":
		l.Kind = kind
	case kind != "" && kind != l.Kind && (asksLetter(lower) || d.Type != TypeMessage || edits(lower)):
		d.Letter = l.next(kind)
	}
	d.Type, d.Problems, d.Clashes, d.AsIs = TypeMessage, nil, nil, false
	return d
}

func (w *turn) markPicked(stage, status string, percent int, ko, en string) {
	w.state.GenerationProgress[stage] = status
	w.progress(percent, pick(w.lang, ko, en))
}

func (w *turn) askLetter(d *Draft) {
	m := Missing{Key: askPurpose, Group: "letter", LabelKo: "글의 용건", LabelEn: "purpose", Required: true,
		QuestionKo: "무엇을 알리거나 부탁하는 글인가요? 예: 인상률 제안, 갱신 요구, 갱신 거절·해지 통지, 보증금 반환, 수리 요청, 납세증명 요청",
		QuestionEn: "What should the message say? For example a rent proposal, a request to renew, a notice to leave, the return of the deposit, a repair, or the tax papers."}
	d.Stage, d.Asked, d.Missing = StageAsking, []string{m.Key}, []Missing{m}
	w.state.Missing, w.state.Questions = d.Missing, d.Missing
	w.state.Message = m.Question(w.lang)
	w.progress(100, pick(w.lang, "글의 용건이 필요합니다.", "The purpose of the message is needed."))
}

// noExcess tells that nothing was paid above the ceiling: such a demand
// would be false.
func (w *turn) noExcess(d *Draft) {
	d.Stage, d.Asked, d.Missing = StageAsking, nil, nil
	p := Problem{Code: "no_excess", Fields: []string{"deposit", "ask_deposit"},
		TextKo: "말씀하신 금액은 증액 상한 5%를 넘지 않아 돌려 달라고 할 초과분이 없습니다. 금액이 다르면 '보증금 3억에서 3억 3천만원으로 올려 줬어요'처럼 다시 알려 주세요.",
		TextEn: "The sums you gave are not above the limit of 5%, so there is no excess to ask back. If they differ, tell me the former and the present sum."}
	w.state.Problems, d.Problems = []Problem{p}, []Problem{p}
	w.state.Message = p.Text(w.lang)
	w.progress(100, pick(w.lang, "초과 지급한 금액이 없습니다.", "Nothing was paid above the limit."))
}

func (w *turn) makeLetter(d *Draft, bad []string) error {
	begun := w.team.clock()
	l := d.Letter
	lang := w.lang
	if l.Language != "" {
		lang = l.Language
	}
	w.markPicked(WorkGenerate, StatusProcessing, 50, "초안을 쓰고 있습니다...", "Writing the draft...")
	out, err := w.team.letters.letter(&letterView{writer: writer{lang}, l: l, today: w.today})
	if err != nil {
		return err
	}
	now := w.team.clock()
	checks := CheckLetter(l, w.today)
	w.state.ReviewResult = assess(checks, nil, w.lang)
	w.state.ReviewNeeded = w.state.ReviewResult.RiskLevel != SeverityLow
	w.state.GenerationTime = now.Sub(begun).Seconds()
	var blanks []string
	for _, m := range out.Blanks {
		blanks = append(blanks, m.Label(w.lang))
	}
	w.state.Template = w.team.letters.describeLetter(l, lang)
	w.state.DocumentContent = &Content{
		Title: formName(l.Form, w.lang) + pick(w.lang, " 초안 - ", " (draft) - ") + l.subject(w.lang), Content: out.Document, CreatedAt: now.UTC().Format(time.RFC3339),
		Metadata: Metadata{DocumentType: TypeMessage, Language: lang, Draft: true, Blanks: blanks, Checks: checks, AsOf: w.team.asOf},
	}
	w.state.FinalDocument = out.Document
	d.Stage, d.Asked, d.Missing = StageMade, nil, out.Blanks
	w.state.Message = w.letterMessage(l, out, checks, blanks, bad)
	w.markPicked(WorkGenerate, StatusCompleted, 100, "초안을 썼습니다. 보내는 일은 직접 하셔야 합니다.", "Wrote the draft. Sending it is up to you.")
	return nil
}

// letterMessage shows the words to send, then what to know about them.
func (w *turn) letterMessage(l *Letter, out *renderedLetter, checks []Check, blanks, bad []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, pick(w.lang, "**%s 초안**입니다(%s). 보내지 않았으니, 확인한 뒤 직접 보내 주세요.\n\n", "Here is the draft of the **%s** (%s). It was not sent: check it and send it yourself.\n\n"),
		pick(w.lang, formName(l.Form, w.lang), strings.ToLower(formName(l.Form, w.lang))), l.subject(w.lang))
	b.WriteString("> " + strings.Join(out.Lines, "\n>\n> ") + "\n\n")
	for _, n := range w.letterNotes(l, checks) {
		b.WriteString("- " + n + "\n")
	}
	if len(bad) > 0 {
		b.WriteString("- " + pick(w.lang, "믿기 어려워 쓰지 않은 값: ", "Not used, as it can't be so: ") + escape(strings.Join(bounded(bad, 5), ", ")) + "\n")
	}
	if len(blanks) > 0 {
		b.WriteString("- " + pick(w.lang, "채울 빈칸: ", "Blanks to fill in: ") + strings.Join(blanks, ", ") + "\n")
	}
	b.WriteString(pick(w.lang, "\n고치려면 '좀 더 정중하게', '5%로 바꿔줘', '내용증명으로'처럼 말씀해 주세요. 일반 정보이며 법률 자문이 아닙니다.",
		"\nTo change it say 'more politely', 'make it 5%' or 'as a certified letter'. This is general information, not legal advice."))
	return b.String()
}

// letterNotes are the sums worked out, the checks that speak and the law.
func (w *turn) letterNotes(l *Letter, checks []Check) []string {
	var notes []string
	if l.Kind == RentProposal || l.Kind == RentRefund {
		for _, c := range l.changes() {
			if n := c.reckoning(w.lang); n != "" {
				notes = append(notes, pick(w.lang, "계산: ", "Reckoning: ")+n)
			}
		}
	}
	for _, c := range checks {
		said := c.Failed() || c.Outcome == CheckUnknown || c.ID == "M-2" && c.Outcome == CheckPassed || c.ID == "M-1" && c.Outcome == CheckPassed
		if said {
			notes = append(notes, pick(w.lang, map[bool]string{true: "**주의** ", false: ""}[c.Failed()], map[bool]string{true: "**Mind:** ", false: ""}[c.Failed()])+c.Text(w.lang))
		}
	}
	if l.Kind == NonRenewal && l.Ground == GroundOwnUse {
		notes = append(notes, pick(w.lang, "실거주를 이유로 거절한 뒤 정당한 사유 없이 다른 사람에게 임대하면 손해를 배상해야 합니다(주택임대차보호법 제6조의3 제5항).",
			"Who refuses for own residence and then lets to somebody else without good reason owes damages (Art. 6-3 Para. 5)."))
	}
	if l.Kind == DepositReturn {
		notes = append(notes, pick(w.lang, "임차권등기가 끝난 것을 확인하고 나서 이사하세요.", "Do not move out before the leasehold is registered."))
	}
	if l.Shop {
		notes = append(notes, pick(w.lang, "주택 임대차를 기준으로 썼습니다. 상가는 상가건물 임대차보호법에 따라 조문과 기간이 다르니 고쳐 쓰세요.",
			"This is written for a home. For a shop other articles and periods apply (Commercial Building Lease Protection Act)."))
	}
	return append(notes, pick(w.lang, "근거: ", "Law: ")+strings.Join(l.laws(w.today), ", "))
}

// reckoning shows how a proposed sum was worked out.
func (c change) reckoning(lang string) string {
	if c.Old == nil || c.New == nil || c.Way == DirectionKeep || c.PPM == 0 {
		return ""
	}
	sum := func(n int64) string {
		return pick(lang, korean.FormatWon(n), korean.FormatNumber(n)+" won")
	}
	sign := "+"
	if c.Way == DirectionCut {
		sign = "−"
	}
	rate := formatPPM(c.PPM)
	if !c.Exact {
		rate = pick(lang, "약 ", "about ") + rate
	}
	return fmt.Sprintf("%s %s %s = %s", sum(*c.Old), sign, rate, sum(*c.New))
}

// dropLetter gives up the message; the contract that waited beside it stays.
func (w *turn) dropLetter(d *Draft) {
	d.Letter, d.Stage, d.Asked = nil, StageAsking, nil
	d.Type = d.contractKinds()[0] + "_contract"
	w.state.Draft = d
	w.state.Message = pick(w.lang, "보낼 글은 취소했습니다. 작성하던 계약서는 그대로 두었습니다.", "The message is cancelled. The contract you were writing is still here.")
}

// refuseLetter says kindly why a letter is not written and offers another.
func (w *turn) refuseLetter(why string) {
	w.state.Refused = true
	w.state.Draft = w.req.Draft.clone()
	switch why {
	case "threat":
		w.state.Message = pick(w.lang,
			"상대방을 협박하거나 겁주는 글은 도울 수 없습니다. 그런 글은 보내는 분에게 법적으로 불리해질 수 있습니다. 대신 요구 사항과 법적 근거, 기한을 차분하게 적은 문자나 내용증명은 써 드릴 수 있습니다.",
			"I can't help with a message that threatens somebody; it may also turn against you. I can write a calm message or certified letter with your request, the law and a deadline.")
	case "insult":
		w.state.Message = pick(w.lang,
			"욕설이나 모욕이 담긴 글은 도울 수 없습니다. 속상하신 마음은 이해합니다. 사실과 요구 사항을 정중하고 단호하게 적은 글로 써 드릴까요?",
			"I can't write insults, though I understand that you are upset. Shall I write the facts and your request politely and firmly instead?")
	default:
		w.state.Message = pick(w.lang,
			"사실과 다른 내용을 담은 글은 도울 수 없습니다. 거짓 통지는 손해배상 책임으로 이어질 수 있습니다. 실제 사정을 알려 주시면 그에 맞는 글을 써 드리겠습니다.",
			"I can't write what is not true; a false notice may make you liable. Tell me how things really are and I will write a message that fits.")
	}
	w.progress(100, pick(w.lang, "요청한 글은 쓸 수 없습니다.", "Such a message is not written."))
}
