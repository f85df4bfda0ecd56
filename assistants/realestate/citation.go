package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// citationIn names an article in a language that is not the law's own.
func citationIn(r search.LegalResult, language string) string {
	var parts []string
	for _, c := range articlesOf(r) {
		name := c.law
		if texts.Has("laws." + c.law) {
			name = texts.Say(words.BaseOf(language), "laws."+c.law)
		}
		en := analysis.Citation{Law: c.law, Article: c.article}.In("en")
		en = strings.NewReplacer(c.law, name, " 본문", "", " 단서", "", ",  ", ", ").Replace(en)
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
		at, _ := articleIn(part)
		switch n := len(list); {
		case n == 0:
			list = append(list, lawArticle{r.Law, part})
		case at <= 0:
			list[n-1].article += "·" + part
		case strings.HasPrefix(part, "시행"):
			list = append(list, lawArticle{r.Law + " " + strings.TrimSpace(part[:at]), part[at:]})
		default:
			list = append(list, lawArticle{strings.TrimSpace(part[:at]), part[at:]})
		}
	}
	return list
}

// named is an article of a law as a citation names it, or several of them.
type named struct {
	law      string
	articles []string
}

// namedIn takes a citation apart.
func namedIn(citation string) named {
	n := named{law: citation}
	for from := 0; ; {
		start, end := articleIn(citation[from:])
		if start < 0 {
			break
		}
		if len(n.articles) == 0 {
			n.law = citation[:start]
		}
		n.articles = append(n.articles, citation[from+start:from+end])
		from += end
	}
	n.law = strings.TrimRight(n.law, ", ")
	return n
}

// shares tells whether two citations name an article of one law in common.
func (n named) shares(o named) bool {
	return n.law == o.law && slices.ContainsFunc(n.articles, func(a string) bool { return slices.Contains(o.articles, a) })
}

// isOf tells whether a citation names the article, or one of those that it
// stands for.
func (h hit) isOf(n named) bool { return slices.ContainsFunc(h.text.names, n.shares) }

func coveredBy(n named, articles []hit) bool {
	return slices.ContainsFunc(articles, func(r hit) bool { return r.isOf(n) })
}
