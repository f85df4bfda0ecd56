package document

import (
	"slices"
	"strconv"

	"github.com/madang-dev/madang/internal/forms"
)

// whole is one whole in parts per million.
const whole = 1_000_000

// letterView is a letter as conditions and texts see it, with its sums worked
// out.
type letterView struct {
	*forms.Scope
	form *letters
	// Lines are the paragraphs that are sent.
	Lines []string
}

// change is what a letter proposes for one sum. A nil New is not known.
type change struct {
	What     string // "deposit", "rent" or "" when neither was named
	Old, New *int64
	PPM      int64 // rate of the change, rounded to 0.01 % when worked out
	Exact    bool  // PPM is the exact rate
	Way      string
}

// scaled is won × (1 ± ppm), whole won rounded toward the old sum, so that a
// rise never exceeds its rate. won is at most 1조 and ppm at most 100 %,
// which keeps the product within 63 bits.
func scaled(won, ppm int64, way string) int64 {
	part := won * ppm / whole
	if way == "cut" {
		return won - part
	}
	return won + part
}

// capPPM is the highest lawful rise.
func (v *letterView) capPPM() int64 {
	pct, err := v.Figure("rent_increase.ceiling_pct")
	if err != nil {
		return 0
	}
	return int64(pct * 10_000)
}

// ceiling is the highest lawful sum after a rise.
func (v *letterView) ceiling(won int64) int64 { return scaled(won, v.capPPM(), "raise") }

// sum is a sum of the letter, nil when it is unknown.
func (v *letterView) sum(key string) *int64 {
	if !v.Has(key) {
		return nil
	}
	return new(v.Num(key))
}

// changes are the sums that a proposal changes: those that were named, else
// the one that is known.
func (v *letterView) changes() []change {
	var out []change
	add := func(what string, old, ask, step *int64) {
		by := v.Num("rate_ppm") > 0 || v.Is("direction", "keep")
		if ask != nil || step != nil || old != nil && by && (!v.Has("only") || v.Is("only", what)) {
			out = append(out, v.change(what, old, ask, step))
		}
	}
	deposit, rent := v.sum("deposit"), v.sum("monthly_rent")
	add("deposit", deposit, v.sum("ask_deposit"), v.sum("step_deposit"))
	add("rent", rent, v.sum("ask_rent"), v.sum("step_rent"))
	if len(out) > 0 {
		return out
	}
	switch only := v.Raw("only"); {
	case only != "":
		return []change{v.change(only, nil, nil, nil)}
	case deposit != nil && rent == nil:
		return []change{v.change("deposit", deposit, nil, nil)}
	case rent != nil:
		return []change{v.change("rent", rent, nil, nil)}
	}
	return []change{v.change("", nil, nil, nil)}
}

func (v *letterView) change(what string, old, ask, step *int64) change {
	c := change{What: what, Old: old, New: ask, Way: v.way(old, ask)}
	switch rate := v.Num("rate_ppm"); {
	case ask != nil:
	case old != nil && c.Way == "keep":
		c.New = old
	case old != nil && step != nil:
		sum := *old + *step
		if c.Way == "cut" {
			sum = *old - *step
		}
		if sum > 0 {
			c.New = &sum
		}
	case rate > 0:
		c.PPM, c.Exact = rate, true
		if old != nil {
			c.New = new(scaled(*old, rate, c.Way))
		}
	}
	if c.PPM == 0 && c.Old != nil && c.New != nil && *c.Old > 0 {
		c.PPM, c.Exact = rateOf(*c.Old, *c.New)
	}
	return c
}

// way is the direction of a change: its sums decide, then the words.
func (v *letterView) way(old, ask *int64) string {
	switch {
	case old == nil || ask == nil:
		if v.Has("direction") {
			return v.Raw("direction")
		}
		return "raise"
	case *ask > *old:
		return "raise"
	case *ask < *old:
		return "cut"
	}
	return "keep"
}

// rateOf is the rate between two sums in parts per million, rounded to
// 0.01 %; exact tells whether nothing was lost.
func rateOf(old, now int64) (ppm int64, exact bool) {
	diff := max(now-old, old-now)
	const step = 100 // 0.01 % in ppm
	hundredths, rest := diff/old, diff%old
	part := rest * (whole / step)
	return (hundredths*(whole/step) + (part+old/2)/old) * step, part%old == 0
}

// above tells whether a change is a rise beyond the ceiling; known is false
// when the sums do not tell.
func (v *letterView) above(c change) (above, known bool) {
	switch {
	case c.Way != "raise":
		return false, true
	case c.Old != nil && c.New != nil:
		return *c.New > v.ceiling(*c.Old), true
	case c.PPM > 0:
		return c.PPM > v.capPPM(), true
	}
	return false, false
}

// excess is what was paid above the ceiling; months is 1 for a deposit.
// known is false when the sums do not tell.
func (v *letterView) excess() (sum int64, known bool) {
	if v.Has("sum") {
		return v.Num("sum"), true
	}
	for _, c := range v.changes() {
		if c.Old == nil || c.New == nil || c.Way == "cut" {
			continue
		}
		over := max(0, *c.New-v.ceiling(*c.Old))
		if c.What == "rent" {
			if v.Num("months") == 0 && over > 0 {
				continue // how many months is not known
			}
			over *= v.Num("months")
		}
		sum, known = sum+over, true
	}
	return sum, known
}

