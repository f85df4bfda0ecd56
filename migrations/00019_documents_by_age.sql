-- Old documents are looked for once a minute.

-- +goose Up
CREATE INDEX documents_by_age ON documents (created_at);

-- +goose Down
DROP INDEX documents_by_age;
