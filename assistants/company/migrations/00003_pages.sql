-- page_id names a version among the documents that are downloaded.

-- +goose Up
ALTER TABLE company_document_versions ADD COLUMN page_id text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE company_document_versions DROP COLUMN page_id;
