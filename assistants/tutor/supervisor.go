package tutor

import (
	"context"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

const (
	endOfRun = engine.End
	// labelReceived names the transition that takes a message in.
	labelReceived = "message received"
)

const (
	// maxAnswer bounds an answer as it is kept and marked, in characters.
	maxAnswer = 4000
	// maxQuoted bounds the question that guidance is given for.
	maxQuoted = 500
)

// learningSupervisor faces the user: it takes a message in, sends it to the
// agent whose work it is, and makes the response of what comes back.
func (t *tutor) learningSupervisor(ctx context.Context, tr *turn) (outcome, error) {
	s := snapshot(tr)
	if s.RunID != tr.Info().RunID {
		begin(&s, tr.Info())
		return t.intake(ctx, tr, &s)
	}
	switch s.PreviousAgent {
	case TheoryEducator:
		return t.presentTheory(tr, &s), nil
	case EvaluationFeedbackAgent:
		return outcome{Next: SessionManager, Last: []change{
			move("feedback presented", SessionManager, func(s *TutorState) {
				s.EvaluationFeedback, s.FeedbackDraft = s.FeedbackDraft, ""
			}),
		}}, nil
	case QnAResolver:
		return t.presentFinding(tr, &s), nil
	}
	return t.route(ctx, tr, &s)
}

// intake is the run's first transition.
func (t *tutor) intake(ctx context.Context, tr *turn, s *TutorState) (outcome, error) {
	lead := t.lead(s.Language)
	today := t.now(tr).Format(time.DateOnly)
	welcome := s.LastDay != "" && s.LastDay != today
	if s.SessionProgressStage == "" || s.CurrentSessionCount == 0 {
		t.title(ctx, tr, &lead, s.Language)
		lead.Updates = []func(*TutorState){func(s *TutorState) {
			s.SessionProgressStage = StageStart
			s.handTo(SessionManager)
		}}
		return outcome{Next: SessionManager, Last: []change{lead}}, nil
	}
	if s.undecided() {
		return outcome{Next: SessionManager, Last: []change{lead}}, nil
	}
	s.Turn = t.course.read(tr.Info().Query, s.place(), t.course.questions[s.CurrentQuestionNumber])
	s.Turn.Welcome = welcome
	return t.dispatch(ctx, tr, s, lead)
}

func (t *tutor) lead(language string) change {
	return change{Label: labelReceived, Phase: LearningSupervisor, Events: []engine.Event{{
		Type: state.EventPlanningStart,
		Body: state.PlanningStart{Message: texts.Say(language, "lesson.preparing")},
	}}}
}

// title names a chat that nobody has named yet.
func (t *tutor) title(ctx context.Context, tr *turn, c *change, language string) {
	session, err := tr.Session(ctx)
	if err != nil || session.Title != state.DefaultTitle {
		return
	}
	c.Title = texts.Say(language, "lesson.chat")
	c.Events = append(c.Events, engine.Event{Type: state.EventSessionUpdated, Body: state.SessionUpdated{Title: c.Title, UpdatedAt: tr.Now()}})
}

// route goes on after the session manager: to the theory of the session
// that was asked for, or to what the chat's first message wants.
func (t *tutor) route(ctx context.Context, tr *turn, s *TutorState) (outcome, error) {
	lead := change{Label: "message routed", Phase: LearningSupervisor}
	if s.Turn.Intent != "" && s.UserType != "" {
		return outcome{Next: TheoryEducator, Last: []change{move("theory wanted", TheoryEducator)}}, nil
	}
	s.Turn = t.course.read(tr.Info().Query, s.place(), nil)
	// In a new chat of somebody who is known a greeting is a beginning.
	if s.place() == atStart && len(s.RecentSessionsSummary) > 0 {
		s.Turn.Welcome = true
		if s.Turn.Intent == intentGreeting {
			s.Turn.Intent = intentNext
		}
	}
	return t.dispatch(ctx, tr, s, lead)
}

// presentTheory is the response of row 4.
func (t *tutor) presentTheory(tr *turn, s *TutorState) outcome {
	return end(t.answer(tr, "theory presented", t.theoryReply(s), func(s *TutorState) { s.TheoryDraft = "" }))
}

// presentFinding answers a question in between; the lesson is where it was.
func (t *tutor) presentFinding(tr *turn, s *TutorState) outcome {
	return end(t.answer(tr, "question answered", t.findingReply(s), func(s *TutorState) {
		s.QnADraft = ""
		if s.Turn.ReturnTo != "" {
			s.handTo(s.Turn.ReturnTo)
		}
	}))
}

func end(last change) outcome { return outcome{Next: endOfRun, Last: []change{last}} }

// answer is the transition that ends a run: the response, what is noted of
// it, and the stored conversation brought up to date if there is one.
func (t *tutor) answer(tr *turn, label string, response state.Response, updates ...func(*TutorState)) change {
	now, before := t.now(tr), ""
	text := response.Answer + response.Message
	if response.Type == state.ResponseGuidance {
		response.OriginalQuery = cut(tr.Info().Query, maxQuoted)
	}
	var kept *keptConversation
	all := []func(*TutorState){func(s *TutorState) { before = s.UIMode }}
	all = append(all, updates...)
	all = append(all, func(s *TutorState) {
		s.say(LearningSupervisor, messageSystem, cut(text, maxReply), now)
		kept = keep(s)
	})
	return change{
		Label: label, Phase: "response", Updates: all, Response: &response,
		EventsFunc: func(s *TutorState) []engine.Event { return modeEvents(before, s) },
		Effects:    []effect{func(ctx context.Context, tx tx) error { return kept.save(ctx, tx, now) }},
	}
}
