-- What language models took, in tokens and money. Money is in millionths of
-- the operator's currency; days are Korea's. Reports and the caps that are
-- checked before each call are kept apart, since reports outlive their day.

-- +goose Up
-- What was used on a day. An empty user_id is nobody, or users who were
-- forgotten.
CREATE TABLE usage_days (
    day           text   NOT NULL, -- YYYY-MM-DD
    user_id       text   NOT NULL,
    model         text   NOT NULL,
    calls         bigint NOT NULL,
    unpriced      bigint NOT NULL, -- calls whose price is not known
    estimated     bigint NOT NULL, -- calls whose tokens were not told
    input_tokens  bigint NOT NULL,
    output_tokens bigint NOT NULL,
    cost_micros   bigint NOT NULL,
    PRIMARY KEY (day, user_id, model)
);
CREATE INDEX usage_days_by_user ON usage_days (user_id, day);

-- What a run used, by what for; gone with the run.
CREATE TABLE usage_runs (
    run_id        text   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    purpose       text   NOT NULL,
    model         text   NOT NULL,
    session_id    text   NOT NULL,
    calls         bigint NOT NULL,
    unpriced      bigint NOT NULL,
    estimated     bigint NOT NULL,
    input_tokens  bigint NOT NULL,
    output_tokens bigint NOT NULL,
    cost_micros   bigint NOT NULL,
    PRIMARY KEY (run_id, purpose, model)
);
CREATE INDEX usage_runs_of_session ON usage_runs (session_id);

-- What counts towards a cap: used, or held for calls under way.
CREATE TABLE usage_counters (
    key         text   NOT NULL PRIMARY KEY,
    keep_until  text   NOT NULL, -- YYYY-MM-DD, the last day that asks for it
    tokens      bigint NOT NULL,
    cost_micros bigint NOT NULL
);
CREATE INDEX usage_counters_by_end ON usage_counters (keep_until);

-- +goose Down
DROP TABLE usage_counters;
DROP TABLE usage_runs;
DROP TABLE usage_days;
