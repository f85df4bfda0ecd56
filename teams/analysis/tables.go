package analysis

import (
	"errors"
	"fmt"

	"github.com/madang-dev/madang/datafile"
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
	HoldingTax     HoldingTaxTable     `yaml:"holding_tax"`
	RentCredit     RentCreditTable     `yaml:"rent_credit"`
	SmallDeposit   SmallDepositTable   `yaml:"small_deposit"`
	ShopLease      ShopLeaseTable      `yaml:"shop_lease"`
	HUG            HUGTable            `yaml:"hug"`
	Loans          []LoanProduct       `yaml:"loans"`
	// Contracts are the figures that contracts and letters name; those who
	// write them read them.
	Contracts map[string]map[string]any `yaml:"contracts"`
	// Places are the English names of provinces and districts.
	Places []Province `yaml:"places"`
}

// LoadTables reads the tables. Unknown keys, missing tables, values out of
// order or out of bounds are errors; a syntax error names its line.
func LoadTables(file datafile.File) (*Tables, error) {
	var t Tables
	if err := file.Decode(&t); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTables, err)
	}
	if err := t.validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTables, err)
	}
	return &t, nil
}

// table is one part of the tables that can check itself.
type table interface{ validate() error }

func (t *Tables) validate() error {
	if t.Version != 1 {
		return fmt.Errorf("version %d is not 1", t.Version)
	}
	if _, err := parseDay("compiled_on", t.CompiledOn); err != nil {
		return err
	}
	for _, part := range []table{
		t.RentIncrease, t.Conversion, t.LTV, t.DSR, t.Brokerage, t.AcquisitionTax, t.CapitalGains,
		t.HoldingTax, t.RentCredit, t.SmallDeposit, t.ShopLease, t.HUG, loanTable(t.Loans), provinceTable(t.Places),
	} {
		if err := part.validate(); err != nil {
			return err
		}
	}
	return nil
}

// validateRate wants a rate of a table from just above 0 % to `most`.
func validateRate(name string, r, most Rate) error {
	if r <= 0 || r > most {
		return fmt.Errorf("%s %s is not within 0-%s", name, r, most)
	}
	return nil
}

// validateRateOrZero allows 0 % as well, as the loan ratio of owners is.
func validateRateOrZero(name string, r, most Rate) error {
	if r == 0 {
		return nil
	}
	return validateRate(name, r, most)
}

func validateWon(name string, v int64) error {
	if v <= 0 || v > MaxWon {
		return fmt.Errorf("%s %d is not a sum of won", name, v)
	}
	return nil
}

func validateCount(name string, n, most int) error {
	if n < 1 || n > most {
		return fmt.Errorf("%s %d is not within 1-%d", name, n, most)
	}
	return nil
}

// validateRising wants bounds that rise strictly, the last one open (0).
func validateRising(name string, bounds []int64) error {
	if len(bounds) == 0 {
		return fmt.Errorf("%s is empty", name)
	}
	for i, b := range bounds {
		last := i == len(bounds)-1
		switch {
		case last && b != 0:
			return fmt.Errorf("%s: the last row has to be open-ended", name)
		case !last && b <= 0:
			return fmt.Errorf("%s row %d: the bound is missing", name, i+1)
		case !last && i > 0 && b <= bounds[i-1]:
			return fmt.Errorf("%s row %d: %d is not above the row before", name, i+1, b)
		}
	}
	return nil
}
