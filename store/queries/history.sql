-- name: InsertEvent :exec
INSERT INTO events (session_id, seq, run_id, type, created_at, payload)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: InsertMessage :exec
INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: InsertCheckpoint :exec
INSERT INTO checkpoints (
    session_id, step_no, run_id, fence, parent_id, node, next_node, phase,
    label, status, plan_shown, schema_version, seq, message_id, created_at,
    base_step, journal, value
) VALUES (
    $1, $2, $3, $4, $5, $6, $7, $8,
    $9, $10, $11, $12, $13, $14, $15,
    $16, $17, $18
);

-- name: Events :many
-- Those of one run, or of all where none is named.
SELECT e.* FROM events e
WHERE e.session_id = sqlc.arg(session_id) AND e.seq > sqlc.arg(seq)
  AND (CAST(sqlc.arg(run_id) AS text) = '' OR e.run_id = sqlc.arg(run_id))
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY e.seq
LIMIT sqlc.arg(count);

-- name: Messages :many
SELECT m.* FROM messages m
WHERE m.session_id = sqlc.arg(session_id)
  AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within)))
ORDER BY m.id
LIMIT sqlc.arg(count) OFFSET sqlc.arg(skip);

-- name: MessagesBefore :many
SELECT m.* FROM messages m
WHERE m.session_id = sqlc.arg(session_id) AND m.id < sqlc.arg(before_id)
  AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within)))
ORDER BY m.id DESC
LIMIT sqlc.arg(count);

-- name: CheckpointChain :many
-- A checkpoint with all that its state is built from.
SELECT c.* FROM checkpoints c
WHERE c.session_id = sqlc.arg(session_id) AND c.step_no <= sqlc.arg(step_no) AND c.step_no >= (
    SELECT b.base_step FROM checkpoints b
    WHERE b.session_id = sqlc.arg(session_id) AND b.step_no = sqlc.arg(step_no))
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY c.step_no;

-- name: LatestChain :many
SELECT c.* FROM heads h JOIN checkpoints c ON c.session_id = h.session_id
WHERE h.session_id = sqlc.arg(session_id) AND c.step_no >= h.base_step AND c.step_no <= h.last_step
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY c.step_no;

-- name: SessionCheckpoints :many
-- Those of one run, or of all where none is named.
SELECT c.session_id, c.step_no, c.run_id, c.fence, c.parent_id, c.node, c.next_node, c.phase,
    c.label, c.status, c.plan_shown, c.schema_version, c.seq, c.message_id, c.created_at
FROM checkpoints c
WHERE c.session_id = sqlc.arg(session_id) AND c.step_no < sqlc.arg(step_no)
  AND (CAST(sqlc.arg(run_id) AS text) = '' OR c.run_id = sqlc.arg(run_id))
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY c.step_no DESC
LIMIT sqlc.arg(count);
