-- What the company assistant keeps. Every table begins with company_id: no
-- row of another company is ever read. Times are milliseconds.

-- +goose Up
CREATE TABLE company_documents (
    company_id text   NOT NULL,
    id         text   NOT NULL,
    owner_id   text   NOT NULL,
    session_id text   NOT NULL,
    type       text   NOT NULL,
    title      text   NOT NULL,
    status     text   NOT NULL, -- draft | checked | blocked | submitted
    version    bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX company_documents_by_time ON company_documents (company_id, updated_at DESC, id DESC);

CREATE TABLE company_document_versions (
    company_id  text   NOT NULL,
    document_id text   NOT NULL,
    version     bigint NOT NULL,
    markdown    text   NOT NULL,
    form_data   text   NOT NULL,
    outcome     text   NOT NULL, -- of the check, '' before it
    created_at  bigint NOT NULL,
    PRIMARY KEY (company_id, document_id, version)
);

-- The rules by which the newest version was checked: a new version of a rule
-- finds the documents to check again.
CREATE TABLE company_checks (
    company_id    text   NOT NULL,
    document_id   text   NOT NULL,
    rule_id       text   NOT NULL, -- '' stands for a check to which no rule applied
    rule_version  bigint NOT NULL,
    verdict       text   NOT NULL,
    rules_version text   NOT NULL,
    day           text   NOT NULL,
    PRIMARY KEY (company_id, document_id, rule_id)
);

-- What was filed, once under each key.
CREATE TABLE company_filings (
    company_id text   NOT NULL,
    key        text   NOT NULL,
    owner_id   text   NOT NULL,
    kind       text   NOT NULL,
    title      text   NOT NULL,
    decision   text   NOT NULL,
    location   text   NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (company_id, key)
);

-- Texts to be found again, in pieces.
CREATE TABLE company_chunks (
    company_id text   NOT NULL,
    key        text   NOT NULL,
    number     bigint NOT NULL,
    owner_id   text   NOT NULL,
    title      text   NOT NULL,
    kind       text   NOT NULL,
    content    text   NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (company_id, key, number)
);

CREATE TABLE company_files (
    company_id   text   NOT NULL,
    key          text   NOT NULL,
    owner_id     text   NOT NULL,
    name         text   NOT NULL,
    content_type text   NOT NULL,
    size         bigint NOT NULL,
    content      bytea  NOT NULL,
    created_at   bigint NOT NULL,
    PRIMARY KEY (company_id, key)
);

-- Rows of the forms (filing/schemas).
CREATE TABLE company_visits (
    company_id text NOT NULL, key text NOT NULL, number bigint NOT NULL, owner_id text NOT NULL, created_at bigint NOT NULL,
    visit_date text NOT NULL, customer text NOT NULL, contact_role text, purpose text, product text,
    provided_items text, meal_won bigint, reaction text, next_action text, adverse_event bigint,
    PRIMARY KEY (company_id, key, number)
);

CREATE TABLE company_expenses (
    company_id text NOT NULL, key text NOT NULL, number bigint NOT NULL, owner_id text NOT NULL, created_at bigint NOT NULL,
    expense_date text NOT NULL, customer text NOT NULL, category text NOT NULL, amount_won bigint NOT NULL,
    people bigint, receipt bigint, purpose text,
    PRIMARY KEY (company_id, key, number)
);

CREATE TABLE company_seminars (
    company_id text NOT NULL, key text NOT NULL, number bigint NOT NULL, owner_id text NOT NULL, created_at bigint NOT NULL,
    event_date text NOT NULL, event_name text NOT NULL, host text, place text, attendees bigint,
    food_won bigint, souvenir_won bigint, lecture_won bigint, pre_review bigint,
    PRIMARY KEY (company_id, key, number)
);

CREATE TABLE company_samples (
    company_id text NOT NULL, key text NOT NULL, number bigint NOT NULL, owner_id text NOT NULL, created_at bigint NOT NULL,
    product text NOT NULL, customer text NOT NULL, packs bigint NOT NULL, purpose text, request_date text,
    PRIMARY KEY (company_id, key, number)
);

CREATE TABLE company_customer_info (
    company_id text NOT NULL, key text NOT NULL, number bigint NOT NULL, owner_id text NOT NULL, created_at bigint NOT NULL,
    customer_name text NOT NULL, customer_type text, region text, specialty text, grade text, note text,
    PRIMARY KEY (company_id, key, number)
);

-- +goose Down
DROP TABLE company_customer_info;
DROP TABLE company_samples;
DROP TABLE company_seminars;
DROP TABLE company_expenses;
DROP TABLE company_visits;
DROP TABLE company_files;
DROP TABLE company_chunks;
DROP TABLE company_filings;
DROP TABLE company_checks;
DROP TABLE company_document_versions;
DROP TABLE company_documents;
