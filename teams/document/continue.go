package document

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/teams/clause"
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
	case Cancels(text), phrases.Has(text, "act.as_is"),
		draft.Stage != StageReviewed && shortAnswer(text) && phrases.Has(text, "act.show"):
		return true
	case draft.Type == TypeMessage && draft.Forms[letterKind] != nil && draft.Stage != StageReviewed:
		return builtInLetters().continues(draft, text)
	case builtInLetters().asked(forms.Lower(text)):
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
func beginsTopic(text string) bool {
	return (phrases.Has(text, "topic.new") || asksOf(text)) && !edits(text)
}

func edits(text string) bool { return phrases.HasAny(text, "words.edit", "words.change") }

func continuesReview(draft *Draft, text string) bool {
	if draft.asked(askReview) {
		return len(clause.Extract(text)) > 0 && (ShowsClause(text) || !asksOf(text))
	}
	return phrases.HasAny(text, "worst.ask", "rewrite.ask", "rewrite.custom") || len(numbered(draft, text)) > 0 && !hasClause(text)
}

// understood counts the values that a message would add to the draft.
func (all contracts) understood(draft *Draft, text string) int {
	d, c := draft.clone(), all.drafted(draft)
	if d.Forms[c.Kind] == nil {
		d.values(c.Kind, forms.Values{})
	}
	s := c.Scope(d.Forms[c.Kind], "ko", time.Time{}.AddDate(2025, 0, 0))
	values, issues := c.read(d, s, text)
	return values + len(issues)
}

// shortAnswer keeps a long story that happens to hold a sum from being read
// as a correction of a finished document.
func shortAnswer(text string) bool { return len([]rune(text)) <= 60 }

// continues tells whether a message corrects a letter: its tone or form, a
// sum, a day, a name, or another purpose.
func (l *letters) continues(draft *Draft, text string) bool {
	lower := forms.Lower(text)
	short, asks, open := shortAnswer(text), asksOf(text), draft.asked(askPurpose)
	switch {
	case open && l.purpose(lower, draft.Forms[letterKind].Text("side")) != "":
		return !(asks && phrases.Has(text, "topic.new"))
	case phrases.Has(lower, "letter.own"):
		return false
	case l.asked(lower):
		return !asks
	case phrases.Has(lower, "letter.contract") && !phrases.Has(lower, "letter.contract_read"):
		return false
	case short && !asks && (l.Choose("tone", lower) != "" || l.Choose("language", lower) != "" || phrases.Has(lower, "letter.reform")),
		short && draft.Stage == StageMade && (phrases.HasAny(text, "letter.done", "letter.later") || onlyName(text) != ""),
		!asks && phrases.HasAny(text, "letter.dictated", "letter.dictated_point") && !phrases.Has(text, "letter.demanded"),
		!asks && draft.Stage == StageMade && phrases.HasAny(text, "letter.point", "letter.point_that", "letter.point_drop", "letter.point_gone"):
		return true
	case beginsTopic(text), (asks || phrases.Has(text, "letter.reported") && !phrases.Has(text, "letter.mine")) && !edits(text):
		return false
	}
	v := draft.Forms[letterKind].Clone()
	values, bad := l.read(v, text, time.Time{}.AddDate(2025, 0, 0))
	offers := draft.Stage == StageMade && phrases.Has(text, "letter.offer") || phrases.Has(text, "letter.fact")
	filled := l.fillsIn(draft.Forms[letterKind], v)
	return values+len(bad) > 0 && (edits(text) || short && offers || !asks && (open || filled > 1 || short && filled > 0 || phrases.Has(text, "letter.names_field")))
}

// asksOf tells whether a message asks about a letter or something else, and is no wish
// that is put as a question.
func asksOf(text string) bool {
	return phrases.Has(forms.Lower(text), "letter.asks") ||
		(strings.Contains(text, "?") || korean.EndsAsking(text)) && !phrases.Has(forms.Lower(text), "letter.please")
}

// fillsIn counts what reading a message filled in of who writes to whom, where to pay
// and the days: that is of the letter, whatever the talk was about.
func (l *letters) fillsIn(before, after forms.Values) int {
	keys := append(l.Personal(), "property_address", "due_date", "end_date", "move_date", "since_date")
	return len(slices.DeleteFunc(keys, func(key string) bool { return after.Text(key) == before.Text(key) }))
}
