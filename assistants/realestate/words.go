package realestate

import "github.com/madang-dev/madang/knowledge"

// wording is the assistant's own sentences in one language.
type wording struct {
	core, law, data, consider, recommend, note            string
	unverified, partly, asOf, inForce, sample, disclaimer string
	notFound, allFailed, tellMore, tellConditions         string
	governedBy, alsoSee, gistInKorean, canAsk             string
	// Of real data, and of the sample.
	listing, listingsFound, single, overview            [2]string
	eligible, notEligible, unknownEligible, limit, rate string
	notOthers, basis, bracket, refuseFalse              string
	assumed, arithmetic, reviewed, yours, unsourced     string
	conflict, dated, unchecked, partNotFound, fellBack  string
	steered, loading                                    string
	// Of questions that nothing answers.
	near, onlyNear, noMatch, noRule, noThing, noPlace, noLaw, noArticle string
	noPast, noFuture, noOutcome, notPrivate                             string
	ofSample                                                            []string  // labels of what is of the sample
	deals3                                                              [3]string // sale, jeonse, monthly rent
	homes                                                               [4]string // apartment, officetel, villa, house
	courtesies                                                          map[string]string
}

// koreanWords and englishWords are what answers are put together of; nobody
// changes them.
var koreanWords, englishWords = inKorean(), inEnglish()

func wordsIn(language string) *wording {
	if language == "en" {
		return englishWords
	}
	return koreanWords
}

// deal names a kind of deal.
func (w *wording) deal(kind string) string {
	switch kind {
	case knowledge.DealJeonse:
		return w.deals3[1]
	case knowledge.DealMonthlyRent:
		return w.deals3[2]
	}
	return w.deals3[0]
}

// home names a kind of home of the market data.
func (w *wording) home(complexType string) string {
	switch complexType {
	case "아파트":
		return w.homes[0]
	case "오피스텔":
		return w.homes[1]
	case "연립다세대":
		return w.homes[2]
	}
	return w.homes[3]
}

