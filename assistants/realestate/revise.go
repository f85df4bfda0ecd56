package realestate

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/planning"
)

// The bounds of a message that changes or adds to what was asked, in words,
// and of what a conversation keeps.
const (
	maxRevision = 12
	maxTelling  = 24 // of one that only tells what is reckoned with
	maxBefore   = 4
	maxAsked    = 600 // bytes

	maxToldBefore = 12
)

// revision is a message that says something of the question before it.
type revision struct {
	planner  *planning.Planner
	today    time.Time
	language string
	// asked is the question before, query how it is now.
	asked, query string
	message      string
	said, before planning.Message
	edits        []edit
	changes      []string
	told         string // what the message says, where it only adds to the question
	adds         bool   // more is asked with it, without a word on that
	act          dialog.Act
	// most is how many sentences the answer may have, 0 is as many as it takes.
	most int
	// passing tells that it only supposes something: what is known stays.
	passing bool
	// alone is what the library has for the message by itself.
	alone planning.Found
	// fills tells that it asks nothing and tells what the question is reckoned with.
	fills bool
}

// edit puts new words in the place of old ones of the question.
type edit struct {
	start, end int
	new        string
}

// revise reads a request as a change of, an addition to or a wish about what
// was asked before, and makes it the question that it comes to; false is a
// question of its own. What points at a thing or goes on with a draft is.
func (d *desk) revise(s *State, request *planning.Request, read *reading) (revision, bool) {
	if s.Talk == nil || s.Talk.Asked == "" || request.Intent != "" || read.reference != nil || len(request.Query) > maxAsked {
		return revision{}, false
	}
	r := revision{planner: d.planner, message: request.Query, today: request.Today, language: request.Language, alone: read.alone, said: d.planner.Read(request.Query, request.Today)}
	// English is another field, but for who wants the answer in it; so is what somebody
	// pays for a car, but for who had left it out of the sum. Who says what they are
	// ("생애최초라면요?") or owe is of this one.
	elsewhere := r.said.Elsewhere && !r.inLanguage() && !phrases.Has(r.message, "left_out") && !does(r.message, dialog.Correct) &&
		!slices.ContainsFunc(r.said.Facts, func(f planning.Said) bool {
			return f.Kind == planning.KindAttribute || f.Role == estate.Debt
		})
	if elsewhere { // it changes nothing, but in this talk it may be a question all the same
		request.Topic = s.Talk.Asked
	}
	if r.said.Words > maxTelling || r.said.Words == 0 || elsewhere || r.said.Wrong {
		return revision{}, false
	}
	r.about(s.Talk.topic(d.planner, r.message, r.said, request.Today))
	r.fills = d.calculator != nil && !asking(r.message) && d.calculator.Takes(r.asked, r.message, func(text string) estate.Entities {
		return d.planner.Facts(text, request.Today)
	})
	long := r.said.Words > maxRevision && !r.fills
	if long && asking(r.message) && !dialog.PointsBack(r.message) {
		return revision{}, false // which says by itself what it is about
	}
	revised := !long && r.read(s.Talk, request.Query) && len(r.query) <= maxAsked
	of, before := "", s.Talk.before()
	switch {
	case r.act == dialog.Undo:
		of = s.Talk.back()[0].Of
	case r.asked == s.Talk.Asked:
		of = s.Talk.Of
	}
	if revised && r.act == "" && s.Draft.MadeLetter() != nil && s.Talk.Intent == draftIntent(s.Draft) {
		if revised = false; !r.passing { // only a question goes on with the order, which is not given again
			if r.onlyAdds() { // it is told of the letter, and does not stand in it unasked
				request.Intent, request.Action = draftIntent(s.Draft), s.Draft.Action()
			}
			return revision{}, false
		}
	}
	switch {
	case !revised:
		request.Topic, request.Of, request.Before = r.asked, of, before
		if s.Talk.Supposed != "" && r.asked == s.Talk.Asked {
			request.Topic = s.Talk.Supposed
		}
		return revision{}, false
	case r.onlyAdds():
		request.Topic, request.Of, request.Before = r.asked, of, before
	case of != "": // it goes on with what it went on with
		request.Topic, request.Before = of, before
	}
	request.Told = len(r.edits) > 0 && clausesIn(r.asked) == nil
	if request.Told && r.onlyAdds() && !r.passing {
		request.Still = s.Talk.Intent
	}
	request.TopicIntent = s.Talk.Intent
	request.Query, read.understood = r.query, r.query
	return r, true
}

