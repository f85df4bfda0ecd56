package interview

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/store"
)

// through are the states that the newest run has gone through, the first first.
func (r *room) through() (list []InterviewState) {
	r.t.Helper()
	kept, err := r.store.Checkpoints(r.t.Context(), store.Server(), r.id, r.state().RunID, 0, 100)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, c := range slices.Backward(kept) { // the newest is the first of them
		c, err := r.store.Checkpoint(r.t.Context(), store.Server(), c.ID)
		if err != nil {
			r.t.Fatal(err)
		}
		var s InterviewState
		if err := json.Unmarshal(c.State, &s); err != nil {
			r.t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// Whoever looks at a state of the design sees who works next and what the workers
// before had to say, what was answered, why a message was turned back, and how
// well it goes.
func TestStatesTellWhatGoesOn(t *testing.T) {
	t.Parallel()
	const answer = "answer" // to whatever is asked: its key points by name
	r := newRoom(t, nil)
	for i, turn := range []struct {
		say, error string
		workers    []string
		feedback   string
	}{
		{say: "안녕하세요", workers: []string{Guardrail, Greeter}},
		{say: "백엔드 2문제", workers: []string{Guardrail, Interviewer}},
		{say: "오늘 날씨 어때?", error: intentOffTopic, workers: []string{Guardrail, Guide}},
		{say: answer, workers: []string{Guardrail, Evaluator, Coach, Interviewer}},
		{say: "도움이 됐어요", workers: []string{Guardrail, Guide}, feedback: intentLiked},
		{say: "👍", workers: []string{Guardrail, Guide}, feedback: intentLiked},
		{say: "👎", workers: []string{Guardrail, Guide}, feedback: intentDisliked},
		{say: "도움이 됐어요", workers: []string{Guardrail, Guide}, feedback: intentLiked},
		{say: "별로예요", workers: []string{Guardrail, Guide}, feedback: intentDisliked},
		{say: "그만할게요", workers: []string{Guardrail, Closer}, feedback: intentDisliked},
	} {
		said := turn.say
		if said == answer {
			said = ""
			for _, p := range builtIn(t).questions[r.state().Task.CurrentQuestion.ID].Points {
				said += p.Name.In("ko") + "에 대해 예를 들어 설명하겠습니다."
			}
		}
		out := r.say(said)
		var workers []string
		heard, outcomes := "", 0
		for _, s := range r.through() {
			if next := s.FlowControl.NextWorker; next != "" && !slices.Contains(workers, next) {
				workers = append(workers, next)
			}
			if s.Task.CurrentAnswer != "" {
				heard = s.Task.CurrentAnswer
			}
			if outcome, _, _ := strings.Cut(s.Task.AgentOutcome, "\n"); s.Turn.Worker != Guardrail && outcome != "" && strings.Contains(out.text, outcome) {
				outcomes++
			}
		}
		if s := out.state; !cmp.Equal(workers, turn.workers) || s.FlowControl.NextWorker != "" || (strings.TrimSpace(said) == heard) != (turn.say == answer) || outcomes == 0 ||
			s.Guardrails.ErrorMessage != turn.error || s.Evaluation.TurnCount != i+1 || s.Evaluation.LastUserFeedback != turn.feedback {
			t.Errorf("%s: workers %q, answer %q, %d outcomes, %+v, %+v", turn.say, workers, heard, outcomes, s.Guardrails, s.Evaluation)
		}
	}
	if done := r.state().Evaluation.TaskSuccessful; done == nil {
		t.Error("nobody says whether it was successful")
	}
}

// An interview of which half was answered is successful, one that was broken off
// before is not.
func TestHalfAnInterviewIsASuccess(t *testing.T) {
	t.Parallel()
	for answered, want := range map[int]bool{1: false, 2: true} {
		r := newRoom(t, nil)
		r.say("백엔드 4문제")
		for range answered {
			r.say("모르겠습니다")
		}
		r.say("그만할게요")
		if got := r.state().Evaluation.TaskSuccessful; got == nil || *got != want {
			t.Errorf("%d of 4 answered: %v", answered, got)
		}
	}
}
