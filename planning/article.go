package planning

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/state"
)

var (
	articleText = regexp.MustCompile(`(?:제\s?)?(\d{1,4})조(?:\s?의\s?(\d{1,2}))?`)
	articleEn   = regexp.MustCompile(`\bart(?:icle|\.)\s?(\d{1,4})(?:-(\d{1,2}))?`)
)

// articles reads statute articles. The law is the one named last before the
// article ("주임법 7조의2"), "" when none was.
func (x *extraction) articles() {
	s := x.r.norm
	for _, re := range []*regexp.Regexp{articleText, articleEn} {
		for _, m := range re.FindAllStringSubmatchIndex(s, maxFound) {
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
	if len(x.found.Articles) == 0 {
		return
	}
	// English puts the law behind: "article 7 of the … act".
	for i := range x.found.Articles {
		if x.found.Articles[i].Law == "" {
			x.found.Articles[i].Law = x.law(len(s))
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

// law is the statute named last before an offset.
func (x *extraction) law(before int) string {
	s := x.r.norm[:before]
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
