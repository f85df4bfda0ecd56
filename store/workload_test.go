package store

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
)

// workload uses every statement of the store that a served query or a sweep
// can meet.
func workload(t *testing.T, s *Store) {
	t.Helper()
	ctx, now := t.Context(), time.Now()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	run := claimed(t, s, 1)[0]
	queued := func(int) *state.Event { return &state.Event{Type: "run_queued"} }
	in := Submission{
		Run: state.Run{SessionID: run.SessionID, Query: "q"}, Message: &state.Message{Content: "q"},
		Owner: "a", QueuedFunc: queued, At: now,
	}
	busy, err := s.Submit(ctx, in)
	must(err)
	free, err := s.CreateSession(ctx, Server(), state.Session{UserID: "u"})
	must(err)
	in.Run.SessionID = free.ID
	_, err = s.Submit(ctx, in)
	must(err)

	c := transitions([]state.Run{run}, 900)[0]
	c.Title, c.Results = "t", []Result{{Key: "k", Value: []byte("1")}}
	c.Documents = []state.Document{{ID: "d"}}
	c.Memories = []state.Memory{{UserID: "u"}}
	c.Preferences = []state.Preference{{UserID: "u", Key: "k"}}
	must(s.Apply(ctx, []*Commit{c})[0])
	gone := transitions([]state.Run{busy.Run}, 9)[0]
	gone.Unclaimed, gone.Status = true, state.RunCancelled
	must(s.Apply(ctx, []*Commit{gone})[0])
	ask := transitions([]state.Run{run}, 9)[0]
	ask.Status, ask.Interrupt = state.RunWaiting, &state.Interrupt{ID: "i", ExpiresAt: &now}
	must(s.Apply(ctx, []*Commit{ask})[0])
	_, err = s.DueInterrupts(ctx, now, 9)
	must(err)
	_, err = s.Waiting(ctx, Server(), WaitingFilter{Role: "reviewer", Assistant: "a", SessionID: run.SessionID, Limit: 9})
	must(err)
	_, err = s.Resume(ctx, Server(), Resumption{
		RunID: run.ID, InterruptID: "i", Message: &state.Message{}, Event: &state.Event{Type: "e"}, At: now,
		Reply: state.Reply{By: state.ReplyByExpiry},
	})
	must(err)

	trigger, err := s.AddTrigger(ctx, Server(), state.Trigger{EventID: "e", UserID: "u", Status: state.TriggerWaiting, DueAt: now, CreatedAt: now})
	must(err)
	_, err = s.DueTriggers(ctx, now, 9)
	must(err)
	_, err = s.SpokenTo(ctx, Server(), "u", "a", now)
	must(err)
	_, err = s.BeginTrigger(ctx, trigger, now, now, 1)
	must(err)
	_, err = s.MoveTrigger(ctx, trigger, state.TriggerStarted, "", now)
	must(err)

	_, err = s.MarkDelivered(ctx, map[string]int64{run.SessionID: 1, free.ID: 1})
	must(err)
	_, err = s.LastSeqs(ctx, []string{run.SessionID, free.ID})
	must(err)
	_, err = s.ClaimDue(ctx, "a", now, 9)
	must(err)
	must(s.AddControl(ctx, Server(), Control{RunID: run.ID, Kind: ControlSkip}))
	held := []UsageHold{{Key: "k", KeepUntil: "2026-03-04", Tokens: 9, MaxTokens: 99}}
	must(s.HoldUsage(ctx, held))
	must(s.SettleUsage(ctx, UsageEntry{Day: "2026-03-04", UserID: "u", RunID: run.ID, Usage: Usage{Calls: 1}}, held))
	for _, look := range []func() error{
		func() error { _, err := s.SessionUsage(ctx, Server(), run.SessionID); return err },
		func() error { _, err := s.UsageDays(ctx, Server(), UsageFilter{UserID: "u", To: "9"}); return err },
		func() error { _, err := s.UsageDays(ctx, Server(), UsageFilter{To: "9"}); return err },
		func() error { _, err := s.ForgetUsage(ctx, Server(), "u"); return err },
		func() error { _, err := s.Controls(ctx, "a"); return err },
		func() error { _, err := s.Session(ctx, Server(), free.ID); return err },
		func() error { _, err := s.Sessions(ctx, Server(), SessionFilter{UserID: "u"}); return err },
		func() error { _, err := s.Sessions(ctx, Server(), SessionFilter{}); return err },
		func() error { _, err := s.Head(ctx, Server(), free.ID); return err },
		func() error { _, err := s.Results(ctx, Server(), run.ID); return err },
		func() error { _, err := s.OpenRuns(ctx, Server(), free.ID); return err },
		func() error { _, err := s.Runs(ctx, Server(), free.ID, 9, 0); return err },
		func() error { _, err := s.Events(ctx, Server(), run.SessionID, 0, 9); return err },
		func() error { _, err := s.Messages(ctx, Server(), run.SessionID, 0, 9); return err },
		func() error { _, err := s.LatestCheckpoint(ctx, Server(), run.SessionID); return err },
		func() error { _, err := s.Checkpoint(ctx, Server(), run.SessionID+".2"); return err },
		func() error { _, err := s.Checkpoints(ctx, Server(), run.SessionID, "", 0, 9); return err },
		func() error { _, err := s.Checkpoints(ctx, Server(), run.SessionID, run.ID, 0, 9); return err },
		func() error { _, err := s.Memories(ctx, Server(), "u", now, 9); return err },
		func() error { _, err := s.Preferences(ctx, Server(), "u"); return err },
		func() error { _, err := s.DocumentsOf(ctx, Server(), run.SessionID); return err },
		func() error { return s.RenameSession(ctx, Server(), free.ID, "t", now) },
		func() error { return s.TouchSession(ctx, Server(), free.ID, now, now) },
		func() error { _, err := s.ExpireSessions(ctx, now.Add(-time.Hour)); return err },
		func() error { _, err := s.ReleaseNode(ctx, "a"); return err },
		func() error { return s.DeleteSession(ctx, Server(), free.ID, false, now) },
		func() error { return s.RestoreSession(ctx, Server(), free.ID) },
		func() error { return s.DeleteSession(ctx, Server(), free.ID, true, now) },
	} {
		must(look())
	}
}
