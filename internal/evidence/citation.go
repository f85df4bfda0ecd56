package evidence

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// article reads a number that names a part of a law: "제7조의2", "제1항",
// "art. 7-2 (1)", "별표 1".
func (r *reader) article(before string, v float64, plain bool, end int) bool {
	if !plain {
		return false
	}
	rest := r.text[end:]
	named := strings.HasSuffix(before, "제")
	if after, ok := strings.CutPrefix(rest, "조"); ok && !strings.HasPrefix(after, "원") && !strings.HasPrefix(after, " 원") {
		r.cite(v, branchOf(after, "의"))
		r.at = end + len("조") + branchLength(after, "의")
		return true
	}
	if named {
		for _, part := range []string{"항", "호", "편", "장", "절", "목"} {
			if after, ok := strings.CutPrefix(rest, part); ok {
				r.at = end + len(part) + branchLength(after, "의")
				return true
			}
		}
	}
	for _, word := range []string{"art.", "arts.", "article", "articles"} {
		if strings.HasSuffix(before, word) {
			r.cite(v, branchOf(rest, "-"))
			r.at = end + branchLength(rest, "-")
			r.paragraph()
			return true
		}
	}
	for _, word := range []string{"별표", " table", " item", "(table"} {
		if strings.HasSuffix(before, word) {
			r.at = end
			return true
		}
	}
	return false
}

func (r *reader) cite(v float64, branch int) {
	name := strconv.Itoa(int(v))
	if branch > 0 {
		name += "의" + strconv.Itoa(branch)
	}
	if r.articles == nil {
		r.articles = map[string]bool{}
	}
	r.articles[name] = true
}

// paragraph passes over "(1)" behind an English article.
func (r *reader) paragraph() {
	rest := strings.TrimLeft(r.text[r.at:], " ")
	inner, ok := strings.CutPrefix(rest, "(")
	if !ok {
		return
	}
	if _, _, size := numberIn(inner); size > 0 && strings.HasPrefix(inner[size:], ")") {
		r.at = len(r.text) - len(inner) + size + 1
	}
}

func branchOf(after, mark string) int {
	tail, ok := strings.CutPrefix(after, mark)
	if !ok {
		return 0
	}
	n, width, size := numberIn(tail)
	if size != width { // blanks in between
		return 0
	}
	return n
}

func branchLength(after, mark string) int {
	if branchOf(after, mark) == 0 {
		return 0
	}
	_, _, size := numberIn(strings.TrimPrefix(after, mark))
	return len(mark) + size
}

// lawEnds are how names of laws end that are no other words ("방법").
var lawEnds = []string{
	"보호법", "중개사법", "거래법", "신고법", "세법", "특례법", "특별법", "촉진법", "관리법", "집행법",
	"징수법", "기본법", "등록법", "제한법", "주택법", "건축법", "농지법", "민법", "형법", "헌법", "임법",
}

// lawsIn are the Korean laws that a text names, by the last word of their
// names.
func lawsIn(text string) []string {
	var laws []string
	from := 0
	for {
		i := strings.Index(text[from:], "법")
		if i < 0 {
			return laws
		}
		end := from + i + len("법")
		start := end
		for start > 0 {
			c, size := utf8.DecodeLastRuneInString(text[:start])
			if !unicode.Is(unicode.Hangul, c) {
				break
			}
			start -= size
		}
		word := text[start:end]
		if slices.ContainsFunc(lawEnds, func(e string) bool { return strings.HasSuffix(word, e) }) && !slices.Contains(laws, word) {
			laws = append(laws, word)
		}
		from = end
	}
}
