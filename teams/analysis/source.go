package analysis

import "fmt"

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

// arithmetic is the source of what follows from a definition alone.
var arithmetic = Source{Status: StatusArithmetic}

// name is what the source is called in both languages.
func (s Source) name() Text {
	if s.ByEN == "" {
		return Text{KO: s.By, EN: s.By}
	}
	return Text{KO: s.By, EN: s.ByEN}
}

// caution is what a user has to be told about a source that is not the law.
func (s Source) caution() Text {
	switch s.Status {
	case StatusOfficialSecondary:
		return say("%s 기준은 %s에 확인한 값입니다. 실행 전에 해당 기관이나 은행에서 다시 확인하세요.",
			"The figures of %s were checked on %s; confirm them with the institution or bank first.", s.name(), s.AsOf)
	case StatusCrossChecked:
		return say("%s은(는) 여러 공개 자료로 맞춰 본 값이며 원문은 확인하지 못했습니다.",
			"%s: several public sources agree, the original annex was not read.", s.name())
	case StatusUnverified:
		return say("%s은(는) 확인하지 못한 값입니다.", "%s is not verified.", s.name())
	}
	return Text{}
}

func (s Source) validate(name string) error {
	switch s.Status {
	case StatusStatute, StatusOfficialSecondary, StatusCrossChecked, StatusUnverified, StatusArithmetic:
	default:
		return fmt.Errorf("%s.source.status %q is unknown", name, s.Status)
	}
	if s.By == "" {
		return fmt.Errorf("%s.source.by is empty", name)
	}
	if _, err := parseDay(name+".source.as_of", s.AsOf); err != nil {
		return err
	}
	return nil
}