func inKorean() *wording {
	return &wording{
		core: "핵심 답변", law: "법적 근거", data: "데이터 분석",
		consider: "고려사항", recommend: "추천사항", note: "참고사항",

		unverified: "원문 확인 필요", partly: "일부는 판례·실무라 확인 필요", asOf: "기준", inForce: "시행",
		sample:     "시세와 매물은 설명용 예시 표본이며 실제 거래가 아닙니다.",
		disclaimer: "일반적인 정보이며 법률·세무 자문이 아닙니다. 중요한 결정 전에는 법령 원문(law.go.kr)과 전문가를 확인해 주세요.",

		notFound:       "질문에 맞는 근거를 자료에서 찾지 못했습니다. 지역, 금액, 계약 종류처럼 구체적인 내용을 함께 알려 주시면 다시 찾아보겠습니다.",
		allFailed:      "지금은 필요한 작업을 마치지 못해 답을 드릴 수 없습니다. 잠시 후 다시 물어봐 주세요.",
		tellMore:       "아래 내용을 알려 주시면 바로 답해 드릴 수 있습니다.",
		tellConditions: "대출 요건을 확인하려면 알려 주세요:",
		governedBy:     "관련 조문은", alsoSee: "함께 볼 조문은", gistInKorean: "",
		canAsk: "이렇게 물어보실 수 있습니다",

		listing: [2]string{"매물", "예시 매물"}, listingsFound: [2]string{"조건에 가까운 매물 %d건을 찾았습니다.", "조건에 가까운 예시 매물 %d건을 찾았습니다."}, single: [2]string{"실거래", "예시 거래"},
		overview: [2]string{"거래 %d건 가운데 %s %s의 지역별 중앙값은 %s %s이 가장 낮고 %s %s이 가장 높습니다.", "예시 표본 %d건 가운데 %s %s의 지역별 중앙값은 %s %s이 가장 낮고 %s %s이 가장 높습니다."},
		eligible: "요건에 맞음", notEligible: "요건에 맞지 않음", unknownEligible: "확인 필요", limit: "한도", rate: "금리",
		notOthers: "다른 사용자의 정보나 내부 설정은 보여 드릴 수 없습니다.",
		basis:     " 계산의 근거", bracket: "(",
		refuseFalse: "실제와 다른 금액을 적는 계약서(다운계약서)는 도와드릴 수 없습니다. 거짓 신고는 과태료와 세금 추징으로 이어질 수 있으니 실제 거래금액으로 계약하고 신고하세요. 대신 적법하게 세금을 줄이는 방법을 안내해 드립니다.",
		assumed:     "가정한 값", arithmetic: "산식에 따른 계산", reviewed: "계약서 점검 기준", yours: "입력하신 내용", unsourced: "출처를 확인하지 못함",
		ofSample:     []string{"[예시", "[표본]", "예시 표본"},
		conflict:     "%s에 대한 자료가 서로 다릅니다: %s / %s. 어느 쪽이 지금 맞는지 원문을 확인해 주세요.",
		dated:        "%s은(는) %s 기준이라 그 뒤에 바뀌었을 수 있습니다.",
		unchecked:    "%s은(는) 원문과 대조하지 못한 자료입니다.",
		partNotFound: "“%s”에 맞는 내용은 자료에서 찾지 못했습니다.",
		fellBack:     "언어 모델의 글을 쓸 수 없어 규칙으로 쓴 답변입니다.",
		steered:      "찾은 자료에 답변을 지시하는 문장이 있어 따르지 않고 제외했습니다.",
		near:         "가까운 조문",
		onlyNear:     "아래는 질문의 답이 아니라 자료에서 가장 가까운 조문입니다. 상황에 맞는지 살펴보시고, 다른 말로 다시 물어보셔도 됩니다.",
		noMatch:      "질문에 딱 맞는 근거를 자료에서 찾지 못했습니다.",
		noRule:       "질문에 나온 것과 같은 조항이나 제도는 자료에서 찾지 못했습니다.",
		noThing:      "“%s”에 대한 내용은 자료에서 찾지 못했습니다.",
		noPlace:      "“%s”에 적용되는 법은 자료에 없습니다. 이 상담은 한국의 부동산 법령만 다룹니다.",
		noLaw:        "“%s”은 자료에서 찾지 못한 법령입니다. 이름이 맞는지, 지금도 시행 중인지 law.go.kr에서 확인해 주세요.",
		noArticle:    "%s 자료에 없는 조문입니다. 조문 번호가 맞는지 law.go.kr에서 확인해 주세요.",
		noPast:       "%s년의 법은 자료에서 찾지 못했습니다. 자료에는 지금 시행 중인 내용만 있습니다.",
		noFuture:     "앞으로 법이나 금액이 어떻게 바뀔지는 자료에서 찾을 수 없습니다. 자료에는 지금 시행 중인 내용만 있습니다.",
		noOutcome:    "다툼의 결과가 어떻게 될지는 자료에서 찾을 수 없습니다. 결과는 증거와 사정에 달려 있습니다.",
		notPrivate:   "다른 사람의 개인정보나 계약 내용은 자료에 없고 알려 드릴 수도 없습니다.",
		loading:      "추가로 등록된 자료를 아직 불러오는 중이어서 기본 자료만 찾아보았습니다. 잠시 뒤 다시 물어보시면 그 자료까지 찾아봅니다.",
		deals3:       [3]string{"매매", "전세", "월세"},
		courtesies: map[string]string{
			"hello":  "안녕하세요. 집과 부동산에 관한 질문을 도와드립니다.",
			"thanks": "도움이 되었다니 다행입니다. 집과 부동산에 관해 더 궁금한 점이 있으면 물어봐 주세요.",
			"who":    "저는 집과 부동산을 돕는 상담 도우미입니다. 임대차 법률, 세금, 대출, 시세, 위험 진단, 계약서 작성과 검토를 도와드립니다.",
			"insult": "마음에 들지 않으셨다면 죄송합니다. 집과 부동산에 관한 질문이라면 다시 도와드리겠습니다.",
		},
		homes: [4]string{"아파트", "오피스텔", "연립다세대", "단독다가구"},
	}
}

