package analysis

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// RentIncreaseTable holds the ceiling of art. 7 of the Housing Lease
// Protection Act and what goes with it.
type RentIncreaseTable struct {
	Source        Source       `yaml:"source"`
	CeilingPct    Rate         `yaml:"ceiling_pct" most:"20"`
	MonthsBetween int          `yaml:"months_between" most:"60"`
	Renewal       RenewalTable `yaml:"renewal"`
	// Shop is where the same ceiling of shops stands.
	Shop struct {
		Source Source `yaml:"source"`
	} `yaml:"shop"`
	// Report is from which sums a lease has to be reported.
	Report struct {
		Source      Source `yaml:"source"`
		DepositOver int64  `yaml:"deposit_over"`
		MonthlyOver int64  `yaml:"monthly_over"`
		Days        int    `yaml:"days"`
	} `yaml:"report"`
	// RefusalDamage is what a landlord owes who refuses renewal to live in the
	// home and then lets it to another (art. 6-3 (6)).
	RefusalDamage struct {
		Source     Source `yaml:"source"`
		RentMonths int64  `yaml:"rent_months"`
		GainMonths int64  `yaml:"gain_months"`
	} `yaml:"refusal_damage"`
}

// rise is what a landlord asks for: sums now and as proposed, deposit and rent;
// zero is not known.
type rise struct {
	deposit, newDeposit, rent, newRent int64
	kind                               string // of phrases lease: right_left, renewal, new_contract, running, "" is not known
}

// rentIncrease holds a rise against the ceiling of art. 7 (one twentieth of the
// agreed sum, not within a year). The highest sum is current × 105 %, the part of
// a won dropped. With only a percentage it judges the percentage. Where the end of
// the lease is known it tells when renewal has to be asked for.
func rentIncrease(g *Given) (Outcome, error) {
	if !g.Has("percent") && g.says("means.conversion") && slices.Contains(g.methods, MethodConversion) {
		return Outcome{Skip: true}, nil // the deposit rises for a lower rent
	}
	t, percent := g.Tables.RentIncrease, g.Rate("percent")
	window := t.Renewal.window(g.Text("end"), g.today)
	o := Outcome{Words: map[string]any{"back": int64(0)}, Figures: map[string]any{"ceiling": t.CeilingPct}}
	x := g.rise(&o)
	if err := cmp.Or(amountOrZero("current_deposit", x.deposit), amountOrZero("proposed_deposit", x.newDeposit), amountOrZero("proposed_monthly", x.newRent)); err != nil {
		return o, err
	}
	if x.deposit+x.rent == 0 && !g.Has("percent") {
		o.Needs, o.Figures = "current_deposit", nil
		o.Notes = x.notes("", false)
		if window == nil {
			return o, nil
		}
		window.Also = []Outcome{o}
		return *window, nil
	}
	if g.Has("before") && percent > 0 && x.newDeposit+x.newRent == 0 {
		return t.before(x, percent, o), nil
	}
	verdict := t.judge(x, percent, &o)
	if g.Has("percent") && verdict == "" {
		verdict = "percent_within"
		if percent > t.CeilingPct {
			verdict = "percent_over"
		}
		o.Figures["rise"] = percent
	}
	if x.deposit > 0 && x.rent > 0 && x.newDeposit+x.newRent == 0 {
		share := monthlyOf(x.deposit, g.Tables.Conversion.Cap(false))
		o.Words["rent_alone"], o.Words["cap"] = (Whole+t.CeilingPct).of(x.rent+share)-share, g.Tables.Conversion.Cap(false)
		o.Notes = append(o.Notes, "rule alone")
	}
	early := t.tooEarly(g.Text("last_change"), g.today, &o)
	over := strings.HasSuffix(verdict, "over")
	if most, _ := o.Words["over_monthly"].(int64); over && most > 0 && g.Has("paid") {
		o.Figures["back"] = most * int64(g.Int("paid"))
	}
	if over {
		o.Cites = []string{"lease 7", "lease_decree 8", "lease 10-2"}
		o.Notes, o.Advice = []string{"rule reclaim"}, []string{"advice_within"}
	}
	o.Notes = append(x.notes(early, verdict != ""), o.Notes...)
	switch {
	case g.property("shop") || g.says("home.shop"):
		o.Cites, o.Of = []string{"shop 11", "shop_decree 4"}, &t.Shop.Source
		o.Notes, o.Advice = []string{"condition shop", "condition yearly"}, nil
	case x.kind == "":
		o.Asks = append(o.Asks, "kind")
	}
	o.Verdict = verdict
	o.Words["over"], o.Words["percent"], o.Words["current_deposit"], o.Words["current_monthly"] = over, percent, x.deposit, x.rent
	if window != nil {
		o.Also = []Outcome{*window}
	}
	return o, nil
}

// before is what was paid before a rise by a percentage, rounded to the won.
func (t RentIncreaseTable) before(x rise, percent Rate, o Outcome) Outcome {
	now := max(x.deposit, x.rent)
	was := mulDivRound(now, int64(Whole), int64(Whole+percent))
	o.Verdict, o.Formula = "was", "formula_was"
	o.Figures = map[string]any{"was": was, "rise": percent, "more": now - was}
	o.Words["now"], o.Notes = now, []string{"condition ceiling"}
	return o
}

// notes are what to know about a rise.
func (x rise) notes(early string, judged bool) (list []string) {
	switch x.kind {
	case "new_contract":
		list = []string{"condition new_contract"}
	case "right_left":
		list = []string{"condition right_left"}
	case "":
		list = []string{"condition by_right"}
	}
	if early != "" {
		list = append(list, "condition too_soon")
	}
	list = append(list, "condition ceiling")
	if x.kind != "new_contract" && early == "" && judged {
		list = append(list, "condition yearly")
	}
	return list
}

