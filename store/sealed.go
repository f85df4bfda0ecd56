package store

import (
	"context"
	"fmt"
	"reflect"
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

// sealedTable is what is sealed of the rows of a table, and of the parameters of the
// statements that write them, by the names of their fields. Ids, times, states of work
// and whatever else SQL looks for stay plain.
type sealedTable struct {
	name string
	// id names a row. A message that comes with a submission gets its number within the
	// statement that writes it: it is known by its run, who speaks and when.
	id, fields []string
	rows       []any
}

var sealedTables = []sealedTable{
	{"events", []string{"SessionID", "Seq"}, []string{"Payload"}, []any{sqlc.Event{}, sqlc.InsertEventParams{}}},
	{"messages", []string{"SessionID", "RunID", "Role", "CreatedAt"}, []string{"Content", "Data"}, []any{sqlc.Message{}, sqlc.InsertMessageParams{}}},
	{"checkpoints", []string{"SessionID", "StepNo"}, []string{"Journal", "Value"}, []any{sqlc.Checkpoint{}, sqlc.InsertCheckpointParams{}, sqlc.WholeCheckpointParams{}}},
	{"run_results", []string{"RunID", "Key"}, []string{"Value"}, []any{sqlc.RunResult{}, sqlc.InsertResultParams{}}},
	{"documents", []string{"ID"}, []string{"Title", "Metadata", "Markdown"}, []any{sqlc.Document{}, sqlc.InsertDocumentParams{}}},
	{"triggers", []string{"EventID"}, []string{"Metadata"}, []any{sqlc.Trigger{}, sqlc.InsertTriggerParams{}}},
	{"sessions", []string{"ID"}, []string{"Title", "Metadata"}, []any{
		sqlc.SessionsRow{}, sqlc.InsertSessionParams{}, sqlc.RenameSessionParams{}, sqlc.TitleSessionParams{},
	}},
	{"runs", []string{"ID"}, []string{"Query", "Input", "Interrupt", "Error", "Reply", "Address"}, []any{
		sqlc.Run{}, sqlc.InsertRunParams{}, sqlc.InsertReplyParams{}, sqlc.MoveRunParams{}, sqlc.ResumeRunParams{}, sqlc.AnswerReferralParams{},
	}},
	{"memories", []string{"ID"}, []string{"Query", "Response", "Mentions"}, []any{sqlc.Memory{}, sqlc.InsertMemoryParams{}}},
	{"preferences", []string{"UserID", "Key"}, []string{"Value", "Evidence", "History"}, []any{sqlc.Preference{}, sqlc.UpsertPreferenceParams{}}},
	{"feedback", []string{"RunID", "UserID"}, []string{"Comment"}, []any{sqlc.Feedback{}, sqlc.UpsertFeedbackParams{}, sqlc.ListFeedbackRow{}}},
}

// sealedRow is a table with the fields that one of its rows has.
type sealedRow struct {
	table      string
	id, fields []reflect.StructField
}

// sealedRows are by the types of rows.
var sealedRows = func() map[reflect.Type]sealedRow {
	by := map[reflect.Type]sealedRow{}
	for _, t := range sealedTables {
		for _, row := range t.rows {
			has := func(names []string) (fields []reflect.StructField) {
				for _, name := range names { // not all that a row has is written at once
					if f, ok := reflect.TypeOf(row).FieldByName(name); ok {
						fields = append(fields, f)
					}
				}
				return fields
			}
			by[reflect.TypeOf(row)] = sealedRow{t.name, has(t.id), has(t.fields)}
		}
	}
	return by
}()

// sealedIn is what is sealed of a row.
func sealedIn(row any) []sealedField {
	switch r := row.(type) { // those with values of more than one table
	case *sqlc.SessionsRow:
		return append(sealedOf(r), newestMessage(r.ID, &r.LastMessage).text("content", &r.LastMessage))
	case *sqlc.SessionRow:
		return sealedIn((*sqlc.SessionsRow)(r))
	case *sqlc.AllSessionsRow:
		return sealedIn((*sqlc.SessionsRow)(r))
	case *sqlc.UserSessionsRow:
		return sealedIn((*sqlc.SessionsRow)(r))
	case *sqlc.WaitingRunsRow:
		return append(sealedOf(&r.Run), place{"sessions", r.Run.SessionID}.text("title", &r.Title))
	case *sqlc.ListFeedbackRow:
		return append(sealedOf(r), place{"runs", r.RunID}.text("query", &r.Query))
	}
	return sealedOf(row)
}

// sealedOf is what is sealed of a row by its table; its columns are called as the
// fields, in small letters.
func sealedOf(row any) (found []sealedField) {
	v := reflect.ValueOf(row).Elem()
	r := sealedRows[v.Type()]
	id := make([]string, len(r.id))
	for i, f := range r.id {
		id[i] = fmt.Sprint(v.FieldByIndex(f.Index))
	}
	p := place{r.table, strings.Join(id, "/")}
	for _, f := range r.fields {
		switch value := v.FieldByIndex(f.Index).Addr().Interface().(type) {
		case *string:
			found = append(found, p.text(strings.ToLower(f.Name), value))
		case *[]byte:
			found = append(found, p.bytes(strings.ToLower(f.Name), value))
		}
	}
	return found
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
