-- Long-term memory: what a cached copy is checked against, what an exchange
-- was about, where a preference comes from, and summaries a model wrote.

-- +goose Up
-- One narrow row a user of whom something is kept; none is "nothing is". Every
-- change of what is kept gives it another version, a name that never comes
-- again, so that no older copy elsewhere can pass for the present one. Who
-- changes something changes this row first.
CREATE TABLE memory_heads (
    user_id   text   NOT NULL PRIMARY KEY,
    version   text   NOT NULL,
    erased_at bigint NOT NULL -- what was asked before is not kept, 0 never
);
INSERT INTO memory_heads (user_id, version, erased_at)
SELECT user_id, 'migrated', 0 FROM memories WHERE user_id <> ''
UNION
SELECT user_id, 'migrated', 0 FROM preferences WHERE user_id <> '';

ALTER TABLE memories ADD COLUMN mentions text NOT NULL DEFAULT '';
CREATE INDEX memories_by_age ON memories (created_at);

-- An erased preference keeps its row without its value, so that what was said
-- before the erasure is not learned after it.
ALTER TABLE preferences ADD COLUMN source text NOT NULL DEFAULT 'learned'; -- learned | user | erased
ALTER TABLE preferences ADD COLUMN run_id text NOT NULL DEFAULT '';
ALTER TABLE preferences ADD COLUMN stated bigint NOT NULL DEFAULT 1;
ALTER TABLE preferences ADD COLUMN history text NOT NULL DEFAULT '';
UPDATE preferences SET source = 'user' WHERE evidence = 'user';

-- A session's summary holds as long as the run is the newest remembered one.
CREATE TABLE memory_summaries (
    user_id    text   NOT NULL,
    session_id text   NOT NULL,
    run_id     text   NOT NULL,
    text       text   NOT NULL,
    made_by    text   NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (user_id, session_id)
);

CREATE INDEX feedback_by_user ON feedback (user_id);

-- What the nodes share and nobody else may know, made by whichever is first.
CREATE TABLE secrets (
    name  text NOT NULL PRIMARY KEY,
    value text NOT NULL
);

-- +goose Down
DROP TABLE secrets;
DROP INDEX feedback_by_user;
DROP TABLE memory_summaries;
ALTER TABLE preferences DROP COLUMN history;
ALTER TABLE preferences DROP COLUMN stated;
ALTER TABLE preferences DROP COLUMN run_id;
ALTER TABLE preferences DROP COLUMN source;
DROP INDEX memories_by_age;
ALTER TABLE memories DROP COLUMN mentions;
DROP TABLE memory_heads;
