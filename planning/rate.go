package planning

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/korean"
)

// rate is a percentage in a text.
type rate struct {
	value      float64
	start, end int
}

var (
	rateDigits = regexp.MustCompile(`-?\d+(?:\.\d+)?\s?(?:%p|%|프로|퍼센트|퍼센|퍼|percent|per cent)`)
	rateSpelt  = regexp.MustCompile(`(?:영|일|이|삼|사|오|육|칠|팔|구|십|백)+\s?(?:프로|퍼센트)`)
	fraction   = regexp.MustCompile(`(\d{1,4})\s?분의\s?(\d{1,4})`)
	rateWords  = regexp.MustCompile(`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty)\s(?:percent|per cent)\b`)
)

// findRates lists percentages and fractions ("20분의 1" is 5) of a
// normalised text.
func findRates(s string) []rate {
	if !strings.ContainsAny(s, "%") && !strings.Contains(s, "퍼") && !strings.Contains(s, "프로") && !strings.Contains(s, "분의") && !strings.Contains(s, "cent") {
		return nil
	}
	var rates []rate
	for _, loc := range rateDigits.FindAllStringIndex(s, maxFound) {
		word := s[loc[0]:loc[1]]
		if rest := s[loc[1]:]; strings.HasSuffix(word, "프로") && (strings.HasPrefix(rest, "그램") || strings.HasPrefix(rest, "젝트")) {
			continue
		}
		number := strings.TrimRightFunc(word, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			v = math.Inf(1) // too long for a number: reported as absurd
		}
		rates = append(rates, rate{v, loc[0], loc[1]})
	}
	rates = append(rates, speltRates(s)...)
	for _, m := range fraction.FindAllStringSubmatchIndex(s, maxFound) {
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
	for _, re := range []*regexp.Regexp{rateSpelt, rateWords} {
		for _, loc := range re.FindAllStringIndex(s, maxFound) {
			word := s[loc[0]:loc[1]]
			for _, unit := range []string{"프로", "퍼센트", "percent", "per cent"} {
				word = strings.TrimSuffix(word, unit)
			}
			if n, ok := korean.ParseCount(word); ok && !midHangul(s, loc[0]) {
				rates = append(rates, rate{float64(n), loc[0], loc[1]})
			}
		}
	}
	return rates
}

// maxFound bounds what one reader finds, and with it the work on a text
// made of nothing else.
const maxFound = 128
