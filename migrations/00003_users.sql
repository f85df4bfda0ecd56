-- What is kept for a user beyond one conversation.

-- +goose Up
CREATE TABLE memories (
    id              text   NOT NULL PRIMARY KEY,
    user_id         text   NOT NULL,
    conversation_id text   NOT NULL,
    run_id          text   NOT NULL,
    query           text   NOT NULL,
    response        text   NOT NULL,
    intent          text   NOT NULL,
    created_at      bigint NOT NULL
);
CREATE INDEX memories_by_user ON memories (user_id, created_at DESC, id DESC);

CREATE TABLE preferences (
    user_id    text   NOT NULL,
    key        text   NOT NULL,
    value      text   NOT NULL,
    evidence   text   NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (user_id, key)
);

CREATE TABLE documents (
    id         text   NOT NULL PRIMARY KEY,
    session_id text   NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    run_id     text   NOT NULL,
    user_id    text   NOT NULL,
    type       text   NOT NULL,
    title      text   NOT NULL,
    metadata   text   NOT NULL,
    created_at bigint NOT NULL,
    markdown   text   NOT NULL
);
CREATE INDEX documents_in_session ON documents (session_id, created_at, id);

CREATE TABLE feedback (
    run_id     text   NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    user_id    text   NOT NULL,
    session_id text   NOT NULL,
    rating     text   NOT NULL,
    comment    text   NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (run_id, user_id)
);

-- +goose Down
DROP TABLE feedback;
DROP TABLE documents;
DROP TABLE preferences;
DROP TABLE memories;
