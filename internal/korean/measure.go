package korean

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/cut"
)

// maxFound bounds what one expression finds in a text, and with it the work
// done on a text made of nothing else.
const maxFound = 128

// maxBeginning is how much of a message is read for what is said in its
// beginning (who travels, and how long), in bytes.
const maxBeginning = 2 << 10

func beginning(s string) string { return cut.Bytes(s, maxBeginning) }

// Rate is a percentage found in a text.
type Rate struct {
	Value      float64 // infinite when it has too many digits for a number
	Start, End int
}

var (
	rateDigits = regexp.MustCompile(`(?i)(-?\d+(?:\.\d+)?)\s?(?:%p|%|프로|퍼센트|퍼센|퍼|percent|per cent)`)
	rateSpelt  = regexp.MustCompile(`((?:영|일|이|삼|사|오|육|칠|팔|구|십|백)+)\s?(?:프로|퍼센트)`)
	rateWords  = regexp.MustCompile(`(?i)\b(one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty)\s(?:percent|per cent)\b`)
	fraction   = regexp.MustCompile(`(\d{1,4})\s?분의\s?(\d{1,4})`)
)

// FindRates lists percentages and fractions ("20분의 1" is 5) of a text.
func FindRates(s string) []Rate {
	if !holds(s, "%", "퍼", "프로", "분의", "cent", "CENT") {
		return nil
	}
	var rates []Rate
	for _, m := range rateDigits.FindAllStringSubmatchIndex(s, maxFound) {
		if rest := s[m[1]:]; strings.HasSuffix(s[:m[1]], "프로") && (strings.HasPrefix(rest, "그램") || strings.HasPrefix(rest, "젝트")) {
			continue
		}
		v, err := strconv.ParseFloat(group(s, m, 1), 64)
		if err != nil {
			v = math.Inf(1)
		}
		rates = append(rates, Rate{v, m[0], m[1]})
	}
	for _, re := range []*regexp.Regexp{rateSpelt, rateWords} {
		for _, m := range re.FindAllStringSubmatchIndex(s, maxFound) {
			if n, ok := ParseCount(group(s, m, 1)); ok && !WithinWord(s, m[0]) {
				rates = append(rates, Rate{float64(n), m[0], m[1]})
			}
		}
	}
	for _, m := range fraction.FindAllStringSubmatchIndex(s, maxFound) {
		low, _ := strconv.ParseFloat(group(s, m, 1), 64)
		top, _ := strconv.ParseFloat(group(s, m, 2), 64)
		if low > 0 {
			rates = append(rates, Rate{top / low * 100, m[0], m[1]})
		}
	}
	return rates
}

// Area is a floor area found in a text.
type Area struct {
	M2         float64 // -1 when it has too many digits for a number
	Pyeong     bool    // was said in 평
	Start, End int
}

var areaText = regexp.MustCompile(`(?i)(\d[\d,]*(?:\.\d+)?만?)\s?(평형대?|평|㎡|m2|m²|제곱미터|제곱|헤베|타입|pyeong|square meters?|square metres?|sq\.?\s?m|sqm)`)

// netArea is a net floor area without its unit: "전용 114".
var netArea = regexp.MustCompile(`(?:^|[^가-힣])전용(?:면적)?(?:이|은|는)?\s?(\d{2,3}(?:\.\d{1,2})?)(?:$|[\s,.)])`)

// FindAreas lists the floor areas of a text; one 평 is 400/121 ㎡.
func FindAreas(s string) []Area {
	if !hasDigit(s) || !holds(strings.ToLower(s), "전용", "평", "㎡", "m2", "m²", "제곱", "헤베", "타입", "pyeong", "sq") {
		return nil
	}
	var areas []Area
	for _, m := range areaText.FindAllStringSubmatchIndex(s, maxFound) {
		if hasPrefix(s[m[1]:], "당", "생", "촌") || digitBefore(s, m[0]) {
			continue
		}
		digits, tenThousands := strings.CutSuffix(strings.ReplaceAll(group(s, m, 1), ",", ""), "만")
		pyeong := hasPrefix(strings.ToLower(group(s, m, 2)), "평", "pyeong")
		if pyeong && (tenThousands || hasPrefix(s[m[1]:], "균", "택", "범")) { // "8000만 평택"
			continue
		}
		n, err := strconv.ParseFloat(digits, 64)
		if tenThousands {
			n *= float64(man)
		}
		area := Area{M2: n, Start: m[0], End: m[1], Pyeong: pyeong}
		if area.Pyeong {
			area.M2 = math.Round(n*400/121*100) / 100
		}
		if err != nil {
			area.M2 = -1
		}
		areas = append(areas, area)
	}
	for _, m := range netArea.FindAllStringSubmatchIndex(s, maxFound) {
		read := slices.ContainsFunc(areas, func(a Area) bool { return a.Start == m[2] })
		if n, err := strconv.ParseFloat(group(s, m, 1), 64); err == nil && !read {
			areas = append(areas, Area{M2: n, Start: m[2], End: m[3]})
		}
	}
	return areas
}

