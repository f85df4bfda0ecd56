package interview

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/scoring"
)

// greeter tells what this is, and asks for a field where none was named.
func (v *interviewer) greeter(ctx context.Context, tr *turn) (string, error) {
	s := tr.State()
	speak := texts.In(s.Language)
	key := "greeting.hello"
	switch {
	case s.Task.Held > 0:
		key = "greeting.again"
	case s.Turn.Intent == intentTriggered:
		key = "greeting.triggered"
	case s.UserContext.Profile.Interviews > 0:
		key = "greeting.back"
	}
	l := v.bank().settings.Limits
	said := []Said{
		{Text: speak.Say(key, append(s.self(), "n", s.UserContext.Profile.Interviews)...)},
		{Title: "title.notice", Text: speak.Say("greeting.notice", "questions", v.limit(&s), "minutes", l.Minutes)},
	}
	switch s.Turn.Intent {
	case intentOtherRole, intentHasTopic, intentRoles, intentOrganiser:
		if !v.anyRole(&s) { // else the question that comes says so
			said = append(said, Said{Text: v.onOffer(&s)})
		}
	case intentReport:
		earlier, err := v.earlier(ctx, tr, &s)
		if err != nil {
			return "", err
		}
		said = append(said, Said{Text: cmp.Or(earlier, speak.Say("guide.not_begun"))})
	}
	if s.Turn.Worker = Greeter; v.next(&s) != Interviewer {
		said = append(said, Said{Title: "title.field", Text: speak.Say("greeting.field", "fields", v.fields(s.Language))})
	}
	return v.say(tr, "greeted", Greeter, said, (*InterviewState).startOver)
}

// self is what texts need to know of the persona.
func (s *InterviewState) self() []any {
	p := &s.Persona
	return []any{"name", p.Name, "role", p.Role, "backstory", p.Backstory, "style", "- " + strings.Join(p.StyleGuidelines, "\n- ")}
}

// fields are the plans' names, one a line.
func (v *interviewer) fields(language string) string {
	return "- " + strings.Join(v.names(language), "\n- ")
}

func (v *interviewer) names(language string) (list []string) {
	for _, p := range v.bank().settings.Plans {
		list = append(list, p.Name.In(language))
	}
	return list
}

// startOver readies the state for an interview.
func (s *InterviewState) startOver() {
	profile := &s.UserContext.Profile
	for _, q := range s.Task.QuestionsAsked {
		profile.Asked = answer.Add(slices.Clip(profile.Asked), q.ID)
	}
	s.Task = TaskState{InterviewStage: StageGreeting, CurrentDifficulty: 50, SeenAt: s.Task.SeenAt, Held: s.Task.Held + 1, Wanted: s.Turn.Count, Wish: s.Turn.Wish, Focus: s.Turn.focus(), Avoid: s.Turn.Avoid}
	s.Evaluation = EvaluationState{TurnCount: s.Evaluation.TurnCount, LastUserFeedback: s.Evaluation.LastUserFeedback}
	s.FlowControl.HumanInLoopPayload = nil
	s.Persona.CurrentMood = moodWelcoming
}

// focus are the questions that most are to be of, from this turn on.
func (t *Turn) focus() []string {
	if t.Focus {
		return t.Topics
	}
	return nil
}

// asker asks: the next question, a follow-up, or the open one in another way.
func (v *interviewer) asker(_ context.Context, tr *turn) (string, error) {
	s := tr.State()
	if c := s.Task.CurrentQuestion; c != nil {
		q := v.open(&s)
		switch s.Turn.Intent {
		case intentHint:
			return v.hint(tr, &s, q)
		case intentClarify:
			return v.say(tr, "question clarified", Interviewer, []Said{{Text: v.clarified(&s, q, c)}, v.openPart(&s)}, func(s *InterviewState) { s.change(func(c *CurrentQuestion) { c.Clarified++ }) })
		case intentRepeat:
			said := []Said{v.openPart(&s)}
			if c.FollowUp != "" { // which is of no use without it
				said = append([]Said{{Text: texts.Say(s.Language, "ask.first", "question", q.Ask)}}, said...)
			}
			return v.say(tr, "question repeated", Interviewer, said, nil)
		case intentResume:
			return v.say(tr, "interview resumed", Interviewer, []Said{{Text: texts.Say(s.Language, "ask.resumed", "n", s.scored()+1)}, v.openPart(&s)}, nil)
		}
		return v.say(tr, "follow-up asked", Interviewer, []Said{v.openPart(&s)}, nil)
	}
	return v.askNext(tr, &s)
}

