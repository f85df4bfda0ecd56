package document

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/state"
)

// summaryOf lists what is known of a contract, so that a misreading shows.
func summaryOf(d *Draft, lang string) string {
	lines := knownLines(d, lang)
	if len(lines) == 0 {
		return ""
	}
	return pick(lang, "**지금까지 정리한 내용**\n", "**What I have so far**\n") + "- " + strings.Join(lines, "\n- ") + "\n\n"
}

func knownLines(d *Draft, lang string) []string {
	var out []string
	add := func(ko, en, value string) {
		if value != "" {
			out = append(out, pick(lang, ko, en)+": "+value)
		}
	}
	money := func(p *int64) string {
		if p == nil {
			return ""
		}
		return speak(*p, lang)
	}
	if c := d.Lease; c != nil {
		add("계약 종류", "Kind", kindName(c.LeaseKind, lang))
		add("임대인", "Landlord", documents.Escape(c.LessorName))
		add("임차인", "Tenant", documents.Escape(strings.Join(c.LesseeName, ", ")))
		add("주소", "Address", documents.Escape(strings.TrimSpace(c.PropertyAddress+" "+c.PropertyDetail)))
		add("보증금", "Deposit", money(c.Deposit))
		add("계약금", "Down payment", withDay(money(c.DownPayment), c.DownDate))
		add("중도금", "Middle payment", withDay(money(c.MiddlePayment), c.MiddleDate))
		add("잔금", "Balance", withDay(money(c.Balance), c.BalanceDate))
		add("월세", "Monthly rent", money(c.MonthlyRent))
		if c.RentDay != 0 {
			add("월세 지급일", "Rent day", fmt.Sprint(c.RentDay))
		}
		add("관리비", "Maintenance fee", money(c.MgmtTotal))
		add("기간", "Term", span(c.StartDate, c.EndDate))
		add("미납 세금", "Unpaid taxes", yesNoName(c.TaxArrears, lang))
		add("선순위 보증금", "Prior deposits", yesNoName(c.PriorDeposits, lang))
		add("계약일", "Contract date", c.ContractDate)
	}
	if c := d.Sales; c != nil {
		add("매도인", "Seller", documents.Escape(c.SellerName))
		add("매수인", "Buyer", documents.Escape(strings.Join(c.BuyerName, ", ")))
		add("주소", "Address", documents.Escape(strings.TrimSpace(c.PropertyAddress+" "+c.PropertyDetail)))
		add("매매대금", "Price", money(c.Price))
		add("계약금", "Down payment", withDay(money(c.DownPayment), c.DownDate))
		for _, p := range c.MiddlePayments {
			add("중도금", "Middle payment", withDay(speak(p.Amount, lang), p.Date))
		}
		add("잔금", "Balance", withDay(money(c.Balance), c.BalanceDate))
		add("승계 대출", "Assumed loan", money(c.LoanAssume))
		add("승계 보증금", "Deposits taken over", money(c.DepositToAssume))
		add("인도일", "Handover", c.HandoverDate)
		add("근저당 채권최고액", "Mortgage", money(c.MortgageMax))
		add("하자", "Defects", documents.Escape(strings.Join(c.KnownDefects, ", ")))
		add("토지거래허가 대상", "Land permit", yesNoName(c.LandPermitRequired, lang))
		add("계약일", "Contract date", c.ContractDate)
	}
	for i, t := range d.terms() {
		add(fmt.Sprintf("특약 %d", i+1), fmt.Sprintf("Special term %d", i+1), documents.Escape(oneLine(t, 60)))
	}
	return out
}

func kindName(k LeaseKind, lang string) string {
	switch k {
	case Jeonse:
		return pick(lang, "전세", "jeonse")
	case DepositRent:
		return pick(lang, "보증부월세", "deposit with monthly rent")
	case MonthlyRent:
		return pick(lang, "월세", "monthly rent")
	}
	return ""
}

func yesNoName(p *bool, lang string) string {
	switch {
	case yes(p):
		return pick(lang, "있음", "yes")
	case no(p):
		return pick(lang, "없음", "no")
	}
	return ""
}

