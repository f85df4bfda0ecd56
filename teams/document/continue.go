package document

import (
	"regexp"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
)

var (
	cancelAsk  = regexp.MustCompile(`(?i)^\s*(?:그냥\s*)?(?:계약서\s*|작성\s*|문서\s*|초안\s*)*(?:취소|그만|중단|관둬|관둘래|안\s*할래|안\s*만들래|없던\s*(?:일|걸)로)|작성(?:을)?\s*(?:취소|그만|중단)|^\s*(?:cancel|stop|never ?mind|forget it)\b`)
	newTopic   = regexp.MustCompile(`(?i)(?:뭐야|뭐예요|뭔가요|무엇인가요|인가요|나요|까요|어때|얼마나|어떻게|왜|알려\s?줘|알려주세요|궁금|설명해|찾아|추천해|시세|취득세|세금은|대출\s*한도|금리|날씨|what is|what's|how much|how do|how long|why|which|explain|find me)[^\n]*\??\s*$`)
	editWords  = regexp.MustCompile(`(?i)바꿔|변경|수정|정정|고쳐|추가|넣어|빼|삭제|아니|지워|change|add|remove|set|instead|correct`)
	docRequest = regexp.MustCompile(`(?i)초안|계약서|특약|st-?\d{2}|추천\s*특약|draft|contract|special term`)
)

// Cancels tells whether a message gives the draft up.
func Cancels(query string) bool {
	text := strings.TrimSpace(clean(query, maxMessageBytes))
	// "계약 해제 취소 조항 넣어줘" is about a clause: a cancel is short.
	return len([]rune(text)) <= 30 && cancelAsk.MatchString(text)
}

// Continues tells whether a message goes on with the draft (an answer, a
// correction, "그대로 작성해줘", "취소") rather than begins a new topic. A
// question of its own, even one that names a sum, is a new topic; the draft
// waits.
func Continues(draft *Draft, query string) bool {
	if draft == nil || draft.Stage == "" || draft.Stage == StageCancelled {
		return false
	}
	text := strings.TrimSpace(clean(query, maxReviewBytes))
	switch {
	case text == "":
		return false
	case Cancels(text), asIsAsk.MatchString(text):
		return true
	case draft.Type == TypeMessage && draft.Letter != nil && draft.Stage != StageReviewed:
		return continuesLetter(draft, text)
	case asksLetter(lowerASCII(text)):
		return false
	case draft.Type == TypeReview || draft.Stage == StageReviewed:
		return continuesReview(draft, text)
	}
	if newTopic.MatchString(text) && !editWords.MatchString(text) {
		return false
	}
	values := understood(draft, text)
	if draft.Stage == StageMade {
		return values > 0 && (editWords.MatchString(text) || docRequest.MatchString(text) || shortAnswer(text))
	}
	return values > 0 || docRequest.MatchString(text) && editWords.MatchString(text)
}

func continuesReview(draft *Draft, text string) bool {
	if draft.asked("review_text") {
		return textToReview(text) != "" || clauseWord.MatchString(text) && !newTopic.MatchString(text)
	}
	return rewriteAsk.MatchString(text) || customAsk.MatchString(text)
}

// understood counts the values that a message would add to the draft.
func understood(draft *Draft, text string) int {
	d := draft.clone()
	values, issues := readMessage(d, text, state.Entities{}, time.Time{}.AddDate(2025, 0, 0), "ko")
	return values + len(issues)
}

// shortAnswer keeps a long story that happens to hold a sum from being read
// as a correction of a finished document.
func shortAnswer(text string) bool { return len([]rune(text)) <= 60 }

var (
	// reported is what somebody else said, which is no wish for the letter.
	reported = regexp.MustCompile(`(?i)(?:달래|대|래|달라고\s*(?:해|하|했)[가-힣]*|라는데|다는데|했어|하네|하던데)(?:요)?[.!?~]*$|\b(?:says|said|wants|told)\b`)
	// asOffer ends a wish for a sum: "5%로", "4%만", "그럼 3%요".
	asOffer = regexp.MustCompile(`(?i)(?:으로|로|만|만요|로요|으로요|정도|%|프로|퍼센트|원|요)(?:\s*(?:해|하|할|제안|써|쓰|적|다시|부탁)[가-힣\s]*)?[.!~]*$|\binstead\b|^(?:make it|try)`)
)

// continuesLetter tells whether a message corrects a letter: its tone or
// form, a sum, a day, a name, or another purpose.
func continuesLetter(draft *Draft, text string) bool {
	lower := lowerASCII(text)
	short := shortAnswer(text)
	asks := strangeAsk.MatchString(lower)
	switch {
	case draft.asked(askPurpose):
		return letterKindOf(lower) != "" && !(asks && newTopic.MatchString(text))
	case asksLetter(lower):
		return !asks
	case docRequest.MatchString(text) && strings.Contains(lower, "계약서"):
		return false
	case short && !asks && (warmAsk.MatchString(lower) || firmAsk.MatchString(lower) || shortAsk.MatchString(lower) || formAsk.MatchString(lower) || koAsk.MatchString(lower) || enAsk.MatchString(lower)):
		return true
	case newTopic.MatchString(text) && !editWords.MatchString(text), asks && !editWords.MatchString(text):
		return false
	}
	if reported.MatchString(text) && !editWords.MatchString(text) {
		return false
	}
	l := *draft.clone().Letter
	values, bad := readLetter(&l, text, state.Entities{}, time.Time{}.AddDate(2025, 0, 0))
	return values+len(bad) > 0 && (editWords.MatchString(text) || short && (draft.Stage == StageMade && asOffer.MatchString(text) || shortFact(text)))
}

// shortFact is a bare fact such as "만기는 2027년 3월 31일이야" or "제 이름은
// 이영희예요".
func shortFact(text string) bool {
	return regexpFact.MatchString(text)
}

var regexpFact = regexp.MustCompile(`(?i)(?:입니다|이에요|예요|이야|야|이고|에요|됐어요?|갱신(?:됐|되었)[가-힣]*|\d)[.!~]*$|[:：]|\b(?:is|was|are)\b`)
