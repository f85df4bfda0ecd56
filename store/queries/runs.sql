-- name: InsertRun :exec
INSERT INTO runs (
    id, session_id, seq, assistant, user_id, kind, client_msg_id, query,
    language, input, status, owner, fence, attempt, next_node, plan_shown,
    interrupt, reply, wake_at, error, created_at, started_at, finished_at, deadline, address
) VALUES (
    $1, $2, $3, $4, $5, $6, $7, $8,
    $9, $10, $11, $12, $13, $14, $15, 0,
    '', '', 0, '', $16, $17, 0, $18, $19
);

-- name: Run :one
SELECT * FROM runs WHERE id = $1;

-- name: OwnedRun :one
SELECT r.* FROM runs r
WHERE r.id = sqlc.arg(id)
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR 1 = (
    SELECT CASE WHEN s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within) THEN 1 ELSE 0 END
    FROM sessions s WHERE s.id = r.session_id));

-- name: Runs :many
SELECT r.* FROM runs r
WHERE r.session_id = sqlc.arg(session_id) AND r.seq < sqlc.arg(seq)
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY r.seq DESC
LIMIT sqlc.arg(count);

-- name: OpenRuns :many
SELECT r.* FROM runs r
WHERE r.session_id = sqlc.arg(session_id) AND r.status IN ('queued', 'running', 'waiting')
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY r.seq;

-- name: HeldRuns :many
SELECT * FROM runs
WHERE owner = sqlc.arg(owner) AND status = 'running'
  AND status IN ('queued', 'running', 'waiting')
ORDER BY created_at, id
LIMIT sqlc.arg(count);

-- name: MoveRun :execrows
-- What a commit makes of its run, when it does not just go on.
UPDATE runs SET
    status = sqlc.arg(status),
    owner = CASE WHEN CAST(sqlc.arg(finished_at) AS bigint) > 0 THEN owner ELSE '' END,
    next_node = sqlc.arg(next_node),
    plan_shown = sqlc.arg(plan_shown),
    interrupt = sqlc.arg(interrupt),
    -- A cancel that was requested meanwhile (RequestCancel) is due at once.
    wake_at = CASE WHEN wake_at = 1 AND CAST(sqlc.arg(status) AS text) = 'waiting' THEN 1 ELSE CAST(sqlc.arg(wake_at) AS bigint) END,
    asked_of = sqlc.arg(asked_of),
    asked_at = sqlc.arg(asked_at),
    error = sqlc.arg(error),
    finished_at = CAST(sqlc.arg(finished_at) AS bigint)
WHERE id = sqlc.arg(id) AND session_id = sqlc.arg(session_id)
  -- One that is to be cancelled ends in no other way.
  AND (wake_at <> 1 OR CAST(sqlc.arg(status) AS text) IN ('waiting', 'cancelled'));

-- name: LiveNodes :one
SELECT count(*) FROM nodes WHERE lease_until >= sqlc.arg(now);

-- name: ClaimRun :one
-- Its caller has the head's lock, so no other claim is under way.
UPDATE runs SET
    owner = sqlc.arg(owner),
    fence = sqlc.arg(fence),
    attempt = runs.attempt + sqlc.arg(attempts),
    status = 'running',
    started_at = CASE WHEN started_at = 0 THEN sqlc.arg(now) ELSE started_at END,
    -- The time that it waited for its turn is not the run's.
    deadline = CASE WHEN started_at = 0 THEN CAST(sqlc.arg(now) AS bigint) + deadline - created_at ELSE deadline END
WHERE runs.id = sqlc.arg(id) AND (
    (runs.status = 'queued' AND NOT EXISTS (
        SELECT 1 FROM runs e
        WHERE e.session_id = runs.session_id AND e.seq < runs.seq
          AND e.status IN ('queued', 'running', 'waiting')))
    OR
    (runs.status = 'running' AND (runs.owner = '' OR runs.owner = sqlc.arg(owner) OR NOT EXISTS (
        SELECT 1 FROM nodes n
        WHERE n.id = runs.owner AND n.lease_until >= sqlc.arg(now))))
)
RETURNING *;

-- name: DueRuns :many
-- What Claim would take; waiting runs stay out of it. The first condition
-- is the index's own.
SELECT * FROM runs r
WHERE r.status IN ('queued', 'running', 'waiting') AND (
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

-- name: DueInterrupts :many
SELECT * FROM runs
WHERE status IN ('queued', 'running', 'waiting') AND status = 'waiting'
  AND wake_at > 0 AND wake_at <= sqlc.arg(now)
ORDER BY wake_at, id
LIMIT sqlc.arg(count);

-- name: WaitingRuns :many
-- What waits for an answer (runs that rest and such as have referred a question), the newest question first, from behind one of them.
-- Sessions are looked up one by one: a join may be planned as a scan of them all.
SELECT sqlc.embed(r), CAST(COALESCE((SELECT t.title FROM sessions t WHERE t.id = r.session_id), '') AS text) AS title
FROM runs r
WHERE r.interrupt <> ''
  AND (CAST(sqlc.arg(role) AS text) = '' OR r.asked_of = sqlc.arg(role))
  AND (CAST(sqlc.arg(assistant) AS text) = '' OR r.assistant = sqlc.arg(assistant))
  AND (CAST(sqlc.arg(session_id) AS text) = '' OR r.session_id = sqlc.arg(session_id))
  AND (r.asked_at < sqlc.arg(before_at) OR r.asked_at = sqlc.arg(before_at) AND r.id < sqlc.arg(before_run))
  AND (SELECT h.deleted_at FROM sessions h WHERE h.id = r.session_id) = 0
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR 1 = (
    SELECT CASE WHEN s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within) THEN 1 ELSE 0 END
    FROM sessions s WHERE s.id = r.session_id))
