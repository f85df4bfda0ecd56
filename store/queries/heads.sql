-- name: Head :one
SELECT * FROM heads WHERE session_id = $1;

-- name: Arrival :one
-- What a submission meets: its session, and the run that it repeats.
SELECT s.deleted_at,
    CAST(COALESCE((
        SELECT d.id FROM runs d
        WHERE d.session_id = sqlc.arg(session_id) AND d.client_msg_id = sqlc.arg(client_msg_id) AND d.client_msg_id <> ''
    ), (
        SELECT i.id FROM runs i WHERE i.id = sqlc.arg(run_id) AND i.session_id = sqlc.arg(session_id)
    ), '') AS text) AS duplicate_of
FROM sessions s WHERE s.id = sqlc.arg(session_id);

-- name: Arrive :exec
-- Numbers a submission; a claim names the run.
UPDATE heads SET
    last_run = last_run + 1,
    last_seq = last_seq + sqlc.arg(events),
    last_message_id = last_message_id + sqlc.arg(messages),
    open_runs = open_runs + 1,
    run_id = sqlc.arg(run_id),
    owner = sqlc.arg(owner),
    fence = fence + sqlc.arg(claims)
WHERE session_id = sqlc.arg(session_id);

-- name: Advance :one
-- A transition: the claim is its condition. base_step goes by what the
-- writer knew of the head; when that is old the values are written whole.
UPDATE heads SET
    last_seq = last_seq + sqlc.arg(events),
    last_message_id = last_message_id + sqlc.arg(messages),
    base_step = CASE
        WHEN CAST(sqlc.arg(steps) AS bigint) = 0 THEN base_step
        WHEN last_step = sqlc.arg(known_step) AND base_step = sqlc.arg(known_base) THEN sqlc.arg(chain_base)
        ELSE last_step + CAST(sqlc.arg(steps) AS bigint) END,
    last_step = last_step + CAST(sqlc.arg(steps) AS bigint),
    delivered_seq = CASE WHEN delivered_seq < sqlc.arg(delivered_seq) THEN sqlc.arg(delivered_seq) ELSE delivered_seq END,
    open_runs = open_runs - sqlc.arg(ended),
    run_id = sqlc.arg(next_run_id),
    owner = sqlc.arg(next_owner)
WHERE session_id = sqlc.arg(session_id) AND run_id = sqlc.arg(run_id)
  AND owner = sqlc.arg(owner) AND fence = sqlc.arg(fence)
RETURNING last_seq, last_step, base_step, last_message_id, open_runs;

-- name: ClaimHead :one
UPDATE heads SET
    run_id = sqlc.arg(run_id),
    owner = sqlc.arg(owner),
    fence = fence + 1
WHERE session_id = sqlc.arg(session_id)
RETURNING *;

-- name: ResumeHead :one
UPDATE heads SET
    last_run = last_run + sqlc.arg(runs),
    open_runs = open_runs + sqlc.arg(open),
    last_seq = last_seq + sqlc.arg(events),
    last_message_id = last_message_id + sqlc.arg(messages)
WHERE session_id = sqlc.arg(session_id)
RETURNING last_seq, last_message_id, last_run;

-- name: ReleaseHeads :exec
UPDATE heads SET run_id = '', owner = ''
WHERE heads.owner = sqlc.arg(owner) AND heads.session_id IN (
    SELECT r.session_id FROM runs r
    WHERE r.owner = sqlc.arg(owner) AND r.status = 'running'
      AND r.status IN ('queued', 'running', 'waiting'));

-- name: ReleaseAllHeads :exec
UPDATE heads SET run_id = '', owner = ''
WHERE heads.owner <> '' AND heads.session_id IN (
    SELECT r.session_id FROM runs r
    WHERE r.status = 'running' AND r.status IN ('queued', 'running', 'waiting'));
