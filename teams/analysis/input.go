package analysis

import (
	"fmt"
	"strconv"
	"time"

	"github.com/madang-dev/madang/internal/words"
)

// MaxWon is the largest sum that a calculator takes: 1,000조 won.
const MaxWon int64 = 1_000_000_000_000_000

// InputError refuses a value that no answer can be reckoned from.
type InputError struct {
	Field  string // the input's name on the wire
	Value  string
	Reason words.Message
}

func (e *InputError) Error() string {
	return fmt.Sprintf("analysis: %s = %s: %s", e.Field, e.Value, texts.In("en").Text(e.Reason))
}

// Say explains the refusal to the user, who does not know the wire.
func (e *InputError) Say(language string) string {
	name := "input.field." + e.Field
	if !texts.Has(name) {
		name = "input.other"
	}
	return texts.Say(language, "input.refused", "name", texts.Say(language, name), "value", e.Value, "reason", e.Reason)
}

func refuse(field string, value any, key string, args ...any) *InputError {
	return &InputError{Field: field, Value: fmt.Sprint(value), Reason: words.M(key, args...)}
}

// amountOrZero checks a sum that may be nothing.
func amountOrZero(field string, v int64) error {
	if v < 0 {
		return refuse(field, v, "input.negative")
	}
	if v > MaxWon {
		return refuse(field, v, "input.too_large")
	}
	return nil
}

// rateWithin checks a rate against its bounds, both included.
func rateWithin(field string, r, least, most Rate) error {
	if r < least || r > most {
		return refuse(field, r, "input.rate_within", "least", least, "most", most)
	}
	return nil
}

// areaOrZero checks a floor area in ㎡; 0 is not known.
func areaOrZero(field string, m2 float64) error {
	if m2 < 0 || m2 > 10_000 || m2 != m2 {
		return refuse(field, strconv.FormatFloat(m2, 'f', -1, 64), "input.area")
	}
	return nil
}

// dayOf is a day of an input, which was checked.
func dayOf(iso string) time.Time {
	day, _ := time.Parse(time.DateOnly, iso) // see Input.check
	return day
}

// parseDay reads a calendar day between 1950 and 2150.
func parseDay(field, iso string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, iso)
	if err != nil || day.Year() < 1950 || day.Year() > 2150 {
		return time.Time{}, refuse(field, iso, "input.day")
	}
	return day, nil
}
