-- name: InsertAPIKey :exec
INSERT INTO api_keys (id, hash, user_id, tenant, roles, scopes, note, created_at, expires_at, revoked_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0);

-- name: APIKey :one
SELECT * FROM api_keys WHERE id = $1;

-- name: APIKeys :many
SELECT * FROM api_keys ORDER BY created_at, id;

-- name: RevokeAPIKey :execrows
UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at = 0;

-- name: DropAPIKeysOfUser :many
DELETE FROM api_keys WHERE user_id = $1 AND tenant = $2 RETURNING id;

-- name: InsertTicket :exec
INSERT INTO auth_tickets (hash, identity, expires_at) VALUES ($1, $2, $3);

-- name: TakeTicket :one
-- Of several nodes one gets the row.
DELETE FROM auth_tickets WHERE hash = $1 RETURNING *;

-- name: DropOldTickets :exec
DELETE FROM auth_tickets WHERE expires_at < $1;

-- name: Revoke :exec
INSERT INTO auth_revocations (subject, at, expires_at) VALUES ($1, $2, $3)
ON CONFLICT (subject) DO UPDATE SET at = excluded.at, expires_at = excluded.expires_at;

-- name: Revocations :many
SELECT * FROM auth_revocations WHERE expires_at > $1;

-- name: DropOldRevocations :exec
DELETE FROM auth_revocations WHERE expires_at <= $1;

-- name: MoveSessions :execrows
UPDATE sessions SET user_id = sqlc.arg(receiver) WHERE user_id = sqlc.arg(giver);

-- name: MoveRuns :exec
UPDATE runs SET user_id = sqlc.arg(receiver) WHERE runs.user_id = sqlc.arg(giver)
AND runs.session_id IN (SELECT s.id FROM sessions s WHERE s.user_id = sqlc.arg(receiver));
