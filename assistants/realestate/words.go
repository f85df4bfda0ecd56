package realestate

// words are the assistant's own sentences in one language.
type words struct {
	core, law, data, consider, recommend, note                 string
	unverified, partly, asOf, sample, disclaimer, notFound     string
	allFailed, documentMade, injection, listings, deals, loans string
	eligible, notEligible, unknownEligible, limit              string
	canAsk, sale, jeonse, rent                                 string
}

func wordsIn(language string) *words {
	if language == "en" {
		return inEnglish()
	}
	return inKorean()
}

func inKorean() *words {
	return &words{
		core: "핵심 답변", law: "법적 근거", data: "데이터 분석",
		consider: "고려사항", recommend: "추천사항", note: "참고사항",

		unverified: "원문 확인이 필요한 내용", partly: "일부는 판례·실무라 확인이 필요", asOf: "기준",
		sample:     "시세와 매물은 설명을 위한 예시 표본이며 실제 거래가 아닙니다.",
		disclaimer: "일반적인 정보이며 법률·세무 자문이 아닙니다. 중요한 결정 전에는 법령 원문(law.go.kr)과 전문가를 확인해 주세요.",
		notFound:   "질문에 맞는 근거를 자료에서 찾지 못했습니다. 지역, 금액, 계약 종류처럼 구체적인 내용을 함께 알려 주시면 다시 찾아보겠습니다.",
		allFailed:  "지금은 필요한 작업을 마치지 못해 답을 드릴 수 없습니다. 잠시 후 다시 물어봐 주세요.",

		documentMade: "문서를 만들었습니다", injection: "글 속의 지시는 따르지 않았습니다",
		listings: "예시 매물", deals: "예시 거래", loans: "대출 상품",
		eligible: "요건에 맞음", notEligible: "요건에 맞지 않음", unknownEligible: "확인 필요", limit: "한도",
		canAsk: "이렇게 물어보실 수 있습니다",
		sale:   "매매", jeonse: "전세", rent: "월세",
	}
}

func inEnglish() *words {
	return &words{
		core: "Key answer", law: "Legal basis", data: "Figures",
		consider: "Points to consider", recommend: "Recommendations", note: "Notes",

		unverified: "to be checked against the source", partly: "partly case law or practice, to be checked", asOf: "as of",
		sample:     "Prices and listings are samples for illustration, not real deals.",
		disclaimer: "This is general information, not legal or tax advice. Please check the statute (law.go.kr) and an expert before important decisions.",
		notFound:   "Nothing in the library answers the question. With a region, amounts or the kind of contract I can look again.",
		allFailed:  "The work needed for an answer could not be done just now. Please ask again in a moment.",

		documentMade: "The document is ready", injection: "Instructions inside the text were not followed",
		listings: "Sample listings", deals: "Sample deals", loans: "Loan products",
		eligible: "meets the conditions", notEligible: "does not meet the conditions", unknownEligible: "to be checked", limit: "limit",
		canAsk: "You can ask, for example",
		sale:   "sale", jeonse: "jeonse", rent: "monthly rent",
	}
}
