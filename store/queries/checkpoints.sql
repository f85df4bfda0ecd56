-- name: HoldHead :one
-- The lock that everything about a session takes first.
UPDATE heads SET fence = fence WHERE session_id = $1 RETURNING *;

-- name: PlaceHead :exec
-- Where a session stands that begins with another one's history.
UPDATE heads SET
    last_step = sqlc.arg(last_step),
    base_step = sqlc.arg(base_step),
    last_message_id = sqlc.arg(last_message_id)
WHERE session_id = sqlc.arg(session_id);

-- name: PassStep :exec
-- Leaves a step out, so that whoever remembers the state by its number
-- looks again.
UPDATE heads SET last_step = last_step + 1, base_step = last_step + 1
WHERE session_id = $1;

-- name: CopyMessages :execrows
-- Without the messages of runs that come after a run, but for early enough
-- answers to its questions; the copy's numbers have no holes.
INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
SELECT CAST(sqlc.arg(to_session) AS text), ROW_NUMBER() OVER (ORDER BY m.id),
    m.run_id, m.role, m.created_at, m.content, m.data
FROM messages m
WHERE m.session_id = sqlc.arg(from_session) AND m.id <= sqlc.arg(last_message_id)
  AND NOT EXISTS (
    SELECT 1 FROM runs r
    WHERE r.id = m.run_id AND r.session_id = m.session_id AND r.seq > sqlc.arg(run_seq)
      AND NOT (r.kind = 'reply' AND m.id <= sqlc.arg(last_reply_id)));

-- name: CopyCheckpoints :execrows
-- No events go along, so none has come before; a parent in the same session
-- is the copy's own.
INSERT INTO checkpoints (
    session_id, step_no, run_id, fence, parent_id, node, next_node, phase,
    label, status, plan_shown, schema_version, seq, message_id, created_at,
    base_step, journal, value
)
SELECT CAST(sqlc.arg(to_session) AS text), c.step_no, c.run_id, c.fence,
    CASE WHEN substr(c.parent_id, 1, length(c.session_id) + 1) = c.session_id || '.'
        THEN CAST(sqlc.arg(to_session) AS text) || substr(c.parent_id, length(c.session_id) + 1)
        ELSE c.parent_id END,
    c.node, c.next_node, c.phase, c.label, c.status, c.plan_shown,
    c.schema_version, 0, c.message_id, c.created_at, c.base_step, c.journal, c.value
FROM checkpoints c
WHERE c.session_id = sqlc.arg(from_session) AND c.step_no <= sqlc.arg(last_step);

-- name: CheckpointPlace :one
SELECT base_step, message_id FROM checkpoints
WHERE session_id = $1 AND step_no = $2;

-- name: FirstStepSince :one
-- The first step of a run, or of one after it when it has none; 0 is none.
SELECT CAST(COALESCE(MIN(c.step_no), 0) AS bigint) AS step_no
FROM checkpoints c JOIN runs r ON r.id = c.run_id AND r.session_id = c.session_id
WHERE c.session_id = sqlc.arg(session_id) AND r.seq >= sqlc.arg(run_seq);

-- name: OpenRunsBefore :one
SELECT count(*) FROM runs
WHERE session_id = sqlc.arg(session_id) AND seq < sqlc.arg(run_seq)
  AND status IN ('queued', 'running', 'waiting');

-- name: StepBefore :one
-- The newest step before another, after a number of newer ones.
SELECT step_no FROM checkpoints
WHERE session_id = sqlc.arg(session_id) AND step_no < sqlc.arg(before_step)
ORDER BY step_no DESC
LIMIT 1 OFFSET sqlc.arg(newer);

-- name: FirstLateStep :one
-- The first step of a run that isn't over, or not long enough.
SELECT CAST(COALESCE(MIN(c.step_no), 0) AS bigint) AS step_no
FROM checkpoints c LEFT JOIN runs r ON r.id = c.run_id AND r.session_id = c.session_id
WHERE c.session_id = sqlc.arg(session_id)
  AND (COALESCE(r.finished_at, c.created_at) > sqlc.arg(older_than)
    OR r.status IN ('queued', 'running', 'waiting'));

-- name: WholeCheckpoint :exec
-- Another way to keep the same state: it no longer needs the steps before.
UPDATE checkpoints SET base_step = step_no, value = sqlc.arg(value)
WHERE session_id = sqlc.arg(session_id) AND step_no = sqlc.arg(step_no);

