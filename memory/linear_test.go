package memory

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/lineartest"
	"github.com/madang-dev/madang/state"
)

// A message is read for the profile before it is planned for: whatever it
// repeats may not hold the run up.
func TestLinearReaders(t *testing.T) {
	today := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	var m Memory
	known := []state.Preference{{Key: LeaseEnd, Value: "2027-04-30"}, {Key: BudgetOf("jeonse"), Value: "300000000"}}
	for name, read := range map[string]func(string){
		"Learn":       func(text string) { m.Learn(Said{UserID: "u", Query: text, Language: "ko", Today: today}) },
		"OnlyTells":   func(text string) { OnlyTells(Said{Query: text, Today: today}) },
		"ReadRequest": func(text string) { ReadRequest(text) },
		"Bearing":     func(text string) { Bearing(text, known) },
		"Find":        func(text string) { Find(text, []state.Memory{{Query: "문래 월세 95, 보증금 3천"}}, today) },
	} {
		lineartest.Check(t, name, read)
	}
}
