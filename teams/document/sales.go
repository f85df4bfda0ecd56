package document

// Payment is one middle payment; Amount is in whole won.
type Payment struct {
	Amount int64  `json:"amount"`
	Date   string `json:"date,omitempty"`
}

// SalesContract is a sale of a home as far as it is known. Money is in whole
// won and dates are YYYY-MM-DD; nil and "" mean not said yet.
type SalesContract struct {
	SellerName      string `json:"seller_name,omitempty" redact:"true"`
	SellerPhone     string `json:"seller_phone,omitempty" redact:"true"`
	SellerAddr      string `json:"seller_addr,omitempty" redact:"true"`
	SellerAccount   string `json:"seller_account,omitempty" redact:"true"`
	RegisteredOwner string `json:"registered_owner,omitempty" redact:"true"`

	BuyerName  []string `json:"buyer_name,omitempty" redact:"true"`
	BuyerPhone string   `json:"buyer_phone,omitempty" redact:"true"`
	BuyerAddr  string   `json:"buyer_addr,omitempty" redact:"true"`

	PropertyAddress  string   `json:"property_address,omitempty"`
	PropertyDetail   string   `json:"property_detail,omitempty"`
	LandArea         float64  `json:"land_area,omitempty"`     // m2
	BuildingArea     float64  `json:"building_area,omitempty"` // m2
	IncludedFixtures []string `json:"included_fixtures,omitempty"`

	Price          *int64    `json:"price,omitempty"`
	DownPayment    *int64    `json:"down_payment,omitempty"`
	MiddlePayments []Payment `json:"middle_payments,omitempty"`
	Balance        *int64    `json:"balance,omitempty"`
	LoanAssume     *int64    `json:"loan_assume,omitempty"`
	DownDate       string    `json:"down_date,omitempty"`
	BalanceDate    string    `json:"balance_date,omitempty"`

	TransferDate      string `json:"transfer_date,omitempty"`
	HandoverDate      string `json:"handover_date,omitempty"`
	TaxSettlementDate string `json:"tax_settlement_date,omitempty"`

	MortgageMax      *int64 `json:"mortgage_max,omitempty"`
	MortgageBank     string `json:"mortgage_bank,omitempty"`
	ReleaseCondition string `json:"release_condition,omitempty"`

	Tenants         []string `json:"tenants,omitempty" redact:"true"`
	DepositToAssume *int64   `json:"deposit_to_assume,omitempty"`

	KnownDefects   []string `json:"known_defects,omitempty"`
	WarrantyMonths *int     `json:"warranty_months,omitempty"`

	// PenaltyBP is the agreed penalty in basis points of the price, the
	// facts' penalty_pct without its rounding.
	PenaltyBP          int    `json:"penalty_pct,omitempty"`
	LandPermitRequired *bool  `json:"land_permit_required,omitempty"`
	LandPermitNote     string `json:"land_permit_note,omitempty"`

	SpecialTerms []string `json:"special_terms,omitempty"`

	Brokered    *bool  `json:"brokered,omitempty"`
	Office      string `json:"broker_office,omitempty"`
	OfficeRegNo string `json:"broker_reg_no,omitempty"`
	FeeRateBP   int    `json:"fee_rate,omitempty"` // basis points of the deal
	ExplainDate string `json:"explain_date,omitempty"`

	ContractDate string `json:"contract_date,omitempty"`
}

// payments is what the buyer pays in money; known is false while the down
// payment or the balance has not been said.
func (c *SalesContract) payments() (sum int64, known bool) {
	if c.DownPayment == nil || c.Balance == nil {
		return 0, false
	}
	sum = *c.DownPayment + *c.Balance
	for _, p := range c.MiddlePayments {
		sum += p.Amount
	}
	return sum, true
}

// payable is the price without what the buyer takes over instead of paying
// (check S-1: assumed debts are left out).
func (c *SalesContract) payable() int64 {
	return won(c.Price) - won(c.LoanAssume) - won(c.DepositToAssume)
}
