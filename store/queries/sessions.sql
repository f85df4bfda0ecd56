-- name: InsertSession :exec
INSERT INTO sessions (
    id, assistant, user_id, title, language, metadata, epoch,
    created_at, updated_at, last_activity, expires_at, deleted_at, forked_from
) VALUES (
    $1, $2, $3, $4, $5, $6, $7,
    $8, $9, $10, $11, 0, $12
);

-- name: InsertHead :exec
INSERT INTO heads (
    session_id, last_seq, delivered_seq, last_step, base_step, last_run,
    last_message_id, open_runs, run_id, owner, fence
) VALUES (
    $1, 0, 0, 0, 0, 0,
    0, 0, '', '', 0
);

-- name: Session :one
SELECT s.*, h.last_seq, h.delivered_seq, h.last_step, h.last_message_id,
    CAST(COALESCE((
        SELECT CASE WHEN substr(m.content, 1, 8) = '$sealed$' THEN m.content || ' ' || m.run_id || ' ' || m.role || ' ' || CAST(m.created_at AS text) ELSE substr(m.content, 1, 107) END FROM messages m
        WHERE m.session_id = s.id AND m.id = h.last_message_id
    ), '') AS text) AS last_message
FROM sessions s JOIN heads h ON h.session_id = s.id
WHERE s.id = sqlc.arg(id) AND s.deleted_at = 0
  AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within));

-- name: SessionUser :one
SELECT user_id FROM sessions
WHERE id = sqlc.arg(id)
  AND (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within));

-- name: Sessions :many
-- The page is cut first, so that only its rows are joined.
SELECT s.*, h.last_seq, h.delivered_seq, h.last_step, h.last_message_id,
    CAST(COALESCE((
        SELECT CASE WHEN substr(m.content, 1, 8) = '$sealed$' THEN m.content || ' ' || m.run_id || ' ' || m.role || ' ' || CAST(m.created_at AS text) ELSE substr(m.content, 1, 107) END FROM messages m
        WHERE m.session_id = s.id AND m.id = h.last_message_id
    ), '') AS text) AS last_message
FROM (
    SELECT * FROM sessions
    WHERE user_id = $1 AND deleted_at = 0
    ORDER BY updated_at DESC, id DESC
    LIMIT $2 OFFSET $3
) s JOIN heads h ON h.session_id = s.id
ORDER BY s.updated_at DESC, s.id DESC;

-- name: AllSessions :many
SELECT s.*, h.last_seq, h.delivered_seq, h.last_step, h.last_message_id,
    CAST(COALESCE((
        SELECT CASE WHEN substr(m.content, 1, 8) = '$sealed$' THEN m.content || ' ' || m.run_id || ' ' || m.role || ' ' || CAST(m.created_at AS text) ELSE substr(m.content, 1, 107) END FROM messages m
        WHERE m.session_id = s.id AND m.id = h.last_message_id
    ), '') AS text) AS last_message
FROM (
    SELECT * FROM sessions
    WHERE deleted_at = 0
      AND (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within))
    ORDER BY updated_at DESC, id DESC
    LIMIT sqlc.arg(count) OFFSET sqlc.arg(skip)
) s JOIN heads h ON h.session_id = s.id
ORDER BY s.updated_at DESC, s.id DESC;

-- name: RenameSession :execrows
UPDATE sessions SET title = sqlc.arg(title), updated_at = sqlc.arg(updated_at)
WHERE id = sqlc.arg(id) AND deleted_at = 0
  AND (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within));

-- name: TitleSession :exec
-- The title that a run gives; a hidden session takes it too.
UPDATE sessions SET
    title = sqlc.arg(title),
    updated_at = CASE WHEN updated_at < sqlc.arg(at) THEN sqlc.arg(at) ELSE updated_at END
WHERE id = sqlc.arg(id);

-- name: TouchSession :execrows
UPDATE sessions SET last_activity = sqlc.arg(last_activity), expires_at = sqlc.arg(expires_at)
WHERE id = sqlc.arg(id) AND deleted_at = 0
  AND (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within));

-- name: UseSession :exec
-- What a message of the user does to the list entry. What is indexed moves by
-- a second or a minute at least: a session with many messages a second would
-- else rewrite its indexes for each.
UPDATE sessions SET
    updated_at = CASE WHEN updated_at + 1000 <= sqlc.arg(at) THEN sqlc.arg(at) ELSE updated_at END,
    last_activity = CASE WHEN last_activity < sqlc.arg(at) THEN sqlc.arg(at) ELSE last_activity END,
    expires_at = CASE WHEN expires_at > 0 AND expires_at + 60000 <= sqlc.arg(expires_at) THEN sqlc.arg(expires_at) ELSE expires_at END
WHERE id = sqlc.arg(id);

-- name: HideSession :execrows
UPDATE sessions SET deleted_at = sqlc.arg(deleted_at)
WHERE id = sqlc.arg(id) AND deleted_at = 0
  AND (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within));

-- name: RestoreSession :execrows
-- A restored session has no end until it is touched, else the next sweep
-- would hide it again.
UPDATE sessions SET deleted_at = 0, expires_at = 0
WHERE id = sqlc.arg(id) AND deleted_at > 0
  AND (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within));

-- name: DeleteHead :execrows
DELETE FROM heads WHERE session_id = sqlc.arg(session_id)
  AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within)));

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
-- One with a run that isn't over stays: its question may be waited for longer.
UPDATE sessions SET deleted_at = $1
WHERE deleted_at = 0 AND expires_at > 0 AND expires_at <= $1
  AND (SELECT h.open_runs FROM heads h WHERE h.session_id = sessions.id) = 0;

-- name: SessionStats :one
SELECT
    count(*) AS total,
    CAST(COALESCE(SUM(CASE WHEN deleted_at = 0 AND (expires_at = 0 OR expires_at > sqlc.arg(now)) THEN 1 ELSE 0 END), 0) AS bigint) AS active,
    CAST(COALESCE(SUM(CASE WHEN deleted_at > 0 THEN 1 ELSE 0 END), 0) AS bigint) AS deleted,
    CAST(COALESCE(SUM(CASE WHEN deleted_at = 0 AND expires_at > 0 AND expires_at <= sqlc.arg(now) THEN 1 ELSE 0 END), 0) AS bigint) AS expired
FROM sessions
WHERE (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within));
