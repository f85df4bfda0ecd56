package document

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

var (
	semiWord    = regexp.MustCompile(`보증부\s*월세|반전세|semi-?jeonse|deposit (?:with|and|plus) (?:a )?monthly rent`)
	jeonseWord  = regexp.MustCompile(`전세|jeonse`)
	monthlyWord = regexp.MustCompile(`월세|monthly rent|monthly lease`)
	notJeonse   = regexp.MustCompile(`전세\s?(?:대출|자금|보증보험|가율|권|사기)`)
	noRent      = regexp.MustCompile(`(?:월세|차임|임대료)(?:은|는|가|이)?\s*(?:없|안\s*내)|no (?:monthly )?rent`)
	noDeposit   = regexp.MustCompile(`(?:보증금)(?:은|는|이|도)?\s*없|무보증|no deposit`)
	noMiddle    = regexp.MustCompile(`중도금(?:은|는|이|도)?\s*(?:없|안\s)|no (?:middle|interim) payment`)
	noMortgage  = regexp.MustCompile(`(?:근저당|저당)(?:권)?(?:은|는|이|도)?\s*(?:설정)?(?:은|이)?\s*없|no mortgage`)
	noLoan      = regexp.MustCompile(`(?:대출\s*승계|승계\s*대출|승계할\s*대출)(?:은|는|이)?\s*없|no assumed loan`)
	correction  = regexp.MustCompile(`아니|말고|바꿔|바꾸|변경|수정|정정|instead|change`)

	renewWord = regexp.MustCompile(`갱신|\brenew(?:al|ed)?\b`)
	againWord = regexp.MustCompile(`재계약|합의\s*(?:로\s*)?(?:재|연장)|\bre-?contract\b`)
	newWord   = regexp.MustCompile(`신규|새로\s*(?:맺|계약)|새\s*계약|\bnew (?:lease|contract)\b`)

	rentDay     = regexp.MustCompile(`(?:매월|매달|다달이)\s*(\d{1,2})\s*일|(?:매월|매달)\s*(말일)|(\d{1,2})(?:st|nd|rd|th)\s+(?:day\s+)?of\s+(?:each|every|the)\s+month|(?:월세|차임)\s*(?:는|은|를|을)?\s*(?:지급일|내는\s*날|날짜)?(?:은|는)?\s*(\d{1,2})일`)
	feeWord     = regexp.MustCompile(`관리비|maintenance fee|management fee`)
	noFee       = regexp.MustCompile(`관리비(?:은|는|가|도)?\s*(?:없|안\s*내|면제)|no (?:maintenance|management) fee`)
	variableFee = regexp.MustCompile(`비정액|실비|사용량|쓴\s*만큼|by use`)
	fixedFee    = regexp.MustCompile(`정액|fixed`)
	feeItem     = regexp.MustCompile(`(일반\s?관리비|전기료?|수도료?|가스료?|난방비?|인터넷|tv|티비|청소비?|승강기|기타)\s*(?:사용료|요금)?\s*(?:는|은|:)?\s*`)

	termSpan  = regexp.MustCompile(`(\d{1,3}|한|두|세|one|two|three)\s*-?\s*(년|개월|달|years?|months?)`)
	termAfter = regexp.MustCompile(`^\s*(?:안에|이내|전|후|뒤|마다|이상|미만|이하|된|산|째|of age|old|before|after|ago)`)
	areaSpan  = regexp.MustCompile(`(-?\d{1,6}(?:\.\d{1,4})?)\s*(㎡|m2|m²|제곱미터|제곱|평|sqm|square met(?:er|re)s?)`)
	percent   = regexp.MustCompile(`(\d{1,3}(?:\.\d{1,3})?)\s*(?:%|퍼센트|프로|percent)`)
	theRest   = regexp.MustCompile(`나머지(?:는|가|를|금액은|금액을)?\s*(?:전부|모두|다)?\s*잔금|잔금(?:은|이)?\s*(?:그\s*)?나머지|the (?:rest|remainder)[^.\n]{0,20}balance|balance is the (?:rest|remainder)`)
)

