package storetest

import (
	"context"
	"io"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// personCalls are the calls about what is kept of a user.
func personCalls() map[string]ownedCall {
	return map[string]ownedCall{
		"Document": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.Document(ctx, o, w.document)
			return err
		}),
		"DocumentsOf": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.DocumentsOf(ctx, o, w.session.ID)
			return len(list), err
		},
		"UserDocuments": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.UserDocuments(ctx, o, ann, 9)
			return len(list), err
		},
		"SaveFeedback": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			return s.SaveFeedback(ctx, o, store.Feedback{RunID: w.run.ID, SessionID: w.session.ID, UserID: ann, Rating: "negative", At: noon})
		}),
		"FeedbackOn": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.FeedbackOn(ctx, o, w.run.ID)
			return len(list), err
		},
		"FeedbackOf": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.FeedbackOf(ctx, o, ann)
			return len(list), err
		},
		"Feedbacks": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.Feedbacks(ctx, o, store.FeedbackFilter{})
			return len(list), err
		},
		"SessionUsage": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.SessionUsage(ctx, o, w.session.ID)
			return len(list), err
		},
		"UsageDays": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			days, err := s.UsageDays(ctx, o, store.UsageFilter{From: "2026-01-01", To: "2026-12-31"})
			if err != nil {
				return len(days), err
			}
			list, err := s.UsageDays(ctx, o, store.UsageFilter{UserID: ann, From: "2026-01-01", To: "2026-12-31"})
			return min(len(days), len(list)), err
		},
		"ForgetUsage": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			n, err := s.ForgetUsage(ctx, o, ann)
			return int(n), err
		},
		"Memories": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.Memories(ctx, o, ann, time.Time{}, 0)
			return len(list), err
		},
		"Preferences": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.Preferences(ctx, o, ann)
			return len(list), err
		},
		"SavePreference": did(func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) error {
			_, err := s.SavePreference(ctx, o, state.Preference{UserID: ann, Key: "region", Value: "busan", UpdatedAt: noon})
			return err
		}),
		"DeletePreference": did(func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) error {
			return s.DeletePreference(ctx, o, ann, "region", noon.Add(-time.Hour))
		}),
		"DropEvidence": did(func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) error {
			return s.DropEvidence(ctx, o, ann, "region", []string{"words"})
		}),
		"DeleteMemory": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			return s.DeleteMemory(ctx, o, ann, w.memory)
		}),
		"CutMemory": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			return s.CutMemory(ctx, o, ann, state.Memory{ID: w.memory, Query: "what is left", Timestamp: noon})
		}),
		"DeleteMemories": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			n, err := s.DeleteMemories(ctx, o, ann, noon.Add(-time.Hour))
			return int(n), err
		},
		"ForgetUser": did(func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) error {
			_, _, err := s.ForgetUser(ctx, o, ann, noon.Add(-time.Hour))
			return err
		}),
		"EraseUser": did(func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) error {
			_, err := s.EraseUser(ctx, o, ann)
			return err
		}),
		"ExportUser": did(func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) error {
			return s.ExportUser(ctx, o, ann, noon, io.Discard)
		}),
		"TriggersOf": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.TriggersOf(ctx, o, ann)
			return len(list), err
		},
		"Trigger": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.Trigger(ctx, o, w.event)
			return err
		}),
		"AddTrigger": did(func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) error {
			_, err := s.AddTrigger(ctx, o, state.Trigger{EventID: "new", UserID: ann, DueAt: noon, CreatedAt: noon})
			return err
		}),
		"SpokenTo": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			spoken, err := s.SpokenTo(ctx, o, ann, "realestate", noon.Add(-time.Hour))
			if spoken {
				return 1, err
			}
			return 0, err
		},
	}
}
