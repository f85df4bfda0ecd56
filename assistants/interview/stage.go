package interview

import (
	"fmt"
	"slices"
)

// The workers, each a node of the graph.
const (
	Supervisor  = "supervisor"
	Guardrail   = "guardrail"   // masks, turns back, reads what is wanted
	Greeter     = "greeter"     // tells what this is and asks for a field
	Interviewer = "interviewer" // asks questions and follow-ups
	Evaluator   = "evaluator"   // marks answers and measures
	Coach       = "coach"       // one praise, one step
	Guide       = "guide"       // everything else that is answered at once
	Closer      = "closer"      // ends the interview and hands it to the reviewer
	Reviewer    = "reviewer"    // rests until a person has approved the evaluation
)

// The stages of an interview; "" is before the first message.
const (
	StageGreeting    = "Greeting"
	StageQuestioning = "Questioning"
	StageFeedback    = "Feedback"
	StageFarewell    = "Farewell"
	StageFinished    = "Finished"
)

// validate lists what is wrong with a state.
func (s *InterviewState) validate(b *bank) []string {
	var errs []string
	wrong := func(bad bool, field string, value any) {
		if bad {
			errs = append(errs, fmt.Sprintf("%s is %v", field, value))
		}
	}
	t := &s.Task
	known := []string{"", StageGreeting, StageQuestioning, StageFeedback, StageFarewell, StageFinished}
	wrong(!slices.Contains(known, t.InterviewStage), "interview_stage", t.InterviewStage)
	wrong(t.CurrentDifficulty < 0 || t.CurrentDifficulty > 100, "current_difficulty", t.CurrentDifficulty)
	wrong(t.CurrentQuestion != nil && b.questions[t.CurrentQuestion.ID] == nil, "current_question", t.CurrentQuestion)
	wrong(t.CurrentQuestion != nil && (t.InterviewStage == StageFarewell || t.InterviewStage == StageFinished), "current_question at "+t.InterviewStage, t.CurrentQuestion)
	wrong(s.Guardrails.FallbackCount < 0, "fallback_count", s.Guardrails.FallbackCount)
	review := s.FlowControl.HumanInLoopPayload
	wrong(t.InterviewStage == StageFinished && (review == nil || review.Status == ReviewPending), "interview_stage before the review", t.InterviewStage)
	seen := map[string]bool{}
	for _, q := range t.QuestionsAsked {
		wrong(seen[q.ID], "asked twice", q.ID)
		wrong(q.Score < 0 || q.Score > 100, "score", q.Score)
		seen[q.ID] = true
	}
	return errs
}
