package tutor

import (
	"context"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

const (
	// maxAnswer bounds an answer as it is kept and marked, in characters.
	maxAnswer = 4000
	// maxQuoted bounds the question that guidance is given for.
	maxQuoted = 500
)

// learningSupervisor faces the user: it takes a message in, sends it to the
// agent whose work it is, and makes the response of what comes back.
func (t *tutor) learningSupervisor(ctx context.Context, tr *turn) (string, error) {
	s := snapshot(tr)
	if s.RunID != tr.Info().RunID {
		begin(&s, tr.Info())
		return t.intake(ctx, tr, &s)
	}
	switch s.PreviousAgent {
	case TheoryEducator:
		if s.wantsQuestion() {
			return QuizGenerator, hand(tr, "question wanted", QuizGenerator, func(s *TutorState) { s.TheoryDraft = "" })
		}
		return t.answer(tr, "theory presented", t.theoryReply(&s), func(s *TutorState) { s.TheoryDraft = "" })
	case EvaluationFeedbackAgent:
		return SessionManager, hand(tr, "feedback presented", SessionManager, func(s *TutorState) {
			s.EvaluationFeedback, s.FeedbackDraft = s.FeedbackDraft, ""
		})
	case QnAResolver:
		// The lesson is where it was.
		return t.answer(tr, "question answered", t.findingReply(&s), func(s *TutorState) {
			s.QnADraft = ""
			if s.Turn.ReturnTo != "" {
				s.handTo(s.Turn.ReturnTo)
			}
		})
	}
	return t.route(ctx, tr, &s)
}

// lead is the transition that takes a message in or routes it.
type lead struct {
	label string
	with  with
	// heard tells that the message is new to the conversation.
	heard bool
}

// intake is the run's first transition.
func (t *tutor) intake(ctx context.Context, tr *turn, s *TutorState) (string, error) {
	in := lead{label: "message received", heard: true}
	in.with.Events = func(*TutorState) []engine.Event {
		return []engine.Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: texts.Say(s.Language, "lesson.preparing")}}}
	}
	switch {
	case s.SessionProgressStage == "" || s.CurrentSessionCount == 0:
		session, err := engine.Session(ctx, tr)
		if err != nil {
			return "", err
		}
		if session.Title == state.DefaultTitle { // nobody has named it yet
			in.with.Title = texts.Say(s.Language, "lesson.chat")
		}
		return SessionManager, told(tr, in.label, func(s *TutorState) {
			s.SessionProgressStage = StageStart
			s.handTo(SessionManager)
		}, in.with)
	case s.undecided():
		return SessionManager, told(tr, in.label, func(*TutorState) {}, in.with)
	}
	s.Turn = t.heard(s, tr.Info().Query)
	s.Turn.Welcome = s.LastDay != "" && s.LastDay != t.now(tr).Format(time.DateOnly)
	return t.dispatch(ctx, tr, s, in)
}

// route goes on after the session manager: to the theory of the session
// that was asked for, or to what the chat's first message wants.
func (t *tutor) route(ctx context.Context, tr *turn, s *TutorState) (string, error) {
	if s.Turn.Intent != "" && s.UserType != "" {
		return TheoryEducator, hand(tr, "theory wanted", TheoryEducator)
	}
	s.Turn = t.heard(s, tr.Info().Query)
	// In a new chat of somebody who is known a greeting is a beginning.
	if s.place() == atStart && len(s.RecentSessionsSummary) > 0 {
		s.Turn.Welcome = true
		if s.Turn.Intent == intentGreeting {
			s.Turn.Intent = intentNext
		}
	}
	return t.dispatch(ctx, tr, s, lead{label: "message routed"})
}

// heard reads the message; assent to a choice that was asked back is an answer.
func (t *tutor) heard(s *TutorState, query string) Turn {
	turn := t.course.read(query, s.place(), t.course.questions[s.CurrentQuestionNumber])
	if s.Tentative > 0 && turn.Intent == intentNext {
		return Turn{Intent: intentAnswer, Choice: s.Tentative}
	}
	return turn
}

// answer ends a run: with the response, what is noted of it, and the stored
// conversation brought up to date if there is one.
func (t *tutor) answer(tr *turn, label string, response state.Response, change func(*TutorState), effects ...effect) (string, error) {
	now, text := t.now(tr), response.Answer+response.Message
	if response.Type == state.ResponseGuidance {
		response.OriginalQuery = cut(tr.Info().Query, maxQuoted)
	}
	var kept TutorState
	effects = append(effects, func(ctx context.Context, tx tx) error { return keep(ctx, tx, &kept, now) })
	err := told(tr, label, func(s *TutorState) {
		change(s)
		s.say(LearningSupervisor, messageSystem, cut(text, maxReply), now)
		kept = *s
	}, with{Effects: effects})
	if err != nil {
		return "", err
	}
	return engine.End, tr.Answer(&response)
}
