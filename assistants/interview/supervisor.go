package interview

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// supervisor names the next worker, and makes the answer of what they said.
func (v *interviewer) supervisor(ctx context.Context, tr *turn) (string, error) {
	s := tr.State()
	switch info := tr.Info(); {
	case s.RunID == info.RunID:
	case info.Reply != nil:
		return Reviewer, tr.Update("reviewed", func(s *InterviewState) { s.FlowControl.NextWorker = Reviewer })
	default:
		return v.intake(ctx, tr)
	}
	next := v.next(&s)
	if next == engine.End {
		return v.respond(tr, &s)
	}
	return next, tr.Update("next: "+next, func(s *InterviewState) { s.FlowControl.NextWorker = next })
}

// next is who works next.
func (v *interviewer) next(s *InterviewState) string {
	switch s.Turn.Worker {
	case Guardrail:
		return v.first(s)
	case Greeter:
		// Who only says what they came for is asked for a field first.
		if v.begins(s) {
			return Interviewer
		}
	case Guide:
		if s.Turn.Answer != "" && s.place() == atQuestion && s.Turn.Intent != intentProgress { // beside what was wanted
			return Evaluator
		}
	case Evaluator:
		return Coach
	case Interviewer:
		if s.Turn.Answer != "" && s.Turn.Intent == intentProgress {
			return Guide
		}
	case Coach:
		switch {
		case s.Task.CurrentQuestion != nil:
			return Interviewer // the follow-up
		case v.ended(s) != "":
			return Closer
		}
		return Interviewer
	}
	return engine.End
}

// first is who works on a message that was just read.
func (v *interviewer) first(s *InterviewState) string {
	at := s.place()
	switch intent := s.Turn.Intent; {
	case s.Task.InterviewStage == "":
		return Greeter
	case at == atFinished && (intent == intentRestart || v.begins(s) || intent == intentBegin):
		return Greeter
	case intent == intentEnd && at != atReview && at != atFinished:
		return Closer
	case intent == intentProgress && s.Turn.Answer != "":
		return Evaluator // the answer is of what is told
	case s.Turn.Answer != "" && intent != intentAnswer:
		return Guide
	case at == atGreeting && v.begins(s):
		return Interviewer
	case at == atQuestion && (intent == intentAnswer || intent == intentAtLoss || intent == intentSkip || intent == intentEasier || intent == intentHarder ||
		intent == intentTopic && s.elsewhereWanted() || intent == intentField && s.Turn.Plan != "" && s.Turn.Plan != s.Task.Plan):
		return Evaluator
	case at == atQuestion && (intent == intentHint || intent == intentClarify || intent == intentRepeat || intent == intentResume):
		return Interviewer
	}
	return Guide
}

// elsewhereWanted tells that the open question gives way to one on the topic that is
// wished for, or is itself on what is to be left out.
func (s *InterviewState) elsewhereWanted() bool {
	if s.Turn.Topic == "" {
		return slices.Contains(s.Turn.Avoid, s.Task.CurrentQuestion.ID)
	}
	return !s.asked(s.Turn.Topic)
}

// begins tells that there is a field to begin with: one that was named, any for who wants
// to begin all the same, or what is asked for any role. A yes alone chooses none.
func (v *interviewer) begins(s *InterviewState) bool {
	switch s.Turn.Intent {
	case intentField, intentTopic:
		return true
	case intentBegin:
		return s.Turn.Count > 0 || phrases.Has(s.query(), "start")
	}
	return v.anyRole(s)
}

// anyRole tells that questions which come up for any role are begun with: for who names a
// role that has none of its own, or tells more than a word where a field was asked for.
func (v *interviewer) anyRole(s *InterviewState) bool {
	told := s.Turn.Intent == intentUnclear && s.Task.InterviewStage == StageGreeting &&
		korean.Syllables(korean.Words(s.query())) > shortCommand/2 && !korean.Asks(s.query()) && !korean.EndsAsking(s.query())
	return (s.Turn.Intent == intentOtherRole || told) && v.bank().plan(behavioural).Key == behavioural
}

