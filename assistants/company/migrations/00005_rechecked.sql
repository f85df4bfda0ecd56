-- A conversation begins with the documents that changed rules forbid: there are
-- few of them among all that a company has filed.

-- +goose Up
CREATE INDEX company_rechecked ON company_document_versions (company_id, document_id, version) WHERE recheck <> '';

-- +goose Down
DROP INDEX company_rechecked;
