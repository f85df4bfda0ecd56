package interview

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/korean"
)

// earlier tells of the user's last interview: each answer with what it lacks, and
// whether a reviewer has looked at it. It is "" where nothing of one is asked for, or
// this conversation has one of its own.
func (v *interviewer) earlier(ctx context.Context, tr *turn, s *InterviewState) (string, error) {
	if s.Turn.Intent != intentReport || s.place() != atGreeting || s.UserContext.Profile.Interviews == 0 || s.UserContext.UserID == "" {
		return "", nil
	}
	h, err := engine.Read(ctx, tr, "earlier", func(ctx context.Context) (History, error) { return v.history(ctx, s.UserContext.UserID, maxWanted) })
	if err != nil || len(h.Interviews) == 0 {
		return "", err
	}
	last, speak := h.Interviews[0], texts.In(s.Language)
	status := "improve.not_reviewed"
	if last.Review == ReviewApproved || last.Review == ReviewEdited {
		status = "improve.reviewed"
	}
	lines := []string{speak.Say("earlier.head", "day", last.EndedAt.In(korean.Zone), "plan", v.bank().plan(last.Plan).Name, "n", last.Scored, "score", last.Score, "status", speak.Say(status)), ""}
	for _, answer := range h.Answers {
		var a AskedQuestion
		if err := json.Unmarshal(answer.Marks, &a); err != nil {
			return "", err
		}
		if answer.InterviewID == last.ID && !a.Skipped && v.bank().questions[a.ID] != nil {
			lines = append(lines, "- "+v.shortfall(&a, s.Language))
		}
	}
	return strings.Join(lines, "\n"), nil
}
