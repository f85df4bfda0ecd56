package realestate

import (
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/clause"
)

// clauseLimits are the figures of law that risky clauses are measured by.
func clauseLimits(tables *analysis.Tables, figures forms.Tables) (map[string]float64, error) {
	limits := map[string]float64{}
	for name, path := range map[string]string{
		"increase": "rent_increase.ceiling_pct", "increase_months": "rent_increase.months_between",
		"arrears": "arrears.terms", "arrears.shop_lease": "arrears.shop.terms",
	} {
		n, err := figures.Figure(path)
		if err != nil {
			return nil, err
		}
		limits[name] = n
	}
	for name, shop := range map[string]bool{"conversion": false, "conversion." + clause.ShopLease: true} {
		limits[name] = tables.Conversion.Cap(shop).Pct()
	}
	return limits, nil
}
