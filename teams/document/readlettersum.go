package document

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

var (
	notThis   = regexp.MustCompile(`^\s*(?:은|는|이|가)?\s*(?:아니라|아니고|아니야|아니에요|아닙니다|아녜요|말고)`)
	shorthand = regexp.MustCompile(`^\s*(?:에|/|-)\s*$`)
	rateRE    = regexp.MustCompile(`(\d{1,4}(?:\.\d{1,6})?)\s?(?:%|％|퍼센트|프로|percent|per cent)`)
	rateNot   = regexp.MustCompile(`^\s*(?:는|은|가|이|를|을)?\s*(?:말고|아니라|아니고|이\s*아니|상한|한도|넘|초과|까지|이내|limit|cap\b)`)
	rateHead  = regexp.MustCompile(`(?:상한|한도|법정|이자|연|cap of|limit of|not)\s*(?:인|은|이)?\s*$`)

	rateOfWhat = regexp.MustCompile(`(보증금|전세금|전세|월세|차임|임대료|deposit|rent)\s*(?:만|를|은|는|을|도|by)?\s*$`)

	wayCut   = regexp.MustCompile(`깎|내려|내리|낮춰|낮추|인하|감액|줄여|lower|reduce|reduction|\bcut\b|decrease`)
	wayKeep  = regexp.MustCompile(`동결|그대로\s*(?:유지|두|하)|유지하자|올리지\s*(?:말|않)|안\s*올리|freeze|keep the (?:rent|deposit)|unchanged|without (?:an )?increase`)
	wayRaise = regexp.MustCompile(`올려|올리|인상|증액|raise|increase`)

	stepTail = regexp.MustCompile(`^\s*(?:을|를|원|씩|만|정도|만큼)?\s*(?:더\s*)?(?:올려|올리|인상|증액|깎|내려|내리|낮춰|낮추|인하|감액|줄여|more\b|less\b|off\b|increase|reduction|cut\b)`)
	stepHead = regexp.MustCompile(`(?:\bby|increase of|raise of|reduction of|cut of)\s*$`)
	newTail  = regexp.MustCompile(`^\s*(?:으로|로|까지)`)
	newHead  = regexp.MustCompile(`(?:\bto|\bat|propose|→|->)\s*$`)
	gotTail  = regexp.MustCompile(`^\s*(?:을|를|만)?\s*(?:받았|돌려받|입금|received|back)`)
	sumHead  = regexp.MustCompile(`(?:남은|나머지|미반환|못\s*받은|초과(?:분|액|한)?|더\s*낸|수리비|비용|연체(?:액|료)?|밀린\s*(?:월세|차임)?|unpaid|remaining|excess|cost|arrears)[^\d]{0,12}$`)
	sumTail  = regexp.MustCompile(`^\s*(?:을|를)?\s*(?:못\s*받|아직|초과|더\s*(?:냈|낸)|연체|밀렸)`)
	askedBy  = regexp.MustCompile(`^[^\d\n]{0,14}(?:달래|달라고\s*(?:해|하|했)|대요|래요|요구(?:해|했|하)|부르|wants|demands|asks)`)
	rentWord = regexp.MustCompile(`월세|차임|월\s*임대료|임대료|\brent\b|매월|매달|월\s*$`)
	depoWord = regexp.MustCompile(`보증금|전세|deposit|jeonse`)
	mgmtWord = regexp.MustCompile(`관리비|maintenance|management fee`)
)

// readRate takes the rate of the proposal: of several the last one that is
// not put aside ("5% 말고 4%").
func (r *letterReading) readRate() {
	text := r.Rest()
	for _, m := range rateRE.FindAllStringSubmatchIndex(text, 16) {
		before, after := around(text, m[0], m[1], 24)
		r.Blank(m[0], m[1])
		if r.letter.Kind != RentProposal && r.letter.Kind != "" {
			continue
		}
		if rateNot.MatchString(after) && !strings.Contains(after, "만 올") || rateHead.MatchString(before) {
			continue
		}
		ppm, ok := parsePPM(text[m[2]:m[3]])
		if !ok {
			r.bad = append(r.bad, text[m[0]:m[1]])
			continue
		}
		r.setRate(ppm)
		if m := rateOfWhat.FindStringSubmatch(before); m != nil {
			r.letter.Only = "deposit"
			if rentWord.MatchString(m[1]) {
				r.letter.Only = "rent"
			}
		}
	}
}

// setRate makes the proposal one by a rate, in place of the sums before.
func (r *letterReading) setRate(ppm int64) {
	l := r.letter
	l.RatePPM, r.rate = ppm, true
	l.AskDeposit, l.AskRent, l.StepDeposit, l.StepRent = nil, nil, nil, nil
	if l.Direction == DirectionKeep {
		l.Direction = ""
	}
	r.Understood++
}

