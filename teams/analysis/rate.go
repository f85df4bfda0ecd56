package analysis

import (
	"fmt"
	"math"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// Rate is a share in millionths: one percent is 10,000. It holds four
// decimals of a percent exactly; on the wire it is a number of percent.
type Rate int64

// Percent is one percent; Whole is 100 %.
const (
	Percent Rate = 10_000
	Whole   Rate = 1_000_000
)

// RateOf is the rate of a number of percent, rounded to its fourth decimal.
func RateOf(percent float64) Rate { return Rate(math.Round(percent * float64(Percent))) }

// Pct is the number of percent.
func (r Rate) Pct() float64 { return float64(r) / float64(Percent) }

// String writes the rate as "5%" or "2.33%", without idle zeros.
func (r Rate) String() string { return strconv.FormatFloat(r.Pct(), 'f', -1, 64) + "%" }

// MarshalJSON writes the number of percent.
func (r Rate) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, r.Pct(), 'f', -1, 64), nil
}

// UnmarshalJSON reads a number of percent.
func (r *Rate) UnmarshalJSON(b []byte) error {
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		return fmt.Errorf("rate %s: %w", b, err)
	}
	return r.set(f)
}

// UnmarshalYAML reads a number of percent with up to four decimals.
func (r *Rate) UnmarshalYAML(n *yaml.Node) error {
	var f float64
	if err := n.Load(&f); err != nil {
		return err
	}
	return r.set(f)
}

func (r *Rate) set(percent float64) error {
	scaled := percent * float64(Percent)
	if math.Abs(scaled) > 1e12 || math.Abs(scaled-math.Round(scaled)) > 1e-5 {
		return fmt.Errorf("rate %v has more than four decimals or is too large", percent)
	}
	*r = Rate(math.Round(scaled))
	return nil
}

// of is the rate's share of a sum, the part of a won dropped.
func (r Rate) of(won int64) int64 { return mulDiv(won, int64(r), int64(Whole)) }

// share is part/whole, rounded half up to the second decimal of a percent.
func share(part, whole int64) Rate {
	const step = int64(Percent) / 100
	return Rate(mulDivRound(part, int64(Whole)/step, whole) * step)
}
