package toolloop

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
	"github.com/madang-dev/madang/teams/tools"
)

// The Dos of a call's step.
const (
	doBegin = "begin"
	doCall  = "call"
)

// Work is the team of calls: a supervisor.Team.
func (l *Loop[S]) Work(ctx context.Context, step *supervisor.Step[S]) (supervisor.Result[S], error) {
	if len(step.Actions) == 0 {
		return supervisor.Result[S]{}, teams.Permanent(errors.New("toolloop: a step without a tool"))
	}
	step.Progress(1, step.Task)
	result, err := l.call(ctx, step)
	switch {
	case err != nil:
		return supervisor.Result[S]{}, err
	case result.Failed != "":
		return supervisor.Result[S]{}, teams.Permanent(&failedCall{step.Actions[0], result})
	}
	shown := state.StepResult{Summary: shortened(result.Text), TotalResults: max(1, len(result.Facts)), Sources: result.Sources()}
	if shown.Summary == "" {
		shown.Summary = shortened(result.Facts[0].Text)
	}
	return supervisor.Result[S]{Shown: shown}, nil
}

// call makes the call, or hears how it went.
func (l *Loop[S]) call(ctx context.Context, step *supervisor.Step[S]) (tools.Result, error) {
	mine := true
	if slices.Contains(step.Actions, actionApproved) {
		// What the user allowed is begun once. Who finds it begun by somebody
		// else, and not recorded, does not know whether it was done.
		mine = false
		_, err := engine.Do(ctx, step.Turn, doBegin, func(context.Context) (bool, error) { mine = true; return true, nil })
		if err != nil {
			return tools.Result{}, err
		}
	}
	return engine.Do(ctx, step.Turn, doCall, func(ctx context.Context) (tools.Result, error) {
		tool, known := l.tools().Find(step.Actions[0])
		switch {
		case !mine:
			return tools.Result{Failed: tools.FailedUnknown, Detail: "it was begun before and may have been done; it is not done again"}, nil
		case !known:
			return tools.Result{Failed: tools.FailedGone, Detail: "there is no such tool any more"}, nil
		}
		by := l.caller(step)
		by.Key = engine.Key(ctx)
		return tools.Call(ctx, tool, by, json.RawMessage(step.Query))
	})
}

func (l *Loop[S]) caller(step *supervisor.Step[S]) tools.Caller {
	return tools.Caller{
		Query: step.Run.Query, Language: step.Run.Language, Today: l.TodayFunc(step.State),
		SessionID: step.Run.SessionID, UserID: step.Run.UserID, Now: step.Now(), ProgressFunc: step.Progress,
	}
}

// failedCall is the error of a step whose call brought nothing.
type failedCall struct {
	tool string
	tools.Result
}

func (e *failedCall) Error() string { return "tool " + e.tool + ": " + e.Failed + ": " + e.Detail }

// Say is why the call brought nothing, in words for the user.
func (e *failedCall) Say(language string) string { return texts.Say(language, "failed."+e.Failed) }