ORDER BY r.asked_at DESC, r.id DESC
LIMIT sqlc.arg(count);

-- name: ResumeRun :one
UPDATE runs SET status = 'queued', attempt = 0, reply = sqlc.arg(reply), interrupt = '', wake_at = CASE WHEN wake_at = 1 THEN 1 ELSE 0 END, deadline = sqlc.arg(deadline)
WHERE id = sqlc.arg(id) AND status = 'waiting'
RETURNING *;

-- name: AnswerReferral :one
UPDATE runs SET reply = sqlc.arg(reply), interrupt = '', asked_of = '', asked_at = 0
WHERE id = sqlc.arg(id) AND status = 'completed'
RETURNING *;

-- name: InsertReply :exec
-- A text that answered a question: a run that is over.
INSERT INTO runs (
    id, session_id, seq, assistant, user_id, kind, client_msg_id, query,
    language, input, status, owner, fence, attempt, next_node, plan_shown,
    interrupt, reply, wake_at, error, created_at, started_at, finished_at, deadline
) VALUES (
    sqlc.arg(id), sqlc.arg(session_id), sqlc.arg(seq), sqlc.arg(assistant), sqlc.arg(user_id), sqlc.arg(kind),
    sqlc.arg(client_msg_id), sqlc.arg(query), sqlc.arg(language), sqlc.arg(input), 'completed', '', 0, 0, 'end', 0,
    '', '', 0, '', sqlc.arg(at), sqlc.arg(at), sqlc.arg(at), sqlc.arg(at)
);

-- name: RunByClientMsg :many
SELECT * FROM runs WHERE session_id = $1 AND client_msg_id = $2 AND client_msg_id <> '';

-- name: Heartbeat :exec
INSERT INTO nodes (id, started_at, lease_until) VALUES ($1, $2, $3)
ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at, lease_until = excluded.lease_until;

-- name: ReleaseRuns :many
-- Given up in good order: no failed attempt.
UPDATE runs SET owner = '', attempt = CASE WHEN attempt > 0 THEN attempt - 1 ELSE 0 END
WHERE owner = sqlc.arg(owner) AND status = 'running'
  AND status IN ('queued', 'running', 'waiting')
RETURNING id;

-- name: DeleteNode :exec
DELETE FROM nodes WHERE id = $1;

-- name: ReleaseAllRuns :exec
UPDATE runs SET owner = ''
WHERE status = 'running' AND owner <> ''
  AND status IN ('queued', 'running', 'waiting');

-- name: DeleteNodes :exec
DELETE FROM nodes;

-- name: InsertControl :exec
INSERT INTO run_controls (run_id, kind, arg, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (run_id, kind, arg) DO NOTHING;

-- name: RequestCancel :execrows
-- A run that rests, or comes to rest behind this, is looked at once more; none
-- can end from now on but cancelled (MoveRun).
UPDATE runs SET wake_at = 1 WHERE id = sqlc.arg(id) AND status IN ('queued', 'running', 'waiting');

-- name: CancelsOf :one
SELECT count(*) FROM run_controls WHERE run_id = sqlc.arg(run_id) AND kind = sqlc.arg(kind);

-- name: Controls :many
SELECT c.run_id, c.kind, c.arg, c.created_at
FROM runs r JOIN run_controls c ON c.run_id = r.id
WHERE r.owner = $1 AND r.status IN ('queued', 'running', 'waiting')
ORDER BY c.created_at, c.run_id, c.kind, c.arg;

-- name: InsertResult :exec
-- The first result of a key stays; the caller has the run's claim, so the
-- next number is nobody else's.
INSERT INTO run_results (run_id, key, idx, created_at, value)
SELECT CAST(sqlc.arg(run_id) AS text), CAST(sqlc.arg(key) AS text),
    COALESCE((SELECT MAX(n.idx) FROM run_results n WHERE n.run_id = sqlc.arg(run_id)), 0) + 1,
    CAST(sqlc.arg(created_at) AS bigint), CAST(sqlc.arg(value) AS text)
WHERE NOT EXISTS (
    SELECT 1 FROM run_results d WHERE d.run_id = sqlc.arg(run_id) AND d.key = sqlc.arg(key));

-- name: Results :many
SELECT n.* FROM run_results n
WHERE n.run_id = sqlc.arg(run_id)
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = (SELECT r.session_id FROM runs r WHERE r.id = sqlc.arg(run_id))
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY n.idx;
