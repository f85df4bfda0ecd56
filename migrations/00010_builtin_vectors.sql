-- Vectors of the texts that ship with the program or stand in packs_dir: no
-- chunk holds them, so the day of their last use tells when they can go.

-- +goose Up
ALTER TABLE knowledge_vectors ADD COLUMN used_at bigint NOT NULL DEFAULT 0; -- unix ms, 0 is never

-- Which node has a model's missing vectors made, so that nobody pays twice.
CREATE TABLE knowledge_makers (
    model text   NOT NULL PRIMARY KEY,
    node  text   NOT NULL,
    until bigint NOT NULL -- unix ms of the database's clock
);

-- +goose Down
DROP TABLE knowledge_makers;
ALTER TABLE knowledge_vectors DROP COLUMN used_at;
