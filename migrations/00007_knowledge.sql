-- What operators have ingested. A pack belongs to one assistant; its
-- generation grows with every change, and with created_at tells nodes that
-- they have to read it again. Chunks are replaced with their source, vectors
-- belong to a text, so that a text that comes again keeps its own.

-- +goose Up
CREATE TABLE knowledge_packs (
    name       text   NOT NULL PRIMARY KEY,
    assistant  text   NOT NULL,
    generation bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE knowledge_sources (
    id           text   NOT NULL PRIMARY KEY,
    pack         text   NOT NULL REFERENCES knowledge_packs (name) ON DELETE CASCADE,
    root         text   NOT NULL, -- the folder it was found in; "" when it was named itself
    uri          text   NOT NULL, -- root/path, never a path of the machine
    content_hash text   NOT NULL, -- of the version that is stored; "" when none is
    media_type   text   NOT NULL,
    bytes        bigint NOT NULL,
    chunk_count  bigint NOT NULL,
    status       text   NOT NULL, -- ok | failed: the newest version could not be read
    error        text   NOT NULL,
    ingested_at  bigint NOT NULL
);
CREATE UNIQUE INDEX knowledge_sources_by_uri ON knowledge_sources (pack, uri);

CREATE TABLE knowledge_chunks (
    source_id text   NOT NULL REFERENCES knowledge_sources (id) ON DELETE CASCADE,
    ord       bigint NOT NULL,
    law       text   NOT NULL,
    article   text   NOT NULL,
    title     text   NOT NULL,
    head      text   NOT NULL,
    as_of     text   NOT NULL,
    origin    text   NOT NULL,
    status    text   NOT NULL, -- verified | partly_verified | unverified
    language  text   NOT NULL,
    keywords  text   NOT NULL, -- a JSON list
    text_hash text   NOT NULL,
    text      text   NOT NULL,
    PRIMARY KEY (source_id, ord)
);
CREATE INDEX knowledge_chunks_by_text ON knowledge_chunks (text_hash);

CREATE TABLE knowledge_vectors (
    text_hash text   NOT NULL,
    model     text   NOT NULL,
    dims      bigint NOT NULL,
    vector    bytea  NOT NULL, -- float32, the lowest byte first
    PRIMARY KEY (text_hash, model)
);

-- +goose Down
DROP TABLE knowledge_vectors;
DROP TABLE knowledge_chunks;
DROP TABLE knowledge_sources;
DROP TABLE knowledge_packs;
