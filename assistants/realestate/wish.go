package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
)

// wish reads a message that only says how the answer is wanted.
func (r *revision) wish(talk *Talk, message string) bool {
	bare := len(r.said.Topics) == 0 && len(r.said.Facts) == 0
	r.most = dialog.Sentences(message)
	switch {
	case r.inLanguage() && (r.most > 0 || does(message, dialog.Less)):
		r.act = dialog.Less
		return true
	case r.inLanguage():
		r.act = dialog.Again
		return true
	case len(r.said.Facts) == 0 && r.undoes(message) && len(talk.back()) > 0:
		r.query, r.act = talk.back()[0].Asked, dialog.Undo
		r.changes = append(r.changes, texts.Say(r.language, "revised.undone"))
		return true
	case phrases.Has(message, "recall") && within(r.said.Topics, r.before.Topics):
		r.act = dialog.Show
		r.changes = append(r.changes, texts.Say(r.language, "revised.recalled", "text", r.asked))
		return true
	case len(r.said.Facts) == 0 && within(r.said.Topics, r.before.Topics) && phrases.Has(message, "retell") && !phrases.Has(message, "not_told"):
		if asked := talk.own(); phrases.Has(message, "mine") && asked != "" && asked != r.asked {
			r.about(asked)
			r.changes = append(r.changes, texts.Say(r.language, "revised.recalled", "text", asked))
		}
		r.act = dialog.Again
		return true
	case (does(message, dialog.Why) || phrases.Has(message, "basis") || r.wantsReason()) && within(r.said.Topics, slices.Concat(r.before.Topics, []string{"law"})):
		r.act = dialog.Why // of a sum that was told, too
		return true
	}
	for _, act := range []dialog.Act{dialog.More, dialog.Less, dialog.Again} {
		if bare && r.said.Words <= maxWish && does(message, act) {
			r.act = act
			return true
		}
	}
	return false
}

// inLanguage tells whether a message only says in which language the answer is wanted.
func (r *revision) inLanguage() bool {
	return len(r.said.Topics) == 0 && len(r.said.Facts) == 0 && dialog.AskedLanguage(r.message) != ""
}

// undoes tells whether a message takes back what was said and does nothing else: a
// deposit that is given back is asked about. Only who takes back terms or what was
// supposed may name what the question is of.
func (r *revision) undoes(message string) bool {
	for _, s := range dialog.Acts(message) {
		if s.Act != dialog.Undo {
			continue
		}
		rest := r.planner.Read(message[:s.Start]+message[s.End:], r.today).Topics
		return len(rest) == 0 && !asking(message) || phrases.Has(message[s.Start:s.End], "terms") && within(rest, r.before.Topics)
	}
	return false
}

// maxWish is how many words such a wish has at most.
const maxWish = 9

func does(message string, act dialog.Act) bool {
	return slices.ContainsFunc(dialog.Acts(message), func(s dialog.Said) bool { return s.Act == act })
}

// besideWish reads what a message says beside a clause that only wishes something of the
// answer as a change by itself: "300에 40짜리는요? 왜 계산이 다르죠".
func (r *revision) besideWish(talk *Talk, message string) bool {
	for _, s := range dialog.Acts(message) {
		if s.Act != dialog.Why && s.Act != dialog.More && s.Act != dialog.Less {
			continue
		}
		cut := r.planner.Read(message[s.Scope.Start:s.Scope.End], r.today)
		if len(cut.Facts) > 0 || !within(cut.Topics, r.before.Topics) { // which says something by itself
			return false
		}
		rest := strings.Trim(message[:s.Scope.Start]+message[s.Scope.End:], " ,.")
		changed := *r
		changed.message, changed.said = rest, r.planner.Read(rest, r.today)
		if rest == "" || !changed.read(talk, rest) || len(changed.edits) == 0 {
			return false
		}
		changed.act, changed.most = s.Act, dialog.Sentences(message)
		if s.Act == dialog.More { // which says of what: "배상액 부분 더 자세히"
			changed.query = strings.Replace(changed.query, rest, message, 1)
		}
		*r = changed
		return true
	}
	return false
}
