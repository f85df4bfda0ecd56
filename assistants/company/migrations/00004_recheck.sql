-- recheck is what rules that have changed since the check say of a version, '' before.

-- +goose Up
ALTER TABLE company_document_versions ADD COLUMN recheck text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE company_document_versions DROP COLUMN recheck;