// readKind reads the kind of lease and how it came about.
func (r *reading) readKind() {
	c := r.draft.Lease
	if c == nil {
		return
	}
	text := notJeonse.ReplaceAllString(r.rest(), "")
	changes := correction.MatchString(text) || r.draft.asked("lease_kind")
	kind := kindIn(text)
	switch {
	case kind == "", kind == c.LeaseKind:
	case kind == MonthlyRent && c.LeaseKind == DepositRent:
	case c.LeaseKind == "" || changes:
		c.LeaseKind = kind
		if kind == Jeonse {
			c.MonthlyRent, c.RentDay = nil, 0
		}
		r.values++
	}
	switch {
	case againWord.MatchString(text):
		c.ContractType = ContractAgreed
	case renewWord.MatchString(text):
		c.ContractType = ContractRenew
	case newWord.MatchString(text):
		c.ContractType = ContractNew
	default:
		return
	}
	r.values++
}

func kindIn(text string) LeaseKind {
	jeonse, rent := jeonseWord.MatchString(text), monthlyWord.MatchString(text)
	switch {
	case semiWord.MatchString(text):
		return DepositRent
	case jeonse && rent:
		if regexpNotJeonse.MatchString(text) {
			return MonthlyRent
		}
		return Jeonse
	case jeonse:
		return Jeonse
	case rent && !noRent.MatchString(text):
		return MonthlyRent
	}
	return ""
}

var regexpNotJeonse = regexp.MustCompile(`전세(?:가|는)?\s*(?:말고|아니)|not (?:a )?jeonse`)

