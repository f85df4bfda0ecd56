package korean

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Stay is a length of stay found in a text. What was not said is -1: "3박" has
// no Days, "나흘" no Nights; a day trip has 0 nights and 1 day.
type Stay struct {
	Nights, Days int
	Start, End   int
}

// Count is the stay in nights: those that were said, else one fewer than the
// days. It reports false where nights and days contradict each other; one
// night spent in the air ("3박 5일") is no contradiction.
func (s Stay) Count() (int, bool) {
	if s.Nights < 0 {
		return s.Days - 1, true
	}
	return s.Nights, s.Days < 0 || s.Days == s.Nights+1 || s.Days == s.Nights+2
}

const (
	stayCount   = `(\d{1,4}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|[일이삼사오육칠팔구]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구])`
	englishStay = `(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)`
)

// stayRules are tried in this order; an earlier rule owns its characters.
// unit is the days in one of what is counted, 0 for nights (and days).
var stayRules = []struct {
	re   *regexp.Regexp
	unit int
}{
	{regexp.MustCompile(stayCount + `\s?박(?:\s?` + stayCount + `\s?일)?`), 0},
	{regexp.MustCompile(`(?i)\b` + englishStay + `[\s-]?nights?\b(?:\s?(?:and|,|&|/)?\s?` + englishStay + `[\s-]?days?\b)?`), 0},
	{regexp.MustCompile(stayCount + `\s?주(?:일|간)`), 7},
	{regexp.MustCompile(`(\d{1,2}|한|두|세)\s?주`), 7},
	{regexp.MustCompile(`(?i)\b` + englishStay + `[\s-]?weeks?\b`), 7},
	{regexp.MustCompile(`(\d{1,2}|한|두|세)\s?(?:달|개월)`), 30},
	{regexp.MustCompile(`(?i)\b` + englishStay + `\smonths?\b`), 30},
	{regexp.MustCompile(`(\d{1,4})\s?일`), 1},
	{regexp.MustCompile(`(?i)\b` + englishStay + `[\s-]?(?:full\s|whole\s)?days?\b`), 1},
}

// dayNames are the native words for a number of days.
var dayNames = []struct {
	word string
	days int
}{
	{"당일치기", 1}, {"당일 치기", 1}, {"무박", 1}, {"day trip", 1}, {"이틀", 2}, {"사흘", 3}, {"나흘", 4}, {"닷새", 5}, {"엿새", 6},
	{"이레", 7}, {"여드레", 8}, {"아흐레", 9}, {"열흘", 10}, {"보름", 15},
}

// notWeeks follows numbers of 주 that are of something else: "5주년", "3주차".
var notWeeks = []string{"년", "차", "기"}

// FindStays lists the lengths of stay of a text in their order. Days of the
// month are for FindDays: what it finds has to be left out by the caller.
func FindStays(s string) []Stay {
	s = beginning(s)
	var found []Stay
	var taken []Span
	add := func(stay Stay) {
		if !overlaps(taken, stay.Start, stay.End) {
			taken, found = append(taken, Span{stay.Start, stay.End}), append(found, stay)
		}
	}
	for _, rule := range stayRules {
		for _, loc := range rule.re.FindAllStringSubmatchIndex(s, maxFound) {
			if stay, ok := readStay(s, loc, rule.unit); ok {
				add(stay)
			}
		}
	}
	lower := strings.ToLower(s)
	for _, name := range dayNames {
		if i := strings.Index(lower, name.word); i >= 0 && len(lower) == len(s) {
			stay := Stay{Nights: -1, Days: name.days, Start: i, End: i + len(name.word)}
			if name.days == 1 {
				stay.Nights = 0
			}
			if !pointInTime(s[stay.End:]) {
				add(stay)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Stay) int { return a.Start - b.Start })
	return found
}

func readStay(s string, loc []int, unit int) (Stay, bool) {
	start, end := loc[0], loc[1]
	word := s[loc[2]:loc[3]]
	if digitAround(s, start, end) || spelt(word) && WithinWord(s, start) || pointInTime(s[end:]) {
		return Stay{}, false
	}
	n, ok := ParseCount(word)
	if !ok {
		return Stay{}, false
	}
	if unit == 7 && hasPrefix(s[end:], notWeeks...) {
		return Stay{}, false
	}
	if unit > 0 {
		if strings.EqualFold(word, "a") && unit == 1 {
			return Stay{}, false // "50,000 won a day"
		}
		return Stay{Nights: -1, Days: n * unit, Start: start, End: end}, true
	}
	// "이 박물관" is a museum, not two nights.
	if next, _ := utf8.DecodeRuneInString(s[end:]); strings.HasSuffix(s[:end], "박") && strings.ContainsRune("물람스", next) {
		return Stay{}, false
	}
	stay := Stay{Nights: n, Days: -1, Start: start, End: end}
	if loc[4] >= 0 {
		if days, ok := ParseCount(s[loc[4]:loc[5]]); ok {
			stay.Days = days
		}
	}
	return stay, true
}

func spelt(word string) bool { return word != "" && !isDigit(word[0]) }

func pointInTime(rest string) bool { return hasPrefix(rest, lists.NotStay...) }