// onlyAdds tells whether the last question stands as it was, with more said of
// it: then it goes on with what it went on with.
func (r *revision) onlyAdds() bool {
	return len(r.edits) > 0 && !slices.ContainsFunc(r.edits, func(e edit) bool { return e.start < e.end })
}

// about begins with the question that may be revised.
func (r *revision) about(asked string) {
	r.asked, r.query, r.before = asked, asked, r.planner.Read(asked, r.today)
}

// read finds out what a message says of the question; false is nothing.
func (r *revision) read(talk *Talk, message string) bool {
	switch {
	case r.said.Orders && phrases.Has(message, "to_other_side"): // a letter, however short it is to be
		return false
	case r.besideWish(talk, message):
		return true
	}
	asked := r.asked
	if talk.Supposed != "" && asked == talk.Asked {
		r.about(talk.Supposed)
	}
	if r.wish(talk, message) {
		return true
	}
	r.about(asked)
	r.passing = (asking(message) || phrases.Has(message, "supposes")) && !does(message, dialog.Correct)
	corrects := !r.passing && len(r.said.Facts) > 0 && (does(message, dialog.Correct) || len(dialog.Denials(message)) > 0)
	if corrects && talk.Supposed != "" && asked == talk.Asked { // what was supposed of it is corrected as well
		r.about(talk.Supposed)
	}
	switch {
	case r.asksItself():
		return false
	case r.denied(talk, message):
	case r.newTopic() && !r.fills || r.said.Orders || courtesy(message) != "" && len(r.said.Facts) == 0:
		return false
	case r.numbered(message):
	case r.tells():
		r.add(message)
	case len(r.said.Facts) == 0:
		return false
	default:
		r.replace(message)
		if r.onlyAdds() && talk.Supposed != "" && asked == talk.Asked && !phrases.Has(message, "takes_back") { // it goes on with what was supposed
			r.edits, r.changes, r.told = nil, nil, ""
			r.about(talk.Supposed)
			r.replace(message)
		}
	}
	r.apply()
	return true
}

// topic is the question that a message may be about: the newest that speaks of
// what it names, where it points at one before the last the one that has most of its
// words for things, else the last.
func (t *Talk) topic(planner *planning.Planner, message string, said planning.Message, today time.Time) string {
	things := func(text string) korean.Pairs { return korean.PairsOf(strings.Join(planner.Terms(text), " ")) }
	pairs, earlier := things(message), dialog.PointsEarlier(message)
	for _, s := range t.all() {
		if len(said.Topics) > 0 && within(said.Topics, planner.Read(s.Asked, today).Topics) {
			return s.Asked
		}
	}
	asked, most := t.Asked, 0
	for _, s := range t.all() {
		if n := pairs.Common(things(s.Asked)); earlier && n > most {
			asked, most = s.Asked, n
		}
	}
	return asked
}

// within tells whether all of some topics are among others.
func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(t string) bool { return !slices.Contains(all, t) })
}

// newTopic tells whether a message speaks of something that the question does
// not. What a message that supposes says of where a sum goes or what a rate is of
// ("5%로 오르면?", "대출 금리 4%면?"), or tells of a rate of interest, is theirs, unless it
// asks for a sum of its own ("5억 집 복비 얼마예요?").
func (r *revision) newTopic() bool {
	known, same := r.before.Topics, phrases.Has(r.message, "same")
	if same {
		known = slices.Concat(known, []string{"listing"}) // another home at the same terms
	}
	rate := func(f planning.Said) bool { return f.Kind == planning.KindPercentage && f.Role == "interest" }
	if same || r.passing && !phrases.Has(r.message, "asks.sum") || !r.passing && (!asking(r.message) && does(r.message, dialog.Correct) || slices.ContainsFunc(r.said.Facts, rate)) {
		known = slices.Concat(known, r.said.Moves)
	}
	return !within(r.topics(), known)
}

// topics are those that a message names besides what it takes back: "취소취소" speaks of
// no termination.
func (r *revision) topics() []string {
	start, end, ok := phrases.Find(r.message, "takes_back")
	if !ok {
		return r.said.Topics
	}
	return r.planner.Read(r.message[:start]+r.message[end:], r.today).Topics
}
