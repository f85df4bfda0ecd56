package answer

import (
	"fmt"
	"time"
)

// Unit is what a figure counts.
type Unit string

// The units of a figure.
const (
	UnitWon   Unit = "won"
	UnitPPM   Unit = "ppm" // millionths: one percent is 10,000
	UnitCount Unit = "count"
	UnitDay   Unit = "day" // as the number YYYYMMDD
)

// Figure is a number that a statement tells.
type Figure struct {
	Name  string `json:"name"`
	Unit  Unit   `json:"unit"`
	Value int64  `json:"value"`
}

// Won is a sum of money.
func Won(name string, won int64) Figure { return Figure{name, UnitWon, won} }

// PPM is a share in millionths.
func PPM(name string, share int64) Figure { return Figure{name, UnitPPM, share} }

// Count is a number of things.
func Count(name string, n int) Figure { return Figure{name, UnitCount, int64(n)} }

// Day is a calendar day.
func Day(name string, day time.Time) Figure {
	year, month, date := day.Date()
	return Figure{name, UnitDay, int64(year*10_000 + int(month)*100 + date)}
}

// ISO is the day of a figure as YYYY-MM-DD, "" of any other.
func (f Figure) ISO() string {
	if f.Unit != UnitDay {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", f.Value/10_000, f.Value/100%100, f.Value%100)
}