-- name: PruneCheckpoints :execrows
DELETE FROM checkpoints WHERE session_id = $1 AND step_no < $2;

-- name: FirstSeq :one
SELECT CAST(COALESCE(MIN(seq), 0) AS bigint) AS seq FROM events WHERE session_id = $1;

-- name: FirstLateSeq :one
-- The first event of a run that isn't over, or not long enough.
SELECT CAST(COALESCE(MIN(e.seq), 0) AS bigint) AS seq
FROM events e LEFT JOIN runs r ON r.id = e.run_id AND r.session_id = e.session_id
WHERE e.session_id = sqlc.arg(session_id)
  AND (COALESCE(r.finished_at, e.created_at) > sqlc.arg(older_than)
    OR r.status IN ('queued', 'running', 'waiting'));

-- name: PruneEvents :execrows
DELETE FROM events WHERE session_id = $1 AND seq <= $2;

-- name: RemovableSessions :many
SELECT s.id FROM sessions s JOIN heads h ON h.session_id = s.id
WHERE s.deleted_at > 0 AND s.deleted_at <= sqlc.arg(hidden_before) AND h.open_runs = 0
  AND substr(s.user_id, 1, length(CAST(sqlc.arg(within) AS text))) = sqlc.arg(within)
ORDER BY s.deleted_at, s.id
LIMIT sqlc.arg(count);

-- name: HoldHidden :one
-- An update, so that the session can't be shown again meanwhile.
UPDATE sessions SET deleted_at = deleted_at
WHERE id = sqlc.arg(id) AND deleted_at > 0 AND deleted_at <= sqlc.arg(hidden_before)
RETURNING id;

-- name: IdleSessions :many
SELECT s.id FROM sessions s JOIN heads h ON h.session_id = s.id
WHERE s.updated_at <= sqlc.arg(idle_before) AND h.open_runs = 0
ORDER BY s.updated_at, s.id
LIMIT sqlc.arg(count);

-- name: IdleSessionsWithin :many
-- The same of users whose keys begin so, by their index: in no order.
SELECT s.id FROM sessions s JOIN heads h ON h.session_id = s.id
WHERE s.user_id >= sqlc.arg(within) AND s.user_id < sqlc.arg(beyond)
  AND s.updated_at <= sqlc.arg(idle_before) AND h.open_runs = 0
LIMIT sqlc.arg(count);

-- name: HoldIdle :one
-- An update, so that nobody goes on in the session meanwhile.
UPDATE sessions SET updated_at = updated_at
WHERE id = sqlc.arg(id) AND updated_at <= sqlc.arg(idle_before)
RETURNING id;

-- name: FinishedRuns :many
-- Runs that are over, in the order of their end, after one of them.
SELECT id, session_id, finished_at FROM runs
WHERE finished_at > 0 AND finished_at <= sqlc.arg(finished_before)
  AND finished_at >= sqlc.arg(after_finished)
  AND (finished_at > sqlc.arg(after_finished) OR id > sqlc.arg(after_run))
  AND substr(user_id, 1, length(CAST(sqlc.arg(within) AS text))) = sqlc.arg(within)
ORDER BY finished_at, id
LIMIT sqlc.arg(count);

-- name: RetentionMark :one
SELECT finished_at, run_id FROM retention WHERE kind = $1;

-- name: MoveRetentionMark :exec
-- Of two nodes at it the one that is further wins.
INSERT INTO retention (kind, finished_at, run_id) VALUES ($1, $2, $3)
ON CONFLICT (kind) DO UPDATE SET finished_at = excluded.finished_at, run_id = excluded.run_id
WHERE retention.finished_at < excluded.finished_at
   OR (retention.finished_at = excluded.finished_at AND retention.run_id < excluded.run_id);

-- name: DeleteResults :execrows
DELETE FROM run_results WHERE run_id = $1;

-- name: DeleteRun :execrows
-- A run goes when nothing of its history is left.
DELETE FROM runs
WHERE runs.id = sqlc.arg(id) AND runs.finished_at > 0
  AND NOT EXISTS (
    SELECT 1 FROM events e WHERE e.session_id = runs.session_id AND e.run_id = runs.id)
  AND NOT EXISTS (
    SELECT 1 FROM checkpoints c WHERE c.session_id = runs.session_id AND c.run_id = runs.id);
