-- name: InsertTrigger :exec
INSERT INTO triggers (
    event_id, event_type, user_id, assistant, session_id, new_session, run_id, language,
    metadata, at, due_at, status, reason, created_at, started_at, cron, schedule_id
) VALUES (
    $1, $2, $3, $4, $5, $6, $7, $8,
    $9, $10, $11, $12, $13, $14, 0, $15, $16
) ON CONFLICT (event_id) DO NOTHING;

-- name: Trigger :one
SELECT * FROM triggers WHERE event_id = $1;

-- name: OwnedTrigger :one
SELECT * FROM triggers
WHERE event_id = sqlc.arg(event_id)
  AND (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within));

-- name: DueTriggers :many
-- One that is starting was left by a node that stopped in between.
SELECT * FROM triggers
WHERE status IN ('waiting', 'starting') AND due_at <= sqlc.arg(now)
ORDER BY due_at, event_id
LIMIT sqlc.arg(count);

-- name: HoldUserTriggers :exec
-- Who begins one of a user's keeps others from doing so until the end.
UPDATE triggers SET status = status WHERE user_id = sqlc.arg(user_id) AND status = 'waiting';

-- name: CountStarted :one
SELECT count(*) FROM triggers WHERE user_id = sqlc.arg(user_id) AND started_at >= sqlc.arg(since);

-- name: MoveTrigger :execrows
UPDATE triggers SET
    status = sqlc.arg(status), reason = sqlc.arg(reason), due_at = sqlc.arg(due_at), started_at = sqlc.arg(started_at)
WHERE event_id = sqlc.arg(event_id) AND status = sqlc.arg(known);

-- name: UserTriggers :many
SELECT * FROM triggers WHERE user_id = $1 ORDER BY created_at, event_id;

-- name: DeleteUserTriggers :execrows
DELETE FROM triggers WHERE user_id = $1;

-- name: DeleteTriggers :execrows
DELETE FROM triggers WHERE event_id IN (
    SELECT o.event_id FROM triggers o
    WHERE o.status IN ('started', 'held', 'withdrawn') AND o.created_at < sqlc.arg(before)
    LIMIT sqlc.arg(count));

-- name: SpokenTo :one
-- Tells whether a user has said something to an assistant, in a conversation that is not
-- hidden.
SELECT EXISTS (SELECT 1 FROM sessions s JOIN runs r ON r.session_id = s.id
WHERE s.user_id = sqlc.arg(user_id) AND s.assistant = sqlc.arg(assistant) AND s.deleted_at = 0
  AND s.last_activity >= sqlc.arg(since)
  AND r.created_at > sqlc.arg(since) AND r.kind IN ('query', 'reply'));
