package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/store/sqlc"
)

// replaceTimeout bounds the transaction of one source, which may have tens
// of thousands of chunks.
const replaceTimeout = 2 * time.Minute

// MaxPackChunks is how many chunks a pack may hold, so that every node can
// keep them in memory.
const MaxPackChunks = 100_000

const insertChunk = `INSERT INTO knowledge_chunks
	(source_id, ord, law, article, title, head, as_of, origin, status, language, keywords, text_hash, text)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

// ReplaceKnowledgeSource stores a source with all its chunks in place of its
// version before, in one transaction that also moves the pack on; it makes
// the pack where there is none. Two who change one pack do so one after the
// other. Changed is false, and nothing was written, when that content is
// stored already. A pack of another assistant is ErrConflict, one that would
// hold more than MaxPackChunks is ErrTooLarge.
func (s *Store) ReplaceKnowledgeSource(ctx context.Context, assistant string, src KnowledgeSource, chunks []KnowledgeChunk) (changed bool, err error) {
	what := "replace source " + src.URI
	rows, err := chunkRows(&src, chunks)
	if err != nil {
		return false, fmt.Errorf("%s: %w", what, err)
	}
	bound, cancel := context.WithTimeout(ctx, replaceTimeout)
	defer cancel()
	_, err = s.db.Tx(bound, func(tx sqlc.DBTX) error {
		q := s.queries(tx)
		if err := touchPack(bound, q, src.Pack, assistant, src.IngestedAt, 1); err != nil {
			return err
		}
		before, err := q.KnowledgeSource(bound, sqlc.KnowledgeSourceParams{Pack: src.Pack, Uri: src.URI})
		switch {
		case err == nil && before.ContentHash == src.ContentHash && before.Status == SourceOK && before.Root == src.Root:
			return errUnchanged
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return err
		}
		if _, err := q.DeleteKnowledgeSource(bound, sqlc.DeleteKnowledgeSourceParams{Pack: src.Pack, Uri: src.URI}); err != nil {
			return err
		}
		held, err := q.PackChunks(bound, src.Pack)
		if err != nil {
			return err
		}
		if held+src.ChunkCount > MaxPackChunks {
			return fmt.Errorf("%w: pack %s would hold more than %d chunks", ErrTooLarge, src.Pack, MaxPackChunks)
		}
		if err := q.InsertKnowledgeSource(bound, sqlc.InsertKnowledgeSourceParams{
			ID: src.ID, Pack: src.Pack, Root: src.Root, Uri: src.URI, ContentHash: src.ContentHash, MediaType: src.MediaType,
			Bytes: src.Bytes, ChunkCount: src.ChunkCount, Status: SourceOK, IngestedAt: millis(src.IngestedAt),
		}); err != nil {
			return err
		}
		for _, row := range rows {
			if _, err := tx.ExecContext(bound, insertChunk, row...); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, errUnchanged) {
		return false, nil
	}
	return err == nil, s.wrap(ctx, what, err)
}

// errUnchanged undoes a transaction that found nothing to do.
var errUnchanged = errors.New("store: unchanged")

// touchPack holds a pack of the assistant, which may be new; changes is 1 where what it
// holds changes, else 0.
func touchPack(ctx context.Context, q *queries, pack, assistant string, at time.Time, changes int64) error {
	of, err := q.TouchPack(ctx, sqlc.TouchPackParams{Name: pack, Assistant: assistant, Now: millis(at), Changes: changes})
	if err == nil && of != assistant {
		err = fmt.Errorf("%w: pack %s belongs to the assistant %s", ErrConflict, pack, of)
	}
	return err
}

// chunkRows numbers a source's chunks and refuses what no database can keep.
func chunkRows(src *KnowledgeSource, chunks []KnowledgeChunk) ([][]any, error) {
	if src.Pack == "" || src.URI == "" || src.ContentHash == "" {
		return nil, fmt.Errorf("%w: a source needs a pack, a URI and a hash", ErrInvalid)
	}
	if err := texts("pack", src.Pack, "root", src.Root, "uri", src.URI, "media type", src.MediaType); err != nil {
		return nil, err
	}
	src.ID, src.ChunkCount = newID(), int64(len(chunks))
	rows := make([][]any, 0, len(chunks))
	for i, c := range chunks {
		err := texts("law", c.Law, "article", c.Article, "title", c.Title, "head", c.Head, "as of", c.AsOf,
			"origin", c.Origin, "status", c.Status, "language", c.Language, "text", c.Text)
		if err != nil {
			return nil, fmt.Errorf("chunk %d: %w", i+1, err)
		}
		keywords, err := json.Marshal(c.Keywords)
		if err != nil {
			return nil, fmt.Errorf("chunk %d: %w: %w", i+1, ErrInvalid, err)
		}
		rows = append(rows, []any{
			src.ID, int64(i + 1), c.Law, c.Article, c.Title, c.Head, c.AsOf, c.Origin, c.Status,
			c.Language, string(keywords), c.TextHash, c.Text,
		})
	}
	return rows, nil
}

// FailKnowledgeSource notes why a source's newest version could not be read;
// the version before stays as it is.
func (s *Store) FailKnowledgeSource(ctx context.Context, assistant string, src KnowledgeSource) error {
	what := "note failure of source " + src.URI
	if err := texts("pack", src.Pack, "root", src.Root, "uri", src.URI, "error", src.Error); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return s.write(ctx, what, func(ctx context.Context, q *queries) error {
		if err := touchPack(ctx, q, src.Pack, assistant, src.IngestedAt, 0); err != nil {
			return err
		}
		return q.FailKnowledgeSource(ctx, sqlc.FailKnowledgeSourceParams{
			ID: newID(), Pack: src.Pack, Root: src.Root, Uri: src.URI, MediaType: src.MediaType,
			Error: src.Error, IngestedAt: millis(src.IngestedAt),
		})
	})
}

// RemoveKnowledgeSources takes sources out of a pack and counts those that
// were there.
func (s *Store) RemoveKnowledgeSources(ctx context.Context, assistant, pack string, uris []string, at time.Time) (removed int64, err error) {
	return change(ctx, s, "remove sources of pack "+pack, func(ctx context.Context, q *queries) (removed int64, err error) {
		if err := touchPack(ctx, q, pack, assistant, at, 1); err != nil {
			return 0, err
		}
		for _, uri := range uris {
			n, err := q.DeleteKnowledgeSource(ctx, sqlc.DeleteKnowledgeSourceParams{Pack: pack, Uri: uri})
			if err != nil {
				return removed, err
			}
			removed += n
		}
		_, err = q.DeleteIdleVectors(ctx, idleBefore(at))
		return removed, err
	})
}

// RemoveKnowledgePack removes a pack with all that it holds.
func (s *Store) RemoveKnowledgePack(ctx context.Context, pack string) error {
	return s.writeOne(ctx, "remove pack "+pack, func(ctx context.Context, q *queries) (int64, error) {
		n, err := q.DeletePack(ctx, pack)
		if err == nil && n > 0 {
			_, err = q.DeleteIdleVectors(ctx, idleBefore(time.Now()))
		}
		return n, err
	})
}

// KeepVectors keeps vectors that a model made, by TextHash; one that is kept
// already stays as it is. Nodes read a pack's at its next change, or at once with
// TouchKnowledgePack. used tells when those of built-in texts were made, and is
// zero for a pack's, whose chunks tell that they are in use.
func (s *Store) KeepVectors(ctx context.Context, model string, vectors map[string][]float32, used time.Time) error {
	return s.write(ctx, "save vectors", func(ctx context.Context, q *queries) error {
		// In one order, so that two who save the same don't wait for each other.
		for _, hash := range slices.Sorted(maps.Keys(vectors)) {
			v := vectors[hash]
			err := q.KeepVector(ctx, sqlc.KeepVectorParams{
				TextHash: hash, Model: model, Dims: int64(len(v)), Vector: floatBytes(v), UsedAt: millis(used),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// TouchKnowledgePack moves a pack on, so that every node reads it again.
func (s *Store) TouchKnowledgePack(ctx context.Context, assistant, pack string, at time.Time) error {
	return s.write(ctx, "touch pack "+pack, func(ctx context.Context, q *queries) error {
		return touchPack(ctx, q, pack, assistant, at, 1)
	})
}
