package document

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/documents"
)

// Contracts at a false price are not written (Act on Report on Real Estate
// Transactions Art. 28, Licensed Real Estate Agents Act Art. 26 Para. 3).
var falsePrice = regexp.MustCompile(`(?i)(?:다운|업)\s?계약|이면\s*계약|(?:금액|가격|매매가|대금|보증금)(?:을|를)?\s*(?:낮춰|낮추어|줄여|속여|다르게|부풀려)\s*(?:서)?\s*(?:신고|적|써)|under-?report(?:ed|ing)? the price|false price|lower price in the contract`)

var forgery = regexp.MustCompile(`(?i)(?:위조|가짜|허위)\s*(?:계약서|서류|문서|위임장|인감)|(?:계약서|위임장|인감)(?:를|을)?\s*위조|forge|fake (?:contract|document)|대신\s*서명|서명(?:을|까지)?\s*대신`)

func refuses(text string) bool {
	if forgery.MatchString(text) {
		return true
	}
	// A pasted clause about a false price is reviewed, not refused.
	return falsePrice.MatchString(text) && textToReview(text) == ""
}

func (w *turn) refuse() {
	w.state.Refused = true
	w.state.Draft = w.req.Draft.clone()
	if w.state.Draft != nil {
		w.state.DocumentType = w.state.Draft.Type
	}
	if forgery.MatchString(w.text) {
		w.state.Message = pick(w.lang,
			"거짓 문서를 만들거나 다른 사람을 대신해 서명하는 일은 도울 수 없습니다. 실제 당사자와 사실대로 쓰는 계약서 초안이나, 대리 계약에 필요한 위임장·인감증명서 확인 방법은 도와드릴 수 있습니다.",
			"I can't help to forge a document or to sign for somebody else. I can draft a truthful contract between the real parties or explain what a contract through an agent needs.")
		return
	}
	w.state.Message = pick(w.lang,
		"실제와 다른 금액을 적는 계약서는 작성할 수 없습니다. 거짓 신고에는 취득가액의 10% 이하 과태료가 부과될 수 있고 세금도 다시 매겨집니다(부동산 거래신고 등에 관한 법률 제28조, 공인중개사법 제26조 제3항).\n\n대신 실제 거래금액을 적은 계약서 초안을 만들어 드리고, 1세대 1주택 비과세나 장기보유특별공제 같은 적법한 절세 방법을 안내해 드릴 수 있습니다.",
		"I can't write a contract at a price that is not the real one. A false report may be fined up to 10 % of the price and taxes are reassessed (Act on Report on Real Estate Transactions Art. 28).\n\nI can draft a contract at the real price and point to lawful tax relief, such as the one-home exemption or the long-term holding deduction.")
}

func (w *turn) cancel() {
	d := w.req.Draft.clone()
	w.state.DocumentType = d.Type
	if d.Type == TypeMessage && (d.Lease != nil || d.Sales != nil) {
		w.dropLetter(d)
		return
	}
	w.state.Draft = &Draft{Type: d.Type, Stage: StageCancelled}
	w.state.Cancelled = true
	w.state.Message = pick(w.lang, "문서 작성을 취소했습니다. 입력하신 내용은 지웠습니다.", "The draft is cancelled and what you entered is gone.")
}

// review finds the risky clauses of a text that the user gives.
func (w *turn) review(ctx context.Context) error {
	w.state.DocumentType = TypeReview
	w.mark(WorkCollect, StatusCompleted, 10, "계약 조항을 읽고 있습니다...", "Reading the clauses...")
	d := w.req.Draft.clone()
	if d == nil || d.Stage == StageCancelled {
		d = newDraft(TypeReview)
	}
	text := textToReview(w.text)
	if text == "" && d.asked("review_text") && len([]rune(w.text)) >= 10 && !reviewAsk.MatchString(w.text) {
		text = strings.TrimSpace(w.text)
	}
	if text == "" {
		return w.reviewOwn(ctx, d)
	}
	return w.reviewText(ctx, d, text)
}

// reviewOwn is a review without a text: of the contract just made, else a
// question for the text.
func (w *turn) reviewOwn(ctx context.Context, d *Draft) error {
	if d.Stage == StageMade && d.Type != TypeMessage && (d.Lease != nil || d.Sales != nil) {
		w.state.Draft = d
		w.state.DocumentType = d.Type
		d.Missing = missingFields(d)
		return w.make(ctx, d)
	}
	m := Missing{Key: "review_text", Group: "review", LabelKo: "검토할 조항", LabelEn: "clauses to review", Required: true,
		QuestionKo: "검토할 계약서 조항이나 특약을 그대로 붙여 넣어 주세요.", QuestionEn: "Please paste the clauses that I should review."}
	d.Asked = []string{m.Key}
	d.Missing = []Missing{m}
	w.state.Draft, w.state.Missing, w.state.Questions = d, d.Missing, d.Missing
	w.state.ReviewNeeded = true
	w.state.Message = m.Question(w.lang) + pick(w.lang, " 주민등록번호 같은 개인정보는 지우고 보내 주세요.", " Leave out personal data such as resident numbers.")
	w.progress(100, pick(w.lang, "검토할 내용이 필요합니다.", "There is nothing to review yet."))
	return nil
}

