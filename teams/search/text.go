package search

import (
	"fmt"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// texts are the team's words in one language.
type texts struct {
	ko bool

	start, noArticle, noLaw, noPlace, sample, everywhere string
	instead                                              string
	toSigungu, toAnyArea, toCity, toSido, toAnyPrice     string
	loanCaveat, fits, suspended                          string
	askGroup, askAge, wrongAge, askHouses                string
	tooManyHouses, ownsHouses, askSum, over, overUnless  string
	income, asset, deposit, price, monthly               string
	askOperator                                          string
}

func text(lang string) texts {
	if lang == "en" {
		return english
	}
	return inKorean
}

var inKorean = texts{
	ko:            true,
	start:         "검색을 준비하고 있습니다",
	noArticle:     "%s: 자료에 없는 조문이라 원문(law.go.kr) 확인이 필요합니다.",
	noLaw:         "질문과 맞는 조문을 찾지 못했습니다.",
	noPlace:       "지역을 말씀하지 않아 전국 자료에서 찾았습니다.",
	sample:        "시세와 매물은 설명용 예시 표본이며 실제 거래가 아닙니다.",
	everywhere:    "전국",
	instead:       "질문의 표현으로는 %s 자료를 찾지 못해 다른 말로 찾았습니다: %s",
	toSigungu:     "동 대신 시군구 전체",
	toAnyArea:     "면적 조건 없이",
	toCity:        "구 대신 시 전체",
	toSido:        "시도 전체",
	toAnyPrice:    "금액 조건 없이",
	loanCaveat:    "대출 가능 여부는 참고용이며 신청 전에 은행과 운영 기관에서 확인해야 합니다.",
	fits:          "알려 주신 조건으로는 요건에 맞습니다",
	suspended:     "새로 신청을 받지 않는 상품입니다",
	askGroup:      "%s에 해당하는지 확인이 필요합니다",
	askAge:        "나이 확인이 필요합니다(만 %d~%d세)",
	wrongAge:      "만 %d~%d세가 대상입니다(현재 %d세)",
	askHouses:     "무주택 세대주인지 확인이 필요합니다",
	tooManyHouses: "무주택이어야 합니다(현재 %d주택)",
	ownsHouses:    "주택이 있으면(%d주택) 이용이 어려울 수 있어 운영 기관 확인이 필요합니다",
	askSum:        "%s 확인이 필요합니다(%s 이하)",
	over:          "%s %s이 상한 %s을 넘습니다",
	overUnless:    "%s 상한 %s을 넘지만 %s이면 %s까지 가능합니다",
	askOperator:   "자격 조건을 운영 기관에서 확인이 필요합니다",
	income:        "연소득", asset: "순자산", deposit: "보증금", price: "주택가격", monthly: "월세",
}

var english = texts{
	start:         "Preparing the search",
	noArticle:     "%s is not in the library; please look at the statute itself (law.go.kr).",
	noLaw:         "No article answers the question.",
	noPlace:       "No place was named, so the whole country was searched.",
	sample:        "Prices and listings are an illustrative sample, not real deals.",
	everywhere:    "the whole country",
	instead:       "The words of the question found nothing (%s), so others were searched for: %s",
	toSigungu:     "the whole district instead of the neighbourhood",
	toAnyArea:     "any floor area",
	toCity:        "the whole city instead of the district",
	toSido:        "the whole province",
	toAnyPrice:    "any price",
	loanCaveat:    "Whether a loan is granted has to be confirmed with the bank and the operator.",
	fits:          "fits by what you told",
	suspended:     "takes no new applications",
	askGroup:      "please confirm that you belong to: %s",
	askAge:        "your age is needed (%d to %d)",
	wrongAge:      "for ages %d to %d (you are %d)",
	askHouses:     "please confirm that your household owns no home",
	tooManyHouses: "only for households without a home (you own %d)",
	ownsHouses:    "owning %d home(s) may rule it out; please ask the operator",
	askSum:        "%s is needed (at most %s)",
	over:          "%s %s is above the ceiling of %s",
	overUnless:    "%s is above %s, but for %s up to %s is possible",
	askOperator:   "please confirm the conditions with the operator",
	income:        "yearly income", asset: "net worth", deposit: "deposit", price: "price of the home", monthly: "monthly rent",
}

func (t texts) scope(name string) string {
	names := map[string][2]string{
		ScopeLegal: {"법률", "law"}, ScopeMarket: {"시세", "market"}, ScopeLoan: {"대출", "loan"}, ScopeProperty: {"매물", "listing"},
	}[name]
	if t.ko {
		return names[0]
	}
	return names[1]
}

func (t texts) stage(scope, stage string) string {
	name := t.scope(scope)
	if t.ko {
		return map[string]string{
			ProgressInProgress: name + " 정보를 찾고 있습니다",
			ProgressCompleted:  name + " 검색을 마쳤습니다",
			ProgressFailed:     name + " 검색에 실패했습니다",
		}[stage]
	}
	return map[string]string{
		ProgressInProgress: "Looking up " + name + " information",
		ProgressCompleted:  "Finished the " + name + " search",
		ProgressFailed:     "The " + name + " search failed",
	}[stage]
}

// narrower asks for a place that a source can be asked about.
func (t texts) narrower(scope string) string {
	if t.ko {
		return "어느 시·군·구인지 알려 주시면 " + t.scope(scope) + " 정보를 찾아 드립니다."
	}
	return "Please name the district: " + t.scope(scope) + " data is looked up district by district."
}

// maxNamed bounds what is named of what is missing.
const maxNamed = 3

func (t texts) incomplete(scope string, missing []string) string {
	names := strings.Join(missing[:min(len(missing), maxNamed)], ", ")
	more := len(missing) - maxNamed
	switch {
	case t.ko && more > 0:
		return fmt.Sprintf("%s 정보 가운데 %s 외 %d건은 가져오지 못했습니다.", t.scope(scope), names, more)
	case t.ko:
		return fmt.Sprintf("%s 정보 가운데 %s 자료는 가져오지 못했습니다.", t.scope(scope), names)
	case more > 0:
		return fmt.Sprintf("Some %s data could not be fetched: %s and %d more.", t.scope(scope), names, more)
	}
	return fmt.Sprintf("Some %s data could not be fetched: %s.", t.scope(scope), names)
}

func (t texts) failure(missing []string) string {
	var names []string
	for _, m := range missing {
		names = append(names, t.scope(m))
	}
	if t.ko {
		return strings.Join(names, "·") + " 정보는 지금 가져오지 못했습니다."
	}
	return "Could not get: " + strings.Join(names, ", ") + "."
}

func (t texts) nothing(scope, place string) string {
	name := t.scope(scope)
	if t.ko {
		return fmt.Sprintf("%s 조건에 맞는 %s 자료가 없습니다.", place, name)
	}
	return fmt.Sprintf("There is no %s data for %s.", name, place)
}

func (t texts) widened(scope, from, how, to string) string {
	if t.ko {
		return fmt.Sprintf("%s: 조건에 꼭 맞는 %s 자료가 없어 %s(%s)에서 찾았습니다.", from, t.scope(scope), to, how)
	}
	return fmt.Sprintf("%s: no exact %s match, so %s was searched (%s).", from, t.scope(scope), to, how)
}

func (t texts) found(c Counts) string {
	var parts []string
	for _, p := range []struct {
		scope string
		n     int
	}{{ScopeLegal, c.Legal}, {ScopeMarket, c.Market}, {ScopeLoan, c.Loan}, {ScopeProperty, c.Property}} {
		switch {
		case p.n == 0:
		case t.ko:
			parts = append(parts, fmt.Sprintf("%s %d건", t.scope(p.scope), p.n))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", p.n, t.scope(p.scope)))
		}
	}
	switch {
	case len(parts) == 0 && t.ko:
		return "찾은 자료가 없습니다."
	case len(parts) == 0:
		return "Nothing was found."
	case t.ko:
		return strings.Join(parts, ", ") + "을 찾았습니다."
	}
	return "Found " + strings.Join(parts, ", ") + " results."
}

// group names a group of loan conditions.
func (t texts) group(key string) string {
	names, ok := map[string][2]string{
		"newlywed": {"신혼부부", "newlyweds"}, "two_children": {"2자녀 이상", "two or more children"},
		"multi_child": {"다자녀", "several children"}, "one_child": {"1자녀", "one child"},
		"first_time": {"생애최초 구입", "first-time buyers"}, "newborn": {"출산 2년 이내 가구", "a birth within two years"},
		"dual_income": {"맞벌이", "dual income"}, "innovation_city": {"혁신도시 이전자", "people moving to an innovation city"},
		"under_25_single": {"만 25세 미만 단독세대주", "single households under 25"}, "youth": {"청년", "young people"},
		"fraud_victim": {"전세피해 임차인", "victims of jeonse fraud"},
	}[key]
	switch {
	case !ok:
		return key
	case t.ko:
		return names[0]
	}
	return names[1]
}

func (t texts) groups(keys []string) string {
	var names []string
	for _, k := range keys {
		names = append(names, t.group(k))
	}
	if t.ko {
		return strings.Join(names, "·")
	}
	return strings.Join(names, " or ")
}

// won is a sum of money in the language.
func (t texts) won(won int64) string {
	if t.ko {
		return korean.FormatWon(won)
	}
	return "KRW " + korean.FormatNumber(won)
}

// sum names a deal's price as it is said.
func (t texts) sum(deal string, price, deposit, monthly int64) string {
	switch deal {
	case "sale":
		if t.ko {
			return "매매 " + korean.FormatWon(price)
		}
		return "sale " + t.won(price)
	case "jeonse":
		if t.ko {
			return "전세 " + korean.FormatWon(deposit)
		}
		return "jeonse " + t.won(deposit)
	}
	if t.ko {
		return "월세 " + korean.FormatWon(deposit) + "/" + korean.FormatWon(monthly)
	}
	return "rent " + t.won(deposit) + " / " + t.won(monthly)
}
