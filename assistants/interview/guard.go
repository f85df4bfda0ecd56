package interview

import (
	"context"
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/cut"
)

// guardrail reads the message: whether it is safe, what it wants, and which
// technologies it names.
func (v *interviewer) guardrail(_ context.Context, tr *turn) (string, error) {
	s, query := tr.State(), tr.Info().Query
	read := s.answered(query, v.open(&s), v.read(&s, query))
	if tr.Info().Proactive != nil {
		read = Turn{Intent: intentTriggered} // nobody spoke
	}
	if len(read.Topics) > 0 {
		read.Topic = s.wanted(read.Topics)
	}
	held := ""
	if read.Intent == intentUnsure {
		held = s.Task.CurrentQuestion.Unsure
	} else if read.Intent == intentAnswer && read.Answer == "" {
		if s.unsure(v.bank().message(query, atQuestion, v.open(&s)), query, v.helper.Client == nil) {
			read, held = Turn{Intent: intentUnsure}, cut.Runes(query, maxAnswer)
		}
	}
	found := v.bank().technologies(cut.Runes(query, maxAnswer))
	now := tr.Now()
	return Supervisor, tr.Update("message read: "+read.Intent, func(s *InterviewState) {
		read.Worker, read.Said = Guardrail, s.Turn.Said
		s.Turn = read
		if c := s.Task.CurrentQuestion; c != nil && c.Unsure != held {
			s.change(func(c *CurrentQuestion) { c.Unsure = held })
		}
		if read.Count > 0 {
			s.Task.Wanted = read.Count
			switch {
			case read.More: // the open one is the first of them
				s.Task.Wanted = s.scored() + read.Count
			case s.place() == atQuestion: // the open one is scored at least
				s.Task.Wanted = max(read.Count, s.scored()+1)
			}
		}
		s.wish()
		if read.Wish != 0 {
			s.Task.Wish = read.Wish
		}
		if read.Focus || read.Intent == intentField {
			s.Task.Focus = read.focus()
		}
		if read.Avoid != nil {
			s.Task.Avoid = append(slices.Clip(s.Task.Avoid), read.Avoid...)
		}
		g := &s.Guardrails
		g.IsSafe, g.UserIntent = read.Intent != intentHarmful && read.Intent != intentOrders, scopeOf(read.Intent)
		g.ParsedEntities, g.ErrorMessage = nil, ""
		if len(found) > 0 {
			g.ParsedEntities = map[string][]string{"technologies": found}
		}
		switch {
		case g.UserIntent == OutOfScope:
			g.FallbackCount++
			g.ErrorMessage = read.Intent
		case read.Intent == intentAnswer || read.Intent == intentField || read.Intent == intentBegin:
			g.FallbackCount = 0
		}
		profile := &s.UserContext.Profile
		profile.TechStack = answer.Add(slices.Clip(profile.TechStack), found...)
		if read.Intent != intentTriggered {
			s.heard("user", query, now)
		}
	})
}

// read reads a message; behind a "no" to whether to mark something, what else it says.
func (v *interviewer) read(s *InterviewState, query string) Turn {
	if c := s.Task.CurrentQuestion; c != nil && c.Unsure != "" {
		if said := phrases.Named(query, "no_and")["said"]; said != "" {
			query = said
		}
	}
	return v.bank().read(query, s.place(), v.open(s))
}

// scopeOf is the design's user_intent.
func scopeOf(intent string) string {
	switch intent {
	case intentHarmful, intentOrders, intentOffTopic, intentPersonal:
		return OutOfScope
	case intentClarify, intentRepeat, intentUnclear, intentUnsure, intentNotMarked:
		return ClarificationNeeded
	}
	return InterviewRelated
}

// open is the question that waits for its answer; nil is none.
func (v *interviewer) open(s *InterviewState) *Question {
	if s.Task.CurrentQuestion == nil {
		return nil
	}
	return v.bank().questions[s.Task.CurrentQuestion.ID]
}
