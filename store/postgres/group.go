package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/madang-dev/madang/store/sqlc"
)

// Group is what one round trip writes: advances of heads with the rows that
// come with each, and submissions. Of an advance that is refused nothing is
// written, and the others go on.
type Group struct {
	advances, moves, checkpoints, events, messages, results table
	arrivals                                                table

	// Advanced are the sessions whose heads moved.
	Advanced map[string]bool
	// Arrived are the submissions that were written, by their order.
	Arrived []Arrived
}

// Advance is a head's move: from where its writer believes it to stand.
type Advance struct {
	SessionID, RunID, Owner string
	Fence                   int64
	NextRunID, NextOwner    string
	From, To                Place
	DeliveredSeq            int64
}

// Place is where a head stands.
type Place struct {
	LastSeq, LastStep, BaseStep, LastMessageID, OpenRuns int64
}

// Arrival is a submission to a session that is believed to be free.
type Arrival struct {
	Run       sqlc.InsertRunParams
	Owner     string
	Message   *sqlc.InsertMessageParams // nil is none; its number is the statement's
	At        int64
	Deadline  int64
	ExpiresAt int64
}

// Arrived is what became of an Arrival: its place among them, its numbers
// and where the session stands.
type Arrived struct {
	Index      int
	Seq, Fence int64
	Head       Place
}

// table is the columns of rows, which a statement takes as arrays: each is
// a []string, an []int64 or a [][]byte.
type table []any

func (t table) add(values ...any) {
	for i, v := range values {
		switch column := t[i].(type) {
		case []string:
			t[i] = append(column, v.(string))
		case []int64:
			t[i] = append(column, v.(int64))
		case [][]byte:
			t[i] = append(column, v.([]byte))
		}
	}
}

// columns is an empty table by the kinds of its columns: s is text, n a
// number and b bytes.
func columns(kinds string) table {
	t := make(table, len(kinds))
	for i, kind := range kinds {
		switch kind {
		case 's':
			t[i] = []string{}
		case 'n':
			t[i] = []int64{}
		case 'b':
			t[i] = [][]byte{}
		}
	}
	return t
}

// NewGroup is an empty group.
func (db *DB) NewGroup() *Group {
	return &Group{
		advances: columns("sssssnnnnnnnnnnnn"), moves: columns("sssnsnsnsn"),
		checkpoints: columns("snsnssssssnnnnnnsb"), events: columns("snssns"), messages: columns("snssnss"), results: columns("sssnns"),
		arrivals: columns("sssssssssssnnnnsssss"),
		Advanced: make(map[string]bool),
	}
}

// Advance adds the move of a head.
func (g *Group) Advance(a *Advance) {
	f, t := &a.From, &a.To
	g.advances.add(a.SessionID, a.RunID, a.Owner, a.NextRunID, a.NextOwner,
		a.Fence, f.LastSeq, f.LastStep, f.BaseStep, f.LastMessageID, f.OpenRuns,
		t.LastSeq, t.LastStep, t.BaseStep, t.LastMessageID, t.OpenRuns, a.DeliveredSeq)
}

// Move adds a run's new place, of a run whose head is advanced.
func (g *Group) Move(p *sqlc.MoveRunParams) {
	g.moves.add(p.ID, p.Status, p.NextNode, p.PlanShown, p.Interrupt,
		p.WakeAt, p.Error, p.FinishedAt, p.AskedOf, p.AskedAt)
}

// Checkpoint adds a checkpoint.
func (g *Group) Checkpoint(p *sqlc.InsertCheckpointParams) {
	g.checkpoints.add(p.SessionID, p.StepNo, p.RunID, p.Fence,
		p.ParentID, p.Node, p.NextNode, p.Phase, p.Label, p.Status,
		p.PlanShown, p.SchemaVersion, p.Seq, p.MessageID, p.CreatedAt, p.BaseStep,
		p.Journal, p.Value)
}

// Event adds an event.
func (g *Group) Event(e *sqlc.InsertEventParams) {
	g.events.add(e.SessionID, e.Seq, e.RunID, e.Type, e.CreatedAt, e.Payload)
}

// Message adds a message.
func (g *Group) Message(m *sqlc.InsertMessageParams) {
	g.messages.add(m.SessionID, m.ID, m.RunID, m.Role, m.CreatedAt, m.Content, m.Data)
}

// Result adds a result of a run, the place-th of its commit from 1. One of a name that
// is there already spoils the group.
func (g *Group) Result(sessionID string, place int64, r *sqlc.InsertResultParams) {
	g.results.add(sessionID, r.RunID, r.Key, place, r.CreatedAt, r.Value)
}

