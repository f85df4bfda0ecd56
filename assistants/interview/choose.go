package interview

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/assistants/interview/ability"
)

// inARow is how many questions of one category may follow each other where a plan
// has several.
const inARow = 2

// Why an interview ends.
const (
	endedByPrecision = "precision"
	endedByNumber    = "number"
	endedByTime      = "time"
	endedByPool      = "pool"
	endedByUser      = "user"
)

// answeredQuestions are those that were not skipped.
func (s *InterviewState) answeredQuestions() (list []*AskedQuestion) {
	for i := range s.Task.QuestionsAsked {
		if q := &s.Task.QuestionsAsked[i]; !q.Skipped {
			list = append(list, q)
		}
	}
	return list
}

// estimate is the ability as the scored answers tell it; skipped questions tell
// nothing.
func (s *InterviewState) estimate() ability.Estimate {
	var said []ability.Response
	for _, q := range s.answeredQuestions() {
		said = append(said, ability.Response{Item: q.item(), Score: float64(q.Score) / 100})
	}
	return ability.Estimated(said)
}

// scored counts the questions that were answered.
func (s *InterviewState) scored() int { return len(s.answeredQuestions()) }

// target is the ability that the next question is chosen for.
func (s *InterviewState) target() float64 { return s.estimate().Theta + s.Task.Wish }

// ended is why the interview is over before its next question, "" while it is
// not.
func (v *interviewer) ended(s *InterviewState) string {
	l := v.bank().settings.Limits
	switch {
	case s.scored() >= v.limit(s):
		return endedByNumber
	case s.scored() > 0 && s.estimate().SE < l.Precision:
		return endedByPrecision
	case s.Task.ActiveSeconds >= l.Minutes*60:
		return endedByTime
	case v.choose(s) == nil:
		return endedByPool
	}
	return ""
}

// limit is how many questions are scored at most: as many as the candidate
// wanted, else the settings' number.
func (v *interviewer) limit(s *InterviewState) int {
	if s.Task.Wanted > 0 {
		return s.Task.Wanted
	}
	return v.bank().settings.Limits.Questions
}

// choose is the next question: of the category furthest below its quota, drawn
// from the most informative ones. The draw is a function of the session and of
// how far it has come, so that a replay draws the same. nil is none left.
func (v *interviewer) choose(s *InterviewState) *Question {
	if q := v.bank().questions[s.Turn.Topic]; q != nil && s.Turn.Intent == intentTopic && !s.asked(q.ID) {
		return q
	}
	var open []PoolQuestion
	for _, p := range s.Task.QuestionPool {
		if !s.asked(p.ID) && v.bank().questions[p.ID] != nil {
			open = append(open, p)
		}
	}
	liked := func(p PoolQuestion) bool { return !slices.Contains(s.Task.Avoid, p.ID) }
	if slices.ContainsFunc(open, liked) {
		open = slices.DeleteFunc(open, func(p PoolQuestion) bool { return !liked(p) })
	}
	focused := slices.ContainsFunc(open, s.inFocus)
	category := v.category(s, open)
	open = slices.DeleteFunc(open, func(p PoolQuestion) bool {
		if focused {
			return !s.inFocus(p)
		}
		return p.Category != category
	})
	if len(open) == 0 {
		return nil
	}
	theta := s.target()
	slices.SortStableFunc(open, func(a, b PoolQuestion) int {
		return cmp.Or(s.known(a)-s.known(b), cmp.Compare(b.item().Information(theta), a.item().Information(theta)))
	})
	best := open[:min(len(open), v.bank().settings.Limits.Best)]
	if onward := s.onward(best); len(onward) > 0 {
		best = onward
	}
	return v.bank().questions[best[s.draw(len(best))].ID]
}

// inFocus tells that the candidate wished for questions on what this one is on.
func (s *InterviewState) inFocus(p PoolQuestion) bool { return slices.Contains(s.Task.Focus, p.ID) }

// asked tells whether a question is behind.
func (s *InterviewState) asked(id string) bool {
	return slices.ContainsFunc(s.Task.QuestionsAsked, func(a AskedQuestion) bool { return a.ID == id })
}

// onward are the questions that are harder than the last one where its answer
// was good, and easier where it was not: what the candidate sees follows what
// they said. A wish goes before that.
func (s *InterviewState) onward(list []PoolQuestion) []PoolQuestion {
	last := s.last()
	if last == nil {
		return nil
	}
	up, down := last.Score >= 60 && !last.Skipped, last.Score < 40 && !last.Skipped
	switch s.Turn.Intent {
	case intentHarder:
		up, down = true, false
	case intentEasier:
		up, down = false, true
	}
	return slices.DeleteFunc(slices.Clone(list), func(p PoolQuestion) bool {
		return !up && !down || up && p.Difficulty <= last.Difficulty || down && p.Difficulty >= last.Difficulty
	})
}

// known is 1 for a question of an earlier interview.
func (s *InterviewState) known(p PoolQuestion) int {
	if slices.Contains(s.UserContext.Profile.Asked, p.ID) {
		return 1
	}
	return 0
}

// draw is a number below n.
func (s *InterviewState) draw(n int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s.ChatSessionID + "/" + strconv.Itoa(s.Task.Held) + "/" + strconv.Itoa(len(s.Task.QuestionsAsked))))
	return int(h.Sum64() % uint64(n))
}

// category is the one furthest below its quota that has questions left and was
// not asked too often in a row; "" is none.
func (v *interviewer) category(s *InterviewState, open []PoolQuestion) (best string) {
	asked, furthest := s.Task.QuestionsAsked, 0.0
	quotas := v.bank().plan(s.Task.Plan).Quotas
	of := func(category string) bool {
		return slices.ContainsFunc(open, func(p PoolQuestion) bool { return p.Category == category })
	}
	// Who wants it easier or harder wants the same field.
	if s.Turn.Intent == intentEasier || s.Turn.Intent == intentHarder {
		if a := asked[len(asked)-1]; of(a.Category) {
			return a.Category
		}
	}
	for _, q := range quotas {
		if !of(q.Category) || s.inARow(q.Category) && len(quotas) > 1 {
			continue
		}
		count := 0
		for _, a := range asked {
			if a.Category == q.Category {
				count++
			}
		}
		if below := float64(q.Share)/100*float64(len(asked)+1) - float64(count); best == "" || below > furthest {
			best, furthest = q.Category, below
		}
	}
	return best
}

func (s *InterviewState) inARow(category string) bool {
	asked := s.Task.QuestionsAsked
	return len(asked) >= inARow && !slices.ContainsFunc(asked[len(asked)-inARow:], func(a AskedQuestion) bool { return a.Category != category })
}
