-- name: TouchPack :one
-- Makes the pack or moves it on by 1, or by 0 where what it holds stays; its row
-- stays locked until the end, so that two who change one pack do so one after
-- the other.
INSERT INTO knowledge_packs (name, assistant, generation, created_at, updated_at)
VALUES (sqlc.arg(name), sqlc.arg(assistant), sqlc.arg(changes), sqlc.arg(now), sqlc.arg(now))
ON CONFLICT (name) DO UPDATE SET
    generation = knowledge_packs.generation + excluded.generation,
    updated_at = CASE WHEN excluded.generation = 0 THEN knowledge_packs.updated_at ELSE excluded.updated_at END
RETURNING assistant;

-- name: Packs :many
SELECT p.name, p.assistant, p.generation, p.created_at, p.updated_at,
    CAST(count(s.id) AS bigint) AS sources, CAST(coalesce(sum(s.chunk_count), 0) AS bigint) AS chunks,
    CAST(coalesce(sum(s.bytes), 0) AS bigint) AS bytes
FROM knowledge_packs p LEFT JOIN knowledge_sources s ON s.pack = p.name
GROUP BY p.name, p.assistant, p.generation, p.created_at, p.updated_at
ORDER BY p.name;

-- name: PackStamps :many
SELECT name, generation, created_at FROM knowledge_packs WHERE assistant = $1 ORDER BY name;

-- name: PackChunks :one
SELECT CAST(coalesce(sum(chunk_count), 0) AS bigint) AS chunks FROM knowledge_sources WHERE pack = $1;

-- name: DeletePack :execrows
DELETE FROM knowledge_packs WHERE name = $1;

-- name: KnowledgeSource :one
SELECT * FROM knowledge_sources WHERE pack = $1 AND uri = $2;

-- name: KnowledgeSources :many
SELECT * FROM knowledge_sources WHERE pack = $1 ORDER BY uri LIMIT $2 OFFSET $3;

-- name: InsertKnowledgeSource :exec
INSERT INTO knowledge_sources (id, pack, root, uri, content_hash, media_type, bytes, chunk_count, status, error, ingested_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: FailKnowledgeSource :exec
-- The version that is stored stays; only why the newest is not is noted.
INSERT INTO knowledge_sources (id, pack, root, uri, content_hash, media_type, bytes, chunk_count, status, error, ingested_at)
VALUES ($1, $2, $3, $4, '', $5, 0, 0, 'failed', $6, $7)
ON CONFLICT (pack, uri) DO UPDATE SET status = excluded.status, error = excluded.error;

-- name: DeleteKnowledgeSource :execrows
DELETE FROM knowledge_sources WHERE pack = $1 AND uri = $2;

-- name: KnowledgeChunks :many
SELECT * FROM knowledge_chunks WHERE source_id = $1 ORDER BY ord;

-- name: KnowledgeVectors :many
SELECT DISTINCT v.text_hash, v.vector
FROM knowledge_chunks c JOIN knowledge_vectors v ON v.text_hash = c.text_hash AND v.model = sqlc.arg(model)
WHERE c.source_id = sqlc.arg(source_id);

-- name: TextsWithoutVector :many
-- Texts of a pack that a model has not turned into vectors, by their hash.
SELECT c.text_hash, CAST(min(c.law) AS text) AS law, CAST(min(c.article) AS text) AS article,
    CAST(min(c.title) AS text) AS title, CAST(min(c.text) AS text) AS text
FROM knowledge_sources s JOIN knowledge_chunks c ON c.source_id = s.id
WHERE s.pack = sqlc.arg(pack) AND NOT EXISTS (
    SELECT 1 FROM knowledge_vectors v WHERE v.text_hash = c.text_hash AND v.model = sqlc.arg(model))
GROUP BY c.text_hash ORDER BY c.text_hash LIMIT sqlc.arg(max);

-- name: KeepVector :exec
-- One that is there stays; only that a built-in text has it is noted.
INSERT INTO knowledge_vectors (text_hash, model, dims, vector, used_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (text_hash, model) DO UPDATE SET used_at = excluded.used_at
WHERE excluded.used_at > 0;

-- name: DeleteIdleVectors :execrows
-- Those of no chunk that no built-in text was given of late either.
DELETE FROM knowledge_vectors WHERE used_at < sqlc.arg(used_before) AND NOT EXISTS (
    SELECT 1 FROM knowledge_chunks c WHERE c.text_hash = knowledge_vectors.text_hash);

-- name: BuiltInVectors :many
SELECT text_hash, vector FROM knowledge_vectors WHERE model = $1 AND used_at > 0;
