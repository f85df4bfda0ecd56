package planning

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// rate is a percentage in a text.
type rate struct {
	value      float64
	start, end int
}

var (
	rateSpelt = guarded{regexp.MustCompile(`(?:영|일|이|삼|사|오|육|칠|팔|구|십|백)+\s?(?:프로|퍼센트)`), korean.Guard{All: [][]string{{"프로", "퍼센트"}}}}
	fraction  = guarded{regexp.MustCompile(`(\d{1,4})\s?분의\s?(\d{1,4})`), korean.Guard{Digit: true, All: [][]string{{"분의"}}}}
	rateWords = guarded{regexp.MustCompile(`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty)\s(?:percent|per cent)\b`), korean.Guard{All: [][]string{{"percent", "per cent"}}}}
)

// rateUnits are what percentages in digits end in; of two that begin alike
// the longer is first.
var rateUnits = [...]string{"%p", "%", "프로", "퍼센트", "퍼센", "퍼", "percent", "per cent"}

// ratesInDigits are the places of the percentages that are written in digits,
// with their signs and units: "-1.5 %p", "5프로".
func ratesInDigits(s string) []span {
	var found []span
	for i := 0; i < len(s) && len(found) < maxFound; {
		if !isDigit(s[i]) {
			i++
			continue
		}
		whole := pastDigits(s, i)
		end := rateEnd(s, whole)
		switch {
		case end == 0:
			i = whole
		case i > 0 && s[i-1] == '-' && (len(found) == 0 || found[len(found)-1].end < i):
			found, i = append(found, span{i - 1, end}), end
		default:
			found, i = append(found, span{i, end}), end
		}
	}
	return found
}

// rateEnd is the end of a percentage whose whole number ends at s[at:], 0 if
// it is none.
func rateEnd(s string, at int) int {
	if at+1 < len(s) && s[at] == '.' && isDigit(s[at+1]) {
		at = pastDigits(s, at+1)
	}
	if at < len(s) && strings.IndexByte(" \t\n\f\r", s[at]) >= 0 {
		at++
	}
	for _, unit := range rateUnits {
		if strings.HasPrefix(s[at:], unit) {
			return at + len(unit)
		}
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func pastDigits(s string, at int) int {
	for at < len(s) && isDigit(s[at]) {
		at++
	}
	return at
}

// findRates lists percentages and fractions ("20분의 1" is 5) of a
// normalised text.
func findRates(s string) []rate {
	if !strings.ContainsAny(s, "%") && !strings.Contains(s, "퍼") && !strings.Contains(s, "프로") && !strings.Contains(s, "분의") && !strings.Contains(s, "cent") {
		return nil
	}
	var rates []rate
	for _, at := range ratesInDigits(s) {
		word := s[at.start:at.end]
		if rest := s[at.end:]; strings.HasSuffix(word, "프로") && (strings.HasPrefix(rest, "그램") || strings.HasPrefix(rest, "젝트")) {
			continue
		}
		number := strings.TrimRightFunc(word, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			v = math.Inf(1) // too long for a number: reported as absurd
		}
		rates = append(rates, rate{v, at.start, at.end})
	}
	rates = append(rates, speltRates(s)...)
	for _, m := range fraction.all(s) {
		low, _ := strconv.ParseFloat(s[m[2]:m[3]], 64)
		top, _ := strconv.ParseFloat(s[m[4]:m[5]], 64)
		if low > 0 {
			rates = append(rates, rate{top / low * 100, m[0], m[1]})
		}
	}
	return rates
}

func speltRates(s string) []rate {
	var rates []rate
	for _, spelt := range []guarded{rateSpelt, rateWords} {
		for _, loc := range spelt.all(s) {
			word := s[loc[0]:loc[1]]
			for _, unit := range []string{"프로", "퍼센트", "percent", "per cent"} {
				word = strings.TrimSuffix(word, unit)
			}
			if n, ok := korean.ParseCount(word); ok && !korean.WithinWord(s, loc[0]) {
				rates = append(rates, rate{float64(n), loc[0], loc[1]})
			}
		}
	}
	return rates
}

// maxFound bounds what one reader finds, and with it the work on a text
// made of nothing else.
const maxFound = 128
