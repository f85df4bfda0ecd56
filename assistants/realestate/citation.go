package realestate

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/teams/analysis"
)

// named are articles of one law, as a citation names them in Korean or in
// English.
type named struct {
	law      string
	articles []string
}

// namedIn takes a citation apart: "제635조" and "제636조 제1항" are of one law in
// "민법 제635조·제636조 제1항", of a law and of its decree in "공인중개사법
// 제32조·시행령 제27조의2". Without a number all of it is the law.
func namedIn(citation string) []named {
	var list []named
	from := 0
	for _, found := range korean.FindArticles(citation) {
		law := strings.TrimRight(citation[from:found.Start], ", ")
		if at := strings.LastIndexAny(law, ",;·"); at >= 0 && len(list) > 0 {
			_, size := utf8.DecodeRuneInString(law[at:])
			law = law[at+size:]
		} else if len(list) > 0 {
			law = ""
		}
		law, from = strings.TrimSpace(law), found.End
		article := citation[found.Start:found.End]
		switch last := len(list) - 1; {
		case law == "" && last >= 0:
			list[last].articles = append(list[last].articles, article)
		case last >= 0 && strings.HasPrefix(law, inForceWord): // 시행령 follows its law
			list = append(list, named{list[0].law + " " + law, []string{article}})
		default:
			list = append(list, named{law, []string{article}})
		}
	}
	if len(list) == 0 {
		return []named{{law: strings.TrimSpace(citation)}}
	}
	return list
}

// exact are the citations of the articles, each alone: "민법 제635조".
func (n named) exact() []string {
	if len(n.articles) == 0 {
		return []string{n.law}
	}
	var list []string
	for _, article := range n.articles {
		if strings.HasPrefix(article, "a") {
			article = ", " + article
		} else {
			article = " " + article
		}
		list = append(list, n.law+article)
	}
	return list
}

// shares tells whether two citations name an article of one law in common.
func (n named) shares(o named) bool {
	return n.law == o.law && slices.ContainsFunc(n.articles, func(a string) bool { return slices.Contains(o.articles, a) })
}

// namesArticle tells whether a text names an article.
func namesArticle(text string) bool { return len(korean.FindArticles(text)) > 0 }

// sharing tells whether two citations name an article in common.
func sharing(x, y []named) bool {
	return slices.ContainsFunc(x, func(n named) bool { return slices.ContainsFunc(y, n.shares) })
}

// exactOf are the citations of articles, each alone.
func exactOf(list []named) []string {
	var exact []string
	for _, n := range list {
		exact = append(exact, n.exact()...)
	}
	return exact
}

// in are articles as another language cites them.
func (n named) in(language string) named {
	return named{lawIn(n.law, language), articlesIn(n.articles, language)}
}

// lawIn names a law in a language.
func lawIn(law, language string) string {
	if isKorean(language) {
		return law
	}
	if texts.Has("laws." + law) {
		return texts.Say(words.BaseOf(language), "laws."+law)
	}
	return analysis.LawName(law, words.BaseOf(language))
}

func articlesIn(articles []string, language string) []string {
	if isKorean(language) {
		return articles
	}
	list := make([]string, len(articles))
	for i, a := range articles {
		list[i] = "art. " + strings.NewReplacer("제", "", "조의", "-", "조", "").Replace(a)
	}
	return list
}

var days = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// dayIn is the first day of a text as it is written ("2026-01-02"), "" for
// none.
func dayIn(text string) string { return days.FindString(text) }
