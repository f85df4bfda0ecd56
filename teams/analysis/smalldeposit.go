package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// SmallDepositTable is what a tenant with a small deposit is paid first.
type SmallDepositTable struct {
	Source         Source              `yaml:"source"`
	HalfOfHousePct Rate                `yaml:"half_of_house_pct"`
	Areas          []SmallDepositArea  `yaml:"areas"`
	History        []SmallDepositRates `yaml:"history" rising:"From"`
}

// SmallDepositArea is the area of a province, or of some of its cities and
// counties; "" is not settled by the district alone.
type SmallDepositArea struct {
	Area   string   `yaml:"area"`
	Sido   string   `yaml:"sido"`
	Cities []string `yaml:"cities"`
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

// SmallDepositInput is a tenant's deposit.
type SmallDepositInput struct {
	Deposit int64  `json:"deposit"`
	Area    string `json:"area"`
	// FirstSecurity is the day of the house's first mortgage, which decides
	// on the edition; "" is none, and the newest holds.
	FirstSecurity string `json:"first_security,omitempty"`
	HouseValue    int64  `json:"house_value,omitempty"` // 0 is not known
}

// SmallDepositResult is what is paid before the mortgage.
type SmallDepositResult struct {
	Input     SmallDepositInput `json:"input"`
	Edition   string            `json:"edition"` // in force from
	DepositTo int64             `json:"deposit_to"`
	Eligible  bool              `json:"eligible"`
	Protected int64             `json:"protected"` // 0 when not eligible
	Basis
}

// Priority is what a tenant is paid before a mortgage: nothing above the
// deposit's bound, else the lower of deposit, protected sum and (where the
// house's value is known) half of that value.
func (t SmallDepositTable) Priority(in SmallDepositInput) (*SmallDepositResult, error) {
	if err := first(amount("deposit", in.Deposit), amountOrZero("house_value", in.HouseValue)); err != nil {
		return nil, err
	}
	edition, err := t.edition(in.FirstSecurity)
	if err != nil {
		return nil, err
	}
	rate, err := edition.in(in.Area)
	if err != nil {
		return nil, err
	}
	r := &SmallDepositResult{Input: in, Edition: edition.From, DepositTo: rate.DepositTo, Eligible: in.Deposit <= rate.DepositTo}
	if r.Eligible {
		r.Protected = min(in.Deposit, rate.Protected)
		if in.HouseValue > 0 {
			r.Protected = min(r.Protected, t.HalfOfHousePct.of(in.HouseValue))
		}
	}
	formula := words.M("small_deposit.formula", "in", in, "rate", rate, "r", r)
	if !r.Eligible {
		formula = words.M("small_deposit.formula_none", "in", in, "rate", rate)
	}
	r.Basis = basis(formula, []Citation{cite(lawLease, "8"), cite(lawLeaseDecree, "10"), cite(lawLeaseDecree, "11")}, t.Source)
	if in.FirstSecurity == "" {
		r.note(answer.KindCondition, "small_deposit.edition", "edition", edition)
	}
	r.note(answer.KindCondition, "small_deposit.before_auction")
	return r, nil
}

func (t SmallDepositTable) edition(day string) (SmallDepositRates, error) {
	if day == "" {
		return t.History[len(t.History)-1], nil
	}
	if _, err := parseDay("first_security", day); err != nil {
		return SmallDepositRates{}, err
	}
	for i := len(t.History) - 1; i >= 0; i-- {
		if t.History[i].From <= day {
			return t.History[i], nil
		}
	}
	return SmallDepositRates{}, refuse("first_security", day, "input.before_editions")
}

func (h SmallDepositRates) in(area string) (SmallDepositRate, error) {
	switch area {
	case AreaSeoul:
		return h.Seoul, nil
	case AreaOvercrowded:
		return h.Overcrowded, nil
	case AreaMetropolitan:
		return h.Metropolitan, nil
	case AreaOther:
		return h.Other, nil
	}
	return SmallDepositRate{}, refuse("area", area, "input.area_name")
}
