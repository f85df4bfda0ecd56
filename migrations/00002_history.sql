-- What has happened, append-only. These three have no foreign keys: their
-- rows are only written in a transaction that has updated the session's row
-- before, and a check per row would cost more than the row itself.

-- +goose Up
CREATE TABLE events (
    session_id text   NOT NULL,
    seq        bigint NOT NULL,
    id         text   NOT NULL,
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
    id             text   NOT NULL PRIMARY KEY,
    session_id     text   NOT NULL,
    step_no        bigint NOT NULL,
    run_id         text   NOT NULL,
    parent_id      text   NOT NULL,
    node           text   NOT NULL,
    phase          text   NOT NULL,
    label          text   NOT NULL,
    schema_version bigint NOT NULL,
    created_at     bigint NOT NULL,
    changes        text   NOT NULL,
    state          text   NOT NULL
);
CREATE UNIQUE INDEX checkpoints_in_session ON checkpoints (session_id, step_no);

-- +goose Down
DROP TABLE checkpoints;
DROP TABLE messages;
DROP TABLE events;
