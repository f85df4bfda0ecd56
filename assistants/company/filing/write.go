package filing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/store"
)

// chunkRunes is how long a piece of a text is.
const chunkRunes = 700

// Errors of writing.
var (
	ErrCompany  = errors.New("filing: no company")
	ErrDecision = errors.New("filing: the decision cannot be carried out")
)

const insertFiling = `INSERT INTO company_filings (company_id, key, owner_id, person_id, kind, title, decision, location, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (company_id, key) DO NOTHING`

const insertChunk = `INSERT INTO company_chunks (company_id, key, number, owner_id, title, kind, content, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

const insertFile = `INSERT INTO company_files (company_id, key, owner_id, name, content_type, size, content, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

// Write carries a pending decision out. A key that the company has filed
// already is left as it is.
func (s *Schemas) Write(box Sealer, item Item, d Decision, now time.Time) store.Effect {
	again, parts := s.decide(item)
	return func(ctx context.Context, tx store.Tx) error {
		if again.StorageStatus != Pending || d.StorageStatus == Failed {
			return fmt.Errorf("%w: %v", ErrDecision, again.Reasons)
		}
		w := writer{ctx, tx, box, item, now.UnixMilli()}
		fresh, err := w.begin(again)
		if err != nil || !fresh {
			return err
		}
		if parts.rows {
			err = w.rows(s.of(item.Kind))
		}
		if err == nil && parts.text {
			err = w.chunks()
		}
		if err == nil && parts.file {
			err = w.file()
		}
		if err != nil {
			return fmt.Errorf("file %s: %w", item.Key, err)
		}
		return nil
	}
}

// Completed is the decision as it stands once its write is committed.
func Completed(item Item, d Decision) Decision {
	if d.StorageStatus == Pending {
		d.StorageStatus, d.StoredLocation = Done, d.location(item)
	}
	return d
}

// location names the place: the table of rows, else chunks or files, and the
// key.
func (d Decision) location(item Item) string {
	place := "company_chunks"
	switch {
	case d.SchemaMapping != nil:
		place = d.SchemaMapping.TargetTable
	case d.StorageDecision == Unstructured:
		place = "company_files"
	}
	return place + "/" + item.Key
}

type writer struct {
	ctx  context.Context
	tx   store.Tx
	box  Sealer
	item Item
	at   int64
}

func (w writer) exec(query string, args ...any) error {
	_, err := w.tx.ExecContext(w.ctx, query, args...)
	return err
}

func (w writer) seal(list ...store.OwnText) error {
	return w.box.SealOwn(w.ctx, w.tx, w.item.SessionID, list...)
}

// row names the item's row, or one of several.
func (w writer) row(number ...any) string {
	return fmt.Sprint(append([]any{w.item.CompanyID + "/" + w.item.Key}, number...)...)
}

// begin takes the key; fresh is false when it is taken.
func (w writer) begin(d Decision) (fresh bool, err error) {
	title := w.item.Title
	if err := w.seal(own("company_filings", w.row(), &title)...); err != nil {
		return false, err
	}
	res, err := w.tx.ExecContext(w.ctx, insertFiling, w.item.CompanyID, w.item.Key, w.item.OwnerID, w.item.PersonID, w.item.Kind, title,
		d.StorageDecision, d.location(w.item), w.at)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// rows writes the rows into their table; the names in the SQL are the
// schema's.
func (w writer) rows(t *table) error {
	for i, row := range w.item.Rows {
		names := []string{"company_id", "key", "number", "owner_id", "created_at"}
		args := []any{w.item.CompanyID, w.item.Key, i + 1, w.item.OwnerID, w.at}
		for _, c := range t.Columns {
			if _, value, ok := c.find(row); ok {
				made, _ := c.transform(value)
				if text, ok := made.(string); ok && slices.Contains(sealed[t.Table], c.Name) {
					if err := w.seal(store.OwnText{Table: t.Table, Column: c.Name, Row: w.row("/", i+1), Text: &text}); err != nil {
						return err
					}
					made = text
				}
				names, args = append(names, c.Name), append(args, made)
			}
		}
		holes := make([]string, len(args))
		for k := range holes {
			holes[k] = fmt.Sprintf("$%d", k+1)
		}
		if err := w.exec("INSERT INTO "+t.Table+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(holes, ", ")+")", args...); err != nil {
			return err
		}
	}
	return nil
}

func (w writer) chunks() error {
	for i, chunk := range knowledge.Chunks(w.item.Text, chunkRunes) {
		title := cmp.Or(w.item.Title, w.item.Kind)
		if err := w.seal(ChunkTexts(w.item.CompanyID, w.item.Key, i+1, &title, &chunk)...); err != nil {
			return err
		}
		if err := w.exec(insertChunk, w.item.CompanyID, w.item.Key, i+1, w.item.OwnerID, title, w.item.Kind, chunk, w.at); err != nil {
			return err
		}
	}
	return nil
}

// file keeps rows that no table takes as a file.
func (w writer) file() error {
	name, content := w.item.Key+".json", w.item.encoded()
	size := len(content)
	list := append(own("company_files", w.row(), &name), store.OwnText{Table: "company_files", Column: "content", Row: w.row(), Data: &content})
	if err := w.seal(list...); err != nil {
		return err
	}
	return w.exec(insertFile, w.item.CompanyID, w.item.Key, w.item.OwnerID, name, "application/json", size, content, w.at)
}