// Period is a span of time found in a text ("1년 6개월", "two weeks").
type Period struct {
	Months, Days int
	Start, End   int
}

var (
	yearsMonths = regexp.MustCompile(`(\d{1,3})년\s?(\d{1,3})개월`)
	periodText  = regexp.MustCompile(`(?i)(\d{1,6}|한|두|석|세|넉|네|다섯|여섯|일곱|여덟|아홉|열두|열|일|이|삼|사|오|육|십|이십|삼십|one|two|three|four|five|six|ten|twelve|twenty|thirty)[\s-]?(년\s?반|년|개월|달|주일|주|일|years?|yrs?|months?|weeks?|days?)`)
	// notPeriod follows what only looks like a span of time: a month of a
	// year, 2년생, 이주택.
	notPeriod = []string{"월", "년", "생", "식", "택", "인", "차", "소", "대", "당", "도"}
)

// FindPeriods lists the spans of time of a text.
func FindPeriods(s string) []Period {
	if !holds(strings.ToLower(s), "년", "개월", "달", "주", "일", "year", "yr", "month", "week", "day") {
		return nil
	}
	var periods []Period
	var taken []Span
	for _, m := range yearsMonths.FindAllStringSubmatchIndex(s, maxFound) {
		if digitBefore(s, m[0]) {
			continue
		}
		years, _ := strconv.Atoi(group(s, m, 1))
		months, _ := strconv.Atoi(group(s, m, 2))
		periods = append(periods, Period{Months: years*12 + months, Start: m[0], End: m[1]})
		taken = append(taken, Span{m[0], m[1]})
	}
	for _, m := range periodText.FindAllStringSubmatchIndex(s, maxFound) {
		count, unit := strings.ToLower(group(s, m, 1)), strings.ToLower(group(s, m, 2))
		n, ok := ParseCount(count)
		if !ok || overlaps(taken, m[0], m[1]) || !isPeriod(s, m, count, unit) {
			continue
		}
		p := Period{Start: m[0], End: m[1]}
		switch first, _ := utf8.DecodeRuneInString(unit); {
		case strings.HasSuffix(unit, "반"):
			p.Months = n*12 + 6
		case first == '년' || first == 'y':
			p.Months = n * 12
		case first == '개' || first == '달' || first == 'm':
			p.Months = n
		case first == '주' || first == 'w':
			p.Days = n * 7
		default:
			p.Days = n
		}
		periods = append(periods, p)
	}
	slices.SortFunc(periods, func(a, b Period) int { return cmp.Compare(a.Start, b.Start) })
	return periods
}

// isPeriod tells a span of time from a year ("2027년", "27년 3월"), a day of
// the month and words that only look like one ("이주", "세일", "두달이").
func isPeriod(s string, m []int, count, unit string) bool {
	digits, before, behind := isDigit(count[0]), m[0]-1, s[m[1]:]
	if digitBefore(s, m[0]) || !digits && (WithinWord(s, m[0]) || before >= 0 && isLatin(count[0]) && isLatin(s[before])) {
		return false
	}
	if unit == "년" && (len(count) == 4 && digits || strings.Contains("세네한두", count)) || !digits && (unit == "일" || unit == "주") {
		return false
	}
	if isLatin(unit[0]) {
		return behind == "" || !isLatin(behind[0]) && !isDigit(behind[0])
	}
	if unit == "달" && hasPrefix(behind, "래", "라") {
		return false // "2억 5천 달래요" wants a sum
	}
	return unit == "개월" || !hasPrefix(behind, notPeriod...)
}

// holds tells whether a text has one of the words. To look for them takes far
// less than an expression does that would find nothing.
func holds(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// digitBefore tells whether s[at:] goes on a number.
func digitBefore(s string, at int) bool {
	return at > 0 && (isDigit(s[at-1]) || s[at-1] == '.' || s[at-1] == ',')
}

// hasPrefix tells whether a text begins with one of the words.
func hasPrefix(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(s, w) })
}

// hasSuffix tells whether a text ends with one of the words.
func hasSuffix(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(s, w) })
}

// group is a numbered part of a match, empty where it took no part.
func group(s string, loc []int, i int) string {
	if loc[2*i] < 0 {
		return ""
	}
	return s[loc[2*i]:loc[2*i+1]]
}
