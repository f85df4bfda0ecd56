-- Each node tells once of a proof that is shown to it: no table of proofs is asked.

-- +goose Up
DROP TABLE audit_proofs;

-- +goose Down
CREATE TABLE audit_proofs (
    id         text   NOT NULL PRIMARY KEY,
    expires_at bigint NOT NULL
);
CREATE INDEX audit_proofs_by_end ON audit_proofs (expires_at);
