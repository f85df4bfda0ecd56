package terminal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

// board is a run's plan as far as it is known.
type board struct {
	plan  state.PlanReady
	shown bool // a plan has come
	steps []state.ExecutionStep
}

// news is what a frame changed on the board.
type news struct {
	planned bool // the plan is new
	changed bool // the plan was changed
	steps   []state.ExecutionStep
}

// apply takes a frame in; frames that do not concern the board change
// nothing.
func (b *board) apply(f client.Frame) (n news, err error) {
	switch f.Type {
	case state.EventPlanReady, state.EventExecutionStart:
		err = decoded(f, func(p state.PlanReady) error {
			first := !b.shown
			b.shown = true
			if first || p.Intent != "" {
				b.plan = p
			}
			n = b.update(p.ExecutionSteps)
			n.planned = first
			return nil
		})
	case state.EventTodoUpdated, state.EventPlanUpdated:
		err = decoded(f, func(t state.TodoUpdated) error {
			n = b.update(t.ExecutionSteps)
			n.changed = f.Type == state.EventPlanUpdated
			return nil
		})
	}
	return n, err
}

// update replaces the steps and returns those whose status changed.
func (b *board) update(steps []state.ExecutionStep) news {
	if len(steps) == 0 {
		return news{}
	}
	old := map[string]state.StepStatus{}
	for _, s := range b.steps {
		old[s.StepID] = s.Status
	}
	var n news
	for _, s := range steps {
		was, known := old[s.StepID]
		if !known {
			was = state.StepPending
		}
		if s.Status != was {
			n.steps = append(n.steps, s)
		}
	}
	b.steps = steps
	return n
}

// number is a step's place in the plan, from 1, as the user counts.
func (b *board) number(s state.ExecutionStep) int {
	return 1 + slices.IndexFunc(b.steps, func(o state.ExecutionStep) bool { return o.StepID == s.StepID })
}

// header is the plan in one line.
func (b *board) header(w words) string {
	var parts []string
	if b.plan.Confidence > 0 {
		parts = append(parts, fmt.Sprintf("%s %.0f%%", w.Say("confidence"), b.plan.Confidence*100))
	}
	if b.plan.EstimatedTotalTime > 0 {
		parts = append(parts, fmt.Sprintf("%s %.1f%s", w.Say("estimate"), b.plan.EstimatedTotalTime, w.Say("seconds")))
	}
	return w.Say("plan") + suffix(": ", strings.Join(parts, " · "))
}

// outcome is what there is to say of a step beyond its name.
func outcome(s state.ExecutionStep, w words) string {
	var parts []string
	if s.Status == state.StepCompleted && s.ExecutionTimeMS > 0 {
		parts = append(parts, fmt.Sprintf("%.1f%s", (time.Duration(s.ExecutionTimeMS)*time.Millisecond).Seconds(), w.Say("seconds")))
	}
	if s.Result != nil && s.Result.TotalResults > 0 {
		parts = append(parts, w.Say("results", "n", s.Result.TotalResults))
	}
	if s.Result != nil && s.Result.Summary != "" {
		parts = append(parts, line(s.Result.Summary))
	}
	if s.Error != nil && *s.Error != "" {
		parts = append(parts, line(*s.Error))
	}
	return strings.Join(parts, " · ")
}

// look is how a step of some status is shown.
type look struct{ mark, word string }

var looks = map[state.StepStatus]look{
	state.StepInProgress: {"▶", "started"},
	state.StepCompleted:  {"✔", "completed"},
	state.StepFailed:     {"✘", "failed"},
	state.StepSkipped:    {"⤼", "skipped"},
}

// lookOf is that of a step that has not begun, where the status is not known.
func lookOf(s state.StepStatus) look {
	if l, known := looks[s]; known {
		return l
	}
	return look{mark: "○"}
}

func (w words) status(s state.StepStatus) string {
	if word := lookOf(s).word; word != "" {
		return w.Say(word)
	}
	return string(s)
}