// Arrive adds a submission.
func (g *Group) Arrive(a *Arrival) {
	r, m, messages := &a.Run, a.Message, int64(1)
	if m == nil {
		m, messages = &sqlc.InsertMessageParams{RunID: r.ID}, 0
	}
	g.arrivals.add(r.SessionID, r.ID, a.Owner, r.Assistant, r.UserID, r.Kind, r.ClientMsgID, r.Query, r.Language,
		r.Input, r.NextNode, a.Deadline, a.At, a.ExpiresAt, messages,
		m.RunID, m.Role, m.Content, m.Data, r.Address)
}

// WriteGroup writes a group in one round trip and one transaction. sent
// tells that an error came when it may have happened or not.
func (db *DB) WriteGroup(ctx context.Context, g *Group) (sent bool, err error) {
	var batch pgx.Batch
	// Heads first, because everybody locks them first.
	if rows(g.advances) > 0 {
		batch.Queue(advanceSQL, slices.Concat(g.advances, g.moves, g.checkpoints, g.events, g.messages, g.results)...).Query(g.advanced)
	}
	if rows(g.arrivals) > 0 {
		batch.Queue(arriveSQL, g.arrivals...).Query(g.arrived)
	}
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Release()
	if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
		return mayHaveHappened(err), err
	}
	return true, nil
}

// rows is how many rows a table has, of which the first column is text.
func rows(t table) int { return len(t[0].([]string)) }

// mayHaveHappened tells whether a transaction of which nothing but an error
// is known could have been committed: not when the server refused it, nor
// when nothing was sent.
func mayHaveHappened(err error) bool {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refused.Severity == "FATAL" // the connection's end, not the statement's
	}
	return !pgconn.SafeToRetry(err)
}

func (g *Group) advanced(found pgx.Rows) error {
	ids, err := pgx.CollectRows(found, pgx.RowTo[string])
	for _, id := range ids {
		g.Advanced[id] = true
	}
	return err
}

func (g *Group) arrived(found pgx.Rows) (err error) {
	g.Arrived, err = pgx.CollectRows(found, func(row pgx.CollectableRow) (a Arrived, err error) {
		a.Head.OpenRuns = 1
		err = row.Scan(&a.Index, &a.Seq, &a.Head.LastSeq, &a.Head.LastStep, &a.Head.BaseStep, &a.Head.LastMessageID, &a.Fence)
		a.Index-- // places are counted from 1
		return a, err
	})
	return err
}

