package document

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Bounds beyond which a sum is asked about rather than believed.
const (
	maxContractWon = 1_000_000_000_000 // 1조
	maxMonthlyWon  = 1_000_000_000     // 10억 a month
	minContractWon = 100_000
	// A number without a unit below this is meant in 만원 ("보증금 1000").
	bareMan = 100_000
)

var (
	notThis   = regexp.MustCompile(`^\s*(?:은|는|이|가)?\s*(?:아니라|아니고|아니야|아니에요|아닙니다|아녜요|말고)`)
	replaces  = regexp.MustCompile(`아니|에서\s*$|→|->|으로\s*바꿔|instead| but |\bto\s*$|정정|수정`)
	monthly   = regexp.MustCompile(`(?:매월|매달|월|다달이)\s*$`)
	perMonth  = regexp.MustCompile(`^\s*(?:a|per|/|each|every)\s*(?:month|mo\b)`)
	shorthand = regexp.MustCompile(`^\s*(?:에|/|-)\s*$`)
	raises    = regexp.MustCompile(`올려|올리|인상|증액|재계약|갱신|renew|raise|increase`)
)

// sumFound is one sum of the message with the key it was given.
type sumFound struct {
	korean.Money
	key   string
	label int // index of the label that claimed it, -1 when none did
}

// amount is the sum in won; a small number without a unit is in 만원.
func (f sumFound) amount() int64 {
	won := f.Won
	if f.Bare && won < bareMan {
		won *= 10_000
	}
	if f.Negative {
		won = -won
	}
	return won
}

// readMoney gives every sum of the message its key by the words around it.
func (r *reading) readMoney() {
	text := r.rest()
	hits := findLabels(text, r.moneyLabels())
	segs := segments(text)
	var found []sumFound
	for _, m := range korean.FindMoney(text) {
		f := sumFound{Money: m, label: -1}
		r.claim(&f, text, segs, hits, found)
		found = append(found, f)
		switch {
		case notThis.MatchString(text[m.End:]):
		case f.key == "":
			r.looseSums = append(r.looseSums, f.amount())
		default:
			r.takeSum(found, text)
		}
	}
	r.storeSums()
}

func (r *reading) moneyLabels() []label {
	if r.draft.Sales != nil {
		return salesLabels
	}
	return leaseLabels
}

// claim finds the key of a sum: the nearest label before it in its segment,
// else one right behind it, else the open label of the segment before.
func (r *reading) claim(f *sumFound, text string, segs []segment, hits []labelHit, before []sumFound) {
	seg := segmentOf(segs, f.Start)
	if seg < 0 {
		return
	}
	if r.draft.Lease != nil && !f.Bare && (monthly.MatchString(text[segs[seg].start:f.Start]) || perMonth.MatchString(text[f.End:])) {
		f.key = "monthly_rent"
		if l := lastLabel(hits, segs[seg].start, f.Start); l >= 0 && hits[l].money == "mgmt_total" {
			f.key = "mgmt_total"
		}
		return
	}
	if l := lastLabel(hits, segs[seg].start, f.Start); l >= 0 {
		if f.Bare && f.Start-hits[l].end > 12 && !r.afterDeposit(f, text, before) {
			return
		}
		f.key, f.label = hits[l].money, l
		if r.afterDeposit(f, text, before) {
			f.key = "monthly_rent"
		}
		return
	}
	if l := nextLabel(hits, f.End, segs[seg].end); l >= 0 && !f.Bare && len(strings.TrimSpace(text[f.End:hits[l].start])) <= 9 {
		f.key, f.label = hits[l].money, l
		return
	}
	if seg > 0 && !f.Bare {
		if l := lastLabel(hits, segs[seg-1].start, segs[seg-1].end); l >= 0 && !claimed(before, l) {
			f.key, f.label = hits[l].money, l
		}
	}
}

// afterDeposit reads the shorthand "보증금 1000에 50": the second number is
// the rent.
func (r *reading) afterDeposit(f *sumFound, text string, before []sumFound) bool {
	if r.draft.Lease == nil || len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	return last.key == "deposit" && shorthand.MatchString(text[last.End:f.Start])
}

func lastLabel(hits []labelHit, from, to int) int {
	for i := len(hits) - 1; i >= 0; i-- {
		if hits[i].money != "" && hits[i].start >= from && hits[i].end <= to {
			return i
		}
	}
	return -1
}

func nextLabel(hits []labelHit, from, to int) int {
	for i := range hits {
		if hits[i].money != "" && hits[i].start >= from && hits[i].end <= to {
			return i
		}
	}
	return -1
}

func claimed(sums []sumFound, label int) bool {
	for _, s := range sums {
		if s.label == label {
			return true
		}
	}
	return false
}

