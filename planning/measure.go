package planning

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

var (
	areaText = guarded{regexp.MustCompile(`(\d[\d,]*(?:\.\d+)?)\s?(평형대?|평|㎡|m2|m²|제곱미터|제곱|헤베|타입|pyeong|square meters?|square metres?|sq\.?\s?m|sqm)`), korean.Guard{Digit: true, All: [][]string{{"평", "㎡", "m2", "m²", "제곱", "헤베", "타입", "pyeong", "sq"}}}}

	periodText  = regexp.MustCompile(`(\d{1,6}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열두|열|일|이|삼|사|오|육|십|이십|삼십|one|two|three|four|five|six|ten|twelve|twenty|thirty)(\s?|-)(년\s?반|년|개월|달|주일|주|일|years?|yrs?|months?|weeks?|days?)`)
	yearsMonths = guarded{regexp.MustCompile(`(\d{1,3})년\s?(\d{1,3})개월`), korean.Guard{Digit: true, All: [][]string{{"년"}, {"개월"}}}}
)

// maxArea is the largest area that is believed, in ㎡.
const maxArea = 1_000_000

// areas reads floor areas; one 평 is 400/121 ㎡ (계량에 관한 법률 시행령:
// the legal unit is ㎡).
func (x *extraction) areas() {
	for _, m := range areaText.all(x.r.norm) {
		unit := x.r.norm[m[4]:m[5]]
		if !x.free(m[0], m[1]) || strings.HasPrefix(x.r.norm[m[5]:], "당") || strings.HasPrefix(x.r.norm[m[5]:], "생") || strings.HasPrefix(x.r.norm[m[5]:], "촌") || digitBefore(x.r.norm, m[0]) {
			continue
		}
		n, err := strconv.ParseFloat(strings.ReplaceAll(x.r.norm[m[2]:m[3]], ",", ""), 64)
		area := state.Area{Unit: "m2", M2: n}
		if strings.HasPrefix(unit, "평") || unit == "pyeong" {
			area.Unit, area.M2 = "pyeong", math.Round(n*400/121*100)/100
		}
		x.take(m[0], m[1])
		if err != nil || area.M2 <= 0 || area.M2 > maxArea {
			x.problem("areas", AreaOutOfRange, m[0], m[1])
			continue
		}
		area.Text, area.Start, area.End = x.r.span(m[0], m[1])
		x.found.Areas = append(x.found.Areas, area)
	}
}

func digitBefore(s string, at int) bool {
	return at > 0 && (s[at-1] >= '0' && s[at-1] <= '9' || s[at-1] == '.' || s[at-1] == ',')
}

// maxMonths is the longest span of time that is believed.
const maxMonths = 1200

// periods reads spans of time ("2년", "1년 6개월", "6개월 전", "two years").
func (x *extraction) periods() {
	s := x.r.norm
	for _, m := range yearsMonths.all(s) {
		if !x.free(m[0], m[1]) || digitBefore(s, m[0]) {
			continue
		}
		years, _ := strconv.Atoi(s[m[2]:m[3]])
		months, _ := strconv.Atoi(s[m[4]:m[5]])
		x.period(m[0], m[1], years*12+months, 0)
	}
	if !countsTime(s) {
		return
	}
	for _, m := range periodText.FindAllStringSubmatchIndex(s, maxFound) {
		word, unit := s[m[2]:m[3]], strings.TrimSpace(s[m[6]:m[7]])
		if !x.free(m[0], m[1]) || !periodEnds(s, m, word, unit) {
			continue
		}
		n, ok := korean.ParseCount(word)
		if !ok {
			continue
		}
		months, days := spanOf(n, unit)
		x.period(m[0], m[1], months, days)
	}
}

// timeUnits begin the units of time, countEnds are the letters that the words
// for numbers before them end in.
var timeUnits = []string{"년", "개월", "달", "주", "일", "year", "yr", "month", "week", "day"}

const countEnds = "한두세네섯곱덟홉열일이삼사오육십eorxny"

// countsTime tells whether a unit of time stands behind a number, so that the
// expression for them may find one.
func countsTime(s string) bool {
	for _, unit := range timeUnits {
		for from := 0; ; {
			i := strings.Index(s[from:], unit)
			if i < 0 {
				break
			}
			if counted(s[:from+i]) {
				return true
			}
			from += i + len(unit)
		}
	}
	return false
}

// counted tells whether a text ends as a number does, perhaps with a blank or
// a hyphen behind it.
func counted(before string) bool {
	if n := len(before); n > 0 && strings.IndexByte(" \t\n\f\r-", before[n-1]) >= 0 {
		before = before[:n-1]
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return last >= '0' && last <= '9' || strings.ContainsRune(countEnds, last)
}

// spanOf is n units in months and days.
func spanOf(n int, unit string) (months, days int) {
	switch {
	case strings.HasSuffix(unit, "반"):
		return n*12 + 6, 0
	case unit == "년" || unit[0] == 'y':
		return n * 12, 0
	case unit == "개월" || unit == "달" || unit[0] == 'm':
		return n, 0
	case strings.HasPrefix(unit, "주") || unit[0] == 'w':
		return 0, n * 7
	}
	return 0, n
}

// periodEnds tells a span of time from a year ("2027년", "27년 3월"), a day
// of the month and words that only look like one ("이주", "세일", "두달이").
func periodEnds(s string, m []int, word, unit string) bool {
	digits := word[0] >= '0' && word[0] <= '9'
	if digitBefore(s, m[0]) || korean.WithinWord(s, m[0]) && !digits || !digits && isLatinByte(word[0]) && m[0] > 0 && isLatinByte(s[m[0]-1]) {
		return false
	}
	if unit == "년" && len(word) == 4 && digits {
		return false
	}
	if !digits && (unit == "일" || unit == "주" || unit == "년" && utf8.RuneCountInString(word) == 1 && strings.Contains("세네한두", word)) {
		return false
	}
	rest := s[m[1]:]
	for _, tail := range []string{"월", "생", "식", "택", "인", "차", "소", "대", "당", "도"} {
		if strings.HasPrefix(rest, tail) && unit != "개월" {
			return false
		}
	}
	return !(isLatinByte(unit[0]) && continuesLatin(s, m[1]))
}

func (x *extraction) period(start, end, months, days int) {
	x.take(start, end)
	if months+days <= 0 || months > maxMonths || days > maxMonths*31 {
		x.problem("periods", PeriodOutOfRange, start, end)
		return
	}
	raw, from, to := x.r.span(start, end)
	x.found.Periods = append(x.found.Periods, state.Period{Text: raw, Months: months, Days: days, Start: from, End: to})
}
