package document

// LeaseKind says how the tenant pays for the home.
type LeaseKind string

// The kinds of a lease: 전세, 보증부월세, 월세.
const (
	Jeonse      LeaseKind = "jeonse"
	DepositRent LeaseKind = "deposit_rent"
	MonthlyRent LeaseKind = "monthly_rent"
)

// ContractType says how the lease came about.
type ContractType string

// New leases, agreed re-contracts (합의 재계약) and renewals by the tenant's
// right to demand one (갱신요구권, Housing Lease Protection Act Art. 6-3).
const (
	ContractNew    ContractType = "new"
	ContractAgreed ContractType = "agreed"
	ContractRenew  ContractType = "renew"
)

// The types of a maintenance fee.
const (
	MgmtNone     = "none"
	MgmtFixed    = "fixed"    // 정액: the same sum each month
	MgmtVariable = "variable" // 비정액: what was used
)

// FeeItem is one item of a maintenance fee; Amount is in whole won.
type FeeItem struct {
	Name   string `json:"name"`
	Amount int64  `json:"amount"`
}

// LeaseContract is a housing lease as far as it is known. Money is in whole
// won and dates are YYYY-MM-DD; nil and "" mean that nobody has said it yet,
// which is not the same as zero or no.
type LeaseContract struct {
	LeaseKind    LeaseKind    `json:"lease_kind,omitempty"`
	ContractType ContractType `json:"contract_type,omitempty"`

	LessorName  string `json:"lessor_name,omitempty" redact:"true"`
	LessorPhone string `json:"lessor_phone,omitempty" redact:"true"`
	LessorAddr  string `json:"lessor_addr,omitempty" redact:"true"`
	// LessorAccount takes the deposit; RegisteredOwner is the name in the
	// land register, which has to be the lessor's.
	LessorAccount   string `json:"lessor_account,omitempty" redact:"true"`
	RegisteredOwner string `json:"registered_owner,omitempty" redact:"true"`

	LesseeName  []string `json:"lessee_name,omitempty" redact:"true"` // joint tenants
	LesseePhone string   `json:"lessee_phone,omitempty" redact:"true"`
	LesseeAddr  string   `json:"lessee_addr,omitempty" redact:"true"`

	AgentName     string `json:"agent_name,omitempty" redact:"true"`
	AgentRelation string `json:"agent_relation,omitempty"`
	POADate       string `json:"poa_date,omitempty"`
	// SealCert tells whether the lessor's seal certificate was shown.
	SealCert *bool `json:"seal_cert,omitempty"`

	PropertyAddress   string  `json:"property_address,omitempty"`
	PropertyDetail    string  `json:"property_detail,omitempty"`
	LandCategory      string  `json:"land_category,omitempty"`
	LandArea          float64 `json:"land_area,omitempty"` // m2
	BuildingStructure string  `json:"building_structure,omitempty"`
	BuildingUse       string  `json:"building_use,omitempty"`
	BuildingArea      float64 `json:"building_area,omitempty"` // m2
	LeasePart         string  `json:"lease_part,omitempty"`
	LeaseArea         float64 `json:"lease_area,omitempty"` // m2

	Deposit       *int64 `json:"deposit,omitempty"`
	DownPayment   *int64 `json:"down_payment,omitempty"`
	MiddlePayment *int64 `json:"middle_payment,omitempty"`
	Balance       *int64 `json:"balance,omitempty"`
	DownDate      string `json:"down_date,omitempty"`
	MiddleDate    string `json:"middle_date,omitempty"`
	BalanceDate   string `json:"balance_date,omitempty"`

	MonthlyRent *int64 `json:"monthly_rent,omitempty"`
	RentDay     int    `json:"rent_day,omitempty"` // 1-31
	RentAccount string `json:"rent_account,omitempty" redact:"true"`

	MgmtType  string    `json:"mgmt_type,omitempty"`
	MgmtTotal *int64    `json:"mgmt_total,omitempty"` // a month
	MgmtItems []FeeItem `json:"mgmt_items,omitempty"`
	MgmtRule  string    `json:"mgmt_rule,omitempty"`

	StartDate string `json:"start_date,omitempty"`
	EndDate   string `json:"end_date,omitempty"`
	// TermMonths is kept while the start is unknown.
	TermMonths int `json:"term_months,omitempty"`

	PrevDeposit *int64 `json:"prev_deposit,omitempty"`
	PrevRent    *int64 `json:"prev_rent,omitempty"`
	PrevStart   string `json:"prev_start,omitempty"`
	PrevEnd     string `json:"prev_end,omitempty"`
	// LastIncrease is the day of the last increase before this contract.
	LastIncrease string `json:"last_increase,omitempty"`

	TaxArrears    *bool  `json:"tax_arrears,omitempty"`
	TaxNote       string `json:"tax_note,omitempty"`
	PriorDeposits *bool  `json:"prior_deposits,omitempty"`
	PriorNote     string `json:"prior_note,omitempty"`
	PriorTotal    *int64 `json:"prior_total,omitempty"`

	RepairItems  []string `json:"repair_items,omitempty"`
	RepairDue    string   `json:"repair_due,omitempty"`
	RepairRemedy string   `json:"repair_remedy,omitempty"`

	// DefaultRateBP is the agreed default interest in basis points a year;
	// 0 means the statutory 5 % (Civil Act Art. 379, 397).
	DefaultRateBP int `json:"default_rate,omitempty"`
	// Guarantee tells whether the tenant takes out deposit insurance.
	Guarantee *bool `json:"guarantee,omitempty"`

	SpecialTerms []string `json:"special_terms,omitempty"`

	Brokered    *bool  `json:"brokered,omitempty"`
	Office      string `json:"broker_office,omitempty"`
	OfficeRegNo string `json:"broker_reg_no,omitempty"`
	FeeRateBP   int    `json:"fee_rate,omitempty"` // basis points of the deal
	ExplainDate string `json:"explain_date,omitempty"`

	ContractDate string `json:"contract_date,omitempty"`
}

// payments is the sum of the parts of the deposit; known is false while the
// down payment or the balance has not been said. A middle payment that
// nobody mentioned is none.
func (c *LeaseContract) payments() (sum int64, known bool) {
	if c.DownPayment == nil || c.Balance == nil {
		return 0, false
	}
	return *c.DownPayment + won(c.MiddlePayment) + *c.Balance, true
}

// paysRent tells whether the lease has a monthly rent.
func (c *LeaseContract) paysRent() bool {
	return c.LeaseKind == DepositRent || c.LeaseKind == MonthlyRent
}

func won(p *int64) int64 {
	if p == nil {
		return 0
	}
	return *p
}

func yes(p *bool) bool { return p != nil && *p }
func no(p *bool) bool  { return p != nil && !*p }
