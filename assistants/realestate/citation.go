package realestate

import (
	"regexp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// citation names an article in the answer's language.
func (a *answer) citation(r search.LegalResult) string {
	if a.state.Language != "en" {
		return r.Citation
	}
	var parts []string
	for _, c := range articlesOf(r) {
		en := analysis.Citation{Law: c.law, Article: c.article}.In("en")
		en = strings.NewReplacer(c.law, lawInEnglish(c.law), " 본문", "", " 단서", "", ",  ", ", ").Replace(en)
		parts = append(parts, en)
	}
	return strings.Join(parts, "; ")
}

// lawArticle is a law with some of its articles.
type lawArticle struct{ law, article string }

// articlesOf takes a result apart that stands for articles of two laws:
// "제32조·시행령 제27조의2", "제151조 · 농어촌특별세법 제5조".
func articlesOf(r search.LegalResult) []lawArticle {
	var list []lawArticle
	for _, part := range strings.Split(r.Article, "·") {
		part = strings.TrimSpace(part)
		at := articleNumbers.FindStringIndex(part)
		switch n := len(list); {
		case n == 0:
			list = append(list, lawArticle{r.Law, part})
		case at == nil || at[0] == 0:
			list[n-1].article += "·" + part
		case strings.HasPrefix(part, "시행"):
			list = append(list, lawArticle{r.Law + " " + strings.TrimSpace(part[:at[0]]), part[at[0]:]})
		default:
			list = append(list, lawArticle{strings.TrimSpace(part[:at[0]]), part[at[0]:]})
		}
	}
	return list
}

var articleNumbers = regexp.MustCompile(`제\d+조(?:의\d+)?|art\. \d+(?:-\d+)?`)

// sameArticle tells whether two citations name an article of one law in
// common.
func sameArticle(x, y string) bool {
	numbers := articleNumbers.FindAllString(y, -1)
	return lawOf(x) == lawOf(y) && slices.ContainsFunc(articleNumbers.FindAllString(x, -1), func(n string) bool { return slices.Contains(numbers, n) })
}

// lawOf is a citation without its article.
func lawOf(citation string) string {
	if at := articleNumbers.FindStringIndex(citation); at != nil {
		citation = citation[:at[0]]
	}
	return strings.TrimRight(citation, ", ")
}

func coveredBy(citation string, articles []search.LegalResult) bool {
	return slices.ContainsFunc(articles, func(r search.LegalResult) bool {
		return slices.ContainsFunc(articlesOf(r), func(c lawArticle) bool {
			both := analysis.Citation{Law: c.law, Article: c.article}
			return sameArticle(citation, both.In("ko")) || sameArticle(citation, both.In("en"))
		})
	})
}
