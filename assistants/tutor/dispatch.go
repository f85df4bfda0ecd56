package tutor

import (
	"context"
	"fmt"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// agent is whose work the message is, "" for an answer at once.
func (t *tutor) agent(s *TutorState) string {
	at, turn := s.place(), s.Turn
	switch {
	case turn.Intent == intentLevel && turn.Level == s.UserType,
		turn.Intent == intentChapter && (at == atLevel || turn.Chapter < 1 || turn.Chapter > len(t.course.chapters)),
		turn.Intent == intentNext && at == atFeedback && t.finished(s):
		return ""
	}
	return actOf(turn.Intent).to[at]
}

// wantsQuestion tells that the turn is to end in a new question.
func (s *TutorState) wantsQuestion() bool {
	return s.Turn.Intent == intentQuiz || s.Turn.Intent == intentType
}

// finished tells that the last chapter is behind the user.
func (t *tutor) finished(s *TutorState) bool {
	return s.CurrentChapter == len(t.course.chapters) && s.SessionDecisionResult == Proceed
}

// dispatch sends the message on, with the transition that takes it in.
func (t *tutor) dispatch(ctx context.Context, tr *turn, s *TutorState, in lead) (string, error) {
	agent := t.agent(s)
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
