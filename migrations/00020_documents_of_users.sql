-- Old documents of a company's users are looked for once a minute.

-- +goose Up
CREATE INDEX documents_of_user ON documents (user_id, created_at);

-- +goose Down
DROP INDEX documents_of_user;
