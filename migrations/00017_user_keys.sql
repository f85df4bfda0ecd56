-- The keys that users' values are sealed with, each wrapped with the operator's
-- master key. A sealed value names its key; erasing a user removes the row, and
-- with it all that was sealed.

-- +goose Up
CREATE TABLE user_keys (
    id         text   NOT NULL PRIMARY KEY,
    user_id    text   NOT NULL, -- '' is the key of what belongs to nobody
    active     bigint NOT NULL, -- 1 seals the user's new values; the others only open
    master     text   NOT NULL, -- the master key that wraps it
    wrapped    bytea  NOT NULL, -- empty in a backup, whose keys are a file of their own
    created_at bigint NOT NULL
);
CREATE UNIQUE INDEX user_keys_active ON user_keys (user_id) WHERE active = 1;
CREATE INDEX user_keys_by_user ON user_keys (user_id);
CREATE INDEX user_keys_by_master ON user_keys (master, id);

-- +goose Down
DROP TABLE user_keys;
