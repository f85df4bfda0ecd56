-- Whom a run's question is put to, and since when: what waits can be listed.

-- +goose Up
ALTER TABLE runs ADD COLUMN asked_of text NOT NULL DEFAULT ''; -- a role; 'user' is the session's
ALTER TABLE runs ADD COLUMN asked_at bigint NOT NULL DEFAULT 0;
UPDATE runs SET asked_of = 'user', asked_at = created_at WHERE status = 'waiting';
CREATE INDEX runs_waiting ON runs (asked_at, id) WHERE status = 'waiting';

-- +goose Down
DROP INDEX runs_waiting;
ALTER TABLE runs DROP COLUMN asked_at;
ALTER TABLE runs DROP COLUMN asked_of;
