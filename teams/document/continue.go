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
