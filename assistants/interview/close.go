package interview

import (
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/interview/ability"
)

// closer ends the interview. The final evaluation is written now and rests until
// a reviewer has approved it; where nothing was answered there is none.
func (v *interviewer) closer(_ context.Context, tr *turn) (string, error) {
	s := tr.State()
	by := v.ended(&s)
	if s.Turn.Intent == intentEnd {
		by = endedByUser
	}
	now := tr.Now().Truncate(timeUnit).UTC()
	var effects []effect
	var left []AskedQuestion // what was said to the open question counts
	c := s.Task.CurrentQuestion
	if c != nil && s.Turn.Answer != "" {
		c = c.with(s.Turn.Answer)
	}
	if c != nil && len(c.Answers) > 0 {
		left = []AskedQuestion{v.closed(&s, v.open(&s).marked(c))}
		effects = append(effects, v.keepAnswer(&s, left[0], now))
	}
	end := func(s *InterviewState) {
		s.Task.QuestionsAsked = append(slices.Clip(s.Task.QuestionsAsked), left...)
		s.Task.CurrentQuestion, s.Task.EndedBy, s.Task.OfferedEnd = nil, by, false
		successful := s.scored()*2 >= v.limit(s) || by == endedByPrecision
		s.Evaluation.TaskSuccessful = &successful
		s.Task.InterviewStage = StageFarewell
		if s.scored() > 0 {
			s.FlowControl.HumanInLoopPayload = &Review{Status: ReviewPending, Summary: v.summary(s), Disputed: s.disputed(), AskedAt: now}
		}
	}
	end(&s)
	key := "farewell.waits"
	if s.scored() == 0 {
		key = "farewell.nothing"
	}
	said := []Said{{Title: "title.farewell", Text: texts.Say(s.Language, "farewell.by_"+by) + " " + texts.Say(s.Language, key, "n", s.scored())}}
	if list := v.scores(&s); list != "" {
		said = append(said, Said{Title: "title.scores", Text: list})
	}
	return v.say(tr, "interview ended: "+by, Closer, said, end, with{Effects: append(effects, v.keepInterview(&s, now))})
}

// scores are the questions with their marks and what each answer lacks, which no
// reviewer has looked at yet.
func (v *interviewer) scores(s *InterviewState) string {
	var lines []string
	for i := range s.Task.QuestionsAsked {
		a := &s.Task.QuestionsAsked[i]
		if a.Skipped {
			lines = append(lines, texts.Say(s.Language, "farewell.skipped", "topic", v.bank().questions[a.ID].Topic))
			continue
		}
		lines = append(lines, "- "+v.shortfall(a, s.Language))
	}
	if _, weak := s.extremes(); weak != nil {
		q := v.bank().questions[weak.ID]
		lines = append(lines, "", texts.Say(s.Language, "summary.weak", "topic", q.Topic, "step", v.step(q, weak))+" "+texts.Say(s.Language, "farewell.ask"))
	}
	return strings.Join(lines, "\n")
}

// disputed are the questions whose marks are not sure: two readings differ by more
// than a point, or the rubric does not know what was said.
func (s *InterviewState) disputed() (list []string) {
	for _, q := range s.Task.QuestionsAsked {
		if q.Readings != nil || q.Unread != nil || q.Objection != "" {
			list = append(list, q.ID)
		}
	}
	return list
}

// summary is the final evaluation in words.
func (v *interviewer) summary(s *InterviewState) string {
	e, speak := s.estimate(), texts.In(s.Language)
	best, weak := s.extremes()
	text := speak.Say("summary.head", "n", s.scored(), "score", s.average(),
		"ability", ability.Shown(e.Theta), "low", ability.Shown(e.Low()), "high", ability.Shown(e.High()))
	if best == nil {
		return text
	}
	if best.Score > 0 {
		text += " " + speak.Say("summary.best", "topic", v.bank().questions[best.ID].Topic, "score", best.Score)
	}
	step := v.step(v.bank().questions[weak.ID], weak)
	if weak == best {
		return text + " " + speak.Text(step)
	}
	text += " " + speak.Say("summary.weak", "topic", v.bank().questions[weak.ID].Topic, "step", step)
	return text
}

// extremes are the best and the weakest answer; nil without any.
func (s *InterviewState) extremes() (best, weak *AskedQuestion) {
	list := s.answeredQuestions()
	if len(list) == 0 {
		return nil, nil
	}
	byScore := func(a, b *AskedQuestion) int { return a.Score - b.Score }
	return slices.MaxFunc(list, byScore), slices.MinFunc(list, byScore)
}

// average is the mean score of what was answered.
func (s *InterviewState) average() int {
	sum, list := 0, s.answeredQuestions()
	for _, q := range list {
		sum += q.Score
	}
	return sum / max(len(list), 1)
}
