-- Who may come in: keys of programs, tickets of browsers, what was withdrawn.

-- +goose Up
CREATE TABLE api_keys (
    id         text   NOT NULL PRIMARY KEY,
    hash       text   NOT NULL, -- SHA-256 of the secret, hex
    user_id    text   NOT NULL, -- in whose name it asks
    tenant     text   NOT NULL,
    roles      text   NOT NULL, -- by commas
    scopes     text   NOT NULL, -- by commas
    note       text   NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL, -- 0 never
    revoked_at bigint NOT NULL  -- 0 not
);
CREATE TABLE auth_tickets (
    hash       text   NOT NULL PRIMARY KEY, -- SHA-256 of the ticket, hex
    identity   text   NOT NULL,
    expires_at bigint NOT NULL
);
CREATE INDEX auth_tickets_by_end ON auth_tickets (expires_at);
CREATE TABLE auth_revocations (
    subject    text   NOT NULL PRIMARY KEY, -- token, key or user
    at         bigint NOT NULL, -- what was issued until then is void
    expires_at bigint NOT NULL  -- when nothing of then is good anyway
);
CREATE INDEX auth_revocations_by_end ON auth_revocations (expires_at);

-- +goose Down
DROP TABLE auth_revocations;
DROP TABLE auth_tickets;
DROP TABLE api_keys;
