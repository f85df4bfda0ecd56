// Package estate has the names that plans, teams and the adviser share in the
// field of real estate, as planning files and stored states write them.
package estate

// What an amount stands for (estate.Amount.Role).
const (
	CurrentDeposit  = "current_deposit"
	ProposedDeposit = "proposed_deposit"
	Deposit         = "deposit"
	MonthlyRent     = "monthly_rent"
	Price           = "price"
	Income          = "income"
	Loan            = "loan"
	Debt            = "debt"
	Asset           = "asset"
	Increase        = "increase"
	DownPayment     = "down_payment"
	MiddlePayment   = "middle_payment"
	Balance         = "balance"
	PublicPrice     = "public_price"
	ManagementFee   = "management_fee"
	// ProposedRent is the monthly rent that one side asks for.
	ProposedRent = "proposed_monthly_rent"
	// MonthlyIncome is what is earned a month.
	MonthlyIncome = "monthly_income"
	// Partner stands before Income and MonthlyIncome for those of the user's partner.
	Partner = "partner_"
	// InterestChange is by how much a rate of interest rises or falls (Percentage.Role).
	InterestChange = "interest_change"
)

// What a estate.Mention can be of.
const (
	MentionHome     = "home"     // a home that the user spoke of
	MentionListing  = "listing"  // a home on offer that was shown
	MentionDeal     = "deal"     // a deal that was shown
	MentionDocument = "document" // a document that was made
	MentionLoan     = "loan"     // a loan product that was shown
)
