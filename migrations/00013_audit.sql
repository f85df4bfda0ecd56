-- What was done by whom, as chains of rows, one a tenant: each row holds the hash
-- of the one before. Rows are only added.

-- +goose Up
CREATE TABLE audit_heads (
    tenant text   NOT NULL PRIMARY KEY,
    seq    bigint NOT NULL, -- of the newest row
    hash   text   NOT NULL
);

CREATE TABLE audit_rows (
    tenant    text   NOT NULL,
    seq       bigint NOT NULL, -- from 1, without a hole
    at        bigint NOT NULL,
    actor     text   NOT NULL,
    action    text   NOT NULL,
    subject   text   NOT NULL,
    details   text   NOT NULL, -- canonical JSON
    prev_hash text   NOT NULL, -- '' of the first
    hash      text   NOT NULL,
    PRIMARY KEY (tenant, seq)
);

-- Under which name a user stands in the rows; erasing the user removes it, and
-- the rows are nobody's.
CREATE TABLE audit_people (
    user_id   text NOT NULL PRIMARY KEY,
    pseudonym text NOT NULL
);

-- +goose Down
DROP TABLE audit_people;
DROP TABLE audit_rows;
DROP TABLE audit_heads;
