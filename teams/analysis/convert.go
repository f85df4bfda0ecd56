package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
)

// conversion turns deposit into rent or rent into deposit, beside the rent or
// deposit that stays, or judges the rate that given sums imply.
func (r *run) conversion() error {
	in := r.in
	shop := r.property("shop") || r.says("home.shop")
	deposit, rent := in.Won("deposit"), in.Won("rent")
	if shop && deposit > 0 && rent > 0 && !r.says("lease.converts") {
		if slices.Contains(r.list, MethodShopDeposit) {
			return nil // which tells it
		}
		return r.shopDeposit()
	}
	cap := r.tables.Conversion.Cap(shop)
	r.state.RawAnalysis.ConversionCap = cap
	r.metric("cap_pct", cap.Cap.Pct())
	part, newDeposit := in.Won("part"), in.Won("new_deposit")
	change := part
	if change == 0 && newDeposit > 0 {
		change = max(deposit-newDeposit, newDeposit-deposit)
	}
	lower := newDeposit > deposit || in.Has("change") // more deposit is less rent
	if change == 0 {
		change = in.Won("change")
	}
	switch asked := in.Won("new_rent"); {
	case change > 0 && rent > 0 && asked == 0 && !r.kept():
		return r.impliedRate(change, rent, shop)
	case change > 0 && asked > rent && rent > 0 && !lower:
		return r.impliedRate(change, asked-rent, shop)
	case change > 0:
		return r.toRent(change, rent, asked, lower, shop)
	case rent > 0 && (deposit == 0 || !r.says("lease.to_rent")):
		return r.toDeposit(rent, deposit, shop)
	}
	return r.toRent(max(deposit, in.Won("amount")), rent, 0, false, shop)
}

// kept tells that the rent belongs to the lease as it is: it was said before
// the deposit that comes or the part that is converted.
func (r *run) kept() bool {
	place := func(name string) int {
		return slices.IndexFunc(r.e.Amounts, func(a state.Amount) bool { return a.Won == r.in.Won(name) })
	}
	rent := place("rent")
	for _, name := range []string{"part", "new_deposit", "change"} {
		if at := place(name); r.in.Has(name) && at >= 0 {
			return rent >= 0 && rent < at
		}
	}
	return true
}

// toRent converts a part of the deposit; a rent that is paid already stays
// beside it, or falls where the deposit rises.
func (r *run) toRent(part, rent, asked int64, lower, shop bool) error {
	result, err := r.tables.Conversion.Convert(ConversionInput{Direction: DepositToRent, Amount: part, Asked: max(0, asked-rent), Rate: r.in.Rate("rate"), Shop: shop})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Conversion = result
	r.metric("monthly_max", float64(result.MonthlyMax))
	if rent == 0 {
		r.found(words.M("conversion.headline_rent", "in", result.Input, "result", result), result.Basis)
		return nil
	}
	next, key := rent+result.MonthlyMax, "conversion.headline_more"
	if lower {
		next, key = max(0, rent-result.MonthlyMax), "conversion.headline_less"
	}
	r.metric("rent", float64(next))
	r.found(said(key, "in", result.Input, "result", result, "rent", rent, "next", next), result.Basis)
	return nil
}

// toDeposit converts the rent; a deposit that is paid already stays beside it.
func (r *run) toDeposit(rent, deposit int64, shop bool) error {
	result, err := r.tables.Conversion.Convert(ConversionInput{Direction: RentToDeposit, Monthly: rent, Rate: r.in.Rate("rate"), Shop: shop})
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Conversion = result
	r.metric("deposit", float64(result.Deposit))
	headline := words.M("conversion.headline_deposit", "in", result.Input, "result", result)
	if deposit > 0 {
		r.metric("jeonse", float64(deposit+result.Deposit))
		headline = joined(sentences, headline, words.M("conversion.with_deposit", "deposit", deposit, "jeonse", deposit+result.Deposit))
	}
	r.found(headline, result.Basis)
	return nil
}

// impliedRate judges the rate at which a part of the deposit becomes a rent.
func (r *run) impliedRate(part, rent int64, shop bool) error {
	result, err := r.tables.Conversion.Effective(part, 0, rent)
	if err != nil {
		return err
	}
	cap := r.tables.Conversion.Cap(shop)
	result.Cap, result.Above = cap.Cap, result.Rate > cap.Cap
	r.state.RawAnalysis.EffectiveConversion = result
	r.metric("rate_pct", result.Rate.Pct())
	verdict := words.M("effective_conversion.within", "result", result)
	if result.Above {
		most := monthlyOf(part, cap.Cap)
		r.metric("monthly_max", float64(most))
		verdict = words.M("effective_conversion.over", "result", result)
		result.note(answer.KindCondition, "effective_conversion.most", "part", part, "most", most)
	}
	r.found(words.M("effective_conversion.headline", "result", result, "part", part, "rent", rent, "verdict", verdict), result.Basis)
	return nil
}
