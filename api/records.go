package api

import (
	"context"
	"io"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// records is all that the door asks of a store; each group of routes is
// handed only its own part of it.
type records interface {
	ownerStore
	sessionStore
	sessionCare
	messageStore
	runStore
	waitingStore
	triggerStore
	checkpointStore
	pastStore
	branchStore
	thinningStore
	documentStore
	feedbackStore
	memoryStore
	exchangeStore
	preferenceStore
	knowledgeStore
	usageStore
	personStore
}

type sessionStore interface {
	CreateSession(ctx context.Context, owner store.Owner, s state.Session) (state.Session, error)
	Session(ctx context.Context, owner store.Owner, id string) (state.Session, error)
	Sessions(ctx context.Context, owner store.Owner, filter store.SessionFilter) ([]state.Session, error)
	RenameSession(ctx context.Context, owner store.Owner, id, title string, at time.Time) error
}

type sessionCare interface {
	DeleteSession(ctx context.Context, owner store.Owner, id string, hard bool, at time.Time, effects ...store.Effect) error
	RestoreSession(ctx context.Context, owner store.Owner, id string) error
	TouchSession(ctx context.Context, owner store.Owner, id string, at, expiresAt time.Time) error
	SessionStats(ctx context.Context, owner store.Owner, now time.Time) (store.SessionStats, error)
	ExpireSessions(ctx context.Context, now time.Time) (int64, error)
}

type messageStore interface {
	Messages(ctx context.Context, owner store.Owner, sessionID string, limit, offset int) ([]state.Message, error)
	MessagesBefore(ctx context.Context, owner store.Owner, sessionID string, beforeID int64, limit int) ([]state.Message, error)
}

type runStore interface {
	Run(ctx context.Context, owner store.Owner, id string) (state.Run, error)
	Runs(ctx context.Context, owner store.Owner, sessionID string, limit int, beforeSeq int64) ([]state.Run, error)
	Results(ctx context.Context, owner store.Owner, runID string) ([]store.Result, error)
	RunEvents(ctx context.Context, owner store.Owner, sessionID, runID string, afterSeq int64, limit int) ([]state.Event, error)
}

type waitingStore interface {
	Waiting(ctx context.Context, owner store.Owner, f store.WaitingFilter) ([]store.WaitingRun, error)
}

type triggerStore interface {
	Trigger(ctx context.Context, owner store.Owner, eventID string) (state.Trigger, error)
}

type checkpointStore interface {
	Checkpoint(ctx context.Context, owner store.Owner, id string) (state.Checkpoint, error)
	Checkpoints(ctx context.Context, owner store.Owner, sessionID, runID string, beforeStep int64, limit int) ([]state.Checkpoint, error)
}

// pastStore looks back over a conversation's states.
type pastStore interface {
	DiffCheckpoints(ctx context.Context, owner store.Owner, fromID, toID string) ([]state.TransitionLog, error)
	FieldHistory(ctx context.Context, owner store.Owner, sessionID, path string, beforeStep int64, limit int) ([]store.FieldValue, error)
}

// branchStore makes conversations that go on from another one's past.
type branchStore interface {
	Fork(ctx context.Context, owner store.Owner, checkpointID string, to state.Session, edited state.Checkpoint) (state.Session, state.Checkpoint, error)
	ForkBefore(ctx context.Context, owner store.Owner, runID string, to state.Session) (state.Session, state.Checkpoint, error)
	CopySession(ctx context.Context, owner store.Owner, fromSessionID string, to state.Session, upToStep int64) (state.Session, error)
}

type thinningStore interface {
	DeleteCheckpoints(ctx context.Context, owner store.Owner, sessionID string) (int64, error)
	Prune(ctx context.Context, owner store.Owner, sessionID string, keep int, olderThan time.Time) (int64, error)
}

type documentStore interface {
	Document(ctx context.Context, owner store.Owner, id string) (state.Document, error)
	DocumentsOf(ctx context.Context, owner store.Owner, sessionID string) ([]state.Document, error)
}

type memoryStore interface {
	Memories(ctx context.Context, owner store.Owner, userID string, since time.Time, limit int) ([]state.Memory, error)
	Summaries(ctx context.Context, owner store.Owner, userID string) ([]state.Summary, error)
	DeleteMemories(ctx context.Context, owner store.Owner, userID string, at time.Time) (int64, error)
}

// exchangeStore forgets one exchange.
type exchangeStore interface {
	DeleteMemory(ctx context.Context, owner store.Owner, userID, id string) error
}

type preferenceStore interface {
	Preferences(ctx context.Context, owner store.Owner, userID string) ([]state.Preference, error)
	SavePreference(ctx context.Context, owner store.Owner, p state.Preference) (state.Preference, error)
	DeletePreference(ctx context.Context, owner store.Owner, userID, key string, at time.Time) error
}

// personStore is for what concerns a user as a whole.
type personStore interface {
	UserSessions(ctx context.Context, owner store.Owner, userID, after string, limit int) ([]state.Session, error)
	OpenRuns(ctx context.Context, owner store.Owner, sessionID string) ([]state.Run, error)
	ExportUser(ctx context.Context, owner store.Owner, userID string, now time.Time, w io.Writer) error
	EraseUser(ctx context.Context, owner store.Owner, userID string, effects ...store.Effect) (store.Erased, error)
}

type knowledgeStore interface {
	KnowledgePacks(ctx context.Context) ([]store.KnowledgePack, error)
	KnowledgeSources(ctx context.Context, pack string, limit, offset int) ([]store.KnowledgeSource, error)
}

// usageStore tells what language models took.
type usageStore interface {
	UsageDays(ctx context.Context, owner store.Owner, f store.UsageFilter) ([]store.UsageDay, error)
	SessionUsage(ctx context.Context, owner store.Owner, sessionID string) ([]store.UsageRun, error)
	ForgetUsage(ctx context.Context, owner store.Owner, userID string) (int64, error)
}