func (r *reading) readRentDay() {
	c := r.draft.Lease
	if c == nil {
		return
	}
	m := rentDay.FindStringSubmatchIndex(r.rest())
	if m == nil {
		return
	}
	for g := 1; g <= 4; g++ {
		if m[2*g] < 0 {
			continue
		}
		word := r.text[m[2*g]:m[2*g+1]]
		if word == "말일" {
			c.RentDay = 31
		} else {
			c.RentDay = number(word)
		}
		r.used(m[0], m[1])
	}
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// readFeeItems reads the maintenance fee's kind and items; the total is
// read with the other sums.
func (r *reading) readFeeItems() {
	c := r.draft.Lease
	text := r.rest()
	if c == nil || !feeWord.MatchString(text) && !(r.draft.asked("mgmt_items") && feeItem.MatchString(text)) {
		return
	}
	switch {
	case noFee.MatchString(text):
		c.MgmtType, c.MgmtTotal, c.MgmtItems = MgmtNone, new(int64(0)), nil
		r.values++
	case variableFee.MatchString(text):
		c.MgmtType = MgmtVariable
		r.values++
	case fixedFee.MatchString(text):
		c.MgmtType = MgmtFixed
		r.values++
	}
	var items []FeeItem
	for _, m := range feeItem.FindAllStringSubmatchIndex(text, maxListItems) {
		sums := korean.FindMoney(text[m[1]:min(len(text), m[1]+40)])
		if len(sums) == 0 || sums[0].Start > 0 || sums[0].Negative {
			continue
		}
		f := sumFound{Money: sums[0]}
		items = append(items, FeeItem{Name: oneLine(r.text[m[2]:m[3]], 20), Amount: f.amount()})
		r.used(m[0], m[1]+sums[0].End)
	}
	if len(items) > 0 {
		c.MgmtItems = items
	}
}

// readTermLength reads "2년" and the months of a sale's warranty.
func (r *reading) readTermLength() {
	for _, m := range termSpan.FindAllStringSubmatchIndex(r.rest(), -1) {
		if m[0] > 0 && isDigit(r.left[m[0]-1]) || termAfter.MatchString(r.rest()[m[1]:]) {
			continue
		}
		n, ok := korean.ParseCount(r.text[m[2]:m[3]])
		if !ok || n <= 0 {
			continue
		}
		if unit := r.text[m[4]:m[5]]; unit == "년" || strings.HasPrefix(strings.ToLower(unit), "year") {
			n *= 12
		}
		r.takeMonths(n, m[0], m[1])
	}
}

func (r *reading) takeMonths(n, from, to int) {
	if c := r.draft.Lease; c != nil {
		if n > 1200 {
			return
		}
		c.TermMonths, c.EndDate = n, ""
		r.used(from, to)
		return
	}
	head := r.rest()[max(0, from-45):from]
	tail := r.rest()[to:min(len(r.left), to+45)]
	if c := r.draft.Sales; c != nil && (strings.Contains(head, "하자") || strings.Contains(head, "담보") || strings.Contains(head, "warranty") || strings.Contains(tail, "하자") || strings.Contains(tail, "담보") || strings.Contains(tail, "warranty")) {
		c.WarrantyMonths = new(n)
		r.used(from, to)
	}
}

func (r *reading) readAreas() {
	for _, m := range areaSpan.FindAllStringSubmatchIndex(r.rest(), 6) {
		v, err := strconv.ParseFloat(r.text[m[2]:m[3]], 64)
		if err != nil {
			continue
		}
		if r.text[m[4]:m[5]] == "평" {
			v = math.Round(v*400/121*100) / 100 // one 평 is 400/121 m2
		}
		if v <= 0 || v > 100_000 {
			r.issues = append(r.issues, Problem{Code: "absurd_area", Fields: []string{"lease_area"}, Values: []string{r.text[m[0]:m[1]]},
				TextKo: "면적 " + r.text[m[0]:m[1]] + " 값이 맞지 않습니다. 면적을 다시 알려 주세요.",
				TextEn: "An area of " + r.text[m[0]:m[1]] + " can't be right. What is the area?"})
			continue
		}
		r.takeArea(v, r.rest()[max(0, m[0]-30):m[0]])
		r.used(m[0], m[1])
	}
}

func (r *reading) takeArea(v float64, head string) {
	land := strings.Contains(head, "토지") || strings.Contains(head, "대지") || strings.Contains(head, "land")
	building := strings.Contains(head, "건물") || strings.Contains(head, "building")
	switch {
	case r.draft.Lease != nil && land:
		r.draft.Lease.LandArea = v
	case r.draft.Lease != nil && building:
		r.draft.Lease.BuildingArea = v
	case r.draft.Lease != nil:
		r.draft.Lease.LeaseArea = v
	case r.draft.Sales != nil && land:
		r.draft.Sales.LandArea = v
	case r.draft.Sales != nil:
		r.draft.Sales.BuildingArea = v
	}
}

// readPercents reads penalty, fee and interest rates and a down payment
// given as a part of the whole.
func (r *reading) readPercents() {
	text := r.rest()
	segs := segments(text)
	for _, m := range percent.FindAllStringSubmatchIndex(text, 8) {
		v, err := strconv.ParseFloat(text[m[2]:m[3]], 64)
		seg := segmentOf(segs, m[0])
		if err != nil || seg < 0 || v <= 0 || v > 100 {
			continue
		}
		if !r.takePercent(basisPoints(v), text[segs[seg].start:m[0]]) {
			r.loosePct = append(r.loosePct, v)
		}
		r.used(m[0], m[1])
	}
}

func (r *reading) takePercent(bp int, head string) bool {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(head, w) })
	}
	c, s := r.draft.Lease, r.draft.Sales
	switch {
	case has("중개보수", "복비", "중개수수료", "brokerage") && c != nil:
		c.FeeRateBP = bp
	case has("중개보수", "복비", "중개수수료", "brokerage") && s != nil:
		s.FeeRateBP = bp
	case has("지연이자", "연체이자", "지연 이자", "default interest") && c != nil:
		c.DefaultRateBP = bp
	case has("위약금", "위약", "penalty") && s != nil:
		s.PenaltyBP = bp
	case has("계약금", "down payment", "earnest"):
		r.downBP = bp
	default:
		return false
	}
	return true
}

// settleParts reckons what was said as a part: "계약금 10%" and "나머지
// 잔금". Parts of a won are nobody's intention and are not rounded in.
func (r *reading) settleParts() {
	whole, _ := r.draft.whole()
	down := r.draft.moneySlot("down_payment")
	if r.downBP > 0 && whole > 0 && down != nil && whole*int64(r.downBP)%10_000 == 0 {
		*down = new(whole * int64(r.downBP) / 10_000)
	}
	if !theRest.MatchString(r.lower) || whole <= 0 || down == nil || *down == nil {
		return
	}
	rest := whole - **down
	if c := r.draft.Lease; c != nil {
		rest -= won(c.MiddlePayment)
	}
	if c := r.draft.Sales; c != nil {
		for _, p := range c.MiddlePayments {
			rest -= p.Amount
		}
	}
	if rest > 0 {
		*r.draft.moneySlot("balance") = new(rest)
		r.values++
	}
}

// whole is what the payments have to add up to.
func (d *Draft) whole() (int64, bool) {
	switch {
	case d.Lease != nil && d.Lease.Deposit != nil:
		return *d.Lease.Deposit, true
	case d.Sales != nil && d.Sales.Price != nil:
		return d.Sales.payable(), true
	}
	return 0, false
}
