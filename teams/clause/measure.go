package clause

import (
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// The units that frames measure.
const (
	unitPercent    = "percent"
	unitConversion = "conversion" // percent a year, of a deposit as rent
	unitMonths     = "months"
	unitPeriods    = "periods" // rents that are late, by their number
	unitTimes      = "times"
)

// monthsOfYear makes a monthly rent a yearly one.
const monthsOfYear = 12

// measures are the numbers of a clause by their unit.
func measures(text string) map[string][]float64 {
	m := map[string][]float64{}
	for _, r := range korean.FindRates(text) {
		m[unitPercent] = append(m[unitPercent], r.Value)
	}
	m[unitPercent] = append(m[unitPercent], counted(text, "measure.tenths", 10)...)
	m[unitPercent] = append(m[unitPercent], counted(text, "measure.of_ten", 10)...)
	m[unitPercent] = append(m[unitPercent], counted(text, "measure.hundredths", 1)...)
	m[unitTimes] = counted(text, "measure.times", 1)
	m[unitPeriods] = append(counted(text, "measure.periods", 1), counted(text, "measure.periods_en", 1)...)
	if phrases.Has(text, "measure.days") {
		m[unitPeriods] = append(m[unitPeriods], 0)
	}
	for _, p := range korean.FindPeriods(text) {
		m[unitMonths] = append(m[unitMonths], float64(p.Months)+float64(p.Days)/30)
	}
	m[unitConversion] = append(m[unitConversion], m[unitPercent]...)
	sums := korean.FindMoney(text)
	for i := 1; i < len(sums); i++ {
		if a, b := sums[i-1].Won, sums[i].Won; b > 0 && a > monthsOfYear*b {
			m[unitConversion] = append(m[unitConversion], float64(b)*monthsOfYear*100/float64(a))
		}
	}
	return m
}

// counted are the numbers that stand before a unit.
func counted(text, key string, factor float64) []float64 {
	var list []float64
	for _, at := range phrases.FindAll(text, key) {
		said := strings.TrimSpace(phrases.Named(text[at[0]:at[1]], key)["n"])
		n, ok := korean.ParseCount(said[strings.LastIndexByte(said, ' ')+1:])
		if !ok {
			n = 1 // "a single payment"
		}
		list = append(list, float64(n)*factor)
	}
	return list
}
