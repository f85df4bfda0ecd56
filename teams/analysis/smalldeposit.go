package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// SmallDepositTable is what a tenant with a small deposit is paid first.
type SmallDepositTable struct {
	Source         Source `yaml:"source"`
	HalfOfHousePct Rate   `yaml:"half_of_house_pct"`
	// Areas are those of a province, or of some of its cities and counties; ""
	// is not settled by the district alone.
	Areas []struct {
		Area   string   `yaml:"area"`
		Sido   string   `yaml:"sido"`
		Cities []string `yaml:"cities"`
	} `yaml:"areas"`
	History []SmallDepositRates `yaml:"history" rising:"From"`
}

// AreaOf is the area of a district, "" where the district does not settle it.
func (t SmallDepositTable) AreaOf(sido, sigungu string) string {
	city, _, _ := strings.Cut(sigungu, " ")
	for _, a := range t.Areas {
		if a.Sido == sido && (len(a.Cities) == 0 || slices.Contains(a.Cities, city)) {
			return a.Area
		}
	}
	return AreaOther
}

// SmallDepositRates hold from a day on, by area.
type SmallDepositRates struct {
	From         string           `yaml:"from"`
	Seoul        SmallDepositRate `yaml:"seoul"`
	Overcrowded  SmallDepositRate `yaml:"overcrowded"`
	Metropolitan SmallDepositRate `yaml:"metropolitan"`
	Other        SmallDepositRate `yaml:"other"`
}

// SmallDepositRate is up to which deposit how much is protected.
type SmallDepositRate struct {
	DepositTo int64 `yaml:"deposit_to"`
	Protected int64 `yaml:"protected"`
}

func (t SmallDepositTable) validate() error {
	for i, a := range t.Areas {
		if a.Sido == "" || !slices.Contains([]string{"", AreaSeoul, AreaOvercrowded, AreaMetropolitan, AreaOther}, a.Area) {
			return &badValue{fmt.Sprintf("$.small_deposit.areas[%d].area", i), fmt.Sprintf("is %q of %q, which is no area", a.Area, a.Sido)}
		}
	}
	for i, h := range t.History {
		for _, r := range []SmallDepositRate{h.Seoul, h.Overcrowded, h.Metropolitan, h.Other} {
			if r.Protected > r.DepositTo {
				return &badValue{fmt.Sprintf("$.small_deposit.history[%d]", i), "protects more than the deposit"}
			}
		}
	}
	return nil
}

// The areas of the decree's art. 10 and 11.
const (
	AreaSeoul        = "seoul"
	AreaOvercrowded  = "overcrowded"  // overcrowding control region, Sejong, Yongin, Hwaseong, Gimpo
	AreaMetropolitan = "metropolitan" // metropolitan cities, Ansan, Gwangju, Paju, Icheon, Pyeongtaek
	AreaOther        = "other"
)

// smallDeposit is what a tenant is paid before a mortgage.
func smallDeposit(g *Given) (Outcome, error) {
	t, value, tenants := g.Tables.SmallDeposit, g.Won("house_value"), max(1, g.Int("tenants"))
	o, err := t.priority(g.Won("deposit"), value, g.Text("area"), g.security())
	protected, _ := o.Figures["protected"].(int64)
	if half := t.HalfOfHousePct.of(value); err == nil && value > 0 && protected*int64(tenants) > half {
		o.Verdict, o.Formula = "headline_shared", "formula_shared"
		o.Words = map[string]any{"tenants": tenants, "half": half, "alone": protected}
		o.Figures["protected"] = half / int64(tenants)
	}
	return o, err
}

// security is the day of the oldest mortgage. A year alone is one where the sums did
// not change within it.
func (g *Given) security() string {
	day := g.Text("security")
	year, said := g.match("secured")
	if day != "" || !said || g.says("lease.no_senior") {
		return day
	}
	first, last := fmt.Sprintf("%d-01-01", year), fmt.Sprintf("%d-12-31", year)
	from, err := g.Tables.SmallDeposit.edition(first)
	to, err2 := g.Tables.SmallDeposit.edition(last)
	if err != nil || err2 != nil || from.From != to.From {
		return ""
	}
	return first
}

// priority is nothing above the deposit's bound, else the lower of deposit,
// protected sum and (where the house's value is known) half of that value. The
// day of the house's first mortgage decides on the edition; "" is none, and the
// newest holds.
func (t SmallDepositTable) priority(deposit, value int64, area, security string) (Outcome, error) {
	edition, err := t.edition(security)
	if err != nil {
		return Outcome{}, err
	}
	rate, o := edition.in(area), Outcome{}
	protected := min(deposit, rate.Protected)
	if value > 0 {
		protected = min(protected, t.HalfOfHousePct.of(value))
	}
	if deposit > rate.DepositTo {
		protected, o.Verdict, o.Formula = 0, "headline_none", "formula_none"
	}
	if security == "" {
		o.Notes = []string{"condition edition"}
	}
	o.Notes = append(o.Notes, "condition before_auction")
	o.Figures = map[string]any{"protected": protected, "deposit_to": rate.DepositTo, "edition": edition.From}
	return o, nil
}

func (t SmallDepositTable) edition(day string) (SmallDepositRates, error) {
	if day == "" {
		return t.History[len(t.History)-1], nil
	}
	for i := len(t.History) - 1; i >= 0; i-- {
		if t.History[i].From <= day {
			return t.History[i], nil
		}
	}
	return SmallDepositRates{}, refuse("security", day, "input.before_editions")
}

func (h SmallDepositRates) in(area string) SmallDepositRate {
	return cmp.Or(map[string]SmallDepositRate{AreaSeoul: h.Seoul, AreaOvercrowded: h.Overcrowded, AreaMetropolitan: h.Metropolitan}[area], h.Other)
}