// Goes tells whether a sum changes that way.
func (v *letterView) Goes(way string) bool {
	return slices.ContainsFunc(v.changes(), func(c change) bool { return c.Way == way })
}

// rises are what is proposed, held against the ceiling: whether a rise is Above it,
// the sums tell (Known), and all changes are rises Within it.
type rises struct{ Above, Known, Within bool }

// Rises are the proposed changes held against the ceiling.
func (v *letterView) Rises() rises {
	r := rises{Known: true, Within: true}
	for _, c := range v.changes() {
		above, known := v.above(c)
		r.Above, r.Known, r.Within = r.Above || above, r.Known && known, r.Within && known && !above && c.Way == "raise"
	}
	return r
}

// FirstCap is the ceiling of the first sum that is known, 0 for none.
func (v *letterView) FirstCap() int64 {
	for _, c := range v.changes() {
		if c.Old != nil {
			return v.ceiling(*c.Old)
		}
	}
	return 0
}

// Opens and Closes are the first and the last safe day for a renewal request
// or a refusal to arrive (Housing Lease Protection Act Art. 6, 6-3).
func (v *letterView) Opens() (string, error) {
	months, err := v.Fact("rent_increase.renewal.opens_months_before")
	return v.MonthsAfter(v.Raw("end_date"), -months), err
}

// Closes is the day before the one so many months before the end.
func (v *letterView) Closes() (string, error) {
	months, err := v.Fact("rent_increase.renewal.closes_months_before")
	return v.DaysAfter(v.MonthsAfter(v.Raw("end_date"), -months), -1), err
}

// Overdue tells whether the lease has ended: its day decides, else the words.
func (v *letterView) Overdue() bool {
	if end := v.Raw("end_date"); end != "" {
		return end < v.Today()
	}
	return v.Yes("overdue")
}

// Asks tells whether a paper is asked for; who names none asks for all.
func (v *letterView) Asks(paper string) bool {
	papers := v.Values.List("papers")
	return len(papers) == 0 || slices.Contains(papers, paper)
}

// M is a sum of the letter as it is written: in digits on paper, as it is said
// in a message.
func (v *letterView) M(key string) string {
	if !v.Has(key) {
		return v.Gapped(key) + texts.Say(v.Lang(), "letter.won")
	}
	return v.Written(v.Num(key))
}

// Written is any sum as the letter writes it.
func (v *letterView) Written(sum int64) string {
	if v.Is("form", "text") {
		return texts.Say(v.Lang(), "letter.said", "sum", sum)
	}
	return texts.Say(v.Lang(), "letter.sum", "sum", sum)
}

// ExcessSum is what was paid above the ceiling.
func (v *letterView) ExcessSum() string {
	if sum, known := v.excess(); known && sum > 0 {
		return v.Written(sum)
	}
	return v.Gapped("sum") + texts.Say(v.Lang(), "letter.won")
}

// changeView is one proposed sum in words.
type changeView struct {
	Name, Old, New, Rate, Verb, Cap string
	Keep, KnowsOld, KnowsRate       bool
}

// Changes are the proposed sums in words.
func (v *letterView) Changes() []changeView {
	var out []changeView
	for _, c := range v.changes() {
		key := map[string]string{"rent": "monthly_rent"}[c.What]
		if key == "" {
			key = "deposit"
		}
		view := changeView{
			Name: texts.Say(v.Lang(), "letter.what."+map[string]string{"": "either"}[c.What]+c.What),
			Keep: c.Way == "keep", KnowsOld: c.Old != nil, KnowsRate: c.PPM > 0,
			Rate: v.rate(c), Verb: texts.Say(v.Lang(), "letter.way."+map[bool]string{true: "cut", false: "raise"}[c.Way == "cut"]),
			Old: v.M(key),
		}
		switch {
		case view.Keep:
		case c.New != nil:
			view.New = v.Written(*c.New)
		default:
			view.New = v.Gapped("new_sum") + texts.Say(v.Lang(), "letter.won")
		}
		if c.Old != nil {
			view.Cap = v.Written(v.ceiling(*c.Old))
		}
		out = append(out, view)
	}
	return out
}

func (v *letterView) rate(c change) string {
	rate := strconv.FormatFloat(float64(c.PPM)/10_000, 'f', -1, 64) + "%"
	switch {
	case c.PPM == 0:
		return ""
	case c.Exact:
		return rate
	}
	return texts.Say(v.Lang(), "letter.about", "rate", rate)
}

// reckoning shows how a proposed sum was worked out.
func (v *letterView) reckoning(c change) string {
	if c.Old == nil || c.New == nil || c.Way == "keep" || c.PPM == 0 {
		return ""
	}
	return texts.Say(v.Lang(), "letter.reckoning", "old", *c.Old, "new", *c.New, "rate", v.rate(c), "sign", map[bool]string{true: "−", false: "+"}[c.Way == "cut"])
}
