package postgres

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/madang-dev/madang/store/sqlc"
)

// Group is what one round trip writes: advances of heads with the rows that
// come with each, and submissions. Of an advance that is refused nothing is
// written, and the others go on.
type Group struct {
	Advances    []Advance
	Moves       []sqlc.MoveRunParams // of runs whose heads are advanced
	Checkpoints []sqlc.InsertCheckpointParams
	Events      []sqlc.InsertEventParams
	Messages    []sqlc.InsertMessageParams
	Results     []Result
	Arrivals    []Arrival

	// Advanced are the sessions whose heads moved, Arrived the submissions that were
	// written, by their order.
	Advanced map[string]bool
	Arrived  []Arrived
}

// Advance is a head's move: from where its writer believes it to stand.
type Advance struct {
	SessionID, RunID, Owner string
	NextRunID, NextOwner    string
	Fence                   int64
	From, To                Place
	DeliveredSeq            int64
}

// Place is where a head stands.
type Place struct {
	LastSeq, LastStep, BaseStep, LastMessageID, OpenRuns int64
}

// Result is a result of a run, the Place-th of its commit from 1. One of a name that
// is there already spoils the group.
type Result struct {
	SessionID string
	Place     int64
	sqlc.InsertResultParams
}

// Arrival is a submission to a session that is believed to be free. Messages is how
// many messages come with it, one or none, whose number is the statement's.
type Arrival struct {
	SessionID, RunID, Owner, Assistant, UserID, Kind, ClientMsgID string
	Query, Language, Input, NextNode                              string
	Deadline, At, ExpiresAt, Messages                             int64
	MessageRunID, Role, Content, Data, Address                    string
}

// Arrived is what became of an Arrival: its place among them, its numbers
// and where the session stands.
type Arrived struct {
	Index      int
	Seq, Fence int64
	Head       Place
}

// columns are the fields of rows as the arrays that a statement takes, in the order
// in which the struct has them: a []string, an []int64 or a [][]byte each.
func columns[T any](rows []T) []any {
	return columnsOf(reflect.ValueOf(rows), reflect.TypeFor[T](), nil)
}

func columnsOf(rows reflect.Value, t reflect.Type, at []int) (all []any) {
	for i := range t.NumField() {
		field, index := t.Field(i).Type, append(slices.Clip(at), i)
		switch field.Kind() {
		case reflect.Struct:
			all = append(all, columnsOf(rows, field, index)...)
		case reflect.String:
			all = append(all, column(rows, index, reflect.Value.String))
		case reflect.Int64:
			all = append(all, column(rows, index, reflect.Value.Int))
		default:
			all = append(all, column(rows, index, reflect.Value.Bytes))
		}
	}
	return all
}

func column[V any](rows reflect.Value, index []int, value func(reflect.Value) V) []V {
	list := make([]V, rows.Len())
	for i := range list {
		list[i] = value(rows.Index(i).FieldByIndex(index))
	}
	return list
}

// WriteGroup writes a group in one round trip and one transaction. sent
// tells that an error came when it may have happened or not.
func (db *DB) WriteGroup(ctx context.Context, g *Group) (sent bool, err error) {
	var batch pgx.Batch
	// Heads first, because everybody locks them first.
	if len(g.Advances) > 0 {
		batch.Queue(advanceSQL, slices.Concat(columns(g.Advances), columns(g.Moves), columns(g.Checkpoints),
			columns(g.Events), columns(g.Messages), columns(g.Results))...).Query(g.advanced)
	}
	if len(g.Arrivals) > 0 {
		batch.Queue(arriveSQL, columns(g.Arrivals)...).Query(g.arrived)
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
	g.Advanced = make(map[string]bool, len(ids))
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
        $18::text[], $19::bigint[], $20::text[], $21::bigint[], $22::text[], $23::bigint[],
        $24::text[], $25::bigint[], $26::text[], $27::text[], $28::text[])
      AS v(status, finished_at, next_node, plan_shown, interrupt, wake_at, asked_of, asked_at, error, id, session_id)
    JOIN advanced a ON a.run_id = v.id
    WHERE runs.id = v.id
), checkpointed AS (
    INSERT INTO checkpoints (
        session_id, step_no, run_id, fence, parent_id, node, next_node, phase,
        label, status, plan_shown, schema_version, seq, message_id, created_at,
        base_step, journal, value)
    SELECT v.* FROM unnest(
        $29::text[], $30::bigint[], $31::text[], $32::bigint[], $33::text[], $34::text[],
        $35::text[], $36::text[], $37::text[], $38::text[], $39::bigint[], $40::bigint[],
        $41::bigint[], $42::bigint[], $43::bigint[], $44::bigint[], $45::text[], $46::bytea[])
      AS v(session_id, step_no, run_id, fence, parent_id, node, next_node, phase,
        label, status, plan_shown, schema_version, seq, message_id, created_at,
        base_step, journal, value)
    JOIN advanced USING (session_id)
), told AS (
    INSERT INTO events (session_id, seq, run_id, type, created_at, payload)
    SELECT v.* FROM unnest(
        $47::text[], $48::bigint[], $49::text[], $50::text[], $51::bigint[], $52::text[])
      AS v(session_id, seq, run_id, type, created_at, payload)
    JOIN advanced USING (session_id)
), said AS (
    INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
    SELECT v.* FROM unnest(
        $53::text[], $54::bigint[], $55::text[], $56::text[], $57::bigint[], $58::text[],
        $59::text[])
      AS v(session_id, id, run_id, role, created_at, content, data)
    JOIN advanced USING (session_id)
), recorded AS (
    INSERT INTO run_results (run_id, key, idx, created_at, value)
    SELECT v.run_id, v.key, v.place + COALESCE((SELECT MAX(r.idx) FROM run_results r WHERE r.run_id = v.run_id), 0),
        v.created_at, v.value
    FROM unnest($60::text[], $61::bigint[], $62::text[], $63::text[], $64::bigint[], $65::text[])
      AS v(session_id, place, run_id, key, created_at, value)
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