// judge works out the highest sums and sets what is asked beside them; "" is
// that nothing is.
func (t RentIncreaseTable) judge(x rise, percent Rate, o *Outcome) (verdict string) {
	maxDeposit, maxRent := (Whole + t.CeilingPct).of(x.deposit), (Whole + t.CeilingPct).of(x.rent)
	o.Words["more"] = nil
	if x.newDeposit+x.newRent == 0 && percent > 0 {
		x.newDeposit, x.newRent = (Whole + percent).of(x.deposit), (Whole + percent).of(x.rent)
		o.Words["more"] = which("rent_increase.over_by.", x.newRent-x.rent, x.newDeposit-x.deposit,
			map[string]any{"over_monthly": x.newRent - x.rent, "over_deposit": x.newDeposit - x.deposit})
	}
	rise, over := Rate(0), [2]int64{}
	for i, sum := range [2]struct{ now, asked, most int64 }{{x.deposit, x.newDeposit, maxDeposit}, {x.rent, x.newRent, maxRent}} {
		if sum.now == 0 || sum.asked == 0 {
			continue
		}
		verdict = cmp.Or(verdict, "within")
		if over[i] = max(0, sum.asked-sum.most); over[i] > 0 {
			verdict = "over"
		}
		if sum.asked > sum.now {
			rise = max(rise, share(sum.asked-sum.now, sum.now))
		}
	}
	args := map[string]any{
		"max_deposit": maxDeposit, "max_monthly": maxRent, "proposed_deposit": x.newDeposit, "proposed_monthly": x.newRent,
		"over_deposit": over[0], "over_monthly": over[1], "rise": rise,
	}
	maps.Copy(o.Words, args)
	o.Words["room"] = which("rent_increase.over_by.", maxRent-x.rent, maxDeposit-x.deposit, map[string]any{"over_monthly": maxRent - x.rent, "over_deposit": maxDeposit - x.deposit})
	o.Words["limit"] = which("rent_increase.to.", maxRent, maxDeposit, args)
	o.Words["asked"] = which("rent_increase.proposed.", x.newRent, x.newDeposit, args)
	o.Words["too_much"] = which("rent_increase.over_by.", over[1], over[0], args)
	if maxDeposit > 0 {
		o.Figures["max_deposit"] = maxDeposit
	}
	if maxRent > 0 {
		o.Figures["max_monthly"] = maxRent
	}
	if verdict != "" {
		o.Figures["over_deposit"], o.Figures["over_monthly"], o.Figures["rise"] = over[0], over[1], rise
	}
	if x.deposit > 0 && x.newDeposit > 0 {
		o.Bars = []bar{{words.M("rent_increase.chart.current"), x.deposit}, {words.M("rent_increase.chart.ceiling"), maxDeposit}, {words.M("rent_increase.chart.asked"), x.newDeposit}}
	}
	return verdict
}

// which is the text of the sums that are there: of the rent, of the deposit or
// of both.
func which(key string, rent, deposit int64, args map[string]any) words.Message {
	switch {
	case rent > 0 && deposit > 0:
		key += "both"
	case rent > 0:
		key += "rent"
	case deposit > 0:
		key += "deposit"
	default:
		return words.Message{}
	}
	return words.Message{Key: key, Args: args}
}

// tooEarly is the first day on which a rise is allowed, a year after the
// contract or the last rise, while that lies ahead.
func (t RentIncreaseTable) tooEarly(lastChange, today string, o *Outcome) string {
	earliest := korean.AddMonths(dayOf(lastChange), t.MonthsBetween).Format(time.DateOnly)
	if lastChange == "" || today >= earliest {
		return ""
	}
	o.Words["earliest"] = earliest
	return earliest
}

// rise is what was said of a rise. Of sums whose role nobody knows the first is
// the deposit now, the second the one asked for. Without a deposit, a sum asked
// for that is of the size of the rent is a rent.
func (g *Given) rise(o *Outcome) rise {
	x := rise{g.Won("current_deposit"), g.Won("proposed_deposit"), g.Won("current_monthly"), g.Won("proposed_monthly"), g.leaseKind()}
	next := func(key string) int64 {
		won, at := g.take(g.used, "")
		if at >= 0 {
			g.used[at] = true
			o.Words[key], o.Assumed = won, append(o.Assumed, "assumed_"+key)
		}
		return won
	}
	if x.deposit == 0 && x.rent == 0 {
		x.deposit = next("current_deposit")
	}
	if x.newDeposit == 0 && x.newRent == 0 {
		x.newDeposit = next("asked_for")
	}
	small := x.deposit == 0 || x.newDeposit < x.deposit/10 // no deposit falls so far
	if small && x.rent > 0 && x.newRent == 0 && x.newDeposit > 0 && x.newDeposit/10 < x.rent {
		x.newRent, x.newDeposit = x.newDeposit, 0
		o.Words["new_rent"], o.Assumed = x.newRent, append(o.Assumed, "assumed_rent")
	}
	if more := g.Won("increase"); more > 0 && x.newDeposit == 0 && x.newRent == 0 {
		switch { // "2천만원 올려 달래요"
		case x.rent > 0 && (x.deposit == 0 || more < x.rent):
			x.newRent = x.rent + more
		case x.deposit > 0:
			x.newDeposit = x.deposit + more
		}
	}
	return x
}

func (g *Given) leaseKind() string {
	if v, ok := g.e.Attr("renewal_right"); ok {
		if v == "false" {
			return "new_contract"
		}
		return "renewal"
	}
	for _, kind := range []string{"right_left", "renewal", "new_contract", "running"} {
		if g.says("lease."+kind) || kind == "right_left" && g.told("lease."+kind) {
			return kind
		}
	}
	return ""
}
