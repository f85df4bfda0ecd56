package tutor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/korean"
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
	s := tr.State()
	if s.RunID != tr.Info().RunID {
		begin(&s, tr.Info())
		return t.intake(ctx, tr, &s)
	}
	switch s.PreviousAgent {
	case TheoryEducator:
		if s.Turn.wantsQuestion() {
			return QuizGenerator, hand(tr, "question wanted", QuizGenerator, func(s *TutorState) { s.TheoryDraft = "" })
		}
		return t.answer(tr, "theory presented", t.theoryReply(&s), func(s *TutorState) { s.TheoryDraft = "" })
	case EvaluationFeedbackAgent:
		return SessionManager, hand(tr, "feedback presented", SessionManager, func(s *TutorState) {
			s.EvaluationFeedback, s.FeedbackDraft = s.FeedbackDraft, ""
		})
	case QnAResolver:
		// The lesson is where it was; who had none and asks about a subject is in its.
		t.enter(&s)
		return t.answer(tr, "question answered", t.findingReply(&s), func(s *TutorState) {
			s.QnADraft = ""
			t.enter(s)
			if s.Turn.ReturnTo != "" {
				s.handTo(s.Turn.ReturnTo)
			}
		})
	}
	return t.route(ctx, tr, &s)
}

// enter takes a learner who has chosen no level into the lesson that is assumed, or into
// that of the subject that was answered about.
func (t *tutor) enter(s *TutorState) {
	if s.Turn.Assumed {
		s.UserType, s.CurrentChapter, s.SessionProgressStage = s.Turn.Level, s.Turn.Chapter, StageTheory
	}
	if f := s.Turn.QnA; s.place() == atLevel && f != nil && f.Found && t.course().chapter(f.Chapter).Subject != nil {
		s.UserType, s.CurrentChapter, s.SessionProgressStage = Beginner, f.Chapter, StageTheory
	}
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
		session, err := engine.Read(ctx, tr, "session", func(ctx context.Context) (state.Session, error) { return engine.Session(ctx, tr) })
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

// heard reads the message; assent to a choice that was asked back is an answer, and to
// a level that was suggested the choice of it.
func (t *tutor) heard(s *TutorState, query string) Turn {
	turn := t.course().read(query, s.place(), t.course().questions[s.CurrentQuestionNumber], s.Last)
	switch assents := turn.Intent == intentNext; {
	case assents && s.place() == atLevel && s.Suggested != "":
		turn = Turn{Intent: intentLevel, Level: s.Suggested, Assumed: s.Last != nil}
	case assents && s.Tentative > 0:
		return Turn{Intent: intentAnswer, Choice: s.Tentative}
	}
	said, next := korean.Words(query), t.course().next(s.CurrentChapter)
	turn.Brief = phrases.Has(said, "brief")
	t.move(s, &turn, named(query))
	if s.place() == atLevel {
		t.assume(s, &turn, query)
	} else if turn.Intent == intentNext && next != s.CurrentChapter && phrases.Has(said, "chapter.next") {
		turn = Turn{Intent: intentChapter, Chapter: next} // whatever is open, or to be studied again
	}
	return turn
}

// ofALesson are what is answered at once of a lesson's chapter.
var ofALesson = []string{"easier", "example", "deeper", "summary"}

// move takes what is wanted of a lesson to the chapter that is named: a question there,
// else its explanation, which is short for a summary.
func (t *tutor) move(s *TutorState, turn *Turn, n int) {
	explains := slices.Contains(ofALesson, turn.Intent) || turn.Intent == "explain_again"
	switch at := s.place(); {
	case n == 0 || n > len(t.course().chapters) || !explains && !turn.wantsQuestion():
	case at != atLevel && n == s.CurrentChapter:
		turn.Chapter = 0
	case at != atLevel && explains:
		*turn = Turn{Intent: intentChapter, Chapter: n, Brief: turn.Brief || turn.Intent == "summary"}
	default:
		turn.Chapter = n
	}
}

// assume completes what is wanted of a lesson before a level is chosen: of the chapter
// that is named, else of the one that was talked about, else of the first. Bare assent
// wants none.
func (t *tutor) assume(s *TutorState, turn *Turn, query string) {
	c, talked := t.course(), 0
	if s.Last != nil {
		talked = s.Last.Chapter
	}
	unanswered := turn.Intent == intentQuestion && !c.resolve(query, asking{language: s.Language}).Finding.Found
	switch n, at := cmp.Or(turn.Chapter, talked), named(query); {
	case at > 0 && at <= len(c.chapters) && (unanswered || turn.Intent == intentNext || turn.Intent == intentUnclear):
		turn.Intent = intentChapter // whatever is wanted there
		turn.lesson(at, s.Suggested)
	case turn.Intent == intentLevel && s.Suggested != "":
		turn.Chapter = n
	case turn.Intent == intentAboutChapter && turn.Chapter <= len(c.chapters):
		n := t.told(s, turn.Chapter)
		turn.Level, turn.QnA = Beginner, &Finding{Found: true, Chapter: n, Title: c.chapter(n).Title.In(s.Language)}
	case slices.Contains(ofALesson, turn.Intent), turn.Intent == intentChapter && turn.Level == "" && n >= 1 && n <= len(c.chapters):
		turn.lesson(n, s.Suggested)
	case turn.wantsQuestion(), turn.Intent == "explain_again",
		turn.Intent == intentNext && phrases.Has(korean.Words(query), "begins"):
		turn.lesson(cmp.Or(turn.Chapter, c.subjectOf(query), c.wished(query), talked), s.Suggested)
	}
}

// lesson makes a turn one of a lesson that nobody has chosen, for beginners where no
// level is named or suggested.
func (turn *Turn) lesson(chapter int, suggested string) {
	turn.Assumed, turn.Chapter, turn.Level = true, max(chapter, 1), cmp.Or(turn.Level, suggested, Beginner)
}

// answer ends a run: with the response, what is noted of it, and the stored
// conversation brought up to date if there is one.
func (t *tutor) answer(tr *turn, label string, response state.Response, change func(*TutorState), effects ...effect) (string, error) {
	now, text := t.now(tr), response.Answer+response.Message
	if response.Type == state.ResponseGuidance {
		response.OriginalQuery = cut.Runes(tr.Info().Query, maxQuoted)
	}
	var kept TutorState
	effects = append(effects, func(ctx context.Context, tx tx) error { return t.keep(ctx, tx, &kept, now) })
	err := told(tr, label, func(s *TutorState) {
		change(s)
		s.say(LearningSupervisor, messageSystem, cut.Runes(text, maxReply), now)
		kept = *s
	}, with{Effects: effects})
	if err != nil {
		return "", err
	}
	return engine.End, tr.Answer(&response)
}

// agent is whose work the message is, "" for an answer at once.
func (t *tutor) agent(s *TutorState) string {
	at, turn := s.place(), s.Turn
	switch {
	case turn.Intent == intentLevel && turn.Level == s.UserType && t.course().chapter(s.CurrentChapter).Subject == nil,
		turn.Intent == intentChapter && (turn.Chapter < 1 || turn.Chapter > len(t.course().chapters)),
		at == atLevel && turn.Level == "" && actOf(turn.Intent).to[at] == TheoryEducator,
		turn.Intent == intentNext && at == atFeedback && t.finished(s):
		return ""
	}
	if turn.Chapter > 0 && at != atLevel && turn.wantsQuestion() {
		return SessionManager
	}
	return actOf(turn.Intent).to[at]
}

// wantsQuestion tells that the turn is to end in a new question.
func (turn *Turn) wantsQuestion() bool {
	return turn.Intent == intentQuiz || turn.Intent == intentType
}

// finished tells that the last chapter is behind the user.
func (t *tutor) finished(s *TutorState) bool {
	return t.course().next(s.CurrentChapter) == s.CurrentChapter && s.SessionDecisionResult == Proceed
}

// dispatch sends the message on, with the transition that takes it in.
func (t *tutor) dispatch(ctx context.Context, tr *turn, s *TutorState, in lead) (string, error) {
	agent := t.agent(s)
	var reply state.Response
	if agent == "" {
		t.enter(s)
		var err error
		if reply, err = t.replyTo(ctx, tr, s); err != nil {
			return "", err
		}
	}
	now, query, turn := t.now(tr), tr.Info().Query, s.Turn
	if err := told(tr, in.label, func(s *TutorState) {
		s.Turn, s.Tentative, s.Suggested = turn, 0, ""
		if turn.Intent == intentSuggested || turn.Intent == intentAboutChapter {
			s.Suggested = turn.Level
		}
		if turn.Intent == intentTentative {
			s.Tentative = turn.Choice
		}
		s.LastDay = now.Format(time.DateOnly)
		// What begins a session is noted by its manager.
		if agent == "" {
			t.enter(s)
		}
		if in.heard && agent != SessionManager {
			s.say(s.CurrentAgent, messageUser, query, now)
		}
		if agent == EvaluationFeedbackAgent {
			s.CurrentQuestionAnswer = cut.Runes(query, maxAnswer)
		}
	}, in.with); err != nil {
		return "", err
	}
	switch agent {
	case TheoryEducator:
		return agent, hand(tr, "theory wanted", agent, func(s *TutorState) {
			s.UserType, s.CurrentChapter = cmp.Or(s.UserType, s.Turn.Level), cmp.Or(s.Turn.Chapter, s.CurrentChapter)
		})
	case QuizGenerator:
		return agent, hand(tr, "question wanted", agent)
	case QnAResolver:
		return agent, detour(tr, s)
	case "":
		return t.answer(tr, "answered at once", reply, func(done *TutorState) {
			done.Language, done.LanguageChoice = s.Language, s.LanguageChoice
		})
	}
	return agent, nil
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
	if language := map[string]string{intentKorean: "ko", intentEnglish: "en"}[s.Turn.Intent]; language != "" {
		s.Language, s.LanguageChoice = language, language
	}
	if s.Turn.Intent != intentProgress {
		return t.guide(s), nil
	}
	p, err := engine.Read(ctx, tr, "progress", func(ctx context.Context) (Progress, error) {
		return t.progress(ctx, s.learner(), s.Language)
	})
	if err != nil {
		return state.Response{}, fmt.Errorf("progress: %w", err)
	}
	return t.progressReply(s, p), nil
}
