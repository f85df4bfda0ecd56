package checker

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// tables knows which columns the database has, so that one program reads
// each form of it. Whatever of the chaos tests names a column stands here.
type tables struct {
	ctx     context.Context
	db      querier
	dialect dialect
	columns map[string]bool // "table.column"
	// sessions are those that are asked for, with commas; "" is all.
	sessions string
}

// dialect is what the kinds of databases say differently.
type dialect struct {
	columns string // the query for all tables' columns
	listed  string // what a column is, when it is one of the sessions asked for
}

var (
	postgres = dialect{
		columns: `SELECT table_name, column_name FROM information_schema.columns
			WHERE table_schema = current_schema() AND $1 = $1`,
		listed: " = ANY(string_to_array($1, ','))",
	}
	sqlite = dialect{
		columns: `SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
			WHERE m.type = 'table' AND $1 = $1`,
		listed: ` IN (SELECT value FROM json_each('["' || replace($1, ',', '","') || '"]'))`,
	}
)

// Source is a database to read from.
type Source struct {
	db      *sql.DB
	dialect dialect
}

// Postgres is a Postgres to read from.
func Postgres(db *sql.DB) Source { return Source{db, postgres} }

// SQLite is a file of SQLite's to read from.
func SQLite(db *sql.DB) Source { return Source{db, sqlite} }

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func look(ctx context.Context, d dialect, db querier, sessions []string) (*tables, error) {
	t := &tables{dialect: d, ctx: ctx, db: db, columns: make(map[string]bool), sessions: strings.Join(sessions, ",")}
	err := each(t, d.columns, func(scan scanner) error {
		var table, column string
		err := scan(&table, &column)
		t.columns[table+"."+column] = true
		return err
	})
	return t, err
}

type scanner func(...any) error

// or is the column where there is one, else what stands for it.
func (t *tables) or(table, column, otherwise string) string {
	if t.columns[table+"."+column] {
		return table + "." + column
	}
	return otherwise
}

// marks is the table that has the sessions' counters, and how it is joined
// to sessions.
func (t *tables) marks() (table, join string) {
	if t.columns["heads.last_seq"] {
		return "heads", " JOIN heads ON heads.session_id = sessions.id"
	}
	return "sessions", ""
}

func each(t *tables, query string, row func(scanner) error) error {
	rows, err := t.db.QueryContext(t.ctx, query, t.sessions)
	if err != nil {
		return fmt.Errorf("checker: %w in %s", err, strings.Join(strings.Fields(query), " "))
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return fmt.Errorf("checker: read %s: %w", query, err)
		}
	}
	return rows.Err()
}

// chosen is the condition that a column is one of the sessions asked for.
func (t *tables) chosen(column string) string {
	return "($1 = '' OR " + column + t.dialect.listed + ")"
}

