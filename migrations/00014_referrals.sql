-- Questions that outlive their run: a run that is over may have one open, too.

-- +goose Up
DROP INDEX runs_waiting;
CREATE INDEX runs_asking ON runs (asked_at, id) WHERE interrupt <> '';

-- +goose Down
DROP INDEX runs_asking;
CREATE INDEX runs_waiting ON runs (asked_at, id) WHERE status = 'waiting';
