package analysis

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/words"
)

// Citation is an article that a figure rests on.
type Citation struct {
	Law     string `json:"law"`     // "주택임대차보호법"
	Article string `json:"article"` // "제6조의3 제1항"; empty for no single article
	// LawEN is the law's name in English where it is no law of the list.
	LawEN string `json:"law_en,omitempty"`
}

// In is the citation in a language.
func (c Citation) In(language string) string { return c.Words(texts.In(language)) }

// Words writes the citation: "주택임대차보호법 제7조" or, in English, "Housing
// Lease Protection Act, art. 7".
func (c Citation) Words(p words.Printer) string {
	if words.BaseOf(p.Language()) == words.Base {
		return strings.TrimSpace(c.Law + " " + c.Article)
	}
	if c.LawEN != "" {
		return c.LawEN
	}
	if c.Article == "" {
		return lawInEnglish(c.Law)
	}
	return lawInEnglish(c.Law) + ", " + articleInEnglish(c.Article)
}

var (
	articleOf   = regexp.MustCompile(`제(\d+)조의(\d+)`)
	articleNum  = regexp.MustCompile(`제(\d+)조`)
	paragraphOf = regexp.MustCompile(`\s*제(\d+)항`)
	itemOf      = regexp.MustCompile(`\s*제(\d+)호`)
	tableOf     = regexp.MustCompile(`별표\s*(\d+)`)
)

func articleInEnglish(article string) string {
	a := articleOf.ReplaceAllString(article, "art. $1-$2")
	a = articleNum.ReplaceAllString(a, "art. $1")
	a = paragraphOf.ReplaceAllString(a, " ($1)")
	a = itemOf.ReplaceAllString(a, " item $1")
	a = tableOf.ReplaceAllString(a, "table $1")
	return strings.ReplaceAll(a, "·", ", ")
}

// lawInEnglish is the English name of a law, its Korean one where none is
// known.
func lawInEnglish(law string) string {
	for _, key := range texts.Keys("law") {
		if texts.Say(words.Base, key) == law {
			return texts.Say("en", key)
		}
	}
	return law
}

// The laws and rules that are cited, as the catalogue has them below "law.".
const (
	lawLease        = "lease"
	lawLeaseDecree  = "lease_decree"
	lawShop         = "shop"
	lawReport       = "report"
	lawReportDecree = "report_decree"
	lawAgents       = "agents"
	lawAgentsRule   = "agents_rule"
	lawLocalTax     = "local_tax"
	lawLocalRelief  = "local_relief"
	lawRuralTax     = "rural_tax"
	lawIncomeTax    = "income_tax"
	lawHoldingTax   = "holding_tax"
	lawSpecialTax   = "special_tax"
	ruleFSC         = "fsc"
	ruleHUG         = "hug"
	ruleHF          = "hf"
)

// cite is an article of a law: "6-3 (1)" is art. 6-3 (1), "table 1" an annex;
// what has no number stands as it is.
func cite(law, article string) Citation {
	return Citation{Law: texts.Say(words.Base, "law."+law), Article: articleInKorean(article)}
}

var articleParts = regexp.MustCompile(`^(table )?(\d+)(?:-(\d+))?(?: \((\d+)\))?(?: item (\d+))?$`)

func articleInKorean(article string) string {
	m := articleParts.FindStringSubmatch(article)
	if m == nil {
		return article
	}
	return texts.Say(words.Base, "article", "table", m[1], "number", m[2], "of", m[3], "paragraph", m[4], "item", m[5])
}
