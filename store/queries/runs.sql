-- name: AdvanceSession :one
-- Takes the numbers for a submission and locks the session's row, so that
-- submissions of one session are in one order.
UPDATE sessions SET
    last_run = last_run + 1,
    last_seq = last_seq + sqlc.arg(events),
    last_message_id = last_message_id + sqlc.arg(messages),
    message_count = message_count + sqlc.arg(messages),
    last_message = CASE WHEN sqlc.arg(messages) > 0 THEN sqlc.arg(last_message) ELSE last_message END,
    updated_at = CASE WHEN updated_at < sqlc.arg(at) THEN sqlc.arg(at) ELSE updated_at END,
    last_activity = CASE WHEN last_activity < sqlc.arg(at) THEN sqlc.arg(at) ELSE last_activity END,
    expires_at = CASE WHEN expires_at > 0 AND expires_at < sqlc.arg(expires_at) THEN sqlc.arg(expires_at) ELSE expires_at END
WHERE id = sqlc.arg(id) AND deleted_at = 0
RETURNING last_run, last_seq, last_message_id;

-- name: Ahead :one
-- How many runs are unfinished, and the run that this submission repeats.
SELECT
    count(*) AS open_runs,
    CAST(COALESCE((
        SELECT d.id FROM runs d
        WHERE d.session_id = sqlc.arg(session_id) AND d.client_msg_id = sqlc.arg(client_msg_id) AND d.client_msg_id <> ''
    ), (
        SELECT i.id FROM runs i WHERE i.id = sqlc.arg(run_id) AND i.session_id = sqlc.arg(session_id)
    ), '') AS text) AS duplicate_of
FROM runs r
WHERE r.session_id = sqlc.arg(session_id) AND r.status IN ('queued', 'running', 'waiting');

-- name: InsertRun :exec
INSERT INTO runs (
    id, session_id, seq, assistant, user_id, kind, client_msg_id, query,
    language, input, status, owner, fence, attempt, next_node, plan_shown,
    interrupt, error, created_at, started_at, finished_at, deadline, mark
) VALUES (
    $1, $2, $3, $4, $5, $6, $7, $8,
    $9, $10, 'queued', '', 0, 0, $11, 0,
    '', '', $12, 0, 0, $13, 0
);

-- name: Run :one
SELECT * FROM runs WHERE id = $1;

-- name: Runs :many
SELECT * FROM runs
WHERE session_id = $1 AND seq < $2
ORDER BY seq DESC
LIMIT $3;

-- name: OpenRuns :many
SELECT * FROM runs
WHERE session_id = $1 AND status IN ('queued', 'running', 'waiting')
ORDER BY seq;

-- name: LiveNodes :one
SELECT count(*) FROM nodes WHERE lease_until >= sqlc.arg(now);

-- name: Claim :one
UPDATE runs SET
    owner = sqlc.arg(owner),
    fence = fence + 1,
    attempt = attempt + 1,
    status = 'running',
    started_at = CASE WHEN started_at = 0 THEN sqlc.arg(now) ELSE started_at END
WHERE runs.id = sqlc.arg(id) AND (
    (runs.status = 'queued' AND NOT EXISTS (
        SELECT 1 FROM runs e
        WHERE e.session_id = runs.session_id AND e.seq < runs.seq
          AND e.status IN ('queued', 'running', 'waiting')))
    OR
    (runs.status = 'running' AND (runs.owner = '' OR (runs.owner <> sqlc.arg(owner) AND NOT EXISTS (
        SELECT 1 FROM nodes n
        WHERE n.id = runs.owner AND n.lease_until >= sqlc.arg(now)))))
)
RETURNING *;

-- name: DueRuns :many
-- What Claim would take; waiting runs stay out of it.
SELECT * FROM runs r
WHERE r.status IN ('queued', 'running') AND (
    (r.status = 'queued' AND NOT EXISTS (
        SELECT 1 FROM runs e
        WHERE e.session_id = r.session_id AND e.seq < r.seq
          AND e.status IN ('queued', 'running', 'waiting')))
    OR
    (r.status = 'running' AND (r.owner = '' OR (r.owner <> sqlc.arg(owner) AND NOT EXISTS (
        SELECT 1 FROM nodes n
        WHERE n.id = r.owner AND n.lease_until >= sqlc.arg(now)))))
)
ORDER BY r.created_at, r.id
LIMIT sqlc.arg(count);

-- name: RunMark :one
-- An update, because it waits for a transaction that is still at it.
UPDATE runs SET mark = mark WHERE id = $1 RETURNING mark;

-- name: Heartbeat :exec
INSERT INTO nodes (id, started_at, lease_until) VALUES ($1, $2, $3)
ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at, lease_until = excluded.lease_until;

-- name: ReleaseRuns :exec
UPDATE runs SET owner = '' WHERE owner = $1 AND status = 'running';

-- name: DeleteNode :exec
DELETE FROM nodes WHERE id = $1;

-- name: ReleaseAllRuns :exec
UPDATE runs SET owner = '' WHERE status = 'running' AND owner <> '';

-- name: DeleteNodes :exec
DELETE FROM nodes;

-- name: InsertControl :exec
INSERT INTO run_controls (run_id, kind, arg, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (run_id, kind, arg) DO NOTHING;

-- name: Controls :many
SELECT c.run_id, c.kind, c.arg, c.created_at
FROM runs r JOIN run_controls c ON c.run_id = r.id
WHERE r.owner = $1 AND r.status IN ('queued', 'running', 'waiting')
ORDER BY c.created_at, c.run_id, c.kind, c.arg;