// takeSum notes the newest sum under its key. A correction ("3억 아니 2억",
// "3억에서 2억으로") takes the place of the sum before it; a raise keeps the
// older one as the previous deposit or rent.
func (r *reading) takeSum(found []sumFound, text string) {
	f := found[len(found)-1]
	if len(found) > 1 {
		prev := found[len(found)-2]
		between := text[prev.End:f.Start]
		if prev.key == f.key && replaces.MatchString(between) && !strings.Contains(between, "\n") {
			r.replaceSum(f.key, strings.Contains(between, "에서") || strings.Contains(between, " to"))
		}
	}
	r.said[f.key] = append(r.said[f.key], f.amount())
	r.used(f.Start, f.End)
}

// replaceSum drops the last sum said under the key, or keeps it as the one
// before a raise.
func (r *reading) replaceSum(key string, fromTo bool) {
	older := r.said[key]
	if len(older) == 0 {
		return
	}
	last := older[len(older)-1]
	r.said[key] = older[:len(older)-1]
	if !fromTo || !raises.MatchString(r.lower) {
		return
	}
	switch key {
	case "deposit":
		r.said["prev_deposit"] = append(r.said["prev_deposit"], last)
	case "monthly_rent":
		r.said["prev_rent"] = append(r.said["prev_rent"], last)
	}
}

// storeSums writes the sums into the draft; several different ones for one
// field are a question to the user and change nothing.
func (r *reading) storeSums() {
	for _, key := range sortedKeys(r.said) {
		values := distinct(r.said[key])
		if key == "middle_payment" && r.draft.Sales != nil {
			continue // kept with their days, see readDays
		}
		slot := r.draft.moneySlot(key)
		switch {
		case slot == nil || len(values) == 0:
		case len(values) > 1:
			r.clash(key, values)
		case !r.believable(key, values[0]):
		default:
			*slot = new(values[0])
			r.draft.resolve(key)
		}
	}
	r.storeMiddle()
}

// storeMiddle keeps the middle payments of a sale: a message that names any
// replaces those known before.
func (r *reading) storeMiddle() {
	c := r.draft.Sales
	if c == nil {
		return
	}
	days := r.middleDays
	sums := r.said["middle_payment"]
	if len(sums) == 0 {
		for i, iso := range days {
			if i < len(c.MiddlePayments) {
				c.MiddlePayments[i].Date = iso
			}
		}
		return
	}
	var payments []Payment
	for i, amount := range sums {
		if !r.believable("middle_payment", amount) {
			return
		}
		p := Payment{Amount: amount}
		if i < len(days) {
			p.Date = days[i]
		} else if i < len(c.MiddlePayments) {
			p.Date = c.MiddlePayments[i].Date
		}
		if amount > 0 && len(payments) < maxListItems {
			payments = append(payments, p)
		}
	}
	c.MiddlePayments = payments
}

// believable asks about sums that can't be meant.
func (r *reading) believable(key string, amount int64) bool {
	ko, en := r.draft.label(key)
	value := []string{korean.FormatWon(amount)}
	switch {
	case amount < 0:
		r.issues = append(r.issues, Problem{Code: "negative_amount", Fields: []string{key}, Values: value,
			TextKo: korean.Josa(ko, "이", "가") + " 음수(" + value[0] + ")입니다. 얼마인가요?",
			TextEn: "The " + en + " is negative (" + speak(amount, "en") + "). How much is it?"})
		return false
	case amount > limitOf(key), amount > 0 && amount < minContractWon && bigSum(key):
		r.issues = append(r.issues, Problem{Code: "absurd_amount", Fields: []string{key}, Values: value,
			TextKo: ko + " " + value[0] + "은 너무 크거나 작습니다. 금액을 다시 알려 주세요.",
			TextEn: "A " + en + " of " + speak(amount, "en") + " can't be right. How much is it?"})
		return false
	}
	return true
}

func limitOf(key string) int64 {
	switch key {
	case "monthly_rent", "prev_rent", "mgmt_total":
		return maxMonthlyWon
	}
	return maxContractWon
}

// bigSum tells which sums are never just a few won.
func bigSum(key string) bool {
	switch key {
	case "deposit", "price", "down_payment", "balance", "prev_deposit":
		return true
	}
	return false
}

func (r *reading) clash(key string, values []int64) {
	r.draft.resolve(key)
	r.draft.Clashes = append(r.draft.Clashes, Clash{Key: key, Values: bounded(values, maxListItems)})
}

// resolve forgets an open clash, once its field has been said.
func (d *Draft) resolve(key string) {
	var open []Clash
	for _, c := range d.Clashes {
		if c.Key != key {
			open = append(open, c)
		}
	}
	d.Clashes = open
}

// label is what a field is called in Korean and English.
func (d *Draft) label(key string) (ko, en string) {
	for _, f := range d.fields() {
		if f.key == key {
			return f.ko, f.en
		}
	}
	switch key {
	case "middle_payment":
		return "중도금", "middle payment"
	case "mgmt_total":
		return "관리비", "maintenance fee"
	case "prior_total":
		return "선순위 보증금", "prior deposits"
	case "loan_assume":
		return "승계 대출", "assumed loan"
	}
	return key, key
}
