-- What has happened. Events and messages are append-only. These three have
-- no foreign keys: their rows are only written in a transaction that has
-- updated the session's head before, and a check per row would cost more
-- than the row itself.

-- +goose Up
CREATE TABLE events (
    session_id text   NOT NULL,
    seq        bigint NOT NULL,
    run_id     text   NOT NULL,
    type       text   NOT NULL,
    created_at bigint NOT NULL,
    payload    text   NOT NULL,
    PRIMARY KEY (session_id, seq)
);

CREATE TABLE messages (
    session_id text   NOT NULL,
    id         bigint NOT NULL,
    run_id     text   NOT NULL,
    role       text   NOT NULL,
    created_at bigint NOT NULL,
    content    text   NOT NULL,
    data       text   NOT NULL,
    PRIMARY KEY (session_id, id)
);

-- The wide columns are last, so that a list without values needn't read
-- across them.
CREATE TABLE checkpoints (
    session_id     text   NOT NULL,
    step_no        bigint NOT NULL,
    run_id         text   NOT NULL,
    fence          bigint NOT NULL, -- of the claim that wrote it
    parent_id      text   NOT NULL, -- '' is the step before
    node           text   NOT NULL,
    next_node      text   NOT NULL, -- where the run goes on
    phase          text   NOT NULL,
    label          text   NOT NULL,
    status         text   NOT NULL, -- the state's own word
    plan_shown     bigint NOT NULL, -- 0 or 1
    schema_version bigint NOT NULL,
    seq            bigint NOT NULL, -- the session's newest event by then
    message_id     bigint NOT NULL, -- and its newest message
    created_at     bigint NOT NULL,
    -- The step with the whole state that this one builds on; its own number
    -- when value is the whole state, else value is the change against the
    -- step before.
    base_step      bigint NOT NULL,
    journal        text   NOT NULL, -- what chance and time brought, for replay
    value          bytea  NOT NULL,
    PRIMARY KEY (session_id, step_no)
);

-- +goose Down
DROP TABLE checkpoints;
DROP TABLE messages;
DROP TABLE events;
