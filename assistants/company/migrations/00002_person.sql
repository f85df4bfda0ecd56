-- Who of the company filed something decides who may see it; owner_id is the
-- user whose rows are exported and erased.

-- +goose Up
ALTER TABLE company_filings ADD COLUMN person_id text NOT NULL DEFAULT '';
ALTER TABLE company_documents ADD COLUMN person_id text NOT NULL DEFAULT '';
UPDATE company_filings SET person_id = owner_id;
UPDATE company_documents SET person_id = owner_id;

-- +goose Down
ALTER TABLE company_documents DROP COLUMN person_id;
ALTER TABLE company_filings DROP COLUMN person_id;
