package knowledge

import "fmt"

// Listing is a home on offer. Money is in whole won.
type Listing struct {
	ID               string   `yaml:"id" json:"id"`
	Sample           bool     `yaml:"-" json:"sample"` // made up, not on offer
	Name             string   `yaml:"name" json:"name"`
	Sido             string   `yaml:"sido" json:"sido"`
	Sigungu          string   `yaml:"sigungu" json:"sigungu"`
	Dong             string   `yaml:"dong" json:"dong"`
	LawdCode         string   `yaml:"lawd_cd" json:"lawd_cd"`
	PropertyType     string   `yaml:"property_type" json:"property_type"` // as ComplexType names it
	DealType         string   `yaml:"deal_type" json:"deal_type"`
	PriceWon         int64    `yaml:"price_won" json:"price_won,omitempty"`
	DepositWon       int64    `yaml:"deposit_won" json:"deposit_won,omitempty"`
	MonthlyWon       int64    `yaml:"monthly_won" json:"monthly_won,omitempty"`
	ManagementFeeWon int64    `yaml:"management_fee_won" json:"management_fee_won,omitempty"` // a month
	AreaM2           float64  `yaml:"area_m2" json:"area_m2"`                                 // exclusive use
	Floor            int      `yaml:"floor" json:"floor"`
	BuildYear        int      `yaml:"build_year" json:"build_year"`
	Options          []string `yaml:"options" json:"options,omitempty"`
	AvailableFrom    string   `yaml:"available_from" json:"available_from,omitempty"` // YYYY-MM-DD
}

// Home is the home on offer.
func (l Listing) Home() Home {
	return Home{l.Name, l.Sido, l.Sigungu, l.Dong, l.PropertyType, l.DealType, l.AreaM2, l.PriceWon, l.DepositWon, l.MonthlyWon, l.Sample}
}

func (l Listing) validate() error {
	if err := validateDeal(l.Home()); err != nil {
		return fmt.Errorf("%s: %w", l.ID, err)
	}
	return required(l.ID, "name", l.Name, "sido", l.Sido, "sigungu", l.Sigungu)
}

// validateDeal checks that a deal has the sums of its kind and no others.
func validateDeal(p Home) error {
	if PropertyType(p.ComplexType) == "" {
		return fmt.Errorf("type %q is unknown", p.ComplexType)
	}
	if !(p.AreaM2 > 0) { // nor a number that is none
		return fmt.Errorf("area %v is not positive", p.AreaM2)
	}
	switch p.DealType {
	case DealSale:
		if p.PriceWon <= 0 || p.DepositWon != 0 || p.MonthlyWon != 0 {
			return fmt.Errorf("a sale needs a price and nothing else")
		}
	case DealJeonse:
		if p.DepositWon <= 0 || p.PriceWon != 0 || p.MonthlyWon != 0 {
			return fmt.Errorf("a jeonse needs a deposit and nothing else")
		}
	case DealMonthlyRent:
		if p.DepositWon < 0 || p.MonthlyWon <= 0 || p.PriceWon != 0 {
			return fmt.Errorf("a monthly rent needs a rent and no price")
		}
	default:
		return fmt.Errorf("deal type %q is unknown", p.DealType)
	}
	return nil
}
