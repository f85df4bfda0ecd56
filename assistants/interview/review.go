package interview

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/google/uuid"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/state"
)

// reviewerRole is who approves final evaluations.
const reviewerRole = "reviewer"

// summarySchema is what a reviewer who edits the evaluation sends.
const summarySchema = `{"type":"object","required":["summary"],"properties":{"summary":{"type":"string","minLength":1,"maxLength":4000}}}`

// maxSummary bounds an edited evaluation, in characters.
const maxSummary = 4000

// question is what a reviewer decides on: all marks with their evidence. Nothing
// happens to it by time, and the candidate may go on talking meanwhile.
func (v *interviewer) question(s *InterviewState) (engine.Question, error) {
	data, err := json.Marshal(struct {
		Review    *Review         `json:"review"`
		Report    reportData      `json:"report"`
		Questions []AskedQuestion `json:"questions"`
	}{s.FlowControl.HumanInLoopPayload, v.report(s), s.Task.QuestionsAsked})
	speak := texts.In(s.Language)
	return engine.Question{
		Type: state.InterruptApproval, For: reviewerRole,
		Message: speak.Say("review.ask", "n", s.scored(), "disputed", len(s.disputed()), "summary", s.FlowControl.HumanInLoopPayload.Summary),
		Options: []state.InterruptOption{
			{Value: state.ActionApprove, Label: speak.Say("review.approve")},
			{Value: state.ActionModify, Label: speak.Say("review.edit")},
			{Value: state.ActionReject, Label: speak.Say("review.reject")},
		},
		Schema: json.RawMessage(summarySchema), Data: data,
	}, err
}

// reviewer finishes the interview as the reviewer has decided, in the run that the answer began.
func (v *interviewer) reviewer(_ context.Context, tr *turn) (string, error) {
	s, reply := tr.State(), tr.Info().Reply
	now := tr.Now().Truncate(timeUnit).UTC()
	review := *s.FlowControl.HumanInLoopPayload
	review.Reviewer, review.DecidedAt = reply.Actor, &now
	review.Status = ReviewApproved
	switch reply.Action {
	case state.ActionReject:
		review.Status = ReviewRejected
	case state.ActionModify, state.ActionAnswer:
		if edited := editedIn(reply.Payload); edited != "" {
			review.Status, review.Summary = ReviewEdited, edited
		}
	}
	finish := func(s *InterviewState) {
		s.FlowControl.HumanInLoopPayload = &review
		s.Task.InterviewStage = StageFinished
		if review.Status != ReviewRejected {
			s.Evaluation.FinalEvaluationSummary = review.Summary
		}
		s.Turn.Said = nil
	}
	finish(&s)
	if review.Status == ReviewRejected {
		return v.say(tr, "evaluation rejected", Reviewer, []Said{{Title: "title.report", Text: texts.Say(s.Language, "review.rejected")}}, finish,
			with{Effects: []effect{v.keepInterview(&s, now)}})
	}
	file := v.document(&s, now)
	said := []Said{{Title: "title.report", Text: texts.Say(s.Language, "review.done", "summary", review.Summary)}, {Text: v.table(&s)}}
	return v.say(tr, "evaluation "+review.Status, Reviewer, said, finish,
		with{Effects: []effect{v.keepInterview(&s, now)}, Documents: []state.Document{file}})
}

// editedIn is the summary that a reviewer wrote, masked like all that is kept.
func editedIn(payload json.RawMessage) string {
	var edited struct {
		Summary string `json:"summary"`
	}
	if json.Unmarshal(payload, &edited) != nil {
		return ""
	}
	return cut.Runes(guard.HideContacts(strings.TrimSpace(edited.Summary)), maxSummary)
}

// documentID is the report's, the same however often it is made.
func (s *InterviewState) documentID() string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("interview/"+s.interviewID())).String()
}

// link is where the report is; nil while there is none.
func (v *interviewer) link(s *InterviewState) *state.DocumentLink {
	if s.Task.InterviewStage != StageFinished || s.Evaluation.FinalEvaluationSummary == "" {
		return nil
	}
	return state.LinkTo(s.documentID(), texts.Say(s.Language, "report.title"))
}
