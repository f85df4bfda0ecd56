package analysis

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/madang-dev/madang/internal/datafile"
)

// ErrTables is wrapped by every error of LoadTables.
var ErrTables = errors.New("analysis: tables")

// Tables are the figures of laws and institutions that the calculators use.
// They are immutable after LoadTables and safe for concurrent use.
type Tables struct {
	Version        int                 `yaml:"version"`
	CompiledOn     string              `yaml:"compiled_on"`
	RentIncrease   RentIncreaseTable   `yaml:"rent_increase"`
	Conversion     ConversionTable     `yaml:"conversion"`
	LTV            LTVTable            `yaml:"ltv"`
	DSR            DSRTable            `yaml:"dsr"`
	Brokerage      BrokerageTable      `yaml:"brokerage"`
	AcquisitionTax AcquisitionTaxTable `yaml:"acquisition_tax"`
	CapitalGains   CapitalGainsTable   `yaml:"capital_gains"`
	// HoldingTax is how the base of the holding tax comes about.
	HoldingTax struct {
		Source            Source `yaml:"source"`
		OneHouseDeduction int64  `yaml:"one_house_deduction"`
		Deduction         int64  `yaml:"deduction"`
		FairRatioPct      Rate   `yaml:"fair_ratio_pct"`
		FirstTo           int64  `yaml:"first_to"` // up to which the first rate holds
		FirstPct          Rate   `yaml:"first_pct"`
	} `yaml:"holding_tax"`
	// RentCredit is the tax credit of tenants who pay rent.
	RentCredit struct {
		Source Source `yaml:"source"`
		RentTo int64  `yaml:"rent_to"`
		// Bands hold for salaries up to SalaryTo; above the last there is none.
		Bands []struct {
			SalaryTo int64 `yaml:"salary_to"`
			Pct      Rate  `yaml:"pct"`
		} `yaml:"bands" rising:"SalaryTo"`
	} `yaml:"rent_credit"`
	SmallDeposit SmallDepositTable `yaml:"small_deposit"`
	ShopLease    ShopLeaseTable    `yaml:"shop_lease"`
	HUG          HUGTable          `yaml:"hug"`
	Insurers     InsurerTable      `yaml:"insurers"`
	Deadlines    []Deadline        `yaml:"deadlines"`
	// StampDuty is what a deed costs by the sum that it names.
	StampDuty struct {
		Source     Source `yaml:"source"`
		HomeFreeTo int64  `yaml:"home_free_to"`
		LoanFreeTo int64  `yaml:"loan_free_to"`
		// Bands hold for sums up to To; 0 is open-ended.
		Bands []struct {
			To  int64 `yaml:"to" zero:"ok"`
			Won int64 `yaml:"won" zero:"ok"`
		} `yaml:"bands" rising:"To,open"`
	} `yaml:"stamp_duty"`
	// PermitLevy are the shares of the price of land that is not used as its
	// permit says.
	PermitLevy struct {
		Source     Source `yaml:"source"`
		IdlePct    Rate   `yaml:"idle_pct"`
		LetPct     Rate   `yaml:"let_pct"`
		ChangedPct Rate   `yaml:"changed_pct"`
		OtherPct   Rate   `yaml:"other_pct"`
		Months     int    `yaml:"months"` // of the order that comes first
	} `yaml:"permit_levy"`
	// FalseReport is the fine for a false report of a sale.
	FalseReport struct {
		Source    Source `yaml:"source"`
		FineToPct Rate   `yaml:"fine_to_pct"`
	} `yaml:"false_report"`
	// LateInterest is the interest on money that is paid late.
	LateInterest struct {
		Source Source      `yaml:"source"`
		Pct    Rate        `yaml:"pct"`
		Suit   SourcedRate `yaml:"suit"` // from the day on which the suit was served
	} `yaml:"late_interest"`
	// Arrears is how many rents have to be unpaid before a lease may be ended for
	// it, of a home and of a shop.
	Arrears struct {
		Source Source `yaml:"source"`
		Terms  int64  `yaml:"terms"`
		Shop   struct {
			Source Source `yaml:"source"`
			Terms  int64  `yaml:"terms"`
		} `yaml:"shop"`
	} `yaml:"arrears"`
	// Earnest is what the seller pays who draws back, in times of the earnest money.
	Earnest struct {
		Source Source `yaml:"source"`
		Times  int64  `yaml:"times"`
	} `yaml:"earnest"`
	JeonseLines JeonseLines `yaml:"jeonse_risk"`
	// Contracts are the figures that only contracts and letters name; those who
	// write them read them.
	Contracts map[string]map[string]any `yaml:"contracts"`
}

// until is the first of rising rows that holds for a value: up to its end; that of the
// last is 0, which is open-ended.
func until[T any, N ~int64](rows []T, value N, end func(T) N) T {
	return rows[slices.IndexFunc(rows, func(row T) bool { return end(row) == 0 || value <= end(row) })]
}

// LoadTables reads the tables. Unknown keys, missing tables, values out of
// order or out of bounds are errors; a syntax error names its line.
func LoadTables(file datafile.File) (*Tables, error) {
	var t Tables
	if err := file.Decode(&t); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTables, err)
	}
	err := t.validate()
	if bad := (*badValue)(nil); errors.As(err, &bad) {
		return nil, fmt.Errorf("%w: line %d: %w", ErrTables, file.Line(bad.path), err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTables, err)
	}
	return &t, nil
}

func (t *Tables) validate() error {
	if t.Version != 1 {
		return fmt.Errorf("version %d is not 1", t.Version)
	}
	if _, err := parseDay("compiled_on", t.CompiledOn); err != nil {
		return err
	}
	if err := checkFields("$", reflect.ValueOf(t).Elem()); err != nil {
		return err
	}
	return cmp.Or(t.AcquisitionTax.validate(), t.CapitalGains.validate(), t.SmallDeposit.validate(), t.Insurers.validate(),
		t.JeonseLines.validate())
}
