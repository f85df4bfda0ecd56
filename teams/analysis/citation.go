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
	if p.Language() == words.Base {
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

func lawInEnglish(law string) string {
	switch law {
	case lawLease:
		return "Housing Lease Protection Act"
	case lawLeaseDecree:
		return "Enforcement Decree of the Housing Lease Protection Act"
	case lawShop:
		return "Commercial Building Lease Protection Act"
	case lawReport:
		return "Act on Report on Real Estate Transactions"
	case lawReportDecree:
		return "Enforcement Decree of the Act on Report on Real Estate Transactions"
	case lawAgents:
		return "Licensed Real Estate Agents Act"
	case lawAgentsRule:
		return "Enforcement Rule of the Licensed Real Estate Agents Act"
	case lawLocalTax:
		return "Local Tax Act"
	case lawLocalRelief:
		return "Restriction of Special Local Taxation Act"
	case lawRuralTax:
		return "Act on Special Rural Development Tax"
	case lawIncomeTax:
		return "Income Tax Act"
	case lawHoldingTax:
		return "Comprehensive Real Estate Holding Tax Act"
	case lawSpecialTax:
		return "Restriction of Special Taxation Act"
	case ruleFSC:
		return "Financial Services Commission, lending rules"
	case ruleHUG:
		return "Korea Housing & Urban Guarantee Corporation, deposit-return guarantee"
	case ruleHF:
		return "HF and HUG, conversion rate for guarantees"
	}
	return law
}

// The laws and rules that are cited.
const (
	lawLease        = "주택임대차보호법"
	lawLeaseDecree  = "주택임대차보호법 시행령"
	lawShop         = "상가건물 임대차보호법"
	lawReport       = "부동산 거래신고 등에 관한 법률"
	lawReportDecree = "부동산 거래신고 등에 관한 법률 시행령"
	lawAgents       = "공인중개사법"
	lawAgentsRule   = "공인중개사법 시행규칙"
	lawLocalTax     = "지방세법"
	lawLocalRelief  = "지방세특례제한법"
	lawRuralTax     = "농어촌특별세법"
	lawIncomeTax    = "소득세법"
	lawHoldingTax   = "종합부동산세법"
	lawSpecialTax   = "조세특례제한법"
	ruleFSC         = "금융위원회 대출규제"
	ruleHUG         = "HUG 전세보증금반환보증"
	ruleHF          = "HF·HUG 보증 산정용 전환율"
)

func cite(law, article string) Citation { return Citation{Law: law, Article: article} }
