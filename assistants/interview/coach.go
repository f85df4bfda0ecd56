package interview

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
)

// coach gives feedback on the question that was closed: one praise, one step and
// the direction of an answer, in three sentences at most. It never speaks of
// hiring.
func (v *interviewer) coach(_ context.Context, tr *turn) (string, error) {
	s := tr.State()
	var said []Said
	if masked(cmp.Or(s.Turn.Answer, tr.Info().Query)) {
		said = []Said{{Text: texts.Say(s.Language, "coach.masked")}}
	}
	if c := s.Task.CurrentQuestion; c != nil {
		text := v.takenUp(v.open(&s), c, s.Language)
		return v.say(tr, "answer taken up", Coach, append(said, Said{Title: "title.feedback", Text: text}), nil)
	}
	a := s.last()
	if a.Skipped {
		text := texts.Say(s.Language, "coach.skipped."+skippedBy(s.Turn.Intent), "topic", v.bank().questions[a.ID].Topic)
		if phrases.Has(tr.Info().Query, "act."+intentModel) { // asked for with the next one
			text += " " + v.direction(v.bank().questions[a.ID], a, s.Language)
		}
		return v.say(tr, "question passed over", Coach, append(said, Said{Text: text}), nil)
	}
	return v.say(tr, "feedback given", Coach, append(said, Said{Title: "title.feedback", Text: v.feedback(&s, a)}), nil)
}

// takenUp is what is said of the first answer before the follow-up to it.
func (v *interviewer) takenUp(q *Question, c *CurrentQuestion, language string) string {
	a, speak := q.marked(c), texts.In(language)
	a.FollowUp = "" // nobody has answered it yet
	text := speak.Text(v.praise(q, &a)) + " " + speak.Say("coach.so_far", "found", a.found(), "of", len(a.Points))
	if len(a.WrongFacts) > 0 {
		text += " " + speak.Text(v.step(q, &a))
	}
	return text
}

func skippedBy(intent string) string {
	if slices.Contains([]string{intentEasier, intentHarder, intentField, intentTopic}, intent) {
		return intent
	}
	return intentSkip
}

// last is the question that was closed last; nil is none.
func (s *InterviewState) last() *AskedQuestion {
	if n := len(s.Task.QuestionsAsked); n > 0 {
		return &s.Task.QuestionsAsked[n-1]
	}
	return nil
}

func (v *interviewer) feedback(s *InterviewState, a *AskedQuestion) string {
	q, speak := v.bank().questions[a.ID], texts.In(s.Language)
	praise := v.praise(q, a)
	switch n := s.lost(); {
	case n == 2:
		praise = words.M("coach.praise.lost")
	case n > 2:
		praise = words.M("coach.praise.stuck", "n", n)
	}
	lines := []string{
		speak.Say("coach.score", "score", a.Score, "found", a.found(), "of", len(a.Points)), "",
		strings.TrimSpace(speak.Text(praise) + " " + speak.Text(v.step(q, a)) + " " + v.direction(q, a, s.Language)),
	}
	switch {
	case a.Readings != nil:
		lines = append(lines, "", speak.Say("coach.disputed"))
	case a.Unread != nil:
		lines = append(lines, "", speak.Say("coach.unread"))
	}
	return strings.Join(lines, "\n")
}

// lost counts the newest questions in a row to which nothing was known.
func (s *InterviewState) lost() (n int) {
	for _, a := range slices.Backward(s.Task.QuestionsAsked) {
		if len(a.Answers) > 0 || a.Skipped {
			break
		}
		n++
	}
	return n
}

// direction is the way that an answer takes, by its key points; those that an
// answer lacks stand out.
func (v *interviewer) direction(q *Question, a *AskedQuestion, language string) string {
	names, found := q.names(language), a.found()
	for i := range names {
		if found > 0 && a.Points[i].Credit == scoring.None {
			names[i] = "**" + names[i] + "**"
		}
	}
	points := strings.Join(names, ", ")
	switch {
	case a.Score == scoring.Whole:
		return ""
	case found > 0 && found < len(names):
		return texts.Say(language, "coach.direction_missing", "points", points)
	}
	return texts.Say(language, "coach.direction", "points", points)
}

// found counts the key points that earned something.
func (a *AskedQuestion) found() (n int) {
	for _, p := range a.Points {
		if p.Credit != scoring.None {
			n++
		}
	}
	return n
}

// praise is of the best key point of the newest answer, in the candidate's own
// words; where that has none it says so.
func (v *interviewer) praise(q *Question, a *AskedQuestion) words.Message {
	if len(a.Answers) == 0 {
		return words.M("coach.praise.honest")
	}
	newest := ""
	if closed := a.FollowUp != "" && len(a.Answers) == 1; !closed { // nothing was known of the follow-up
		newest = korean.Plain(a.Answers[len(a.Answers)-1])
	}
	best, quote := -1, ""
	for i, p := range a.Points {
		for _, said := range p.Evidence {
			if strings.Contains(newest, korean.Plain(said)) && (best < 0 || p.Earned > a.Points[best].Earned) {
				best, quote = i, said
			}
		}
	}
	switch {
	case best >= 0:
		said := []any{"quote", cut.Runes(quote, maxQuote), "point", q.Points[best].Name}
		return words.M("coach.praise."+moodFor(a.Score), said...)
	case a.FollowUp != "" && len(a.Answers) == 1:
		return words.M("coach.praise.first_only")
	case a.FollowUp != "" && a.found() > 0:
		return words.M("coach.praise.nothing_new")
	case !q.touches(substance(strings.Join(a.Answers, "\n"))):
		return words.M("coach.praise.elsewhere")
	}
	return words.M("coach.praise.tried")
}

// maxQuote bounds the words of an answer that feedback quotes.
const maxQuote = 60

// step is what would better the answer most: a wrong fact, a key point, a reason
// or an example.
func (v *interviewer) step(q *Question, a *AskedQuestion) words.Message {
	if len(a.WrongFacts) > 0 {
		return words.M("coach.step.wrong", "why", q.Wrong[a.WrongFacts[0]].Why)
	}
	for _, credit := range []scoring.Credit{scoring.None, scoring.Half} {
		for i, p := range a.Points {
			if p.Credit == credit {
				point := []any{"point", q.Points[i].Name}
				if a.found() == 0 {
					return words.M("coach.step.begin", point...)
				}
				return words.M("coach.step."+string(credit), point...)
			}
		}
	}
	switch {
	case !a.Reasoned:
		return words.M("coach.step.reason")
	case !a.Exampled:
		return words.M("coach.step.example")
	case a.FollowUp == "":
		return words.M("coach.step.further", "question", q.FollowUp)
	}
	return words.M("coach.step.shorter")
}

// names are the key points in the order of a good answer.
func (q *Question) names(language string) (list []string) {
	for _, p := range q.Points {
		list = append(list, p.Name.In(language))
	}
	return list
}
