package knowledge

// MarketRow is one deal of a market data set. Money is in whole won.
type MarketRow struct {
	ID           string  `json:"id"`
	Sample       bool    `json:"sample"` // built-in sample, not a real deal
	Sido         string  `json:"sido"`
	Sigungu      string  `json:"sigungu"`
	Dong         string  `json:"dong"`
	LawdCode     string  `json:"lawd_cd"`
	Complex      string  `json:"complex_name"`
	ComplexType  string  `json:"complex_type"` // 아파트 | 오피스텔 | 연립다세대 | 단독다가구
	DealType     string  `json:"deal_type"`    // sale | jeonse | monthly_rent
	AreaM2       float64 `json:"area_m2"`
	Floor        int     `json:"floor"`
	BuildYear    int     `json:"build_year"`
	PriceWon     int64   `json:"price_won,omitempty"`   // sale
	DepositWon   int64   `json:"deposit_won,omitempty"` // leases
	MonthlyWon   int64   `json:"monthly_won,omitempty"` // leases; 0 is jeonse
	ContractYM   string  `json:"contract_ym"`           // YYYY-MM
	ContractType string  `json:"contract_type,omitempty"`
}
