-- Triggers that come again: cron is when, schedule_id of which a trigger is one time.

-- +goose Up
ALTER TABLE triggers ADD COLUMN cron text NOT NULL DEFAULT '';
ALTER TABLE triggers ADD COLUMN schedule_id text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE triggers DROP COLUMN schedule_id;
ALTER TABLE triggers DROP COLUMN cron;