// clarified says the question in other words, and at the second time by a
// situation, without its answer.
func (v *interviewer) clarified(s *InterviewState, q *Question, c *CurrentQuestion) string {
	switch {
	case c.FollowUp != "":
		return texts.Say(s.Language, "ask.clarify.follow_up", "text", q.Clarify)
	case c.Clarified > 0:
		return texts.Say(s.Language, "ask.clarify.again", "text", q.Clarify, "situation", q.FollowUp)
	}
	return texts.Say(s.Language, "ask.clarify.question", "text", q.Clarify)
}

// change replaces the current question by a changed copy: what was committed
// stays as it was.
func (s *InterviewState) change(f func(*CurrentQuestion)) {
	c := *s.Task.CurrentQuestion
	f(&c)
	s.Task.CurrentQuestion = &c
}

// askNext chooses and asks a question.
func (v *interviewer) askNext(tr *turn, s *InterviewState) (string, error) {
	plan, said := s.Task.Plan, []Said(nil)
	switch {
	case s.Turn.Plan != "":
		plan = s.Turn.Plan
	case plan == "" && v.anyRole(s):
		plan = behavioural
		said = append(said, Said{Text: texts.Say(s.Language, "ask.any_role", "other", s.Turn.Intent == intentOtherRole,
			"any", v.bank().plan(plan).Name, "names", strings.Join(v.names(s.Language), ", "))})
	case plan == "":
		plan = v.bank().settings.Plans[len(v.bank().settings.Plans)-1].Key
	}
	now := tr.Now().Truncate(timeUnit).UTC()
	begins := s.Task.StartedAt.IsZero()
	start := func(s *InterviewState) {
		if s.Task.Plan != plan || s.Task.QuestionPool == nil || len(s.Task.QuestionPool) == 0 {
			s.Task.Plan, s.Task.QuestionPool = plan, v.bank().pool(v.bank().plan(plan))
		}
		if begins {
			s.Task.StartedAt = now
		}
	}
	start(s)
	q := v.choose(s)
	if q == nil { // the pool of a field that was just chosen has questions
		return Supervisor, tr.Update("no question left", func(s *InterviewState) { s.Turn.Worker = Coach })
	}
	current := &CurrentQuestion{PoolQuestion: q.pooled(), Question: q.Ask.In(s.Language)}
	after := *s
	after.Task.CurrentQuestion = current
	return v.say(tr, "question asked: "+q.ID, Interviewer, append(said, v.openPart(&after)), func(s *InterviewState) {
		start(s)
		if n := len(s.Task.QuestionsAsked); n > 0 {
			before := s.Task.QuestionsAsked[n-1].Difficulty
			s.Task.PreviousDifficulty = &before
		}
		s.Task.CurrentQuestion, s.Task.InterviewStage = current, StageQuestioning
		s.Task.CurrentAnswer = ""
	})
}

// openPart is the open question as it is shown.
func (v *interviewer) openPart(s *InterviewState) Said {
	c, q := s.Task.CurrentQuestion, v.open(s)
	if c.FollowUp != "" {
		return Said{Worker: Interviewer, Open: true, Title: "title.follow_up", Text: v.followUp(s, q, c)}
	}
	return Said{Worker: Interviewer, Open: true, Title: "title.question", Text: texts.Say(s.Language, "ask.question", "n", s.scored()+1,
		"of", v.limit(s), "category", v.bank().category(q.Cat, s.Language), "topic", q.Topic, "question", q.Ask)}
}

// followUp is the question behind the first answer: about a key point that was
// missing, or the bank's own.
func (v *interviewer) followUp(s *InterviewState, q *Question, c *CurrentQuestion) string {
	switch {
	case c.Probed > 0:
		return texts.Say(s.Language, "ask.probe", "point", q.Points[c.Probed-1].Name)
	case c.FollowUp == followUpMore:
		return texts.Say(s.Language, "ask.more")
	}
	return q.FollowUp.In(s.Language)
}

// hint names a key point that is missing, which then earns half at most.
func (v *interviewer) hint(tr *turn, s *InterviewState, q *Question) (string, error) {
	c := s.Task.CurrentQuestion
	marks := q.mark(c)
	next := -1
	for i, m := range marks.Marks {
		if m.Credit != scoring.Full && i+1 != c.Probed && !slices.Contains(c.Hinted, i+1) {
			next = i
			break
		}
	}
	if next < 0 || len(c.Hinted) >= maxHints {
		return v.say(tr, "no further hint", Interviewer, []Said{{Text: texts.Say(s.Language, "ask.no_hint", "n", len(c.Hinted))}, v.openPart(s)}, nil)
	}
	text := texts.Say(s.Language, "ask.hint", "n", len(c.Hinted)+1, "of", maxHints, "point", q.Points[next].Name)
	return v.say(tr, "hint given", Interviewer, []Said{{Text: text}, v.openPart(s)}, func(s *InterviewState) {
		s.change(func(c *CurrentQuestion) { c.Hinted = append(slices.Clip(c.Hinted), next+1) })
	})
}

// maxHints is how many hints a question has.
const maxHints = 2
