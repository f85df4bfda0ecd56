-- name: LockMemoryHead :one
-- Locks what is kept of a user until the transaction ends.
INSERT INTO memory_heads (user_id, erased_at) VALUES ($1, 0)
ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
RETURNING erased_at;

-- name: MarkMemoryErased :exec
UPDATE memory_heads SET erased_at = $2 WHERE user_id = $1;

-- name: DeleteMemoryHead :exec
DELETE FROM memory_heads WHERE user_id = $1;

-- name: InsertMemory :exec
INSERT INTO memories (id, user_id, conversation_id, run_id, query, response, intent, mentions, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: TrimMemories :exec
-- Forgets what is older than a moment or beyond the newest ones. The second
-- LIMIT bounds the work of one call.
DELETE FROM memories WHERE memories.user_id = sqlc.arg(user_id) AND (
    memories.created_at < sqlc.arg(oldest) OR memories.id IN (
        SELECT m.id FROM memories m
        WHERE m.user_id = sqlc.arg(user_id)
        ORDER BY m.created_at DESC, m.id DESC
        LIMIT 1000 OFFSET sqlc.arg(newest)));

-- name: OldMemories :many
-- The users of the oldest memories from before a moment.
SELECT user_id FROM memories WHERE created_at < sqlc.arg(oldest)
ORDER BY created_at LIMIT sqlc.arg(count);

-- name: OldMemoriesWithin :many
-- The same of users whose keys begin so, by their index: in no order.
SELECT user_id FROM memories
WHERE user_id >= sqlc.arg(within) AND user_id < sqlc.arg(beyond) AND created_at < sqlc.arg(oldest)
LIMIT sqlc.arg(count);

-- name: DeleteOldDocuments :execrows
DELETE FROM documents WHERE id IN (
    SELECT d.id FROM documents d WHERE d.created_at <= sqlc.arg(oldest)
    ORDER BY d.created_at LIMIT sqlc.arg(count));

-- name: DeleteOldDocumentsWithin :execrows
DELETE FROM documents WHERE id IN (
    SELECT d.id FROM documents d
    WHERE d.user_id >= sqlc.arg(within) AND d.user_id < sqlc.arg(beyond) AND d.created_at <= sqlc.arg(oldest)
    LIMIT sqlc.arg(count));

-- name: ExpireMemories :execrows
DELETE FROM memories WHERE user_id = $1 AND created_at < $2;

-- name: Memories :many
SELECT * FROM memories
WHERE user_id = $1 AND created_at >= $2
ORDER BY created_at DESC, id DESC
LIMIT $3;

-- name: DeleteMemory :execrows
DELETE FROM memories WHERE id = $1 AND user_id = $2;

-- name: DeleteMemories :execrows
DELETE FROM memories WHERE user_id = $1;

-- name: UpsertPreference :exec
INSERT INTO preferences (user_id, key, value, evidence, updated_at, source, run_id, stated, history)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (user_id, key) DO UPDATE SET
    value = excluded.value, evidence = excluded.evidence, updated_at = excluded.updated_at,
    source = excluded.source, run_id = excluded.run_id, stated = excluded.stated, history = excluded.history;

-- name: Preference :one
-- Erased ones too.
SELECT * FROM preferences WHERE user_id = $1 AND key = $2;

-- name: Preferences :many
SELECT * FROM preferences WHERE user_id = $1 AND source <> 'erased' ORDER BY key;

-- name: ErasePreference :execrows
UPDATE preferences SET value = '', evidence = '', run_id = '', stated = 0, history = '', source = 'erased',
    updated_at = sqlc.arg(at)
WHERE user_id = sqlc.arg(user_id) AND key = sqlc.arg(key) AND source <> 'erased';

-- name: DeletePreferences :execrows
DELETE FROM preferences WHERE user_id = $1;

-- name: InsertDocument :exec
INSERT INTO documents (id, session_id, run_id, user_id, type, title, metadata, created_at, markdown)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: Document :one
SELECT d.* FROM documents d
WHERE d.id = sqlc.arg(id)
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR 1 = (
    SELECT CASE WHEN s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within) THEN 1 ELSE 0 END
    FROM sessions s WHERE s.id = d.session_id));

-- name: SessionDocuments :many
SELECT d.* FROM documents d
WHERE d.session_id = sqlc.arg(session_id)
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY d.created_at, d.id;

-- name: UserDocuments :many
-- The newest, of conversations that are not hidden.
SELECT d.* FROM documents d JOIN sessions s ON s.id = d.session_id
WHERE d.user_id = sqlc.arg(user_id) AND s.user_id = sqlc.arg(user_id) AND s.deleted_at = 0
ORDER BY d.created_at DESC, d.id DESC
LIMIT sqlc.arg(most);

-- name: UpsertFeedback :exec
INSERT INTO feedback (run_id, user_id, session_id, rating, comment, created_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (run_id, user_id) DO UPDATE SET
    rating = excluded.rating, comment = excluded.comment, created_at = excluded.created_at;

-- name: RunFeedback :many
SELECT f.* FROM feedback f
WHERE f.run_id = sqlc.arg(run_id)
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR 1 = (
    SELECT CASE WHEN s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within) THEN 1 ELSE 0 END
    FROM sessions s WHERE s.id = f.session_id))
ORDER BY f.user_id;

-- name: UserFeedback :many
SELECT * FROM feedback WHERE user_id = $1 ORDER BY created_at, run_id LIMIT 10000;

-- name: DeleteUserFeedback :execrows
DELETE FROM feedback WHERE user_id = $1;

-- name: CountSessionDocuments :one
SELECT count(*) FROM documents WHERE session_id = $1;

-- name: UserSessions :many
-- Hidden ones too, in the order of their ids.
SELECT s.*, h.last_seq, h.delivered_seq, h.last_step, h.last_message_id, '' AS last_message
FROM sessions s JOIN heads h ON h.session_id = s.id
WHERE s.user_id = sqlc.arg(user_id) AND s.id > sqlc.arg(after)
ORDER BY s.id
LIMIT sqlc.arg(count);

-- name: InsertSecret :exec
INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING;

-- name: Secret :one
SELECT value FROM secrets WHERE name = $1;

-- name: ListFeedback :many
-- What a filter leaves open is passed as ''.
SELECT f.*, r.assistant, r.language, r.query
FROM feedback f JOIN runs r ON r.id = f.run_id JOIN sessions s ON s.id = f.session_id
WHERE s.deleted_at = 0
    AND (CAST(sqlc.arg(rating) AS text) = '' OR f.rating = CAST(sqlc.arg(rating) AS text))
    AND (CAST(sqlc.arg(assistant) AS text) = '' OR r.assistant = CAST(sqlc.arg(assistant) AS text))
    AND (CAST(sqlc.arg(user_id) AS text) = '' OR f.user_id = CAST(sqlc.arg(user_id) AS text))
    AND f.created_at >= sqlc.arg(since)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within))
ORDER BY f.created_at DESC, f.run_id DESC
LIMIT sqlc.arg(count) OFFSET sqlc.arg(skip);

-- name: UnlinkAuditPerson :exec
DELETE FROM audit_people WHERE user_id = $1;
