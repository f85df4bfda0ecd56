-- name: Events :many
SELECT * FROM events
WHERE session_id = $1 AND seq > $2
ORDER BY seq
LIMIT $3;

-- name: Messages :many
SELECT * FROM messages
WHERE session_id = $1
ORDER BY id
LIMIT $2 OFFSET $3;

-- name: Checkpoint :one
SELECT * FROM checkpoints WHERE id = $1;

-- name: LatestCheckpoint :one
SELECT * FROM checkpoints
WHERE session_id = $1
ORDER BY step_no DESC
LIMIT 1;

-- name: SessionCheckpoints :many
SELECT id, session_id, step_no, run_id, parent_id, node, phase, label, schema_version, created_at
FROM checkpoints
WHERE session_id = $1 AND step_no < $2
ORDER BY step_no DESC
LIMIT $3;

-- name: RunCheckpoints :many
SELECT id, session_id, step_no, run_id, parent_id, node, phase, label, schema_version, created_at
FROM checkpoints
WHERE session_id = $1 AND run_id = $2 AND step_no < $3
ORDER BY step_no DESC
LIMIT $4;
