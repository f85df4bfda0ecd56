package document

import (
	"regexp"
	"strings"
)

var (
	termHead    = regexp.MustCompile(`(?i)(?:특약(?:\s?사항)?|special terms?)(?:\s*추가|\s*은|\s*는|\s*으로)?\s*[:：]`)
	termQuote   = regexp.MustCompile(`(?i)(?:특약|special term)[^"“‘'\n]{0,40}["“‘']([^"”’'\n]{2,500})["”’']`)
	quoteTerm   = regexp.MustCompile(`(?i)["“‘]([^"”’\n]{2,500})["”’][^"“\n]{0,12}(?:특약|special term)`)
	termDrop    = regexp.MustCompile(`(?i)(?:특약\s*(\d{1,2})\s*번?\s*(?:을|를|은|는)?\s*(?:삭제|빼|지워|제거)|(?:remove|delete) special term (\d{1,2}))`)
	termDropAll = regexp.MustCompile(`(?i)특약(?:을|은|는)?\s*(?:모두|전부|다)\s*(?:삭제|빼|지워|제거)|(?:remove|delete) all special terms`)
	termAddAll  = regexp.MustCompile(`(?i)추천\s*특약[^,.\n]{0,14}(?:넣|추가|포함|적용|반영)|add (?:the |all )?recommended (?:special )?terms`)
	termAddID   = regexp.MustCompile(`(?i)st-?\s?(\d{2})`)
	addWord     = regexp.MustCompile(`(?i)넣|추가|포함|적용|반영|\badd\b|\binclude\b`)
	bullet      = regexp.MustCompile(`^\s*(?:[-*•·]|\(?\d{1,2}[.)]|[①-⑳])\s*`)
	numbered    = regexp.MustCompile(`\s+(?:\d{1,2}[.)]|[①-⑳])\s+`)
)

// readTerms takes the special terms out of a message before anything else,
// so that a sum within a term is not read as the contract's.
func (r *reading) readTerms() {
	r.dropTerms()
	for {
		at := termHead.FindStringIndex(string(r.left))
		if at == nil {
			break
		}
		end := r.addTermsAfter(at[1])
		r.used(at[0], end)
	}
	for _, re := range []*regexp.Regexp{termQuote, quoteTerm} {
		for _, m := range re.FindAllStringSubmatchIndex(string(r.left), maxTerms) {
			r.addTerm(r.text[m[2]:m[3]])
			r.used(m[0], m[1])
		}
	}
	r.addRecommended()
}

// addTermsAfter adds the term on the line of the heading, or the list below
// it, and returns where it ends.
func (r *reading) addTermsAfter(at int) int {
	end := at + lineLength(r.text[at:])
	if line := strings.TrimSpace(r.text[at:end]); line != "" {
		for _, item := range splitTerms(line) {
			r.addTerm(item)
		}
	}
	for end < len(r.text) {
		next := end + 1
		stop := next + lineLength(r.text[next:])
		if !bullet.MatchString(r.text[next:stop]) {
			break
		}
		r.addTerm(r.text[next:stop])
		end = stop
	}
	return end
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// splitTerms cuts a line at semicolons and at numbers that begin an item.
func splitTerms(line string) []string {
	var out []string
	for _, part := range strings.Split(line, ";") {
		if bullet.MatchString(part) {
			out = append(out, numbered.Split(part, -1)...)
		} else {
			out = append(out, part)
		}
	}
	return out
}

func (r *reading) addTerm(text string) {
	text = oneLine(bullet.ReplaceAllString(text, ""), maxTermRunes)
	text = strings.Trim(text, `"“”'‘’ `)
	if len([]rune(text)) < 2 || text == "없음" || strings.EqualFold(text, "none") {
		return
	}
	for _, known := range r.draft.terms() {
		if known == text {
			return
		}
	}
	r.draft.setTerms(append(r.draft.terms(), text))
	r.values++
}

// dropTerms removes terms by the number they are shown with.
func (r *reading) dropTerms() {
	text := string(r.left)
	if at := termDropAll.FindStringIndex(text); at != nil {
		r.draft.setTerms(nil)
		r.used(at[0], at[1])
		return
	}
	for _, m := range termDrop.FindAllStringSubmatchIndex(text, -1) {
		digits := m[2:4]
		if digits[0] < 0 {
			digits = m[4:6]
		}
		terms := r.draft.terms()
		n := number(text[digits[0]:digits[1]])
		if n >= 1 && n <= len(terms) {
			r.draft.setTerms(append(append([]string(nil), terms[:n-1]...), terms[n:]...))
		}
		r.used(m[0], m[1])
	}
}

// addRecommended adds the recommended terms that the user asked for, by id
// or all that fit.
func (r *reading) addRecommended() {
	text := string(r.left)
	if at := termAddAll.FindStringIndex(text); at != nil {
		for _, t := range Recommended(r.draft, r.lang) {
			if t.Ready {
				r.addTerm(t.Text)
			}
		}
		r.used(at[0], at[1])
		return
	}
	if !addWord.MatchString(text) {
		return
	}
	for _, m := range termAddID.FindAllStringSubmatchIndex(text, -1) {
		if t, ok := termByID(r.draft, "ST-"+text[m[2]:m[3]], r.lang); ok {
			r.addTerm(t.Text)
		}
		r.used(m[0], m[1])
	}
}