func (w *turn) reviewText(ctx context.Context, d *Draft, text string) error {
	begun := w.team.clock()
	w.mark(WorkReview, StatusProcessing, 40, "위험 조항을 찾고 있습니다...", "Looking for risky clauses...")
	text = cut(text, maxReviewBytes)
	risks := w.team.reviewer.Review(text, kindOf(text), w.lang)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	res := assess(nil, risks, w.lang)
	for _, r := range risks {
		res.ComplianceCheck[r.ID] = false
	}
	d.ReviewedText, d.Stage, d.Asked, d.Missing = text, StageReviewed, nil, nil
	w.state.Draft, w.state.ReviewResult = d, res
	w.state.ReviewNeeded = res.RiskLevel != SeverityLow
	w.state.ReviewTime = w.team.clock().Sub(begun).Seconds()
	w.state.Message = w.reviewMessage(res, text)
	w.mark(WorkReview, StatusCompleted, 100, "조항 검토를 마쳤습니다.", "Reviewed the clauses.")
	return nil
}

func (w *turn) reviewMessage(res *ReviewResult, text string) string {
	var b strings.Builder
	if commands.MatchString(text) || commands.MatchString(w.text) {
		b.WriteString(pick(w.lang, "> 붙여 넣은 글 안에 저에게 내리는 지시가 있었습니다. 그 지시는 따르지 않았고, 다른 사용자의 정보는 볼 수 없습니다.\n\n",
			"> The text contains instructions to me. I did not follow them, and I can't see other users' data.\n\n"))
	}
	b.WriteString(pick(w.lang, "전체 위험도: **", "Overall risk: **") + riskName(res.RiskLevel, w.lang) + "**\n\n")
	if len(res.Risks) == 0 {
		b.WriteString(pick(w.lang, "알려진 위험 조항은 찾지 못했습니다. 찾지 못했다고 안전하다는 뜻은 아닙니다.\n", "No known risky clause was found. That does not mean that the text is safe.\n"))
	}
	for i, r := range res.Risks {
		fmt.Fprintf(&b, "%d. %s\n", i+1, riskLine(r, w.lang))
		fmt.Fprintf(&b, "   - %s: \"%s\"\n", pick(w.lang, "조항", "clause"), documents.Escape(oneLine(r.Excerpt, 120)))
		if r.Recommendation != "" {
			fmt.Fprintf(&b, "   - %s: %s\n", pick(w.lang, "대체 문구", "instead"), r.Recommendation)
		}
	}
	b.WriteString(w.checklist(text))
	b.WriteString(pick(w.lang, "\n'수정 문구로 다시 써줘'라고 하시면 고친 조항을 써 드립니다. 일반 정보이며 법률 자문이 아닙니다.",
		"\nSay 'rewrite it' to have the clauses reworded. This is general information, not legal advice."))
	return b.String()
}

// checklist names what to look at besides the text itself.
func (w *turn) checklist(text string) string {
	items := []string{
		pick(w.lang, "등기부등본의 소유자와 계약 상대가 같은지", "the registered owner is the other party"),
		pick(w.lang, "근저당·압류·신탁이 있는지", "mortgages, seizures or a trust in the register"),
	}
	if kindOf(text) == KindSale {
		items = append(items, pick(w.lang, "실거래신고(30일)와 취득세(60일) 기한", "the report of the deal (30 days) and the acquisition tax (60 days)"))
	} else {
		items = append(items,
			pick(w.lang, "임대인의 납세증명서와 선순위 보증금", "the landlord's tax certificates and prior deposits"),
			pick(w.lang, "잔금일 전입신고와 확정일자", "move-in report and fixed date on the day of the balance"))
	}
	return pick(w.lang, "\n함께 확인할 것\n", "\nAlso check\n") + "- ☐ " + strings.Join(items, "\n- ☐ ") + "\n"
}

func (w *turn) wantsRewrite() bool {
	d := w.req.Draft
	return d != nil && d.ReviewedText != "" && d.Stage == StageReviewed && rewriteAsk.MatchString(w.text) && textToReview(w.text) == ""
}

