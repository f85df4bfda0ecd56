-- Where a run was asked for: runs at work and what a model costs are counted by
-- network address too.

-- +goose Up
ALTER TABLE runs ADD COLUMN address text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE runs DROP COLUMN address;
