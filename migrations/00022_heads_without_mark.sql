-- The name of the newest transaction is no longer kept: whether a COMMIT whose
-- answer was lost has arrived is read from the head's position and fence.

-- +goose Up
ALTER TABLE heads DROP COLUMN mark;

-- +goose Down
ALTER TABLE heads ADD COLUMN mark bigint NOT NULL DEFAULT 0;
