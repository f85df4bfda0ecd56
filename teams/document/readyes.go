package document

import (
	"regexp"
	"strings"
)

var (
	arrears  = regexp.MustCompile(`(?:미납|체납|밀린)[^,.;\n]{0,24}?(?:세금|국세|지방세|세)?`)
	prior    = regexp.MustCompile(`선순위`)
	priorSum = regexp.MustCompile(`선순위\s*(?:임차)?\s*보증금`)
	thereIs  = regexp.MustCompile(`없|있|납부\s*완료|완납|none|nothing`)
	noTax    = regexp.MustCompile(`no (?:unpaid|overdue|outstanding) tax|taxes? (?:are|is) (?:all )?paid`)
	someTax  = regexp.MustCompile(`(?:has|have|owes?) (?:unpaid|overdue|outstanding) tax`)
	noPrior  = regexp.MustCompile(`no prior (?:deposits?|tenants?|claims?)`)
	andPrior = regexp.MustCompile(`no (?:unpaid|overdue|outstanding) tax(?:es)?\s*(?:and|or|,|nor)\s*(?:no )?prior`)

	direct     = regexp.MustCompile(`직거래|중개(?:사)?\s*없이|no broker|without a broker`)
	viaBroker  = regexp.MustCompile(`중개(?:사|업소)?(?:를|을)?\s*(?:통해|끼고|거쳐|거래)|through a broker`)
	guarantee  = regexp.MustCompile(`보증보험[^,.;\n]{0,24}?(안\s|못|미가입|없|가입|들)|deposit insurance`)
	sealCert   = regexp.MustCompile(`인감증명(?:서)?[^,.;\n]{0,18}?(없|못|안\s|있|첨부|받|제출|확인|지참)`)
	permit     = regexp.MustCompile(`토지거래\s*허가[^,.;\n]{0,30}?(아님|아니|아닙|없|해당\s*안|비대상|구역|대상|필요|해당)|land (?:transaction )?permit`)
	notPermit  = regexp.MustCompile(`토지거래\s*허가[^,.;\n]{0,40}?(?:아님|아니|아닙|없|비대상|해당\s*안)|no land (?:transaction )?permit|not in a (?:land )?permit zone`)
	noTenants  = regexp.MustCompile(`(?:임차인|세입자|승계\s*(?:할\s*)?(?:임차)?보증금)(?:은|는|이|가|도)?\s*없|no tenants?`)
	noDefects  = regexp.MustCompile(`하자(?:는|은|가|도)?\s*(?:전혀\s*)?없|no (?:known )?defects?`)
	bankName   = regexp.MustCompile(`([가-힣a-zA-Z]{1,8}은행|새마을금고|신협)`)
	loanNeeded = regexp.MustCompile(`전세\s?자금\s?대출|전세\s?대출|대출(?:을)?\s*받|버팀목|with a (?:jeonse )?loan`)
	pets       = regexp.MustCompile(`반려|강아지|고양이|애완|\bpets?\b|\bdog\b|\bcat\b`)
	earlyExit  = regexp.MustCompile(`중도\s*해지|중간에\s*(?:나가|이사)|일찍\s*(?:나가|이사)|early termination|move out early`)
)

// readFacts reads what is answered with yes, no or none.
func (r *reading) readFacts() {
	text := r.rest()
	if r.draft.Lease != nil {
		r.leaseFacts(text)
	}
	if r.draft.Sales != nil {
		r.salesFacts(text)
	}
	for _, s := range []struct {
		re   *regexp.Regexp
		name string
	}{{loanNeeded, "loan"}, {pets, "pet"}, {earlyExit, "early_exit"}} {
		if s.re.MatchString(text) {
			r.draft.situation(s.name)
		}
	}
}

func (r *reading) leaseFacts(text string) {
	c := r.draft.Lease
	r.exists(text, arrears, prior, &c.TaxArrears)
	r.exists(text, prior, arrears, &c.PriorDeposits)
	set := func(ok bool, into **bool, v bool) {
		if ok {
			*into = new(v)
			r.values++
		}
	}
	set(noTax.MatchString(text), &c.TaxArrears, false)
	set(someTax.MatchString(text), &c.TaxArrears, true)
	set(noPrior.MatchString(text) || andPrior.MatchString(text), &c.PriorDeposits, false)
	r.broker(text, &c.Brokered, c.Office)
	if m := guarantee.FindStringSubmatch(text); m != nil {
		set(true, &c.Guarantee, m[1] == "" || m[1] == "가입" || m[1] == "들")
	}
	if m := sealCert.FindStringSubmatch(text); m != nil {
		set(true, &c.SealCert, m[1] != "없" && m[1] != "못" && strings.TrimSpace(m[1]) != "안")
	}
	if noDeposit.MatchString(priorSum.ReplaceAllString(text, "")) && won(c.Deposit) == 0 {
		c.Deposit = new(int64(0))
		r.values++
	}
	if noRent.MatchString(text) && len(r.said["monthly_rent"]) == 0 {
		c.MonthlyRent = new(int64(0))
		if c.LeaseKind == "" {
			c.LeaseKind = Jeonse
		}
		if c.LeaseKind == Jeonse {
			c.MonthlyRent = nil
		}
		r.values++
	}
	if noMiddle.MatchString(text) {
		c.MiddlePayment, c.MiddleDate = new(int64(0)), ""
		r.values++
	}
}

// exists reads "… 없음" or "… 있음" behind a subject; when another subject
// stands between, the words behind both count for both.
func (r *reading) exists(text string, subject, other *regexp.Regexp, into **bool) {
	at := subject.FindStringIndex(text)
	if at == nil {
		return
	}
	tail := text[at[1]:]
	if end := strings.IndexAny(tail, "\n.;"); end >= 0 {
		tail = tail[:end]
	}
	own := tail
	if o := other.FindStringIndex(tail); o != nil {
		own = tail[:o[0]]
	}
	word := thereIs.FindString(own)
	if word == "" {
		word = thereIs.FindString(tail)
	}
	if word == "" {
		return
	}
	*into = new(word == "있")
	r.values++
}

func (r *reading) broker(text string, into **bool, office string) {
	switch {
	case direct.MatchString(text):
		*into = new(false)
	case viaBroker.MatchString(text), office != "" && *into == nil:
		*into = new(true)
	default:
		return
	}
	r.values++
}

func (r *reading) salesFacts(text string) {
	c := r.draft.Sales
	r.broker(text, &c.Brokered, c.Office)
	if noMortgage.MatchString(text) {
		c.MortgageMax = new(int64(0))
		r.values++
	}
	if noLoan.MatchString(text) {
		c.LoanAssume = new(int64(0))
		r.values++
	}
	if noMiddle.MatchString(text) {
		c.MiddlePayments = nil
		r.values++
	}
	if noTenants.MatchString(text) {
		c.Tenants, c.DepositToAssume = nil, new(int64(0))
		r.values++
	}
	if notPermit.MatchString(text) {
		c.LandPermitRequired = new(false)
		r.values++
	} else if permit.MatchString(text) && !strings.Contains(text, "허가 조건") {
		c.LandPermitRequired = new(true)
		r.values++
	}
	if noDefects.MatchString(text) {
		c.KnownDefects = []string{pick(r.lang, "없음", "none")}
		r.values++
	}
	if strings.Contains(text, "근저당") && c.MortgageBank == "" {
		c.MortgageBank = bankName.FindString(text)
	}
}