// Read reads the rows of some sessions, or of all when none is named, in one
// transaction, so that the tables agree.
func Read(ctx context.Context, from Source, sessions ...string) (*Database, error) {
	tx, err := from.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("checker: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // it only read
	t, err := look(ctx, from.dialect, tx, sessions)
	if err != nil {
		return nil, err
	}
	out := &Database{}
	for _, read := range []func(*tables, *Database) error{
		readSessions, readRuns, readEvents, readMessages, readCheckpoints,
	} {
		if err := read(t, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readSessions(t *tables, out *Database) error {
	marks, join := t.marks()
	query := fmt.Sprintf(`SELECT sessions.id, %[1]s.last_seq, %[1]s.last_step, %[1]s.last_message_id, %[1]s.last_run, %[2]s, %[4]s,
		(SELECT count(*) FROM runs WHERE runs.session_id = sessions.id AND runs.status IN ('queued', 'running', 'waiting'))
		FROM sessions%[3]s WHERE `+t.chosen("sessions.id"), marks, t.or("heads", "open_runs", "-1"), join,
		t.or("heads", "fence", "-1"))
	return each(t, query, func(scan scanner) error {
		var s Session
		err := scan(&s.ID, &s.LastSeq, &s.LastStep, &s.LastMessageID, &s.LastRun, &s.OpenRunsStored, &s.Fence, &s.OpenRuns)
		out.Sessions = append(out.Sessions, s)
		return err
	})
}

func readRuns(t *tables, out *Database) error {
	query := `SELECT id, session_id, kind, seq, client_msg_id, query, status, attempt, fence, input FROM runs WHERE ` + t.chosen("session_id")
	return each(t, query, func(scan scanner) error {
		var (
			r     Run
			input string
			of    struct {
				RunID string `json:"run_id"`
			}
		)
		err := scan(&r.ID, &r.SessionID, &r.Kind, &r.Seq, &r.ClientMsgID, &r.Query, &r.Status, &r.Attempt, &r.Fence, &input)
		if err == nil && r.Kind == reply {
			err = json.Unmarshal([]byte(input), &of)
		}
		r.Of = of.RunID
		out.Runs = append(out.Runs, r)
		return err
	})
}

func readEvents(t *tables, out *Database) error {
	query := fmt.Sprintf(`SELECT session_id, seq, %s, run_id, type, payload, created_at FROM events WHERE `+t.chosen("session_id"),
		t.or("events", "id", "session_id || '.' || seq"))
	return each(t, query, func(scan scanner) error {
		var (
			e  Event
			at int64
		)
		err := scan(&e.SessionID, &e.Seq, &e.EventID, &e.RunID, &e.Type, &e.Payload, &at)
		e.At = time.UnixMilli(at)
		out.Events = append(out.Events, e)
		return err
	})
}

func readMessages(t *tables, out *Database) error {
	return each(t, `SELECT session_id, id, run_id, role, content FROM messages WHERE `+t.chosen("session_id"), func(scan scanner) error {
		var m Message
		err := scan(&m.SessionID, &m.ID, &m.RunID, &m.Role, &m.Content)
		out.Messages = append(out.Messages, m)
		return err
	})
}

func readCheckpoints(t *tables, out *Database) error {
	query := fmt.Sprintf(`SELECT session_id, step_no, run_id, label, %s, %s, %s FROM checkpoints WHERE `+t.chosen("session_id"),
		t.or("checkpoints", "fence", "-1"), t.or("checkpoints", "seq", "-1"), t.or("checkpoints", "message_id", "-1"))
	return each(t, query, func(scan scanner) error {
		var c Checkpoint
		err := scan(&c.SessionID, &c.StepNo, &c.RunID, &c.Label, &c.Fence, &c.Seq, &c.MessageID)
		out.Checkpoints = append(out.Checkpoints, c)
		return err
	})
}

// Holding is who has a run in hand.
type Holding struct {
	RunID, SessionID, Status, Owner string
	Fence, Attempt                  int64
	// StepsDone is how many of its steps are committed as completed; of a run
	// that has ended they are not counted, as there are thousands of those and
	// whoever waits asks again and again.
	StepsDone int
}

// Holdings tells who has which run in hand, by run id; sessions as in Read.
func Holdings(ctx context.Context, from Source, sessions ...string) (map[string]Holding, error) {
	t, err := look(ctx, from.dialect, from.db, sessions)
	if err != nil {
		return nil, err
	}
	query := `SELECT runs.id, runs.session_id, runs.status, runs.owner, runs.fence, runs.attempt,
		CASE WHEN runs.status IN ('completed', 'failed', 'cancelled') THEN 0 ELSE
			(SELECT count(*) FROM checkpoints WHERE checkpoints.session_id = runs.session_id
				AND checkpoints.run_id = runs.id AND checkpoints.label LIKE '%step\_% completed' ESCAPE '\') END
		FROM runs WHERE ` + t.chosen("runs.session_id")
	out := make(map[string]Holding)
	err = each(t, query, func(scan scanner) error {
		var h Holding
		err := scan(&h.RunID, &h.SessionID, &h.Status, &h.Owner, &h.Fence, &h.Attempt, &h.StepsDone)
		out[h.RunID] = h
		return err
	})
	return out, err
}

// Ended tells whether the run has come to its end.
func (h Holding) Ended() bool { return ended(h.Status) }
