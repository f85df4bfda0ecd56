package realestate

import "strings"

// articleIn is where the first number of an article stands in a text, in
// Korean or in English ("제7조의2", "art. 7-2"); -1 without one. Every line
// of every answer is looked through, for which an expression takes too long.
func articleIn(text string) (start, end int) {
	const article = "제"
	for i := range len(text) {
		if c := text[i]; c != 'a' && (c != article[0] || !strings.HasPrefix(text[i:], article)) {
			continue
		}
		if end = articleAt(text, i); end > 0 {
			return i, end
		}
	}
	return -1, -1
}

// koreanArticleIn is articleIn of Korean numbers alone.
func koreanArticleIn(text string) (start, end int) {
	for from := 0; ; {
		i := strings.Index(text[from:], "제")
		if i < 0 {
			return -1, -1
		}
		start = from + i
		if end = koreanArticleAt(text, start); end > 0 {
			return start, end
		}
		from = start + len("제")
	}
}

// articleAt is the end of a number that begins at a place, 0 for none.
func articleAt(text string, at int) int {
	if text[at] != 'a' {
		return koreanArticleAt(text, at)
	}
	const word = "art. "
	if !strings.HasPrefix(text[at:], word) {
		return 0
	}
	end := pastDigits(text, at+len(word))
	if end == at+len(word) {
		return 0
	}
	return branchEnd(text, end, "-")
}

func koreanArticleAt(text string, at int) int {
	from := at + len("제")
	end := pastDigits(text, from)
	if end == from || !strings.HasPrefix(text[end:], "조") {
		return 0
	}
	return branchEnd(text, end+len("조"), "의")
}

// branchEnd is where a number ends with its branch, which a mark and digits
// are.
func branchEnd(text string, end int, mark string) int {
	if !strings.HasPrefix(text[end:], mark) {
		return end
	}
	if branch := pastDigits(text, end+len(mark)); branch > end+len(mark) {
		return branch
	}
	return end
}

func pastDigits(text string, at int) int {
	for at < len(text) && text[at] >= '0' && text[at] <= '9' {
		at++
	}
	return at
}

// namesArticle tells whether a text names an article.
func namesArticle(text string) bool {
	start, _ := articleIn(text)
	return start >= 0
}

// dayIn is the first day of a text as it is written ("2026-01-02"), "" for
// none.
func dayIn(text string) string {
	for from := 0; ; {
		i := strings.IndexByte(text[from:], '-')
		if i < 0 {
			return ""
		}
		if at := from + i - len("2026"); at >= 0 && isDay(text[at:]) {
			return text[at : at+len("2026-01-02")]
		}
		from += i + 1
	}
}

// isDay tells whether a text begins with a day.
func isDay(text string) bool {
	const layout = "0000-00-00"
	if len(text) < len(layout) {
		return false
	}
	for i := range len(layout) {
		if c := text[i]; layout[i] == '-' && c != '-' || layout[i] == '0' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
