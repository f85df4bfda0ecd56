-- Nobody writes a model's summaries of sessions, and nothing is kept by the version of
-- what is remembered of a user: its row is a lock, and the day of an erasure.

-- +goose Up
DROP TABLE memory_summaries;
ALTER TABLE memory_heads DROP COLUMN version;

-- +goose Down
ALTER TABLE memory_heads ADD COLUMN version text NOT NULL DEFAULT '';
CREATE TABLE memory_summaries (
    user_id    text   NOT NULL,
    session_id text   NOT NULL,
    run_id     text   NOT NULL,
    text       text   NOT NULL,
    made_by    text   NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (user_id, session_id)
);
