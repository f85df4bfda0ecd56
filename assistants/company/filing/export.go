package filing

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/store"
)

// maxExported bounds the rows of a table that are exported, the newest.
const maxExported = 10_000

// Export is what an owner has filed, by table: every column of every row, with
// all versions of the documents.
func Export(ctx context.Context, tx store.Tx, ownerID string) (map[string][]map[string]any, error) {
	queries := map[string]string{
		"company_document_versions": `SELECT v.* FROM company_document_versions v JOIN company_documents d
ON d.company_id = v.company_id AND d.id = v.document_id WHERE d.owner_id = $1 ORDER BY v.created_at DESC LIMIT $2`,
	}
	for _, table := range owned {
		queries[table] = `SELECT * FROM ` + table + ` WHERE owner_id = $1 ORDER BY created_at DESC LIMIT $2`
	}
	out := map[string][]map[string]any{}
	for table, query := range queries {
		rows, err := exported(ctx, tx, query, ownerID)
		if err != nil {
			return nil, fmt.Errorf("export the papers of an owner: %s: %w", table, err)
		}
		out[table] = rows
	}
	return out, nil
}

func exported(ctx context.Context, tx store.Tx, query, ownerID string) ([]map[string]any, error) {
	rows, err := tx.QueryContext(ctx, query, ownerID, maxExported)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	list := []map[string]any{}
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := map[string]any{}
		for i, name := range names {
			row[name] = values[i]
		}
		list = append(list, row)
	}
	return list, rows.Err()
}
