package search

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

// The parts of words that tell which scope a keyword speaks to.
var (
	loanWords   = [...]string{"대출", "금리", "dsr", "ltv", "dti", "버팀목", "디딤돌", "보금자리", "보증보험", "반환보증", "상환", "이자", "loan", "mortgage", "interest", "insurance"}
	marketWords = [...]string{"시세", "매물", "실거래", "매매가", "전세가", "집값", "평당", "아파트", "오피스텔", "빌라", "원룸", "급매", "price", "market", "apartment", "officetel", "listing"}
	legalWords  = [...]string{
		"법", "조항", "임대", "임차", "보증금", "전세금", "월세", "차임", "인상", "증액", "갱신", "해지", "계약", "대항력", "확정일자", "전입", "등기",
		"중개", "복비", "경매", "특약", "신고", "권리금", "취득세", "양도세", "종부세", "재산세", "세금", "집주인", "세입자", "하자", "수리", "5%",
		"law", "deposit", "rent", "renew", "landlord", "tenant", "lease", "contract", "tax", "fee",
	}
)

// sortKeywords puts each keyword to its scope; places go to real estate.
func sortKeywords(intent state.AnalyzedIntent) *Keywords {
	k := &Keywords{Legal: []string{}, RealEstate: []string{}, Loan: []string{}, General: []string{}}
	for _, word := range intent.Keywords {
		lower := strings.ToLower(word)
		has := func(part string) bool { return strings.Contains(lower, part) }
		isPlace := slices.ContainsFunc(intent.Entities.Regions, func(r state.Region) bool { return strings.Contains(r.Text, word) })
		switch {
		case slices.ContainsFunc(loanWords[:], has):
			k.Loan = append(k.Loan, word)
		case isPlace || slices.ContainsFunc(marketWords[:], has):
			k.RealEstate = append(k.RealEstate, word)
		case slices.ContainsFunc(legalWords[:], has):
			k.Legal = append(k.Legal, word)
		default:
			k.General = append(k.General, word)
		}
	}
	return k
}
