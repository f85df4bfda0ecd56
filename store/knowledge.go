package store

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/madang-dev/madang/store/sqlc"
)

// KnowledgePack is a named collection of ingested sources of one assistant.
// Generation grows with every change of what it holds.
type KnowledgePack struct {
	Name       string `json:"name"`
	Assistant  string `json:"assistant"`
	Generation int64  `json:"generation"`
	// Sources, Chunks and Bytes count what is stored.
	Sources   int64     `json:"sources"`
	Chunks    int64     `json:"chunks"`
	Bytes     int64     `json:"bytes"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// The statuses of a source.
const (
	SourceOK     = "ok"
	SourceFailed = "failed" // its newest version could not be read
)

// KnowledgeSource is one ingested file. Of a failed one the version before,
// if there was one, is still stored: ContentHash is that version's.
type KnowledgeSource struct {
	ID   string `json:"-"`
	Pack string `json:"-"`
	// Root is the folder that it was found in, "" when it was named itself;
	// URI is unique in the pack and no path of the machine.
	Root        string    `json:"-"`
	URI         string    `json:"uri"`
	MediaType   string    `json:"media_type"`
	Bytes       int64     `json:"bytes"`
	ChunkCount  int64     `json:"chunks"`
	Status      string    `json:"status" jsonschema:"enum=ok,enum=failed"`
	Error       string    `json:"error,omitempty"`
	ContentHash string    `json:"content_hash,omitempty"`
	IngestedAt  time.Time `json:"ingested_at"`
}

// KnowledgeChunk is a piece of a source. TextHash names what a model is
// shown of it.
type KnowledgeChunk struct {
	Law, Article, Title, Head string
	AsOf, Origin, Status      string
	Language                  string
	Keywords                  []string
	TextHash                  string
	Text                      string
}

// KnowledgePacks lists the packs by name.
func (s *Store) KnowledgePacks(ctx context.Context) ([]KnowledgePack, error) {
	rows, err := read(ctx, s, "knowledge packs", func(ctx context.Context, q *queries) ([]sqlc.PacksRow, error) {
		return q.Packs(ctx)
	})
	return each(rows, func(r sqlc.PacksRow) KnowledgePack {
		return KnowledgePack{
			Name: r.Name, Assistant: r.Assistant, Generation: r.Generation,
			CreatedAt: fromMillis(r.CreatedAt), UpdatedAt: fromMillis(r.UpdatedAt),
			Sources: r.Sources, Chunks: r.Chunks, Bytes: r.Bytes,
		}
	}), err
}

// KnowledgeStamp changes whenever a pack of the assistant does, and costs
// one row a pack.
func (s *Store) KnowledgeStamp(ctx context.Context, assistant string) (string, error) {
	rows, err := fetch(ctx, s, "knowledge stamp", s.reads.PackStamps, assistant)
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%q %d %d\n", r.Name, r.CreatedAt, r.Generation)
	}
	return b.String(), err
}

// maxSources is how many sources a call lists at most.
const maxSources = 1000

// KnowledgeSources lists a pack's sources by their URI. A limit of 0 is
// 1,000, which none exceeds.
func (s *Store) KnowledgeSources(ctx context.Context, pack string, limit, offset int) ([]KnowledgeSource, error) {
	return list(ctx, s, "sources of pack "+pack, s.reads.KnowledgeSources, sqlc.KnowledgeSourcesParams{
		Pack: pack, Limit: int32(bounded(limit, maxSources)), Offset: skipped(offset),
	}, sourceOf)
}

// KnowledgeSource is one source of a pack.
func (s *Store) KnowledgeSource(ctx context.Context, pack, uri string) (KnowledgeSource, error) {
	row, err := get(ctx, s, "source "+uri, s.reads.KnowledgeSource, sqlc.KnowledgeSourceParams{Pack: pack, Uri: uri})
	if err != nil {
		return KnowledgeSource{}, err
	}
	return sourceOf(row), nil
}

func sourceOf(r sqlc.KnowledgeSource) KnowledgeSource {
	return KnowledgeSource{
		ID: r.ID, Pack: r.Pack, Root: r.Root, URI: r.Uri, ContentHash: r.ContentHash, MediaType: r.MediaType,
		Bytes: r.Bytes, ChunkCount: r.ChunkCount, Status: r.Status, Error: r.Error, IngestedAt: fromMillis(r.IngestedAt),
	}
}

// KnowledgeChunks lists a source's chunks in their order. A source that was
// replaced in the meantime has another id, so this one then has none.
func (s *Store) KnowledgeChunks(ctx context.Context, sourceID string) ([]KnowledgeChunk, error) {
	return list(ctx, s, "chunks of source "+sourceID, s.reads.KnowledgeChunks, sourceID, func(r sqlc.KnowledgeChunk) KnowledgeChunk {
		var keywords []string
		_ = json.Unmarshal([]byte(r.Keywords), &keywords) // written by chunkArgs
		return KnowledgeChunk{
			Law: r.Law, Article: r.Article, Title: r.Title, Head: r.Head, AsOf: r.AsOf, Origin: r.Origin,
			Status: r.Status, Language: r.Language, Keywords: keywords, TextHash: r.TextHash, Text: r.Text,
		}
	})
}

// KnowledgeVectors are the vectors that a model made of a source's chunks,
// by TextHash.
func (s *Store) KnowledgeVectors(ctx context.Context, sourceID, model string) (map[string][]float32, error) {
	rows, err := fetch(ctx, s, "vectors of source "+sourceID, s.reads.KnowledgeVectors, sqlc.KnowledgeVectorsParams{
		Model: model, SourceID: sourceID,
	})
	vectors := make(map[string][]float32, len(rows))
	for _, r := range rows {
		vectors[r.TextHash] = floats(r.Vector)
	}
	return vectors, err
}

// TextsWithoutVector lists chunks of a pack that a model has not turned into
// vectors, one for each text.
func (s *Store) TextsWithoutVector(ctx context.Context, pack, model string, limit int) ([]KnowledgeChunk, error) {
	return list(ctx, s, "texts without vector", s.reads.TextsWithoutVector, sqlc.TextsWithoutVectorParams{
		Pack: pack, Model: model, Max: int32(bounded(limit, maxSources)),
	}, func(r sqlc.TextsWithoutVectorRow) KnowledgeChunk {
		return KnowledgeChunk{Law: r.Law, Article: r.Article, Title: r.Title, Text: r.Text, TextHash: r.TextHash}
	})
}

func floats(b []byte) []float32 {
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}

func floatBytes(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, f := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

// vectorKept is how long the vectors of built-in texts are kept: no chunk tells that
// they are in use, so that a start after that has them made again.
const vectorKept = 30 * 24 * time.Hour

func idleBefore(now time.Time) int64 { return max(1, millis(now.Add(-vectorKept))) }

// BuiltInVectors are the vectors that a model made of built-in texts, by the
// hash of the text.
func (s *Store) BuiltInVectors(ctx context.Context, model string) (map[string][]float32, error) {
	rows, err := fetch(ctx, s, "built-in vectors", s.reads.BuiltInVectors, model)
	vectors := make(map[string][]float32, len(rows))
	for _, r := range rows {
		vectors[r.TextHash] = floats(r.Vector)
	}
	return vectors, err
}
