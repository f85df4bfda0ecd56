package tutor

import (
	"context"
	"fmt"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// to hands a message to an agent wherever the lesson is.
func to(agent string) func(*tutor, *TutorState) string {
	return func(*tutor, *TutorState) string { return agent }
}

func (t *tutor) toHint(s *TutorState) string {
	if s.place() == atQuiz {
		return QuizGenerator
	}
	return ""
}

func (t *tutor) toLevel(s *TutorState) string {
	switch {
	case s.place() == atLevel:
		return TheoryEducator
	case s.Turn.Level != s.UserType:
		return SessionManager
	}
	return ""
}

func (t *tutor) toChapter(s *TutorState) string {
	if s.place() != atLevel && s.Turn.Chapter >= 1 && s.Turn.Chapter <= len(t.course.chapters) {
		return SessionManager
	}
	return ""
}

// toTheory begins where nothing is explained yet.
func (t *tutor) toTheory(s *TutorState) string {
	if s.place() == atStart {
		return TheoryEducator
	}
	return ""
}

// toQuiz leads to a question: behind the feedback to another one of the chapter,
// in a session of its own.
func (t *tutor) toQuiz(s *TutorState) string {
	switch at := s.place(); {
	case at == atStart:
		return TheoryEducator
	case at == atFeedback:
		return SessionManager
	case at == atTheory, at == atQuiz && s.Turn.Intent == intentType:
		return QuizGenerator
	}
	return ""
}

// wantsQuestion tells that the turn is to end in a new question.
func (s *TutorState) wantsQuestion() bool {
	return s.Turn.Intent == intentQuiz || s.Turn.Intent == intentType
}

// goOn is whose the next thing of the lesson is.
func (t *tutor) goOn(s *TutorState) string {
	switch at := s.place(); {
	case at == atStart:
		return TheoryEducator
	case at == atTheory:
		return QuizGenerator
	case at == atFeedback && !t.finished(s):
		return SessionManager
	}
	return ""
}

// finished tells that the last chapter is behind the user.
func (t *tutor) finished(s *TutorState) bool {
	return s.CurrentChapter == len(t.course.chapters) && s.SessionDecisionResult == Proceed
}

// dispatch sends the message on, with the transition that takes it in.
func (t *tutor) dispatch(ctx context.Context, tr *turn, s *TutorState, in lead) (string, error) {
	agent := ""
	if decide := actOf(s.Turn.Intent).toFunc; decide != nil {
		agent = decide(t, s)
	}
	var reply state.Response
	if agent == "" {
		var err error
		if reply, err = t.replyTo(ctx, tr, s); err != nil {
			return "", err
		}
	}
	now, query, turn := t.now(tr), tr.Info().Query, s.Turn
	if err := told(tr, in.label, func(s *TutorState) {
		s.Turn, s.Tentative = turn, 0
		if turn.Intent == intentTentative {
			s.Tentative = turn.Choice
		}
		s.LastDay = now.Format(time.DateOnly)
		// What begins a session is noted by its manager.
		if in.heard && agent != SessionManager {
			s.say(s.CurrentAgent, messageUser, query, now)
		}
		if agent == EvaluationFeedbackAgent {
			s.CurrentQuestionAnswer = cut(query, maxAnswer)
		}
	}, in.with); err != nil {
		return "", err
	}
	switch agent {
	case TheoryEducator:
		return agent, hand(tr, "theory wanted", TheoryEducator, chooseLevel)
	case QuizGenerator:
		return agent, hand(tr, "question wanted", QuizGenerator)
	case QnAResolver:
		return agent, detour(tr, s)
	case "":
		return t.answer(tr, "answered at once", reply, func(done *TutorState) {
			done.Language, done.LanguageChoice = s.Language, s.LanguageChoice
		})
	}
	return agent, nil
}

func chooseLevel(s *TutorState) {
	if s.UserType == "" {
		s.UserType = s.Turn.Level
	}
}

// detour leads to the resolver from wherever the lesson rests.
func detour(tr *turn, s *TutorState) error {
	if s.CurrentAgent != LearningSupervisor {
		if err := hand(tr, "question in between", LearningSupervisor); err != nil {
			return err
		}
	}
	return hand(tr, "question wanted answered", QnAResolver, func(s *TutorState) {
		if s.QuestionOpen {
			s.Turn.ReturnTo = QuizGenerator
		}
	})
}

// replyTo answers what needs no other agent.
func (t *tutor) replyTo(ctx context.Context, tr *turn, s *TutorState) (state.Response, error) {
	switch s.Turn.Intent {
	case intentProgress:
		p, err := engine.Do(ctx, tr, "progress", func(ctx context.Context) (Progress, error) {
			return t.progress(ctx, s.learner(), s.Language)
		})
		if err != nil {
			return state.Response{}, fmt.Errorf("progress: %w", err)
		}
		return t.progressReply(s, p), nil
	case intentKorean:
		s.Language, s.LanguageChoice = "ko", "ko"
	case intentEnglish:
		s.Language, s.LanguageChoice = "en", "en"
	}
	return t.guide(s), nil
}
