package storetest

import (
	"context"
	"maps"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// ownedCall calls a method about what is among the holdings, and counts what it found
// or did.
type ownedCall func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (found int, err error)

// did is a call that finds nothing but does something.
func did(call func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error) ownedCall {
	return func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
		if err := call(ctx, s, o, w); err != nil {
			return 0, err
		}
		return 1, nil
	}
}

// ownedCalls is a call of every method that takes an owner.
func ownedCalls() map[string]ownedCall {
	calls := sessionCalls()
	maps.Copy(calls, runCalls())
	maps.Copy(calls, personCalls())
	return calls
}

// sessionCalls are the calls about conversations and their messages.
func sessionCalls() map[string]ownedCall {
	return map[string]ownedCall{
		"SessionUser": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.SessionUser(ctx, o, w.hidden.ID)
			return err
		}),
		"CreateSession": did(func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) error {
			_, err := s.CreateSession(ctx, o, state.Session{UserID: ann})
			return err
		}),
		"Session": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.Session(ctx, o, w.session.ID)
			return err
		}),
		"Sessions": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.Sessions(ctx, o, store.SessionFilter{UserID: ann})
			if err != nil {
				return len(list), err
			}
			any, err := s.Sessions(ctx, o, store.SessionFilter{})
			return min(len(list), len(any)), err
		},
		"UserSessions": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			list, err := s.UserSessions(ctx, o, ann, "", 0)
			return len(list), err
		},
		"SessionStats": func(ctx context.Context, s *store.Store, o store.Owner, _ holdings) (int, error) {
			stats, err := s.SessionStats(ctx, o, noon)
			return int(stats.Total), err
		},
		"RenameSession": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			return s.RenameSession(ctx, o, w.session.ID, "stolen", noon)
		}),
		"TouchSession": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			return s.TouchSession(ctx, o, w.session.ID, noon, after(1))
		}),
		"DeleteSession": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			if err := s.DeleteSession(ctx, o, w.hidden.ID, true, noon); err != nil {
				return err
			}
			return s.DeleteSession(ctx, o, w.session.ID, false, noon)
		}),
		"RestoreSession": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			return s.RestoreSession(ctx, o, w.hidden.ID)
		}),
		"Messages": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.Messages(ctx, o, w.session.ID, 0, 0)
			return len(list), err
		},
		"MessagesBefore": func(ctx context.Context, s *store.Store, o store.Owner, w holdings) (int, error) {
			list, err := s.MessagesBefore(ctx, o, w.session.ID, 0, 0)
			return len(list), err
		},
		"CopySession": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, err := s.CopySession(ctx, o, w.session.ID, state.Session{}, 0)
			return err
		}),
		"Fork": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, _, err := s.Fork(ctx, o, w.point, state.Session{}, state.Checkpoint{})
			return err
		}),
		"ForkBefore": did(func(ctx context.Context, s *store.Store, o store.Owner, w holdings) error {
			_, _, err := s.ForkBefore(ctx, o, w.run.ID, state.Session{})
			return err
		}),
	}
}

// ofServer are the methods that no user's request reaches rows by: the server's own
// work, and what belongs to no user.
const ofServer = `
	APIKey APIKeys Apply Backup BeginTrigger BuiltInVectors Cancelled CheckKeys Claim ClaimDue
	Close Controls Dialect DueInterrupts DueTriggers EraseKeyless Exclusive
	ExpireSessions FailKnowledgeSource Heartbeat HeldRuns HoldUsage Inspect KeepVectors Keys
	KnowledgeChunks KnowledgePacks KnowledgeSource KnowledgeSources KnowledgeStamp KnowledgeVectors
	LastSeqs LastWritten LiveNodes MarkDelivered Migrate MigrateTables MoveTrigger MoveUser Now OpenOwn Ping PutAPIKey
	PutTicket Reclaim Record ReleaseAll ReleaseNode RemoveKnowledgePack RemoveKnowledgeSources
	ReplaceKnowledgeSource Retain Revocations Revoke RevokeAPIKey SealOwn Secret
	SettleUsage Submit TakeTicket TextsWithoutVector TouchKnowledgePack UserTables Version
	View Write
`
