package probe

import (
	"context"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
)

func (p *probe) executeTeams(ctx context.Context, t *turn) (string, error) {
	work := t.State().Work
	switch work.Fail {
	case "error":
		return "", errWanted
	case "panic":
		panic(errWanted)
	}
	next := "aggregate_results"
	if work.Ask != "" && work.AskLate {
		next = "hear_reply"
	}
	if work.StepMS == 0 {
		return next, p.crew.AtOnce(ctx, t, "steps completed")
	}
	return next, p.crew.Execute(ctx, t)
}

// work is every step's: to take its time, which a replay need not, and to bring
// a text of the size that was asked for.
func work(ctx context.Context, step *supervisor.Step[State]) (supervisor.Result[State], error) {
	s := step.State
	if s.Work.StepMS > 0 {
		_, err := engine.Do(ctx, step.Turn, "work", func(ctx context.Context) (bool, error) {
			timer := time.NewTimer(s.Work.stepTime())
			defer timer.Stop()
			select {
			case <-timer.C:
				return true, nil
			case <-ctx.Done():
				return false, context.Cause(ctx)
			}
		})
		if err != nil {
			return supervisor.Result[State]{}, err
		}
	}
	if failing, ok := s.Work.failingStep(); ok && failing == step.StepID {
		return supervisor.Result[State]{}, teams.Permanent(errWanted)
	}
	found := filled(texts.Say(s.Language, "filler"), s.Work.ResultBytes)
	return supervisor.Result[State]{
		Shown: state.StepResult{Summary: texts.Say(s.Language, "found"), TotalResults: 1},
		Update: func(s *State) {
			if s.Results == nil {
				s.Results = make(map[string]string, len(s.Steps))
			}
			s.Results[step.StepID] = found
			s.StepsDone++
		},
	}, nil
}

// started and ended note how far the run is, and how many steps failed.
func started(s *State, _ *state.ExecutionStep) { s.Phase = supervisor.PhaseExecuting }

func ended(s *State, step *state.ExecutionStep, err error) {
	s.Phase = supervisor.PhaseExecuting
	if err != nil {
		text := texts.Say(s.Language, "failed")
		step.Error = &text
		s.StepsFailed++
	}
}
