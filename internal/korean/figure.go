package korean

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Figures lists the numbers of a text, each as what it counts and how much:
// "3억 5천만원" and "KRW 350,000,000" are "won:350000000", "20분의 1" is
// "percent:5", "2년" is "months:24"; and the articles that it names ("제7조의2"),
// whose numbers are no figures.
func Figures(text string) (figures, articles []string) {
	r := figureReader{text: text, known: map[string]bool{}}
	for _, m := range FindSums(r.text) {
		if !m.TooLarge {
			r.take(m.Start, m.End, "won:"+strconv.FormatInt(m.Won, 10))
		}
	}
	r.blank()
	for _, a := range FindArticles(r.text) {
		r.take(a.Start, a.End+len(articleParts.FindString(r.text[a.End:])), "")
		articles = append(articles, a.Name)
	}
	r.blank()
	for _, m := range partNumber.FindAllStringIndex(r.text, maxFound) {
		r.take(m[0], m[1], "")
	}
	r.blank()
	r.days()
	for _, rate := range FindRates(r.text) {
		r.take(rate.Start, rate.End, "percent:"+Shortest(rate.Value))
	}
	r.blank()
	r.all(slash, func(m []string) string {
		part, whole := valueOf(m[1]), valueOf(m[2])
		if whole == 0 {
			return ""
		}
		return "percent:" + Shortest(100*part/whole)
	})
	for _, a := range FindAreas(r.text) {
		r.take(a.Start, a.End, "m2:"+Shortest(a.M2))
	}
	r.blank()
	for _, p := range FindPeriods(r.text) {
		r.take(p.Start, p.End, period(p))
	}
	r.blank()
	r.all(times, func(m []string) string {
		n, ok := ParseCount(m[1])
		if m[1] == "" {
			n, ok = map[string]int{"once": 1, "twice": 2}[strings.ToLower(m[0])], true
		}
		if !ok || strings.HasSuffix(m[0], "째") {
			return ""
		}
		return "times:" + strconv.Itoa(n)
	})
	r.all(plainNumber, func(m []string) string { return "number:" + Shortest(valueOf(m[0])) })
	return r.figures, articles
}

var (
	articleParts = regexp.MustCompile(`^(?:\s?\(\d{1,2}\))+`)
	partNumber   = regexp.MustCompile(`(?i)제\s?\d+[항호편장절목](?:의\s?\d+)?|별표\s?\d+(?:의\s?\d+)?|\b(?:items?|tables?)\s\d+`)
	yearAlone    = regexp.MustCompile(`((?:19|20)\d{2})년`)
	yearMonth    = regexp.MustCompile(`((?:19|20)\d{2})-(0[1-9]|1[0-2])`)
	monthYear    = regexp.MustCompile(`(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s(20\d{2})`)
	slash        = regexp.MustCompile(`(\d{1,2})\s?/\s?(\d{1,3})`)
	times        = regexp.MustCompile(`(?i)(\d{1,4}|한|두|세|네|다섯)\s?(?:번째|번|회|차례|times)|\bonce\b|\btwice\b`)
	plainNumber  = regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?`)
)

// figureReader blanks out what it has read, so that nothing is read twice.
type figureReader struct {
	text    string
	taken   []Span
	figures []string
	known   map[string]bool
}

// take notes a figure, "" for none, whose place is blanked out next.
func (r *figureReader) take(start, end int, figure string) {
	if figure != "" && !r.known[figure] {
		r.known[figure] = true
		r.figures = append(r.figures, figure)
	}
	r.taken = append(r.taken, Span{start, end})
}

// blank blanks out what was taken.
func (r *figureReader) blank() {
	text := []byte(r.text)
	for _, t := range r.taken {
		for i := t.Start; i < t.End; i++ {
			text[i] = ' '
		}
	}
	r.text, r.taken = string(text), r.taken[:0]
}

// all takes what an expression finds that does not stand within a word.
func (r *figureReader) all(re *regexp.Regexp, figure func(m []string) string) {
	for _, at := range re.FindAllStringSubmatchIndex(r.text, maxFound) {
		m := make([]string, len(at)/2)
		for i := range m {
			m[i] = group(r.text, at, i)
		}
		before, _ := utf8.DecodeLastRuneInString(r.text[:at[0]])
		within := unicode.IsDigit(before) || isDigit(m[0][0]) && before < utf8.RuneSelf && unicode.IsLetter(before) ||
			!isDigit(m[0][0]) && WithinWord(r.text, at[0])
		if !within {
			r.take(at[0], at[1], figure(m))
		}
	}
	r.blank()
}

// days reads days, months of a year and years.
func (r *figureReader) days() {
	long := time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC) // whose years nobody names
	for _, d := range FindDays(r.text, long) {
		text := r.text[d.Start:d.End]
		switch named := strings.Contains(text, "월") || !strings.ContainsFunc(text, IsHangul) && strings.ContainsFunc(text, unicode.IsDigit); {
		case d.Impossible, !named, d.Month && d.Date.Year() < 1900:
		case d.Date.Year() < 1900:
			r.take(d.Start, d.End, "day:"+d.Date.Format("--01-02"))
		case d.Month:
			r.take(d.Start, d.End, "day:"+d.Date.Format("2006-01"))
		default:
			r.take(d.Start, d.End, "day:"+d.Date.Format(time.DateOnly))
		}
	}
	r.blank()
	r.all(yearMonth, func(m []string) string { return "day:" + m[0] })
	r.all(monthYear, func(m []string) string {
		return fmt.Sprintf("day:%s-%02d", m[2], strings.Index(englishMonths, strings.ToLower(m[1]))/3+1)
	})
	r.all(yearAlone, func(m []string) string { return "day:" + m[1] })
}

func period(p Period) string {
	if p.Months > 0 {
		return "months:" + strconv.Itoa(p.Months)
	}
	return "days:" + strconv.Itoa(p.Days)
}

func valueOf(digits string) float64 {
	v, _ := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	return v
}

// Shortest writes a number to six places, so that 100/3 is one figure however
// it was reckoned.
func Shortest(v float64) string {
	s := strconv.FormatFloat(v, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
