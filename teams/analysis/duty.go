package analysis

import "strconv"

// StampDutyTable is what a deed costs by the sum that it names.
type StampDutyTable struct {
	Source     Source     `yaml:"source"`
	HomeFreeTo int64      `yaml:"home_free_to"`
	Bands      []DutyBand `yaml:"bands" rising:"To,open"`
}

// DutyBand holds for sums up to To; 0 is open-ended.
type DutyBand struct {
	To  int64 `yaml:"to" zero:"ok"`
	Won int64 `yaml:"won" zero:"ok"`
}

// PermitLevyTable are the shares of the price of land that is not used as its
// permit says.
type PermitLevyTable struct {
	Source     Source `yaml:"source"`
	IdlePct    Rate   `yaml:"idle_pct"`
	LetPct     Rate   `yaml:"let_pct"`
	ChangedPct Rate   `yaml:"changed_pct"`
	OtherPct   Rate   `yaml:"other_pct"`
	Months     int    `yaml:"months"` // of the order that comes first
}

// FalseReportTable is the fine for a false report of a sale.
type FalseReportTable struct {
	Source    Source `yaml:"source"`
	FineToPct Rate   `yaml:"fine_to_pct"`
}

// LateInterestTable is the interest on money that is paid late.
type LateInterestTable struct {
	Source Source      `yaml:"source"`
	Pct    Rate        `yaml:"pct"`
	Suit   SourcedRate `yaml:"suit"` // from the day on which the suit was served
}

// ArrearsTable is how many rents have to be unpaid before a lease may be ended for
// it, of a home and of a shop.
type ArrearsTable struct {
	Source Source      `yaml:"source"`
	Terms  int64       `yaml:"terms"`
	Shop   ShopArrears `yaml:"shop"`
}

// ShopArrears holds for the leases of shops.
type ShopArrears struct {
	Source Source `yaml:"source"`
	Terms  int64  `yaml:"terms"`
}

// EarnestTable is what the seller pays who draws back, in times of the earnest money.
type EarnestTable struct {
	Source Source `yaml:"source"`
	Times  int64  `yaml:"times"`
}

// decimals writes a number with up to two decimals.
func decimals(v float64) string {
	return strconv.FormatFloat(float64(int64(v*100+0.5))/100, 'f', -1, 64)
}
