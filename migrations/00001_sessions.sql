-- Times are milliseconds since 1970 in UTC, 0 is "not set". JSON is text, ''
-- is "none". Ids are made by the program.

-- +goose Up
CREATE TABLE sessions (
    id            text   NOT NULL PRIMARY KEY,
    assistant     text   NOT NULL,
    user_id       text   NOT NULL, -- '' belongs to nobody
    title         text   NOT NULL,
    language      text   NOT NULL,
    metadata      text   NOT NULL,
    epoch         text   NOT NULL,
    created_at    bigint NOT NULL,
    updated_at    bigint NOT NULL,
    last_activity bigint NOT NULL,
    expires_at    bigint NOT NULL, -- 0 never
    deleted_at    bigint NOT NULL, -- 0 is live
    forked_from   text   NOT NULL  -- the checkpoint that it began with, ''
);
CREATE INDEX sessions_by_user ON sessions (user_id, updated_at DESC, id DESC);
CREATE INDEX sessions_by_age ON sessions (updated_at DESC, id DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at) WHERE deleted_at = 0 AND expires_at > 0;
CREATE INDEX sessions_by_removal ON sessions (deleted_at) WHERE deleted_at > 0;

-- Where a session's history stands and who may write it: one narrow row, so
-- that the update of each transition is small. Whoever changes several rows
-- of a session changes this one first.
CREATE TABLE heads (
    session_id      text   NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    last_seq        bigint NOT NULL,
    delivered_seq   bigint NOT NULL,
    last_step       bigint NOT NULL,
    base_step       bigint NOT NULL, -- the newest step that is stored whole
    last_run        bigint NOT NULL,
    last_message_id bigint NOT NULL, -- the number of messages too
    open_runs       bigint NOT NULL, -- queued, running or waiting
    -- The claim: the run that is being worked on, by whom. Each claim
    -- raises the fence; a write must name all three.
    run_id          text   NOT NULL,
    owner           text   NOT NULL,
    fence           bigint NOT NULL,
    -- Names the newest transaction, so that a writer whose connection broke
    -- during COMMIT can tell whether it arrived.
    mark            bigint NOT NULL
);

CREATE TABLE nodes (
    id          text   NOT NULL PRIMARY KEY,
    started_at  bigint NOT NULL,
    lease_until bigint NOT NULL
);

-- A run's row changes when it is claimed, waits, goes on or ends; what it
-- is at in between is in its newest checkpoint. Rows are only written in a
-- transaction that has updated the session's head before, so a check of the
-- reference would tell nothing.
CREATE TABLE runs (
    id            text    NOT NULL PRIMARY KEY,
    session_id    text    NOT NULL,
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
    interrupt     text    NOT NULL, -- the question that it waits for
    reply         text    NOT NULL, -- the answer to the newest question
    wake_at       bigint  NOT NULL, -- when the default answers it
    error         text    NOT NULL,
    created_at    bigint  NOT NULL,
    started_at    bigint  NOT NULL,
    finished_at   bigint  NOT NULL,
    deadline      bigint  NOT NULL
);
CREATE UNIQUE INDEX runs_in_session ON runs (session_id, seq);
CREATE UNIQUE INDEX runs_by_client_msg ON runs (session_id, client_msg_id) WHERE client_msg_id <> '';
CREATE INDEX runs_open ON runs (session_id, seq) WHERE status IN ('queued', 'running', 'waiting');

CREATE TABLE run_controls (
    run_id     text   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    kind       text   NOT NULL,
    arg        text   NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (run_id, kind, arg)
);

-- What work outside the database brought, by a key that the worker chose:
-- written once, read again by whoever takes the run over.
CREATE TABLE run_results (
    run_id     text   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    key        text   NOT NULL,
    idx        bigint NOT NULL, -- order within the run, from 1
    created_at bigint NOT NULL,
    value      text   NOT NULL,
    PRIMARY KEY (run_id, key)
);

-- +goose Down
DROP TABLE run_results;
DROP TABLE run_controls;
DROP TABLE runs;
DROP TABLE nodes;
DROP TABLE heads;
DROP TABLE sessions;
