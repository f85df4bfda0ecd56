package tutor

import (
	"context"
	"fmt"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// step is what the supervisor does with a message.
type step int

const (
	stepReply step = iota
	stepSession
	stepTheory
	stepQuiz
	stepEvaluate
	stepResolve
)

// next is the supervisor's table: intent by place.
func (t *tutor) next(s *TutorState) step {
	at := s.place()
	switch s.Turn.Intent {
	case intentQuestion:
		return stepResolve
	case intentAnswer, intentGiveUp:
		return stepEvaluate
	case intentHint, intentQuestionAgain, intentBeyond, intentSeveral, intentPeek:
		if at == atQuiz {
			return stepQuiz
		}
	case intentLevel:
		if at == atLevel {
			return stepTheory
		}
		if s.Turn.Level != s.UserType {
			return stepSession
		}
	case intentChapter:
		if at != atLevel && s.Turn.Chapter >= 1 && s.Turn.Chapter <= len(t.course.chapters) {
			return stepSession
		}
	case intentType:
		if at == atQuiz {
			return stepQuiz
		}
		return t.goOn(s, at)
	case intentNext, intentQuiz:
		return t.goOn(s, at)
	case intentTheoryAgain:
		if at == atStart || at == atFeedback {
			return t.goOn(s, at)
		}
	}
	return stepReply
}

// goOn is the next thing of the lesson.
func (t *tutor) goOn(s *TutorState, at place) step {
	switch {
	case at == atStart:
		return stepTheory
	case at == atTheory:
		return stepQuiz
	case at == atQuiz:
		return stepQuiz
	case at == atFeedback && !t.finished(s):
		return stepSession
	}
	return stepReply
}

// finished tells that the last chapter is behind the user.
func (t *tutor) finished(s *TutorState) bool {
	return s.CurrentChapter == len(t.course.chapters) && s.SessionDecisionResult == Proceed
}

// dispatch sends the message on; lead is the transition that takes it in.
func (t *tutor) dispatch(ctx context.Context, tr *turn, s *TutorState, lead change) (outcome, error) {
	now, query, turn := t.now(tr), tr.Info().Query, s.Turn
	heard := func(s *TutorState) {
		s.Turn = turn
		s.LastDay = now.Format(time.DateOnly)
	}
	lead.Updates = append(lead.Updates, heard)
	step := t.next(s)
	// What begins a session is noted by its manager.
	if step != stepSession && lead.Label == labelReceived {
		lead.Updates = append(lead.Updates, func(s *TutorState) { s.say(s.CurrentAgent, messageUser, query, now) })
	}
	switch step {
	case stepSession:
		return outcome{Next: SessionManager, Last: []change{lead}}, nil
	case stepTheory:
		return outcome{Next: TheoryEducator, Last: []change{lead, move("theory wanted", TheoryEducator, chooseLevel)}}, nil
	case stepQuiz:
		return outcome{Next: QuizGenerator, Last: []change{lead, move("question wanted", QuizGenerator)}}, nil
	case stepEvaluate:
		lead.Updates = append(lead.Updates, func(s *TutorState) { s.CurrentQuestionAnswer = cut(query, maxAnswer) })
		return outcome{Next: EvaluationFeedbackAgent, Last: []change{lead}}, nil
	case stepResolve:
		return outcome{Next: QnAResolver, Last: append([]change{lead}, detour(s)...)}, nil
	case stepReply:
	}
	return t.replyTo(ctx, tr, s, lead)
}

func chooseLevel(s *TutorState) {
	if s.UserType == "" {
		s.UserType = s.Turn.Level
	}
}

// detour leads to the resolver from wherever the lesson rests.
func detour(s *TutorState) []change {
	var list []change
	if s.CurrentAgent != LearningSupervisor {
		list = append(list, move("question in between", LearningSupervisor))
	}
	return append(list, move("question wanted answered", QnAResolver, func(s *TutorState) {
		if s.QuestionOpen {
			s.Turn.ReturnTo = QuizGenerator
		}
	}))
}

func (t *tutor) replyTo(ctx context.Context, tr *turn, s *TutorState, lead change) (outcome, error) {
	var response state.Response
	var update func(*TutorState)
	switch s.Turn.Intent {
	case intentProgress:
		p, err := engine.Recall(ctx, tr.Scope(""), func(ctx context.Context) (Progress, error) {
			return t.progress(ctx, s.learner(), s.Language)
		})
		if err != nil {
			return outcome{}, fmt.Errorf("progress: %w", err)
		}
		response = t.progressReply(s, p)
	case intentKorean, intentEnglish:
		language := map[string]string{intentKorean: "ko", intentEnglish: "en"}[s.Turn.Intent]
		s.Language = language
		response = t.guide(s)
		update = func(s *TutorState) { s.Language, s.LanguageChoice = language, language }
	default:
		response = t.guide(s)
	}
	done := t.answer(tr, "answered at once", response)
	if update != nil {
		done.Updates = append([]func(*TutorState){update}, done.Updates...)
	}
	return outcome{Next: endOfRun, Last: []change{lead, done}}, nil
}
