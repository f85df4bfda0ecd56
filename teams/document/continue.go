package document

import (
	"regexp"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/state"
)

// maxMessageBytes bounds what is looked at to tell what a message wants.
const maxMessageBytes = 8 << 10

// Cancels tells whether a message gives the draft up.
func Cancels(query string) bool {
	text := strings.TrimSpace(forms.Clean(query, maxMessageBytes))
	// "계약 해제 취소 조항 넣어줘" is about a clause: a cancel is short.
	return len([]rune(text)) <= 30 && phrases.Has(text, "act.cancel")
}

// Continues tells whether a message goes on with the draft (an answer, a
// correction, "그대로 작성해줘", "취소") rather than begins a new topic. A
// question of its own, even one that names a sum, is a new topic; the draft
// waits.
func Continues(draft *Draft, query string) bool { return builtIn().continues(draft, query) }

// Continues is the package's, for the team's own kinds of contracts.
func (t *Team) Continues(draft *Draft, query string) bool { return t.contracts.continues(draft, query) }

func (all contracts) continues(draft *Draft, query string) bool {
	if draft == nil || draft.Stage == "" || draft.Stage == StageCancelled {
		return false
	}
	text := strings.TrimSpace(forms.Clean(query, maxReviewBytes))
	switch {
	case text == "":
		return false
	case Cancels(text), phrases.Has(text, "act.as_is"):
		return true
	case draft.Type == TypeMessage && draft.Letter != nil && draft.Stage != StageReviewed:
		return continuesLetter(draft, text)
	case asksLetter(forms.Lower(text)):
		return false
	case draft.Type == TypeReview || draft.Stage == StageReviewed:
		return continuesReview(draft, text)
	}
	if beginsTopic(text) {
		return false
	}
	values := all.understood(draft, text)
	named := phrases.Has(text, "document.named")
	if draft.Stage == StageMade {
		return values > 0 && (edits(text) || named || shortAnswer(text))
	}
	return values > 0 || named && edits(text)
}

// beginsTopic tells a question of its own, which corrects nothing.
func beginsTopic(text string) bool { return phrases.Has(text, "topic.new") && !edits(text) }

func edits(text string) bool { return phrases.Has(text, "words.edit") }

func continuesReview(draft *Draft, text string) bool {
	if draft.asked(askReview) {
		return textToReview(text) != "" || hasClause(text) && !phrases.Has(text, "topic.new")
	}
	return phrases.HasAny(text, "rewrite.ask", "rewrite.custom")
}

// understood counts the values that a message would add to the draft.
func (all contracts) understood(draft *Draft, text string) int {
	d, c := draft.clone(), all.drafted(draft)
	if d.Forms[c.Kind] == nil {
		d.values(c.Kind, forms.Values{})
	}
	s := c.Scope(d.Forms[c.Kind], "ko", time.Time{}.AddDate(2025, 0, 0))
	values, issues := c.read(d, s, text, state.Entities{})
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
	lower := forms.Lower(text)
	short := shortAnswer(text)
	asks := strangeAsk.MatchString(lower)
	switch {
	case draft.asked(askPurpose):
		return letterKindOf(lower) != "" && !(asks && phrases.Has(text, "topic.new"))
	case asksLetter(lower):
		return !asks
	case phrases.Has(text, "document.named") && strings.Contains(lower, "계약서"):
		return false
	case short && !asks && (warmAsk.MatchString(lower) || firmAsk.MatchString(lower) || shortAsk.MatchString(lower) || formAsk.MatchString(lower) || koAsk.MatchString(lower) || enAsk.MatchString(lower)):
		return true
	case beginsTopic(text), asks && !edits(text):
		return false
	}
	if reported.MatchString(text) && !edits(text) {
		return false
	}
	l := *draft.clone().Letter
	values, bad := readLetter(&l, text, state.Entities{}, time.Time{}.AddDate(2025, 0, 0))
	return values+len(bad) > 0 && (edits(text) || short && (draft.Stage == StageMade && asOffer.MatchString(text) || shortFact(text)))
}

// shortFact is a bare fact such as "만기는 2027년 3월 31일이야" or "제 이름은
// 이영희예요".
func shortFact(text string) bool {
	return regexpFact.MatchString(text)
}

var regexpFact = regexp.MustCompile(`(?i)(?:입니다|이에요|예요|이야|야|이고|에요|됐어요?|갱신(?:됐|되었)[가-힣]*|\d)[.!~]*$|[:：]|\b(?:is|was|are)\b`)
