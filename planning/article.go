package planning

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

var (
	articleText = guarded{regexp.MustCompile(`(?:제\s?)?(\d{1,4})조(?:\s?의\s?(\d{1,2}))?`), korean.Guard{Digit: true, All: [][]string{{"조"}}}}
	articleEn   = guarded{regexp.MustCompile(`\bart(?:icle|\.)\s?(\d{1,4})(?:-(\d{1,2}))?`), korean.Guard{Digit: true, All: [][]string{{"art"}}}}
)

// articles reads statute articles. The law is the one named last before the
// article ("주임법 7조의2"), "" when none was.
func (x *extraction) articles() {
	s := x.r.norm
	for _, written := range []guarded{articleText, articleEn} {
		for _, m := range written.all(s) {
			if digitBefore(s, m[0]) || strings.HasPrefix(s[m[1]:], "원") || moneyAt(x.r, m[0]) {
				continue
			}
			article := "제" + s[m[2]:m[3]] + "조"
			if m[4] >= 0 {
				article += "의" + s[m[4]:m[5]]
			}
			raw, _, _ := x.r.span(m[0], m[1])
			x.found.Articles = append(x.found.Articles, state.ArticleRef{Text: raw, Law: x.law(m[0]), Article: article})
		}
	}
	x.lawsOfArticles()
}

// lawsOfArticles gives an article without a law that of the one before it
// ("주임법 제6조와 제7조"), or the one that English puts behind ("article 7
// of the … act").
func (x *extraction) lawsOfArticles() {
	for i := range x.found.Articles {
		a := &x.found.Articles[i]
		if a.Law == "" && i > 0 {
			a.Law = x.found.Articles[i-1].Law
		}
		if a.Law == "" {
			a.Law = x.law(min(len(x.r.norm), 2*lawReach))
		}
	}
}

// moneyAt tells whether a sum begins at an offset: "1조 2천억" is no article.
func moneyAt(r *reading, at int) bool {
	for _, m := range r.money {
		if m.Start == at && !m.Bare && !m.Colloquial {
			return true
		}
	}
	return false
}

// lawReach is how many bytes before an article its law may be named.
const lawReach = 120

// law is the statute named last before an offset, within reach.
func (x *extraction) law(before int) string {
	s := x.r.norm[max(0, before-lawReach):before]
	best, length, name := -1, 0, ""
	for _, law := range x.p.cfg.Laws {
		for _, word := range law.Words {
			i := strings.LastIndex(s, strings.ToLower(word))
			// The word that ends last counts; "상가임대차보호법" ends where
			// "임대차보호법" does, and is longer.
			if i < 0 {
				continue
			}
			if end := i + len(word); end > best || end == best && len(word) > length {
				best, length, name = end, len(word), law.Name
			}
		}
	}
	return name
}