// rewrite writes the last reviewed text again without its risks.
func (w *turn) rewrite(ctx context.Context) error {
	w.state.DocumentType = TypeReview
	d := w.req.Draft.clone()
	kind := kindOf(d.ReviewedText)
	w.mark(WorkGenerate, StatusProcessing, 30, "조항을 고쳐 쓰고 있습니다...", "Rewriting the clauses...")
	begun := w.team.clock()
	text, changed := rewrite(d.ReviewedText, w.team.reviewer.Review(d.ReviewedText, kind, w.lang))
	left := w.team.reviewer.Review(text, kind, w.lang)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	now := w.team.clock()
	w.state.Draft, w.state.Rewritten = d, changed
	w.state.ReviewResult = assess(nil, left, w.lang)
	w.state.GenerationTime = now.Sub(begun).Seconds()
	w.state.Message = w.rewriteMessage(text, changed, left)
	if text != "" {
		title := pick(w.lang, "고쳐 쓴 계약 조항", "Reworded clauses")
		doc := "# " + title + "\n\n" + asList(text) + "\n"
		w.state.FinalDocument = doc
		w.state.DocumentContent = &Content{Title: title, Content: doc, CreatedAt: now.UTC().Format(time.RFC3339),
			Metadata: Metadata{DocumentType: TypeReview, Language: w.lang, Draft: true, AsOf: factsAsOf}}
	}
	w.mark(WorkGenerate, StatusCompleted, 100, "조항을 고쳐 썼습니다.", "Rewrote the clauses.")
	return nil
}

func asList(text string) string {
	var lines []string
	for i, l := range strings.Split(text, "\n") {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, documents.Escape(bullet.ReplaceAllString(l, ""))))
	}
	return strings.Join(lines, "\n")
}

func (w *turn) rewriteMessage(text string, changed []Rewritten, left []Risk) string {
	var b strings.Builder
	if len(changed) == 0 {
		return pick(w.lang, "고칠 위험 조항이 없어 원문을 그대로 두었습니다.", "There is no risky clause to reword; the text stays as it is.")
	}
	b.WriteString(pick(w.lang, "위험 조항을 다음과 같이 고쳐 썼습니다.\n\n", "The risky clauses now read:\n\n"))
	if text != "" {
		b.WriteString(asList(text) + "\n\n")
	}
	for _, c := range changed {
		if len(c.New) == 0 {
			b.WriteString("- " + pick(w.lang, "삭제: ", "removed: ") + documents.Escape(oneLine(c.Old, 120)) + "\n")
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(&b, pick(w.lang, "아직 확인이 필요한 조항이 %d건 남아 있습니다.\n", "%d clauses still need attention.\n"), len(left))
	}
	b.WriteString(pick(w.lang, "한 문장에 여러 약속이 섞여 있었다면 빠진 내용이 없는지 원문과 견주어 보세요. 일반 정보이며 법률 자문이 아닙니다.",
		"Compare with the original: a sentence that mixed several promises may have lost one. This is general information, not legal advice."))
	return b.String()
}

func (w *turn) wantsCustom() bool {
	d := w.req.Draft
	return d != nil && d.Stage == StageReviewed && customAsk.MatchString(w.text) && textToReview(w.text) == ""
}

// explainCustom answers "everyone writes it that way".
func (w *turn) explainCustom() {
	w.state.DocumentType = TypeReview
	w.state.Draft = w.req.Draft.clone()
	w.state.Message = pick(w.lang,
		"흔히 쓰는 문구라도 주택임대차보호법을 어겨 임차인에게 불리한 약정은 효력이 없을 수 있습니다(주택임대차보호법 제10조). 다만 개별 사안의 결론은 사정에 따라 다릅니다.\n\n- 서명 전에 고친 문구를 문자나 이메일처럼 **기록이 남는 방법**으로 보내 이의를 남기세요.\n- 중개사에게는 조항의 뜻과 근거를 설명해 달라고 요청할 수 있습니다(공인중개사법 제25조).\n- 고쳐지지 않으면 서명을 미루고 상담(대한법률구조공단 132, 주택임대차분쟁조정위원회)을 받아 보세요.",
		"Even a common clause may be void if it breaks the Housing Lease Protection Act to the tenant's disadvantage (Art. 10), though each case depends on its facts.\n\n- Object **in writing** (text message, e-mail) with the reworded clauses before signing.\n- Ask the broker to explain the clause and its basis (Licensed Real Estate Agents Act Art. 25).\n- If nothing changes, do not sign yet and seek advice (Korea Legal Aid Corporation 132, lease dispute mediation committee).")
}
