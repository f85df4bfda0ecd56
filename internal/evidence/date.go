package evidence

import (
	"fmt"
	"strings"
)

// date reads a day, a month of a year or a year from its first number on.
func (r *reader) date(v float64, plain bool, end int) bool {
	n, rest := int(v), r.text[end:]
	switch {
	case r.monthEnd > 0 && strings.Trim(r.text[r.monthEnd:r.at], " .,") == "" && r.at-r.monthEnd < 4:
		return r.afterMonth(n, rest, end)
	case n >= 1 && n <= 12 && strings.HasPrefix(rest, "월"):
		if day, _, size := numberIn(rest[len("월"):]); size > 0 && strings.HasPrefix(rest[len("월")+size:], "일") {
			r.day("--%02d-%02d", n, day)
			r.at = end + len("월") + size + len("일")
			return true
		}
	case n >= 1 && n <= 31 && plain:
		return r.beforeMonth(n, rest, end)
	}
	return false
}

func (r *reader) day(layout string, parts ...any) {
	r.note("day:" + fmt.Sprintf(layout, parts...))
}

// numberIn is the plain number at the start of a text, behind blanks; size
// is how much of the text it takes, 0 for none.
func numberIn(text string) (n, width, size int) {
	trimmed := strings.TrimLeft(text, " ")
	for width < len(trimmed) && trimmed[width] >= '0' && trimmed[width] <= '9' && width < 9 {
		n = n*10 + int(trimmed[width]-'0')
		width++
	}
	if width == 0 {
		return 0, 0, 0
	}
	return n, width, len(text) - len(trimmed) + width
}

// fromYear reads "2026-01-02", "2026.1.2", "2026년 1월 2일" and what is left
// of them.
func (r *reader) fromYear(year int, rest string, end int) bool {
	if after, ok := strings.CutPrefix(rest, "년"); ok {
		month, _, size := numberIn(after)
		if size == 0 || !strings.HasPrefix(after[size:], "월") {
			r.day("%04d", year)
			r.at = end + len("년")
			return true
		}
		used := size + len("월")
		day, _, size := numberIn(after[used:])
		if size == 0 || !strings.HasPrefix(after[used+size:], "일") {
			r.day("%04d-%02d", year, month)
			r.at = end + len("년") + used
			return true
		}
		r.day("%04d-%02d-%02d", year, month, day)
		r.at = end + len("년") + used + size + len("일")
		return true
	}
	trimmed := strings.TrimLeft(rest, " ")
	if trimmed == "" || !strings.ContainsRune("-./", rune(trimmed[0])) {
		return false
	}
	used := len(rest) - len(trimmed) + 1
	month, width, size := numberIn(rest[used:])
	if size == 0 || width > 2 || month < 1 || month > 12 {
		return false
	}
	used += size
	if used < len(rest) && strings.ContainsRune("-./", rune(rest[used])) {
		if day, dayWidth, size := numberIn(rest[used+1:]); size > 0 && dayWidth <= 2 && day >= 1 && day <= 31 {
			r.day("%04d-%02d-%02d", year, month, day)
			r.at = end + used + 1 + size
			return true
		}
	}
	if trimmed[0] != '-' || width != 2 {
		return false // "2026.1" is a number, "2000/50" a deposit and a rent
	}
	r.day("%04d-%02d", year, month)
	r.at = end + used
	return true
}

// afterMonth reads "Jan 2, 2026" and "January 2026".
func (r *reader) afterMonth(n int, rest string, end int) bool {
	month := r.month
	r.monthEnd = 0
	if n >= 1900 && n < 2100 {
		r.day("%04d-%02d", n, month)
		r.at = end
		return true
	}
	tail := strings.TrimLeft(rest, "stndrh, ")
	year, width, size := numberIn(tail)
	if n < 1 || n > 31 {
		return false
	}
	if width != 4 {
		r.day("--%02d-%02d", month, n)
		r.at = end
		return true
	}
	r.day("%04d-%02d-%02d", year, month, n)
	r.at = end + len(rest) - len(tail) + size
	return true
}

// beforeMonth reads "2 January 2026".
func (r *reader) beforeMonth(n int, rest string, end int) bool {
	word := strings.TrimLeft(rest, "stndrh ")
	if len(word) < 3 || len(word) == len(rest) {
		return false
	}
	at := strings.Index(monthNames, word[:3])
	if at < 0 || at%4 != 0 {
		return false
	}
	tail := strings.TrimLeft(word, "abcdefghijklmnopqrstuvwxyz.,")
	if name := word[:len(word)-len(tail)]; len(strings.TrimRight(name, ".,")) > 3 && !strings.Contains(monthsInFull, strings.TrimRight(name, ".,")) {
		return false
	}
	year, width, size := numberIn(tail)
	if width != 4 {
		return false
	}
	r.day("%04d-%02d-%02d", year, at/4+1, n)
	r.at = end + len(rest) - len(tail) + size
	return true
}
