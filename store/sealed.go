package store

import (
	"context"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/store/sqlc"
)

// queries are the statements of a transaction, or of reads beside all. Rows with what
// users say are read by one and many, which open what sealedIn names of them, and
// written by putIn, moveIn and putOf, which seal it. What a statement brings that is called
// as it was generated is as it stands.
type queries struct {
	*sqlc.Queries
	vault *vault
	tx    sqlc.DBTX
}

func (s *Store) queries(db sqlc.DBTX) *queries { return &queries{sqlc.New(db), s.vault, db} }

// statement is one that brings something.
type statement[P, R any] func(ctx context.Context, p P) (R, error)

// sealedIn is what is sealed of a row, or of the parameters of a statement that writes
// it. Ids, times, states of work and whatever else SQL looks for stay plain.
func sealedIn(row any) []sealedField {
	switch r := row.(type) {
	case *sqlc.Event:
		p := place{"events", numbered(r.SessionID, r.Seq)}
		return []sealedField{p.text("payload", &r.Payload)}
	case *sqlc.InsertEventParams:
		return sealedIn((*sqlc.Event)(r))
	case *sqlc.Message:
		// One that comes with a submission gets its number within the statement that
		// writes it: it is known by its run, who speaks and when.
		p := place{"messages", r.SessionID + "/" + r.RunID + "/" + r.Role + "/" + strconv.FormatInt(r.CreatedAt, 10)}
		return []sealedField{p.text("content", &r.Content), p.text("data", &r.Data)}
	case *sqlc.InsertMessageParams:
		return sealedIn((*sqlc.Message)(r))
	case *sqlc.Checkpoint:
		p := place{"checkpoints", numbered(r.SessionID, r.StepNo)}
		return []sealedField{p.text("journal", &r.Journal), p.bytes("value", &r.Value)}
	case *sqlc.InsertCheckpointParams:
		return sealedIn((*sqlc.Checkpoint)(r))
	case *sqlc.WholeCheckpointParams:
		return []sealedField{place{"checkpoints", numbered(r.SessionID, r.StepNo)}.bytes("value", &r.Value)}
	case *sqlc.RunResult:
		return []sealedField{place{"run_results", r.RunID + "/" + r.Key}.text("value", &r.Value)}
	case *sqlc.InsertResultParams:
		return []sealedField{place{"run_results", r.RunID + "/" + r.Key}.text("value", &r.Value)}
	case *sqlc.Document:
		p := place{"documents", r.ID}
		return []sealedField{p.text("title", &r.Title), p.text("metadata", &r.Metadata), p.text("markdown", &r.Markdown)}
	case *sqlc.InsertDocumentParams:
		return sealedIn((*sqlc.Document)(r))
	case *sqlc.Trigger:
		return []sealedField{place{"triggers", r.EventID}.text("metadata", &r.Metadata)}
	case *sqlc.InsertTriggerParams:
		return []sealedField{place{"triggers", r.EventID}.text("metadata", &r.Metadata)}
	}
	if found := sealedInSession(row); found != nil {
		return found
	}
	if found := sealedInRun(row); found != nil {
		return found
	}
	return sealedOfUser(row)
}

func sealedInSession(row any) []sealedField {
	session := func(id string, title, metadata *string) []sealedField {
		p := place{"sessions", id}
		return []sealedField{p.text("title", title), p.text("metadata", metadata)}
	}
	switch r := row.(type) {
	case *sqlc.SessionsRow:
		last := newestMessage(r.ID, &r.LastMessage)
		return append(session(r.ID, &r.Title, &r.Metadata), last.text("content", &r.LastMessage))
	case *sqlc.SessionRow:
		return sealedInSession((*sqlc.SessionsRow)(r))
	case *sqlc.AllSessionsRow:
		return sealedInSession((*sqlc.SessionsRow)(r))
	case *sqlc.UserSessionsRow:
		return sealedInSession((*sqlc.SessionsRow)(r))
	case *sqlc.InsertSessionParams:
		return session(r.ID, &r.Title, &r.Metadata)
	case *sqlc.RenameSessionParams:
		return []sealedField{place{"sessions", r.ID}.text("title", &r.Title)}
	case *sqlc.TitleSessionParams:
		return []sealedField{place{"sessions", r.ID}.text("title", &r.Title)}
	}
	return nil
}

// newestMessage is the place of the message that comes with a session, which stands
// behind its text where that is sealed: run, role and time. It is cut off there.
func newestMessage(sessionID string, message *string) place {
	if !strings.HasPrefix(*message, sealedMark) {
		return place{}
	}
	content, rest, _ := strings.Cut(*message, " ")
	*message = content
	rest, at := cutLast(rest)
	run, role := cutLast(rest)
	return place{"messages", sessionID + "/" + run + "/" + role + "/" + at}
}

