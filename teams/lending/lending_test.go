package lending_test

import (
	"math"
	"testing"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/lending"
)

func product() knowledge.LoanProduct {
	none := 0
	return knowledge.LoanProduct{
		Kind: knowledge.LoanJeonse, MaxHouses: &none, Age: &knowledge.AgeRange{Min: 19, Max: 34},
		IncomeCeilings:  []knowledge.Limit{{Won: 50}, {Groups: []string{"newlywed"}, Won: 75}},
		DepositCeilings: []knowledge.Limit{{Region: knowledge.RegionCapital, Won: 300}, {Region: knowledge.RegionOther, Won: 200}},
		LoanLimits:      []knowledge.Limit{{Won: 120}},
		Ratios:          []knowledge.Ratio{{Percent: 70}, {Groups: []string{"newlywed"}, Percent: 80}},
	}
}

func TestConditionsAreTyped(t *testing.T) {
	t.Parallel()
	age, homes := 30, 1
	v := lending.Judge(product(), lending.Applicant{Income: 60, Deposit: 250, Age: &age, Houses: &homes, Region: knowledge.RegionOther})
	want := map[string]lending.State{lending.Houses: lending.Against, lending.Income: lending.Unless, lending.Deposit: lending.Against}
	if len(v.Conditions) != len(want) || v.Met != 1 {
		t.Errorf("verdict %+v", v)
	}
	for _, c := range v.Conditions {
		if want[c.Name] != c.State {
			t.Errorf("%s is %s", c.Name, c.State)
		}
	}
	v = lending.Judge(product(), lending.Applicant{})
	if len(v.In(lending.Open)) != len(v.Conditions) || len(v.Conditions) != 4 {
		t.Errorf("of somebody unknown: %+v", v)
	}
}

func TestOfferIsTheLowerOfLimitAndShare(t *testing.T) {
	t.Parallel()
	for deposit, want := range map[int64]int64{0: 120, 100: 70, 300: 120, math.MaxInt64: 120} {
		if o := lending.OfferOf(product(), lending.Applicant{Deposit: deposit}); o.Most != want {
			t.Errorf("of %d: %+v, want %d", deposit, o, want)
		}
	}
}
