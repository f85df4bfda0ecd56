-- Which proofs of identity the audit has told of: a token that is shown again and
-- again, to any node, is one sign-in.

-- +goose Up
CREATE TABLE audit_proofs (
    id         text   NOT NULL PRIMARY KEY, -- a hash of what was shown
    expires_at bigint NOT NULL
);
CREATE INDEX audit_proofs_by_end ON audit_proofs (expires_at);

-- +goose Down
DROP TABLE audit_proofs;
