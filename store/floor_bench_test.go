package store

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// floor writes the rows of the load without any check, each step in a
// transaction: by COPY, or on SQLite by prepared statements.
type floor struct {
	*load
	conn *pgx.Conn // nil on SQLite
}

func newFloor(b *testing.B, url string, l *load) *floor {
	f := &floor{load: l}
	if url == "" {
		return f
	}
	conn, err := pgx.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close(context.WithoutCancel(b.Context())) })
	f.conn = conn
	return f
}

// floorRows are the rows of one transaction.
type floorRows struct {
	runs     []sqlc.InsertRunParams
	messages []sqlc.InsertMessageParams
	points   []sqlc.InsertCheckpointParams
	events   []sqlc.InsertEventParams
}

func (f *floor) round(b *testing.B) {
	f.begin()
	now := time.Now()
	var first floorRows
	for i := range f.sessions {
		in := f.submission(i, now)
		f.heads[i].OpenRuns = 0
		in.arrive(f.heads[i], int64(f.turn), int64(f.turn), nil)
		f.runs[i], f.heads[i] = in.Done.Run, in.Done.Head
		r := runRow(&in.Done.Run)
		r.Status = string(state.RunCompleted)
		first.runs = append(first.runs, r)
		first.messages = append(first.messages, messageRow(in.Message))
	}
	f.put(b, first)
	for step := range benchSteps {
		var rows floorRows
		for i := range f.sessions {
			c := f.commit(i, step, now)
			c.compare()
			values := c.plan()
			to := c.Head
			to.LastSeq += int64(len(c.Events))
			to.LastStep++
			to.BaseStep = values.base
			to.LastMessageID += int64(len(c.Messages))
			c.number(to)
			f.heads[i] = to
			rows.points = append(rows.points, checkpointRow(c.Checkpoints[0], values.bases[0], values.values[0]))
			for _, e := range c.Events {
				rows.events = append(rows.events, eventRow(e))
			}
			for _, m := range c.Messages {
				rows.messages = append(rows.messages, messageRow(m))
			}
		}
		f.put(b, rows)
	}
}

func (f *floor) put(b *testing.B, rows floorRows) {
	var err error
	if f.conn == nil {
		err = f.insert(b.Context(), rows)
	} else {
		err = f.copy(b.Context(), rows)
	}
	if err != nil {
		b.Fatal(err)
	}
}

func (f *floor) insert(ctx context.Context, rows floorRows) error {
	_, err := f.db.Tx(ctx, func(tx sqlc.DBTX) error {
		q := sqlc.New(tx)
		var errs []error
		for _, r := range rows.runs {
			errs = append(errs, q.InsertRun(ctx, r))
		}
		for _, r := range rows.messages {
			errs = append(errs, q.InsertMessage(ctx, r))
		}
		for _, r := range rows.points {
			errs = append(errs, q.InsertCheckpoint(ctx, r))
		}
		for _, r := range rows.events {
			errs = append(errs, q.InsertEvent(ctx, r))
		}
		return errors.Join(errs...)
	})
	return err
}

func (f *floor) copy(ctx context.Context, rows floorRows) error {
	tx, err := f.conn.Begin(ctx)
	if err != nil {
		return err
	}
	err = errors.Join(
		copyRows(ctx, tx, "runs", rows.runs, func(r sqlc.InsertRunParams) []any {
			return []any{r.ID, r.SessionID, r.Seq, r.Assistant, r.UserID, r.Kind, r.ClientMsgID, r.Query, r.Language,
				r.Input, r.Status, r.Owner, r.Fence, r.Attempt, r.NextNode, 0, "", "", 0, "", r.CreatedAt, r.StartedAt, r.CreatedAt, r.Deadline}
		}, "id", "session_id", "seq", "assistant", "user_id", "kind", "client_msg_id", "query", "language", "input", "status",
			"owner", "fence", "attempt", "next_node", "plan_shown", "interrupt", "reply", "wake_at", "error", "created_at",
			"started_at", "finished_at", "deadline"),
		copyRows(ctx, tx, "messages", rows.messages, func(r sqlc.InsertMessageParams) []any {
			return []any{r.SessionID, r.ID, r.RunID, r.Role, r.CreatedAt, r.Content, r.Data}
		}, "session_id", "id", "run_id", "role", "created_at", "content", "data"),
		copyRows(ctx, tx, "checkpoints", rows.points, func(r sqlc.InsertCheckpointParams) []any {
			return []any{r.SessionID, r.StepNo, r.RunID, r.Fence, r.ParentID, r.Node, r.NextNode, r.Phase, r.Label,
				r.Status, r.PlanShown, r.SchemaVersion, r.Seq, r.MessageID, r.CreatedAt, r.BaseStep, r.Journal, r.Value}
		}, "session_id", "step_no", "run_id", "fence", "parent_id", "node", "next_node", "phase", "label", "status",
			"plan_shown", "schema_version", "seq", "message_id", "created_at", "base_step", "journal", "value"),
		copyRows(ctx, tx, "events", rows.events, func(r sqlc.InsertEventParams) []any {
			return []any{r.SessionID, r.Seq, r.RunID, r.Type, r.CreatedAt, r.Payload}
		}, "session_id", "seq", "run_id", "type", "created_at", "payload"),
	)
	if err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func copyRows[T any](ctx context.Context, tx pgx.Tx, table string, rows []T, values func(T) []any, columns ...string) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
		return values(rows[i]), nil
	}))
	return err
}
