-- How far the removal of old history has come.

-- +goose Up
-- Runs are gone through in the order of their end, once for each kind of
-- what is removed.
CREATE INDEX runs_by_end ON runs (finished_at, id) WHERE finished_at > 0;

CREATE TABLE retention (
    kind        text   NOT NULL PRIMARY KEY,
    finished_at bigint NOT NULL, -- of the run that was the last
    run_id      text   NOT NULL
);

-- +goose Down
DROP TABLE retention;
DROP INDEX runs_by_end;
