-- name: InsertMemory :exec
INSERT INTO memories (id, user_id, conversation_id, run_id, query, response, intent, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: TrimMemories :exec
-- Forgets what is older than a moment or beyond the newest ones. The second
-- LIMIT bounds the work of one call.
DELETE FROM memories WHERE memories.user_id = sqlc.arg(user_id) AND (
    memories.created_at < sqlc.arg(oldest) OR memories.id IN (
        SELECT m.id FROM memories m
        WHERE m.user_id = sqlc.arg(user_id)
        ORDER BY m.created_at DESC, m.id DESC
        LIMIT 1000 OFFSET sqlc.arg(newest)));

-- name: Memories :many
SELECT * FROM memories
WHERE user_id = $1 AND created_at >= $2
ORDER BY created_at DESC, id DESC
LIMIT $3;

-- name: DeleteMemories :execrows
DELETE FROM memories WHERE user_id = $1;

-- name: UpsertPreference :exec
INSERT INTO preferences (user_id, key, value, evidence, updated_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, key) DO UPDATE SET
    value = excluded.value, evidence = excluded.evidence, updated_at = excluded.updated_at;

-- name: Preferences :many
SELECT * FROM preferences WHERE user_id = $1 ORDER BY key;

-- name: DeletePreference :execrows
DELETE FROM preferences WHERE user_id = $1 AND key = $2;

-- name: InsertDocument :exec
INSERT INTO documents (id, session_id, run_id, user_id, type, title, metadata, created_at, markdown)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: Document :one
SELECT * FROM documents WHERE id = $1;

-- name: SessionDocuments :many
SELECT * FROM documents WHERE session_id = $1 ORDER BY created_at, id;

-- name: UpsertFeedback :exec
INSERT INTO feedback (run_id, user_id, session_id, rating, comment, created_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (run_id, user_id) DO UPDATE SET
    rating = excluded.rating, comment = excluded.comment, created_at = excluded.created_at;

-- name: RunFeedback :many
SELECT * FROM feedback WHERE run_id = $1 ORDER BY user_id;
