-- name: InsertSession :exec
INSERT INTO sessions (
    id, assistant, user_id, title, language, metadata, epoch,
    created_at, updated_at, last_activity, expires_at, deleted_at,
    last_seq, delivered_seq, last_step, last_run, last_message_id,
    message_count, last_message, checkpoint_id, prior_checkpoint_id
) VALUES (
    $1, $2, $3, $4, $5, $6, $7,
    $8, $9, $10, $11, 0,
    0, 0, 0, 0, 0,
    0, '', '', ''
);

-- name: Session :one
SELECT * FROM sessions WHERE id = $1 AND deleted_at = 0;

-- name: Sessions :many
SELECT * FROM sessions
WHERE user_id = $1 AND deleted_at = 0
ORDER BY updated_at DESC, id DESC
LIMIT $2 OFFSET $3;

-- name: AllSessions :many
SELECT * FROM sessions
WHERE deleted_at = 0
ORDER BY updated_at DESC, id DESC
LIMIT $1 OFFSET $2;

-- name: RenameSession :execrows
UPDATE sessions SET title = $2, updated_at = $3
WHERE id = $1 AND deleted_at = 0;

-- name: TouchSession :execrows
UPDATE sessions SET last_activity = $2, expires_at = $3
WHERE id = $1 AND deleted_at = 0;

-- name: HideSession :execrows
UPDATE sessions SET deleted_at = $2
WHERE id = $1 AND deleted_at = 0;

-- name: RestoreSession :execrows
-- A restored session has no end until it is touched, else the next sweep
-- would hide it again.
UPDATE sessions SET deleted_at = 0, expires_at = 0
WHERE id = $1 AND deleted_at > 0;

-- name: DeleteSession :execrows
DELETE FROM sessions WHERE id = $1;

-- name: DeleteSessionRuns :exec
DELETE FROM runs WHERE session_id = $1;

-- name: DeleteSessionEvents :exec
DELETE FROM events WHERE session_id = $1;

-- name: DeleteSessionMessages :exec
DELETE FROM messages WHERE session_id = $1;

-- name: DeleteSessionCheckpoints :exec
DELETE FROM checkpoints WHERE session_id = $1;

-- name: ExpireSessions :execrows
UPDATE sessions SET deleted_at = $1
WHERE deleted_at = 0 AND expires_at > 0 AND expires_at <= $1;

-- name: SessionStats :one
SELECT
    count(*) AS total,
    CAST(COALESCE(SUM(CASE WHEN deleted_at = 0 AND (expires_at = 0 OR expires_at > sqlc.arg(now)) THEN 1 ELSE 0 END), 0) AS bigint) AS active,
    CAST(COALESCE(SUM(CASE WHEN deleted_at > 0 THEN 1 ELSE 0 END), 0) AS bigint) AS deleted,
    CAST(COALESCE(SUM(CASE WHEN deleted_at = 0 AND expires_at > 0 AND expires_at <= sqlc.arg(now) THEN 1 ELSE 0 END), 0) AS bigint) AS expired
FROM sessions;

-- name: MarkDelivered :execrows
UPDATE sessions SET delivered_seq = sqlc.arg(seq)
WHERE id = sqlc.arg(id) AND delivered_seq < sqlc.arg(seq);
