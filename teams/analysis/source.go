package analysis

import (
	"fmt"
	"slices"

	"github.com/madang-dev/madang/internal/words"
)

// SourceStatus is how a table was checked.
type SourceStatus string

// The statuses, from the firmest.
const (
	StatusStatute           SourceStatus = "statute"            // the law was read
	StatusOfficialSecondary SourceStatus = "official_secondary" // the operator's value, through a copy
	StatusCrossChecked      SourceStatus = "cross_checked"      // sources agree, the original was not read
	StatusUnverified        SourceStatus = "unverified"
	StatusArithmetic        SourceStatus = "arithmetic"
)

func (s SourceStatus) verified() bool { return s == StatusStatute || s == StatusArithmetic }

// Source is where a table comes from.
type Source struct {
	By     string       `json:"by" yaml:"by"`
	ByEN   string       `json:"by_en,omitempty" yaml:"by_en"` // "" is By
	AsOf   string       `json:"as_of" yaml:"as_of"`           // YYYY-MM-DD
	Status SourceStatus `json:"status" yaml:"status"`
}

// SourcedRate is one rate with its own source.
type SourcedRate struct {
	Source Source `yaml:"source"`
	Pct    Rate   `yaml:"pct"`
}

// arithmetic is the source of what follows from a definition alone.
var arithmetic = Source{Status: StatusArithmetic}

// name is what the source is called.
func (s Source) name() words.Text {
	if s.ByEN == "" {
		return words.Text{"ko": s.By}
	}
	return words.Text{"ko": s.By, "en": s.ByEN}
}

func (s Source) validate(path string) error {
	if !slices.Contains([]SourceStatus{StatusStatute, StatusOfficialSecondary, StatusCrossChecked, StatusUnverified, StatusArithmetic}, s.Status) {
		return &badValue{path + ".status", fmt.Sprintf("is %q, which is unknown", s.Status)}
	}
	if s.By == "" {
		return &badValue{path + ".by", "is empty"}
	}
	if _, err := parseDay("as_of", s.AsOf); err != nil {
		return &badValue{path + ".as_of", fmt.Sprintf("is %q; it has to be a day, YYYY-MM-DD", s.AsOf)}
	}
	return nil
}
