package korean

import (
	"regexp"
	"slices"
	"strings"
)

// Article is an article of a law that a text names.
type Article struct {
	Name       string // "제7조의2"
	Start, End int
}

var (
	articleText = regexp.MustCompile(`(?i)(?:제\s?)?(\d{1,4})조(?:\s?의\s?(\d{1,2}))?|\bart(?:icle|\.)\s?(\d{1,4})(?:-(\d{1,2}))?`)
	// articleHead begins an article of a contract: "제3조 임차인은", "제3조(수선)".
	// An article that is only spoken of has a particle behind it ("제7조를").
	articleHead = regexp.MustCompile(`제\s?\d{1,3}\s?조(?:의\s?\d{1,2})?(?:\s?[(:.]|\s[가-힣]{1,20}(?:은|는|이|가|의)\s)`)
	articleEnds = []string{"한다.", "한다", "된다.", "된다", "없다.", "없다", "있다.", "있다", "아니한다.", "진다."}
)

// FindArticles lists the articles that a text names, "제7조" and "article 7".
// Sums of 조 won are for FindMoney: the caller leaves them out.
func FindArticles(s string) []Article {
	var found []Article
	for _, m := range articleText.FindAllStringSubmatchIndex(s, maxFound) {
		number, sub := group(s, m, 1)+group(s, m, 3), group(s, m, 2)+group(s, m, 4)
		if digitBefore(s, m[0]) || strings.HasPrefix(s[m[1]:], "원") {
			continue
		}
		name := "제" + number + "조"
		if sub != "" {
			name += "의" + sub
		}
		found = append(found, Article{name, m[0], m[1]})
	}
	return found
}

// PastedArticles is the part of a text that gives the wording of articles:
// from the first one's head to the last sentence that ends as articles do.
func PastedArticles(s string) (Span, bool) {
	head, ok := firstSpan(articleHead, s)
	if !ok {
		return Span{}, false
	}
	end := 0
	for _, close := range articleEnds {
		if i := strings.LastIndex(s, close); i > 0 {
			end = max(end, i+len(close))
		}
	}
	return Span{head.Start, end}, end > head.Start
}

// lawName is a word that names a law and is none of another kind ("방법").
var lawName = regexp.MustCompile(`[가-힣]*(?:보호|중개사|거래|신고|세|특례|특별|촉진|관리|집행|징수|기본|등록|제한|주택|건축|농지|민|형|헌|임)법`)

// FindLaws lists the laws that a text names, by the last words of their names.
func FindLaws(s string) []string {
	var laws []string
	for _, law := range lawName.FindAllString(s, maxFound) {
		if !slices.Contains(laws, law) {
			laws = append(laws, law)
		}
	}
	return laws
}