func inEnglish() *wording {
	return &wording{
		core: "Key answer", law: "Legal basis", data: "Figures",
		consider: "Points to consider", recommend: "Recommendations", note: "Notes",

		unverified: "to be checked against the source", partly: "partly case law or practice, to be checked", asOf: "as of", inForce: "in force since",
		sample:     "Prices and listings are an illustrative sample, not real deals.",
		disclaimer: "This is general information, not legal or tax advice. Please check the statute (law.go.kr) and an expert before important decisions.",

		notFound:       "Nothing in the library answers the question. With a region, amounts or the kind of contract I can look again.",
		allFailed:      "The work needed for an answer could not be done just now. Please ask again in a moment.",
		tellMore:       "Tell me the following and I can answer right away.",
		tellConditions: "To check the loan's conditions, please tell me:",
		governedBy:     "Your question is governed by the", alsoSee: "See also the",
		gistInKorean: "Some articles are summarised in Korean only.",
		canAsk:       "You can ask, for example",

		listing: [2]string{"listing", "sample listing"}, listingsFound: [2]string{"%d listings come close to what you asked for.", "%d sample listings come close to what you asked for."}, single: [2]string{"deal", "sample deal"},
		overview: [2]string{"Of %d deals, the median for %s (%s) is lowest in %s (%s) and highest in %s (%s).", "Of %d sample deals, the median for %s (%s) is lowest in %s (%s) and highest in %s (%s)."},
		eligible: "meets the conditions", notEligible: "does not meet the conditions", unknownEligible: "to be checked", limit: "limit", rate: "rate",
		notOthers: "I can't show other users' data or internal settings.",
		basis:     " rests on it", bracket: " (",
		refuseFalse: "I can't help with a contract at a false price. A false report may bring a fine and back taxes, so sign and report the real price; I can point to lawful ways to pay less tax instead.",
		assumed:     "an assumption", arithmetic: "arithmetic", reviewed: "the contract checklist", yours: "what you entered", unsourced: "source not found",
		ofSample:     []string{"[sample", "sample deals", "sample listings"},
		conflict:     "Sources on %s differ: %s / %s. Please check the original for which one holds now.",
		dated:        "%s is as of %s and may have changed since.",
		unchecked:    "%s has not been compared with its original.",
		partNotFound: "Nothing in the library answers “%s”.",
		fellBack:     "A language model's text could not be used, so this answer was written by rules.",
		steered:      "A document that was found holds orders on what to answer; they were left out and not followed.",
		near:         "Nearby articles",
		onlyNear:     "What follows does not answer the question: these are the nearest articles of the library. See whether they fit, or ask again in other words.",
		noMatch:      "Nothing in the library really fits the question.",
		noRule:       "No such rule was found in the library.",
		noThing:      "Nothing was found in the library about “%s”.",
		noPlace:      "The law of “%s” is not in the library, which holds Korean real-estate law only.",
		noLaw:        "No law called “%s” was found in the library. Please check its name, and whether it is in force, at law.go.kr.",
		noArticle:    "%s is not in the library. Please check the article's number at law.go.kr.",
		noPast:       "The law of %s was not found in the library, which holds what is in force today.",
		noFuture:     "How the law or an amount will change can't be found in the library, which holds what is in force today.",
		noOutcome:    "How a dispute will end can't be found in the library; it depends on evidence and circumstances.",
		notPrivate:   "Other people's personal data and contracts are not in the library and can't be told.",
		loading:      "Ingested documents are still being loaded, so only the built-in library was searched. Ask again in a moment to search them too.",
		deals3:       [3]string{"sale", "jeonse", "monthly rent"},
		courtesies: map[string]string{
			"hello":  "Hello. I help with homes and real estate.",
			"thanks": "Glad to help. Ask me anything else about homes and real estate.",
			"who":    "I am an assistant for homes and real estate: lease law, taxes, loans, prices, risks, and drafting or reviewing contracts.",
			"insult": "I'm sorry that this did not help. I am glad to try again with a question on homes or real estate.",
		},
		homes: [4]string{"apartments", "officetels", "villas", "houses"},
	}
}