// The statements of a group, which only Postgres understands: each takes
// the columns of its rows as arrays.
const (
	// advanceSQL moves heads that stand where their writers believe them to
	// stand, and writes the rows that come with them; it tells which sessions
	// those are.
	advanceSQL = `WITH advanced AS (
    UPDATE heads SET
        last_seq = v.last_seq, last_step = v.last_step, base_step = v.base_step,
        last_message_id = v.last_message_id, open_runs = v.open_runs,
        delivered_seq = greatest(heads.delivered_seq, v.delivered_seq),
        run_id = v.next_run_id, owner = v.next_owner
    FROM unnest(
        $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
        $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
        $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[])
      AS v(session_id, run_id, owner, next_run_id, next_owner, fence,
        known_seq, known_step, known_base, known_message, known_open,
        last_seq, last_step, base_step, last_message_id, open_runs, delivered_seq)
    WHERE heads.session_id = v.session_id
      AND heads.run_id = v.run_id AND heads.owner = v.owner AND heads.fence = v.fence
      AND heads.last_seq = v.known_seq AND heads.last_step = v.known_step
      AND heads.base_step = v.known_base AND heads.last_message_id = v.known_message
      AND heads.open_runs = v.known_open
    RETURNING v.session_id, v.run_id
), moved AS (
    UPDATE runs SET
        -- A run that is to be cancelled ends in no other way: no status is what
        -- the column refuses, after which each commit of the group is tried alone.
        status = CASE WHEN runs.wake_at = 1 AND v.status NOT IN ('waiting', 'cancelled')
            THEN NULL ELSE v.status END,
        owner = CASE WHEN v.finished_at > 0 THEN runs.owner ELSE '' END,
        next_node = v.next_node, plan_shown = v.plan_shown, interrupt = v.interrupt,
        wake_at = CASE WHEN runs.wake_at = 1 AND v.status = 'waiting' THEN 1 ELSE v.wake_at END,
        error = v.error, finished_at = v.finished_at, asked_of = v.asked_of, asked_at = v.asked_at
    FROM unnest(
        $18::text[], $19::text[], $20::text[], $21::bigint[], $22::text[], $23::bigint[],
        $24::text[], $25::bigint[], $26::text[], $27::bigint[])
      AS v(id, status, next_node, plan_shown, interrupt, wake_at, error, finished_at, asked_of, asked_at)
    JOIN advanced a ON a.run_id = v.id
    WHERE runs.id = v.id
), checkpointed AS (
    INSERT INTO checkpoints (
        session_id, step_no, run_id, fence, parent_id, node, next_node, phase,
        label, status, plan_shown, schema_version, seq, message_id, created_at,
        base_step, journal, value)
    SELECT v.* FROM unnest(
        $28::text[], $29::bigint[], $30::text[], $31::bigint[], $32::text[], $33::text[],
        $34::text[], $35::text[], $36::text[], $37::text[], $38::bigint[], $39::bigint[],
        $40::bigint[], $41::bigint[], $42::bigint[], $43::bigint[], $44::text[], $45::bytea[])
      AS v(session_id, step_no, run_id, fence, parent_id, node, next_node, phase,
        label, status, plan_shown, schema_version, seq, message_id, created_at,
        base_step, journal, value)
    JOIN advanced USING (session_id)
), told AS (
    INSERT INTO events (session_id, seq, run_id, type, created_at, payload)
    SELECT v.* FROM unnest(
        $46::text[], $47::bigint[], $48::text[], $49::text[], $50::bigint[], $51::text[])
      AS v(session_id, seq, run_id, type, created_at, payload)
    JOIN advanced USING (session_id)
), said AS (
    INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
    SELECT v.* FROM unnest(
        $52::text[], $53::bigint[], $54::text[], $55::text[], $56::bigint[], $57::text[],
        $58::text[])
      AS v(session_id, id, run_id, role, created_at, content, data)
    JOIN advanced USING (session_id)
), recorded AS (
    INSERT INTO run_results (run_id, key, idx, created_at, value)
    SELECT v.run_id, v.key, v.place + COALESCE((SELECT MAX(r.idx) FROM run_results r WHERE r.run_id = v.run_id), 0),
        v.created_at, v.value
    FROM unnest($59::text[], $60::text[], $61::text[], $62::bigint[], $63::bigint[], $64::text[])
      AS v(session_id, run_id, key, place, created_at, value)
    JOIN advanced USING (session_id)
)
SELECT session_id FROM advanced`

	// arriveSQL writes submissions to free sessions, claimed at once; one
	// that doesn't find its session free, or repeats another, is left out
	// of the answer.
	arriveSQL = `WITH v AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
        $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[],
        $13::bigint[], $14::bigint[], $15::bigint[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[])
      WITH ORDINALITY AS v(session_id, run_id, owner, assistant, user_id, kind, client_msg_id,
        query, language, input, next_node, deadline,
        at, expires_at, messages, message_run_id, role, content, data, address, place)
), arrived AS (
    UPDATE heads SET
        last_run = heads.last_run + 1, last_message_id = heads.last_message_id + v.messages,
        open_runs = 1, run_id = v.run_id, owner = v.owner, fence = heads.fence + 1
    FROM v
    WHERE heads.session_id = v.session_id
      AND heads.open_runs = 0
      AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = v.session_id AND s.deleted_at = 0)
      AND NOT EXISTS (
        SELECT 1 FROM runs d
        WHERE d.session_id = v.session_id AND d.client_msg_id = v.client_msg_id AND d.client_msg_id <> '')
    RETURNING v.*, heads.last_run, heads.last_seq, heads.last_step, heads.base_step, heads.last_message_id, heads.fence
), used AS (
    UPDATE sessions SET
        updated_at = CASE WHEN sessions.updated_at + 1000 <= a.at THEN a.at ELSE sessions.updated_at END,
        last_activity = greatest(sessions.last_activity, a.at),
        expires_at = CASE WHEN sessions.expires_at > 0 AND sessions.expires_at + 60000 <= a.expires_at
            THEN a.expires_at ELSE sessions.expires_at END
    FROM arrived a
    WHERE sessions.id = a.session_id
), queued AS (
    INSERT INTO runs (
        id, session_id, seq, assistant, user_id, kind, client_msg_id, query,
        language, input, status, owner, fence, attempt, next_node, plan_shown,
        interrupt, reply, wake_at, error, created_at, started_at, finished_at, deadline, address)
    SELECT run_id, session_id, last_run, assistant, user_id, kind, client_msg_id, query,
        language, input, 'running', owner, fence, 1, next_node, 0,
        '', '', 0, '', at, at, 0, deadline, address
    FROM arrived
), said AS (
    INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
    SELECT session_id, last_message_id, message_run_id, role, at, content, data
    FROM arrived WHERE messages > 0
)
SELECT place, last_run, last_seq, last_step, base_step, last_message_id, fence FROM arrived`
)
