package analysis

import (
	"errors"
	"fmt"
	"reflect"

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
	HoldingTax     HoldingTaxTable     `yaml:"holding_tax"`
	RentCredit     RentCreditTable     `yaml:"rent_credit"`
	SmallDeposit   SmallDepositTable   `yaml:"small_deposit"`
	ShopLease      ShopLeaseTable      `yaml:"shop_lease"`
	HUG            HUGTable            `yaml:"hug"`
	StampDuty      StampDutyTable      `yaml:"stamp_duty"`
	PermitLevy     PermitLevyTable     `yaml:"permit_levy"`
	FalseReport    FalseReportTable    `yaml:"false_report"`
	LateInterest   LateInterestTable   `yaml:"late_interest"`
	Arrears        ArrearsTable        `yaml:"arrears"`
	Earnest        EarnestTable        `yaml:"earnest"`
	JeonseLines    JeonseLines         `yaml:"jeonse_risk"`
	// Contracts are the figures that only contracts and letters name; those who
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
	return first(t.AcquisitionTax.validate(), t.CapitalGains.validate(), t.SmallDeposit.validate(), t.HUG.validate(),
		t.JeonseLines.validate(), provinceTable(t.Places).validate())
}
