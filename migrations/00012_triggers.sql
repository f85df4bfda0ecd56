-- Conversations that the program begins: what set each off, and what became of
-- it. The ids of the session and the run are chosen with the record, so that who
-- starts it twice starts it once.

-- +goose Up
CREATE TABLE triggers (
    event_id    text   NOT NULL PRIMARY KEY,
    event_type  text   NOT NULL,
    user_id     text   NOT NULL,
    assistant   text   NOT NULL,
    session_id  text   NOT NULL,
    new_session bigint NOT NULL, -- 0 or 1
    run_id      text   NOT NULL,
    language    text   NOT NULL,
    metadata    text   NOT NULL,
    at          bigint NOT NULL, -- as it was asked for, 0 is at once
    due_at      bigint NOT NULL,
    status      text   NOT NULL, -- waiting | starting | started | held | withdrawn
    reason      text   NOT NULL,
    created_at  bigint NOT NULL,
    started_at  bigint NOT NULL
);
CREATE INDEX triggers_due ON triggers (due_at) WHERE status IN ('waiting', 'starting');
CREATE INDEX triggers_over ON triggers (created_at) WHERE status IN ('started', 'held', 'withdrawn');
CREATE INDEX triggers_by_user ON triggers (user_id, started_at);

-- +goose Down
DROP TABLE triggers;
