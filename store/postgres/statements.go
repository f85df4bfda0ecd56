package postgres

// The statements of a group, which only Postgres understands: each takes
// the columns of its rows as arrays. Joins with a table are written as a
// range of one value, so that no plan but the index's is possible, however
// small the table was when the plan was made.
const (
	// advanceSQL moves heads that stand where their writers believe them to
	// stand, unless the group was given up (its mark's opposite tells). One
	// that doesn't divides by zero, which undoes the group.
	advanceSQL = `WITH moved AS (
    UPDATE heads SET
        last_seq = v.last_seq, last_step = v.last_step, base_step = v.base_step,
        last_message_id = v.last_message_id, open_runs = v.open_runs,
        delivered_seq = greatest(heads.delivered_seq, v.delivered_seq),
        run_id = v.next_run_id, owner = v.next_owner, mark = $1::bigint
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
        $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
        $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[])
      AS v(session_id, run_id, owner, next_run_id, next_owner, fence,
        known_seq, known_step, known_base, known_message, known_open,
        last_seq, last_step, base_step, last_message_id, open_runs, delivered_seq)
    WHERE heads.session_id BETWEEN v.session_id AND v.session_id
      AND heads.run_id = v.run_id AND heads.owner = v.owner AND heads.fence = v.fence
      AND heads.last_seq = v.known_seq AND heads.last_step = v.known_step
      AND heads.base_step = v.known_base AND heads.last_message_id = v.known_message
      AND heads.open_runs = v.known_open AND heads.mark <> - $1::bigint
    RETURNING 1
)
SELECT 1 / (CASE WHEN count(*) = cardinality($2::text[]) THEN 1 ELSE 0 END) FROM moved`

	// useSessions is what queries do to their sessions' entries in the list;
	// a are the queries (see UseSession).
	useSessions = `
    UPDATE sessions SET
        updated_at = CASE WHEN sessions.updated_at + 1000 <= a.at THEN a.at ELSE sessions.updated_at END,
        last_activity = greatest(sessions.last_activity, a.at),
        expires_at = CASE WHEN sessions.expires_at > 0 AND sessions.expires_at + 60000 <= a.expires_at
            THEN a.expires_at ELSE sessions.expires_at END`

	// beginSQL moves heads that are free and stand where their writers believe
	// them to stand, for a run that comes with its first commit. One that does
	// not divides by zero. The run itself comes as a row, which refuses a
	// client_msg_id that is known.
	beginSQL = `WITH begun AS (
    UPDATE heads SET
        last_run = v.known_run + 1, fence = v.known_fence + 1,
        last_seq = v.last_seq, last_step = v.last_step, base_step = v.base_step,
        last_message_id = v.last_message_id, open_runs = v.open_runs,
        delivered_seq = greatest(heads.delivered_seq, v.delivered_seq),
        run_id = v.next_run_id, owner = v.next_owner, mark = $1::bigint
    FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
        $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
        $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[])
      AS v(session_id, next_run_id, next_owner, known_run, known_fence,
        known_seq, known_step, known_base, known_message, last_seq, last_step,
        base_step, last_message_id, open_runs, delivered_seq, at, expires_at)
    WHERE heads.session_id BETWEEN v.session_id AND v.session_id
      AND heads.last_run = v.known_run AND heads.fence = v.known_fence
      AND heads.last_seq = v.known_seq AND heads.last_step = v.known_step
      AND heads.base_step = v.known_base AND heads.last_message_id = v.known_message
      AND heads.open_runs = 0 AND heads.mark <> - $1::bigint
      AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = v.session_id AND s.deleted_at = 0)
    RETURNING v.session_id, v.at, v.expires_at
), used AS (` + useSessions + `
    FROM begun a
    WHERE sessions.id BETWEEN a.session_id AND a.session_id
)
SELECT 1 / (CASE WHEN count(*) = cardinality($2::text[]) THEN 1 ELSE 0 END) FROM begun`

	// arriveSQL writes submissions to free sessions, claimed at once; one
	// that doesn't find its session free, or repeats another, is left out
	// of the answer.
	arriveSQL = `WITH v AS (
    SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[],
        $14::bigint[], $15::bigint[], $16::bigint[], $17::text[], $18::text[], $19::text[], $20::text[])
      WITH ORDINALITY AS v(session_id, run_id, owner, assistant, user_id, kind, client_msg_id,
        query, language, input, next_node, deadline,
        at, expires_at, messages, message_run_id, role, content, data, place)
), arrived AS (
    UPDATE heads SET
        last_run = heads.last_run + 1, last_message_id = heads.last_message_id + v.messages,
        open_runs = 1, run_id = v.run_id, owner = v.owner, fence = heads.fence + 1, mark = $1::bigint
    FROM v
    WHERE heads.session_id BETWEEN v.session_id AND v.session_id
      AND heads.open_runs = 0 AND heads.mark <> - $1::bigint
      AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = v.session_id AND s.deleted_at = 0)
      AND NOT EXISTS (
        SELECT 1 FROM runs d
        WHERE d.session_id = v.session_id AND d.client_msg_id = v.client_msg_id AND d.client_msg_id <> '')
    RETURNING v.*, heads.last_run, heads.last_seq, heads.last_step, heads.base_step, heads.last_message_id, heads.fence
), used AS (` + useSessions + `
    FROM arrived a
    WHERE sessions.id BETWEEN a.session_id AND a.session_id
), queued AS (
    INSERT INTO runs (
        id, session_id, seq, assistant, user_id, kind, client_msg_id, query,
        language, input, status, owner, fence, attempt, next_node, plan_shown,
        interrupt, reply, wake_at, error, created_at, started_at, finished_at, deadline)
    SELECT run_id, session_id, last_run, assistant, user_id, kind, client_msg_id, query,
        language, input, 'running', owner, fence, 1, next_node, 0,
        '', '', 0, '', at, at, 0, deadline
    FROM arrived
), said AS (
    INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
    SELECT session_id, last_message_id, message_run_id, role, at, content, data
    FROM arrived WHERE messages > 0
)
SELECT place, last_run, last_seq, last_step, base_step, last_message_id, fence FROM arrived`

	// arriveColumns is the width of arriveSQL's answer, no other's.
	arriveColumns = 7

	moveSQL = `UPDATE runs SET
    status = v.status, owner = CASE WHEN v.finished_at > 0 THEN runs.owner ELSE '' END,
    next_node = v.next_node, plan_shown = v.plan_shown, interrupt = v.interrupt,
    wake_at = CASE WHEN runs.wake_at = 1 AND v.status = 'waiting' THEN 1 ELSE v.wake_at END,
    error = v.error, finished_at = v.finished_at
FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::bigint[])
  AS v(id, status, next_node, plan_shown, interrupt, wake_at, error, finished_at)
WHERE runs.id BETWEEN v.id AND v.id`

	runsSQL = `COPY runs (
    id, session_id, seq, assistant, user_id, kind, client_msg_id, query, language, input, status, owner,
    fence, attempt, next_node, plan_shown, interrupt, reply, wake_at, error,
    created_at, started_at, finished_at, deadline) FROM STDIN (FORMAT binary)`

	checkpointsSQL = `COPY checkpoints (
    session_id, step_no, run_id, fence, parent_id, node, next_node, phase,
    label, status, plan_shown, schema_version, seq, message_id, created_at,
    base_step, journal, value) FROM STDIN (FORMAT binary)`

	eventsSQL = `COPY events (session_id, seq, run_id, type, created_at, payload) FROM STDIN (FORMAT binary)`

	messagesSQL = `COPY messages (session_id, id, run_id, role, created_at, content, data) FROM STDIN (FORMAT binary)`
)

// statements are what a writer's connection has prepared, by their names.
func statements() map[string]string {
	return map[string]string{
		"madang_advance": advanceSQL, "madang_begin": beginSQL, "madang_arrive": arriveSQL,
		"madang_move": moveSQL, "madang_runs": runsSQL,
		"madang_checkpoints": checkpointsSQL, "madang_events": eventsSQL, "madang_messages": messagesSQL,
	}
}