func cutLast(s string) (before, after string) {
	i := strings.LastIndexByte(s, ' ')
	return s[:max(i, 0)], s[i+1:]
}

func sealedInRun(row any) []sealedField {
	switch r := row.(type) {
	case *sqlc.Run:
		p := place{"runs", r.ID}
		return []sealedField{p.text("query", &r.Query), p.text("input", &r.Input), p.text("interrupt", &r.Interrupt),
			p.text("error", &r.Error), p.text("reply", &r.Reply), p.text("address", &r.Address)}
	case *sqlc.WaitingRunsRow:
		return append(sealedInRun(&r.Run), place{"sessions", r.Run.SessionID}.text("title", &r.Title))
	case *sqlc.InsertRunParams:
		p := place{"runs", r.ID}
		return []sealedField{p.text("query", &r.Query), p.text("input", &r.Input), p.text("address", &r.Address)}
	case *sqlc.InsertReplyParams:
		p := place{"runs", r.ID}
		return []sealedField{p.text("query", &r.Query), p.text("input", &r.Input)}
	case *sqlc.MoveRunParams:
		p := place{"runs", r.ID}
		return []sealedField{p.text("interrupt", &r.Interrupt), p.text("error", &r.Error)}
	case *sqlc.ResumeRunParams:
		return []sealedField{place{"runs", r.ID}.text("reply", &r.Reply)}
	case *sqlc.AnswerReferralParams:
		return []sealedField{place{"runs", r.ID}.text("reply", &r.Reply)}
	}
	return nil
}

func sealedOfUser(row any) []sealedField {
	memory := func(id string, query, response, mentions *string) []sealedField {
		p := place{"memories", id}
		return []sealedField{p.text("query", query), p.text("response", response), p.text("mentions", mentions)}
	}
	switch r := row.(type) {
	case *sqlc.Memory:
		return memory(r.ID, &r.Query, &r.Response, &r.Mentions)
	case *sqlc.InsertMemoryParams:
		return memory(r.ID, &r.Query, &r.Response, &r.Mentions)
	case *sqlc.Preference:
		p := place{"preferences", r.UserID + "/" + r.Key}
		return []sealedField{p.text("value", &r.Value), p.text("evidence", &r.Evidence), p.text("history", &r.History)}
	case *sqlc.UpsertPreferenceParams:
		return sealedOfUser((*sqlc.Preference)(r))
	case *sqlc.Feedback:
		return []sealedField{place{"feedback", r.RunID + "/" + r.UserID}.text("comment", &r.Comment)}
	case *sqlc.UpsertFeedbackParams:
		return sealedOfUser((*sqlc.Feedback)(r))
	case *sqlc.ListFeedbackRow:
		return []sealedField{place{"feedback", r.RunID + "/" + r.UserID}.text("comment", &r.Comment), place{"runs", r.RunID}.text("query", &r.Query)}
	}
	return nil
}

// one is a statement's row, opened.
func one[P, R any](ctx context.Context, q *queries, query statement[P, R], p P) (R, error) {
	row, err := query(ctx, p)
	if err == nil {
		err = q.open(ctx, sealedIn(&row))
	}
	return row, err
}

// many are a statement's rows, opened.
func many[P, R any](ctx context.Context, q *queries, query statement[P, []R], p P) ([]R, error) {
	rows, err := query(ctx, p)
	for i := 0; err == nil && i < len(rows); i++ {
		err = q.open(ctx, sealedIn(&rows[i]))
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

func (q *queries) session(ctx context.Context, owner Owner, id string) (sqlc.SessionRow, error) {
	return one(ctx, q, q.Session, sqlc.SessionParams{ID: id, OwnerID: owner.id(), OwnerWithin: owner.within()})
}

func (q *queries) ownedRun(ctx context.Context, owner Owner, id string) (sqlc.Run, error) {
	return one(ctx, q, q.OwnedRun, sqlc.OwnedRunParams{ID: id, OwnerID: owner.id(), OwnerWithin: owner.within()})
}

// chain is a checkpoint with all that its state is built from.
func (q *queries) chain(ctx context.Context, owner Owner, sessionID string, step int64) ([]sqlc.Checkpoint, error) {
	return many(ctx, q, q.CheckpointChain, sqlc.CheckpointChainParams{
		SessionID: sessionID, StepNo: step, OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
}

func numbered(sessionID string, n int64) string { return sessionID + "/" + strconv.FormatInt(n, 10) }
