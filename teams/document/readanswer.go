package document

import (
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

var (
	allNo    = regexp.MustCompile(`(?i)^\s*(?:둘\s*다|모두|다|전부|아무것도|both|all)?\s*(?:없음|없어요?|없습니다|없다|아니요|아니오|아뇨|해당\s*없음|no|none|neither|nothing)[\s.!]*$`)
	justYes  = regexp.MustCompile(`(?i)^\s*(?:네|예|응|있어요?|있음|있습니다|맞아요?|맞습니다|yes|yep)[\s.!,]*$`)
	dayOnly  = regexp.MustCompile(`^\s*(?:매월\s*)?(\d{1,2})\s*일?(?:이요|이에요|요|입니다)?[\s.!]*$`)
	nameOnly = regexp.MustCompile(`^\s*` + personRE + `(?:\s*(?:,|、|/|와|과|랑|이랑|하고|and|&)\s*` + personRE + `)?\s*[.!]*\s*$`)
)

// amountRoles tells where a sum that the planner found belongs.
var amountRoles = map[string][2]string{ // role: key of a lease, of a sale
	state.AmountDeposit:         {"deposit", "deposit_to_assume"},
	state.AmountProposedDeposit: {"deposit", ""},
	state.AmountCurrentDeposit:  {"prev_deposit", ""},
	state.AmountMonthlyRent:     {"monthly_rent", ""},
	state.AmountPrice:           {"", "price"},
	state.AmountDownPayment:     {"down_payment", "down_payment"},
	state.AmountMiddlePayment:   {"middle_payment", ""},
	state.AmountBalance:         {"balance", "balance"},
	state.AmountManagementFee:   {"mgmt_total", ""},
}

var dayRoles = map[string]string{
	"start": "start_date", "end": "end_date", "contract": "contract_date", "balance": "balance_date",
	"down_payment": "down_date", "middle_payment": "middle_date", "handover": "handover_date", "transfer": "transfer_date",
}

// readEntities takes from the planner's entities what the words of the
// message left open. Only an entity whose text was not read as something
// else counts, so that one number never lands in two fields.
func (r *reading) readEntities(ent state.Entities) {
	open := func(text string) bool {
		return text != "" && strings.Contains(r.rest(), lowerASCII(text))
	}
	for _, a := range ent.Amounts {
		keys := amountRoles[a.Role]
		key := keys[0]
		if r.draft.Sales != nil {
			key = keys[1]
		}
		slot := r.draft.moneySlot(key)
		if slot == nil || *slot != nil || len(r.said[key]) > 0 || !open(a.Text) || !r.believable(key, a.Won) {
			continue
		}
		*slot = new(a.Won)
		r.values++
		r.looseSums = slices.DeleteFunc(r.looseSums, func(v int64) bool { return v == a.Won })
	}
	for _, d := range ent.Dates {
		key := dayRoles[d.Role]
		slot := r.draft.daySlot(key)
		if _, ok := parseDay(d.ISO); slot == nil || *slot != "" || !ok || !slices.Contains(r.looseDays, d.ISO) {
			continue
		}
		*slot = d.ISO
		r.values++
		r.looseDays = slices.DeleteFunc(r.looseDays, func(v string) bool { return v == d.ISO })
	}
	for _, a := range ent.Attributes {
		r.takeAttribute(a)
	}
}

func (r *reading) takeAttribute(a state.Attribute) {
	text := oneLine(a.Value, maxTextRunes)
	if text == "" {
		return
	}
	if one, list := r.draft.nameSlot(a.Name); one != nil && *one == "" {
		*one = oneLine(text, maxNameRunes)
		r.values++
	} else if list != nil && len(*list) == 0 {
		*list = []string{oneLine(text, maxNameRunes)}
		r.values++
	}
	if slot := r.draft.textSlot(a.Name); slot != nil && *slot == "" {
		*slot = text
		r.values++
	}
}

// readBareAnswer puts what no word announced where the last question asked
// for it.
func (r *reading) readBareAnswer() {
	if len(r.draft.Asked) == 0 {
		return
	}
	r.bareSums()
	r.bareDays()
	r.bareNames()
	r.bareYesNo()
	r.bareRates()
	r.bareText()
}

func (r *reading) bareSums() {
	for _, key := range r.draft.Asked {
		slot := r.draft.moneySlot(key)
		if slot == nil || *slot != nil && !r.draft.clashes(key) || len(r.looseSums) == 0 || len(r.said[key]) > 0 {
			continue
		}
		amount := r.looseSums[0]
		r.looseSums = r.looseSums[1:]
		if r.believable(key, amount) {
			*slot = new(amount)
			r.values++
			r.draft.resolve(key)
		}
	}
}

func (d *Draft) clashes(key string) bool {
	return slices.ContainsFunc(d.Clashes, func(c Clash) bool { return c.Key == key })
}

func (r *reading) bareDays() {
	for _, key := range r.draft.Asked {
		if key == "middle_date" && r.draft.Sales != nil {
			r.bareMiddleDays()
			continue
		}
		slot := r.draft.daySlot(key)
		if slot == nil || *slot != "" || len(r.looseDays) == 0 {
			continue
		}
		*slot, r.looseDays = r.looseDays[0], r.looseDays[1:]
		r.values++
	}
}

func (r *reading) bareMiddleDays() {
	for i := range r.draft.Sales.MiddlePayments {
		if p := &r.draft.Sales.MiddlePayments[i]; p.Date == "" && len(r.looseDays) > 0 {
			p.Date, r.looseDays = r.looseDays[0], r.looseDays[1:]
			r.values++
		}
	}
}

// bareNames reads "김철수, 이영희" in the order the names were asked for.
func (r *reading) bareNames() {
	m := nameOnly.FindStringSubmatchIndex(lowerASCII(r.text))
	if m == nil || r.values > 0 {
		return
	}
	var names []string
	for _, g := range []int{2, 4} {
		if m[g] < 0 {
			continue
		}
		if name, _, ok := r.nameAt(m[g], m[g+1], false); ok {
			names = append(names, name)
		}
	}
	for _, key := range r.draft.Asked {
		one, list := r.draft.nameSlot(key)
		if len(names) == 0 || one == nil && list == nil {
			continue
		}
		if one != nil && *one == "" {
			*one, names = names[0], names[1:]
			r.values++
		} else if list != nil && len(*list) == 0 {
			*list, names = []string{names[0]}, names[1:]
			r.values++
		}
	}
}

// bareYesNo reads "둘 다 없어요" for everything asked with yes or no; a bare
// "네" counts only when one such question was open.
func (r *reading) bareYesNo() {
	var open []string
	for _, key := range r.draft.Asked {
		if r.draft.askedYesNo(key) {
			open = append(open, key)
		}
	}
	switch {
	case allNo.MatchString(r.text):
		for _, key := range open {
			r.draft.answerYesNo(key, false, r.lang)
			r.values++
		}
	case justYes.MatchString(r.text) && len(open) == 1:
		r.draft.answerYesNo(open[0], true, r.lang)
		r.values++
	}
}

func (d *Draft) askedYesNo(key string) bool {
	switch {
	case d.Lease != nil && key == "tax_arrears":
		return d.Lease.TaxArrears == nil
	case d.Lease != nil && key == "prior_deposits":
		return d.Lease.PriorDeposits == nil
	case d.Sales != nil && key == "land_permit_required":
		return d.Sales.LandPermitRequired == nil
	case d.Sales != nil && key == "mortgage_max":
		return d.Sales.MortgageMax == nil
	case d.Sales != nil && key == "known_defects":
		return len(d.Sales.KnownDefects) == 0
	}
	return false
}

// answerYesNo stores a yes or no; a yes to a question for a sum or a list
// says nothing yet.
func (d *Draft) answerYesNo(key string, v bool, lang string) {
	switch key {
	case "tax_arrears":
		d.Lease.TaxArrears = new(v)
	case "prior_deposits":
		d.Lease.PriorDeposits = new(v)
	case "land_permit_required":
		d.Sales.LandPermitRequired = new(v)
	case "mortgage_max":
		if !v {
			d.Sales.MortgageMax = new(int64(0))
		}
	case "known_defects":
		if !v {
			d.Sales.KnownDefects = []string{pick(lang, "없음", "none")}
		}
	}
}

func (r *reading) bareRates() {
	if c := r.draft.Lease; c != nil && r.draft.asked("rent_day") && c.RentDay == 0 {
		if m := dayOnly.FindStringSubmatch(r.text); m != nil {
			c.RentDay = number(m[1])
			r.values++
		}
	}
	if len(r.loosePct) == 0 {
		return
	}
	bp := basisPoints(r.loosePct[0])
	switch {
	case r.draft.Lease != nil && r.draft.asked("fee_rate") && r.draft.Lease.FeeRateBP == 0:
		r.draft.Lease.FeeRateBP = bp
	case r.draft.Sales != nil && r.draft.asked("penalty_pct") && r.draft.Sales.PenaltyBP == 0:
		r.draft.Sales.PenaltyBP = bp
	case r.draft.Sales != nil && r.draft.asked("fee_rate") && r.draft.Sales.FeeRateBP == 0:
		r.draft.Sales.FeeRateBP = bp
	default:
		return
	}
	r.values++
}

// freeTexts are the questions that are answered with a sentence.
var freeTexts = []string{"tax_note", "prior_note", "release_condition", "broker_office", "broker_reg_no"}

// bareText takes a whole message that nothing else was read from as the
// answer to the one open question for a text.
func (r *reading) bareText() {
	text := plainValue(r.text, maxTextRunes)
	if r.values > 0 || text == "" || allNo.MatchString(text) || justYes.MatchString(text) || strings.HasSuffix(text, "?") {
		return
	}
	for _, key := range r.draft.Asked {
		slot := r.draft.textSlot(key)
		if slot == nil || *slot != "" {
			continue
		}
		hasNumber := strings.ContainsAny(text, "0123456789")
		if key == "property_address" && hasNumber && strings.ContainsAny(text, "로길동리가") || slices.Contains(freeTexts, key) {
			*slot = text
			r.values++
			return
		}
	}
	if c := r.draft.Sales; c != nil && r.draft.asked("known_defects") && len(c.KnownDefects) == 0 {
		for _, item := range listCut.Split(text, maxListItems) {
			c.KnownDefects = append(c.KnownDefects, plainValue(item, 80))
		}
		r.values++
	}
}