func withDay(sum, day string) string {
	if sum != "" && day != "" {
		return sum + " (" + day + ")"
	}
	return sum + day
}

func span(from, to string) string {
	if from == "" && to == "" {
		return ""
	}
	return strings.TrimSpace(from + " ~ " + to)
}

// madeMessage tells what was made, what the checks found and what is blank.
func (w *turn) madeMessage(d *Draft, blanks []string) string {
	var b strings.Builder
	r := w.state.ReviewResult
	b.WriteString(pick(w.lang, "계약서 **초안**을 만들었습니다. 서명 전에 공식 서식과 대조하고 필요하면 전문가의 검토를 받으세요.\n\n",
		"The **draft** of the contract is ready. Compare it with the official form before signing and have it reviewed if in doubt.\n\n"))
	b.WriteString(pick(w.lang, "자동 점검 위험도: **", "Risk found by the checks: **") + riskName(r.RiskLevel, w.lang) + "**\n")
	for _, k := range bounded(r.Risks, 8) {
		b.WriteString("- " + riskLine(k, w.lang) + "\n")
	}
	for _, p := range bounded(w.state.Problems, 5) {
		b.WriteString("- " + pick(w.lang, "맞지 않는 내용: ", "Does not fit: ") + documents.Escape(p.Text(w.lang)) + "\n")
	}
	if len(w.state.Terms) > 0 {
		b.WriteString(pick(w.lang, "\n추천 특약 ('추천 특약 넣어줘' 또는 'ST-01 넣어줘'라고 하시면 넣습니다)\n", "\nRecommended special terms (say 'add recommended terms' or 'add ST-01')\n"))
		for _, t := range bounded(w.state.Terms, 8) {
			b.WriteString("- " + t.ID + " " + t.Name + ": " + t.Reason + "\n")
		}
	}
	if len(blanks) > 0 {
		b.WriteString(pick(w.lang, "\n손으로 채울 빈칸: ", "\nBlanks to fill in by hand: ") + strings.Join(blanks, ", ") + "\n")
	}
	b.WriteString(pick(w.lang, "\n고칠 내용이 있으면 '잔금은 2억 7천만원'처럼 말씀해 주세요.", "\nTo change something just say so, e.g. 'the balance is 270 million won'."))
	return b.String()
}

func riskName(level, lang string) string {
	switch level {
	case SeverityHigh:
		return pick(lang, "높음", "high")
	case SeverityMedium:
		return pick(lang, "보통", "medium")
	}
	return pick(lang, "낮음", "low")
}

func riskLine(k Risk, lang string) string {
	line := fmt.Sprintf("[%s · %s] ", k.ID, riskName(k.Severity, lang))
	if k.Title != k.ID && k.Title != "" {
		line += "**" + k.Title + "** — "
	}
	line += k.Why
	if k.Law != "" {
		line += pick(lang, " (근거: ", " (law: ") + k.Law + ")"
	}
	return line
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
				out.Highlights = append(out.Highlights, oneLine(k.ID+" "+k.Why, 80))
			}
		}
		out.Sources = bounded(distinct(out.Sources), 10)
	}
	switch {
	case s.Error != "":
		out.Summary = pick(lang, "문서 작업에 실패했습니다.", "The document could not be made.")
	case s.Refused:
		out.Summary = pick(lang, "요청한 문서는 작성할 수 없습니다.", "The team does not write such a document.")
	case s.Cancelled:
		out.Summary = pick(lang, "문서 작성을 취소했습니다.", "The draft was cancelled.")
	case s.FinalDocument != "":
		out.Summary = s.Title()
	case s.ReviewResult != nil && s.ReviewResult.Reviewed:
		out.Summary = fmt.Sprintf(pick(lang, "위험 조항 %d건, 위험도 %s", "%d risky clauses, risk %s"), len(s.ReviewResult.Risks), riskName(s.ReviewResult.RiskLevel, lang))
	default:
		out.Summary = pick(lang, "추가 정보를 묻고 있습니다.", "Waiting for more information.")
		for _, q := range bounded(s.Questions, 5) {
			out.Highlights = append(out.Highlights, q.Label(lang))
		}
	}
	return out
}
