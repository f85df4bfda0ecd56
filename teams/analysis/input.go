package analysis

import (
	"fmt"
	"strconv"
	"time"
)

// MaxWon is the largest sum that a calculator takes: 1,000조 won.
const MaxWon int64 = 1_000_000_000_000_000

// InputError refuses a value that no answer can be reckoned from.
type InputError struct {
	Field  string // the input's name on the wire
	Value  string
	Reason Text
}

func (e *InputError) Error() string {
	return fmt.Sprintf("analysis: %s = %s: %s", e.Field, e.Value, e.Reason.EN)
}

// Say explains the refusal to the user.
func (e *InputError) Say(language string) string {
	return say("입력값 %s(%s)을(를) 계산에 쓸 수 없습니다: %s", "The input %s (%s) can't be used: %s", e.Field, e.Value, e.Reason).In(language)
}

func refuse(field string, value any, ko, en string) *InputError {
	return &InputError{Field: field, Value: fmt.Sprint(value), Reason: Text{KO: ko, EN: en}}
}

// amount checks a sum that has to be there.
func amount(field string, v int64) error {
	if v == 0 {
		return refuse(field, v, "0보다 커야 합니다", "it has to be above zero")
	}
	return amountOrZero(field, v)
}

// amountOrZero checks a sum that may be nothing.
func amountOrZero(field string, v int64) error {
	if v < 0 {
		return refuse(field, v, "음수일 수 없습니다", "it can't be negative")
	}
	if v > MaxWon {
		return refuse(field, v, "1,000조원을 넘습니다", "it is above KRW 1,000 trillion")
	}
	return nil
}

// rateWithin checks a rate against its bounds, both included.
func rateWithin(field string, r, least, most Rate) error {
	if r < least || r > most {
		return refuse(field, r, fmt.Sprintf("%s 이상 %s 이하여야 합니다", least, most),
			fmt.Sprintf("it has to be from %s to %s", least, most))
	}
	return nil
}

func monthsWithin(field string, months, most int) error {
	if months < 1 || months > most {
		return refuse(field, months, fmt.Sprintf("1~%d개월이어야 합니다", most), fmt.Sprintf("it has to be 1 to %d months", most))
	}
	return nil
}

// areaOrZero checks a floor area in ㎡; 0 is not known.
func areaOrZero(field string, m2 float64) error {
	if m2 < 0 || m2 > 10_000 || m2 != m2 {
		return refuse(field, strconv.FormatFloat(m2, 'f', -1, 64), "0~10,000㎡여야 합니다", "it has to be within 0-10,000 m²")
	}
	return nil
}

// parseDay reads a calendar day between 1950 and 2150.
func parseDay(field, iso string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, iso)
	if err != nil || day.Year() < 1950 || day.Year() > 2150 {
		return time.Time{}, refuse(field, iso, "1950~2150년 사이의 날짜(YYYY-MM-DD)여야 합니다", "it has to be a day (YYYY-MM-DD) between 1950 and 2150")
	}
	return day, nil
}

// first is the first error of a list of checks.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
