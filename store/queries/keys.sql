-- name: SessionKey :one
-- The key of a session's user; '' when there is none yet.
SELECT s.user_id, CAST(COALESCE((
    SELECT k.id FROM user_keys k WHERE k.user_id = s.user_id AND k.active = 1), '') AS text) AS key_id
FROM sessions s WHERE s.id = $1;

-- name: ActiveKey :one
SELECT id FROM user_keys WHERE user_id = $1 AND active = 1;

-- name: UserKey :one
SELECT wrapped FROM user_keys WHERE id = $1;

-- name: InsertUserKey :exec
-- Of two who make a user's key at once, one does.
INSERT INTO user_keys (id, user_id, active, master, wrapped, created_at)
VALUES ($1, $2, 1, $3, $4, $5)
ON CONFLICT (user_id) WHERE active = 1 DO NOTHING;

-- name: KeysOfOtherMasters :many
-- Keys that another master key wraps: the index is asked for the names on
-- either side.
SELECT id, master, wrapped FROM user_keys
WHERE (master < sqlc.arg(master) OR master > sqlc.arg(master)) AND id > sqlc.arg(after)
ORDER BY id LIMIT 500;

-- name: RewrapKey :execrows
UPDATE user_keys SET master = sqlc.arg(master), wrapped = sqlc.arg(wrapped)
WHERE id = sqlc.arg(id) AND master = sqlc.arg(known_master);

-- name: CountKeys :many
SELECT master, count(*) AS keys FROM user_keys GROUP BY master ORDER BY master;

-- name: MoveUserKeys :exec
-- What was a guest's is the account's: its keys open what they sealed.
UPDATE user_keys SET user_id = sqlc.arg(to_user), active = 0 WHERE user_id = sqlc.arg(from_user);

-- name: DeleteUserKeys :exec
DELETE FROM user_keys WHERE user_id = $1;

-- name: CopyableMessages :many
-- What CopyMessages copies, a page of it.
SELECT m.* FROM messages m
WHERE m.session_id = sqlc.arg(from_session) AND m.id <= sqlc.arg(last_message_id) AND m.id > sqlc.arg(after)
  AND NOT EXISTS (
    SELECT 1 FROM runs r
    WHERE r.id = m.run_id AND r.session_id = m.session_id AND r.seq > sqlc.arg(run_seq)
      AND NOT (r.kind = 'reply' AND m.id <= sqlc.arg(last_reply_id)))
ORDER BY m.id LIMIT sqlc.arg(count);

-- name: CopyableCheckpoints :many
SELECT * FROM checkpoints
WHERE session_id = sqlc.arg(session_id) AND step_no > sqlc.arg(after) AND step_no <= sqlc.arg(last_step)
ORDER BY step_no LIMIT sqlc.arg(count);

-- name: KeylessUsers :many
-- Those of whom something is sealed and no key is there.
SELECT user_id FROM user_keys WHERE user_id <> ''
GROUP BY user_id HAVING MAX(length(wrapped)) = 0
UNION
SELECT s.user_id FROM sessions s
WHERE s.user_id <> '' AND substr(s.title, 1, 8) = '$sealed$'
  AND NOT EXISTS (SELECT 1 FROM user_keys k WHERE k.user_id = s.user_id);
