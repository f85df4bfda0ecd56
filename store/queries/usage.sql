-- name: HoldUsage :execrows
-- Adds to a counter unless a cap would be passed; a cap of 0 is none.
INSERT INTO usage_counters (key, keep_until, tokens, cost_micros)
VALUES (sqlc.arg(key), sqlc.arg(keep_until), sqlc.arg(tokens), sqlc.arg(cost_micros))
ON CONFLICT (key) DO UPDATE SET
    tokens = usage_counters.tokens + excluded.tokens,
    cost_micros = usage_counters.cost_micros + excluded.cost_micros
WHERE (CAST(sqlc.arg(max_tokens) AS bigint) = 0
        OR usage_counters.tokens + excluded.tokens <= CAST(sqlc.arg(max_tokens) AS bigint))
    AND (CAST(sqlc.arg(max_cost) AS bigint) = 0
        OR usage_counters.cost_micros + excluded.cost_micros <= CAST(sqlc.arg(max_cost) AS bigint));

-- name: CorrectUsage :exec
-- What was held becomes what was used.
UPDATE usage_counters SET
    tokens = tokens + sqlc.arg(tokens), cost_micros = cost_micros + sqlc.arg(cost_micros)
WHERE key = sqlc.arg(key);

-- name: AddUsageDay :exec
INSERT INTO usage_days (day, user_id, model, calls, unpriced, estimated, input_tokens, output_tokens, cost_micros)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (day, user_id, model) DO UPDATE SET
    calls = usage_days.calls + excluded.calls,
    unpriced = usage_days.unpriced + excluded.unpriced,
    estimated = usage_days.estimated + excluded.estimated,
    input_tokens = usage_days.input_tokens + excluded.input_tokens,
    output_tokens = usage_days.output_tokens + excluded.output_tokens,
    cost_micros = usage_days.cost_micros + excluded.cost_micros;

-- name: AddUsageRun :exec
-- A run that is gone, or never was, has no row.
INSERT INTO usage_runs (run_id, purpose, model, session_id, calls, unpriced, estimated, input_tokens, output_tokens, cost_micros)
SELECT r.id, CAST(sqlc.arg(purpose) AS text), CAST(sqlc.arg(model) AS text), r.session_id,
    CAST(sqlc.arg(calls) AS bigint), CAST(sqlc.arg(unpriced) AS bigint), CAST(sqlc.arg(estimated) AS bigint),
    CAST(sqlc.arg(input_tokens) AS bigint), CAST(sqlc.arg(output_tokens) AS bigint), CAST(sqlc.arg(cost_micros) AS bigint)
FROM runs r WHERE r.id = sqlc.arg(run_id)
ON CONFLICT (run_id, purpose, model) DO UPDATE SET
    calls = usage_runs.calls + excluded.calls,
    unpriced = usage_runs.unpriced + excluded.unpriced,
    estimated = usage_runs.estimated + excluded.estimated,
    input_tokens = usage_runs.input_tokens + excluded.input_tokens,
    output_tokens = usage_runs.output_tokens + excluded.output_tokens,
    cost_micros = usage_runs.cost_micros + excluded.cost_micros;

-- name: UsageDays :many
SELECT day, model,
    CAST(SUM(calls) AS bigint) AS calls,
    CAST(SUM(unpriced) AS bigint) AS unpriced,
    CAST(SUM(estimated) AS bigint) AS estimated,
    CAST(SUM(input_tokens) AS bigint) AS input_tokens,
    CAST(SUM(output_tokens) AS bigint) AS output_tokens,
    CAST(SUM(cost_micros) AS bigint) AS cost_micros
FROM usage_days
WHERE day >= sqlc.arg(from_day) AND day <= sqlc.arg(to_day)
  AND (user_id = sqlc.narg(owner_id) OR substr(user_id, 1, length(CAST(sqlc.narg(owner_within) AS text))) = sqlc.narg(owner_within))
GROUP BY day, model
ORDER BY day, model;

-- name: UserUsageDays :many
SELECT day, model, calls, unpriced, estimated, input_tokens, output_tokens, cost_micros FROM usage_days
WHERE user_id = sqlc.arg(user_id) AND day >= sqlc.arg(from_day) AND day <= sqlc.arg(to_day)
ORDER BY day, model;

-- name: SessionUsage :many
-- Ids of runs grow with time.
SELECT u.* FROM usage_runs u
WHERE u.session_id = sqlc.arg(session_id)
  AND (CAST(sqlc.narg(owner_within) AS text) = '' OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = sqlc.arg(session_id)
    AND (s.user_id = sqlc.narg(owner_id) OR substr(s.user_id, 1, length(sqlc.narg(owner_within))) = sqlc.narg(owner_within))))
ORDER BY u.run_id, u.purpose, u.model;

-- name: TakeUserUsage :many
DELETE FROM usage_days WHERE user_id = $1 RETURNING *;

-- name: DeleteUsageCounters :execrows
DELETE FROM usage_counters WHERE key IN (
    SELECT c.key FROM usage_counters c WHERE c.keep_until < sqlc.arg(before) ORDER BY c.keep_until LIMIT sqlc.arg(count));