// pending tells that the final evaluation waits for a reviewer.
func (s *InterviewState) pending() bool {
	r := s.FlowControl.HumanInLoopPayload
	return r != nil && r.Status == ReviewPending
}

// intake is the run's first transition: what is known of the user, the time
// that was spent, the title of the chat.
func (v *interviewer) intake(ctx context.Context, tr *turn) (string, error) {
	s := tr.State()
	v.begin(&s, tr.Info())
	var w with
	w.Events = func(s *InterviewState) []engine.Event {
		return []engine.Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: texts.Say(s.Language, "preparing")}}}
	}
	var known Profile
	if s.Task.InterviewStage == "" {
		session, err := engine.Read(ctx, tr, "session", func(ctx context.Context) (state.Session, error) { return engine.Session(ctx, tr) })
		if err != nil {
			return "", err
		}
		if session.Title == state.DefaultTitle {
			w.Title = texts.Say(s.Language, "chat")
		}
		if known, err = v.known(ctx, tr, &s); err != nil {
			return "", err
		}
	}
	now := tr.Now()
	return Guardrail, tr.Update("message received", func(s *InterviewState) {
		if s.Task.InterviewStage == "" {
			s.UserContext.Profile = known
			s.Persona.CurrentMood = moodWelcoming
			s.Task.CurrentDifficulty = 50
		}
		s.spend(now, v.bank().settings.Limits.Break)
		s.Evaluation.TurnCount++
		s.FlowControl.NextWorker = Guardrail
	}, w)
}

// spend adds what passed since the last message to the interview's time; of a
// break only so many minutes.
func (s *InterviewState) spend(now time.Time, most int) {
	if s.Task.CurrentQuestion != nil && !s.Task.SeenAt.IsZero() {
		passed := max(now.Sub(s.Task.SeenAt), 0)
		s.Task.ActiveSeconds += int(min(passed, time.Duration(most)*time.Minute).Seconds())
	}
	s.Task.SeenAt = now.Truncate(time.Millisecond).UTC()
}

// say hands what a worker says back to the supervisor, with its change.
func (v *interviewer) say(tr *turn, label, worker string, said []Said, change func(*InterviewState), w ...with) (string, error) {
	for i := range said {
		said[i].Worker = worker
	}
	return Supervisor, tr.Update(label, func(s *InterviewState) {
		if change != nil {
			change(s)
		}
		s.Turn.Worker = worker
		s.Turn.Said = append(s.Turn.Said[:len(s.Turn.Said):len(s.Turn.Said)], said...)
		var outcome []string
		for _, part := range said {
			outcome = append(outcome, part.Text)
		}
		s.Task.AgentOutcome = cut.Runes(strings.Join(outcome, "\n\n"), maxMessage)
	}, w...)
}

// respond makes the answer of the turn. An evaluation that nobody was asked about
// yet goes to the reviewers with it: behind the closer, or behind a run that was
// cancelled before it could.
func (v *interviewer) respond(tr *turn, s *InterviewState) (string, error) {
	response := v.reply(s)
	now := tr.Now()
	refers := s.pending() && !s.FlowControl.HumanInLoopPayload.Referred
	if refers {
		q, err := v.question(s)
		if err == nil {
			err = tr.Refer(q)
		}
		if err != nil {
			return "", err
		}
	}
	err := tr.Update("answered", func(s *InterviewState) {
		s.heard("assistant", response.Answer+response.Message, now)
		s.FlowControl.NextWorker = ""
		if refers {
			review := *s.FlowControl.HumanInLoopPayload
			review.Referred = true
			s.FlowControl.HumanInLoopPayload = &review
		}
		s.Turn.Said = nil
	})
	if err != nil {
		return "", err
	}
	return engine.End, tr.Answer(&response)
}