func (r *letterReading) readDirection() {
	l := r.letter
	if l.Kind != RentProposal && l.Kind != "" {
		return
	}
	for _, w := range []struct {
		re  *regexp.Regexp
		way string
	}{{wayKeep, DirectionKeep}, {wayCut, DirectionCut}, {wayRaise, DirectionRaise}} {
		if w.re.MatchString(r.Lower) {
			if w.way != l.Direction && l.Direction != "" {
				r.Understood++
			}
			l.Direction = w.way
			if w.way == DirectionKeep {
				l.RatePPM, l.AskDeposit, l.AskRent, l.StepDeposit, l.StepRent = 0, nil, nil, nil, nil
			}
			return
		}
	}
}

// readLetterSums gives every sum its place by the words around it.
func (r *letterReading) readLetterSums() {
	text := r.Rest()
	last := ""
	end := 0
	for _, m := range korean.FindMoney(text) {
		before, after := around(text, m.Start, m.End, 36)
		if m.Start-end < len(before) {
			before = text[end:m.Start]
		}
		what := sumWhat(before, after, last)
		amount := forms.Amount(m)
		if m.Bare && !depoWord.MatchString(before) && !rentWord.MatchString(before) && !(last == "deposit" && shorthand.MatchString(before)) ||
			notThis.MatchString(text[m.End:]) || mgmtWord.MatchString(before) {
			continue
		}
		if last == "deposit" && shorthand.MatchString(before) {
			what = "rent"
		}
		end = m.End
		if !fits(amount, maxContractWon) {
			r.bad = append(r.bad, strings.TrimSpace(text[m.Start:m.End]))
			continue
		}
		last = r.putSum(what, before, after, amount)
	}
}

// sumWhat tells deposit and rent apart: by the word before the sum, else by
// the one behind it, else what the sum before was ("" is unknown).
func sumWhat(before, after, last string) string {
	d, m := lastMatch(depoWord, before), lastMatch(rentWord, before)
	switch {
	case d > m:
		return "deposit"
	case m > d:
		return "rent"
	}
	if last != "" {
		return last
	}
	d, m = firstMatch(depoWord, after), firstMatch(rentWord, after)
	switch {
	case d >= 0 && d < 12 && (m < 0 || d < m):
		return "deposit"
	case m >= 0 && m < 12:
		return "rent"
	}
	return ""
}

func lastMatch(re *regexp.Regexp, s string) int {
	all := re.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return -1
	}
	return all[len(all)-1][0]
}

func firstMatch(re *regexp.Regexp, s string) int {
	at := re.FindStringIndex(s)
	if at == nil {
		return -1
	}
	return at[0]
}

// rentBelow is the sum below which one without a name is taken for rent
// unless only the deposit is known: 500만원.
const rentBelow = 5_000_000

// putSum stores a sum and returns what it was of.
func (r *letterReading) putSum(what, before, after string, won int64) string {
	l := r.letter
	if what == "" {
		what = l.guess(won)
	}
	now, ask, step := &l.Deposit, &l.AskDeposit, &l.StepDeposit
	if what == "rent" {
		now, ask, step = &l.Rent, &l.AskRent, &l.StepRent
		if won > maxMonthlyWon {
			return what
		}
	}
	switch {
	case l.demands() && (sumHead.MatchString(before) || sumTail.MatchString(after)), l.Kind == RepairRequest:
		l.Sum = &won
	case l.Kind == DepositReturn && l.Deposit != nil && gotTail.MatchString(after) && won < *l.Deposit:
		l.Sum, l.Overdue = new(*l.Deposit-won), true
	case askedBy.MatchString(after) && (r.rate || l.Direction == DirectionCut || l.Direction == DirectionKeep):
		// What the other side wants is not what is proposed.
		return what
	case l.Kind != RentProposal && l.Kind != RentRefund && l.Kind != "":
		*now = &won
	case l.Kind != RentRefund && (stepTail.MatchString(after) || stepHead.MatchString(before)):
		if r.rate {
			return what
		}
		*step, *ask, l.RatePPM = &won, nil, 0
	case newTail.MatchString(after), newHead.MatchString(before), r.sums && *now != nil && *ask == nil && l.Kind == RentRefund:
		if r.rate {
			return what
		}
		*ask, *step, l.RatePPM = &won, nil, 0
	default:
		*now = &won
	}
	r.sums = true
	r.Understood++
	return what
}

// demands tells whether the letter asks for a sum of its own.
func (l *Letter) demands() bool {
	return l.Kind == DepositReturn || l.Kind == RentRefund || l.Kind == Termination || l.Kind == RepairRequest
}

// guess is what a sum without a name is of.
func (l *Letter) guess(won int64) string {
	switch {
	case l.Deposit != nil && l.Rent == nil:
		return "deposit"
	case l.Rent != nil && l.Deposit == nil, won < rentBelow:
		return "rent"
	}
	return "deposit"
}

func countOf(text string) (int, bool) { return korean.ParseCount(strings.TrimSpace(text)) }
