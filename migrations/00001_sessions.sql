-- Times are milliseconds since 1970 in UTC, 0 is "not set". JSON is text, ''
-- is "none". Ids are made by the program.

-- +goose Up
CREATE TABLE sessions (
    id                  text   NOT NULL PRIMARY KEY,
    assistant           text   NOT NULL,
    user_id             text   NOT NULL, -- '' belongs to nobody
    title               text   NOT NULL,
    language            text   NOT NULL,
    metadata            text   NOT NULL,
    epoch               text   NOT NULL,
    created_at          bigint NOT NULL,
    updated_at          bigint NOT NULL,
    last_activity       bigint NOT NULL,
    expires_at          bigint NOT NULL, -- 0 never
    deleted_at          bigint NOT NULL, -- 0 is live
    last_seq            bigint NOT NULL,
    delivered_seq       bigint NOT NULL,
    last_step           bigint NOT NULL,
    last_run            bigint NOT NULL,
    last_message_id     bigint NOT NULL,
    message_count       bigint NOT NULL,
    last_message        text   NOT NULL,
    checkpoint_id       text   NOT NULL,
    -- The checkpoint before the newest write, so that one update returns
    -- what the first new checkpoint has for its parent.
    prior_checkpoint_id text   NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, updated_at DESC, id DESC);
CREATE INDEX sessions_by_age ON sessions (updated_at DESC, id DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at) WHERE deleted_at = 0 AND expires_at > 0;

CREATE TABLE nodes (
    id          text   NOT NULL PRIMARY KEY,
    started_at  bigint NOT NULL,
    lease_until bigint NOT NULL
);

CREATE TABLE runs (
    id            text    NOT NULL PRIMARY KEY,
    session_id    text    NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq           bigint  NOT NULL, -- order within the session, from 1
    assistant     text    NOT NULL,
    user_id       text    NOT NULL,
    kind          text    NOT NULL,
    client_msg_id text    NOT NULL,
    query         text    NOT NULL,
    language      text    NOT NULL,
    input         text    NOT NULL,
    status        text    NOT NULL,
    owner         text    NOT NULL,
    fence         bigint  NOT NULL,
    attempt       bigint  NOT NULL,
    next_node     text    NOT NULL,
    plan_shown    bigint  NOT NULL, -- 0 or 1
    interrupt     text    NOT NULL,
    error         text    NOT NULL,
    created_at    bigint  NOT NULL,
    started_at    bigint  NOT NULL,
    finished_at   bigint  NOT NULL,
    deadline      bigint  NOT NULL,
    -- Names the newest commit, so that a writer whose connection broke
    -- during COMMIT can tell whether it arrived.
    mark          bigint  NOT NULL
);
CREATE UNIQUE INDEX runs_in_session ON runs (session_id, seq);
CREATE UNIQUE INDEX runs_by_client_msg ON runs (session_id, client_msg_id) WHERE client_msg_id <> '';
CREATE INDEX runs_open_in_session ON runs (session_id, seq) WHERE status IN ('queued', 'running', 'waiting');
CREATE INDEX runs_open_by_age ON runs (created_at, id) WHERE status IN ('queued', 'running');
CREATE INDEX runs_open_by_owner ON runs (owner) WHERE status IN ('queued', 'running', 'waiting');

CREATE TABLE run_controls (
    run_id     text   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    kind       text   NOT NULL,
    arg        text   NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (run_id, kind, arg)
);

-- +goose Down
DROP TABLE run_controls;
DROP TABLE runs;
DROP TABLE nodes;
DROP TABLE sessions;
