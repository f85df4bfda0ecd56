package korean

import (
	"strconv"
	"strings"
)

// FormatWon writes whole won the way they are said: 315,000,000 is
// "3억 1,500만원". ParseAmount reads every result back exactly.
func FormatWon(won int64) string {
	if won == 0 {
		return "0원"
	}
	sign, rest := "", uint64(won)
	if won < 0 {
		// Two's complement keeps the smallest int64 right as well.
		sign, rest = "-", -uint64(won)
	}
	var parts []string
	for _, unit := range []struct {
		name string
		size uint64
	}{{"조", 1_0000_0000_0000}, {"억", 1_0000_0000}, {"만", 1_0000}, {"", 1}} {
		if n := rest / unit.size; n > 0 {
			parts = append(parts, groupDigits(n)+unit.name)
			rest %= unit.size
		}
	}
	return sign + strings.Join(parts, " ") + "원"
}

// FormatComma writes whole won with thousands separators: "315,000,000원".
func FormatComma(won int64) string { return FormatNumber(won) + "원" }

// FormatNumber writes a number with thousands separators.
func FormatNumber(n int64) string {
	if n < 0 {
		return "-" + groupDigits(-uint64(n))
	}
	return groupDigits(uint64(n))
}

func groupDigits(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
