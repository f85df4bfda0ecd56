package interview

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/assistants/interview/ability"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
)

// shown is an ability as people are shown it.
func shown(theta float64) int { return ability.Shown(theta) }

// directions is how many key points the direction of an answer names.
const directions = 3

// coach gives feedback on the question that was closed: one praise, one step and
// the direction of an answer, in three sentences at most. It never speaks of
// hiring.
func (v *interviewer) coach(_ context.Context, tr *turn) (string, error) {
	s := snapshot(tr)
	if c := s.Task.CurrentQuestion; c != nil {
		q := v.open(&s)
		a := q.marked(c)
		speak := texts.In(s.Language)
		text := speak.Text(v.praise(q, &a)) + " " + speak.Say("coach.so_far", "found", a.found(), "of", len(a.Points), "score", a.Score)
		if len(a.WrongFacts) > 0 {
			text += " " + speak.Text(v.step(q, &a))
		}
		return v.say(tr, "answer taken up", Coach, []Said{{Title: "title.feedback", Text: text}}, nil)
	}
	a := s.last()
	if a.Skipped {
		text := texts.Say(s.Language, "coach.skipped."+skippedBy(s.Turn.Intent), "topic", v.bank.questions[a.ID].Topic)
		return v.say(tr, "question passed over", Coach, []Said{{Text: text}}, nil)
	}
	return v.say(tr, "feedback given", Coach, []Said{{Title: "title.feedback", Text: v.feedback(&s, a)}}, nil)
}

func skippedBy(intent string) string {
	switch intent {
	case intentEasier, intentHarder, intentField:
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
	q, speak := v.bank.questions[a.ID], texts.In(s.Language)
	lines := []string{
		speak.Say("coach.score", "score", a.Score, "found", a.found(), "of", len(a.Points)), "",
		speak.Text(v.praise(q, a)) + " " + speak.Text(v.step(q, a)) + " " + speak.Say("coach.direction", "points", q.names(directions, s.Language)),
	}
	if a.Readings != nil {
		lines = append(lines, "", speak.Say("coach.disputed"))
	}
	return strings.Join(lines, "\n")
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

// praise is of the best key point, in the candidate's own words.
func (v *interviewer) praise(q *Question, a *AskedQuestion) words.Message {
	best := -1
	for i, p := range a.Points {
		if len(p.Evidence) > 0 && (best < 0 || p.Earned > a.Points[best].Earned) {
			best = i
		}
	}
	switch {
	case best >= 0:
		said := []any{"quote", cut(a.Points[best].Evidence[0], maxQuote), "point", q.Points[best].Name}
		return words.M("coach.praise."+moodFor(a.Score), said...)
	case len(a.Answers) == 0:
		return words.M("coach.praise.honest")
	}
	if !q.touches(strings.Join(a.Answers, " ")) {
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
				return words.M("coach.step."+string(credit), point...)
			}
		}
	}
	switch {
	case !a.Reasoned:
		return words.M("coach.step.reason")
	case !a.Exampled:
		return words.M("coach.step.example")
	}
	return words.M("coach.step.shorter")
}

// names are the first key points, as the way that an answer takes.
func (q *Question) names(n int, language string) string {
	var list []string
	for _, p := range q.Points[:min(n, len(q.Points))] {
		list = append(list, p.Name.In(language))
	}
	return strings.Join(list, " → ")
}
