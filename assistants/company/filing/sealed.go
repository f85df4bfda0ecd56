package filing

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/store"
)

// Sealer seals what a user wrote with the key of the conversation's user, and opens
// it again. It is the store.
type Sealer interface {
	SealOwn(ctx context.Context, tx store.Tx, sessionID string, list ...store.OwnText) error
	OpenOwn(ctx context.Context, tx store.Tx, list ...store.OwnText) error
}

// sealed are the columns of each table that hold what users wrote. Who, when and how
// much, and of which customer, stays: the company asks for that in SQL of its own.
var sealed = map[string][]string{
	"company_documents":         {"title"},
	"company_document_versions": {"markdown", "form_data", "outcome", "recheck"},
	"company_filings":           {"title"},
	"company_chunks":            {"title", "content"},
	"company_files":             {"name", "content"},
	"company_visits":            {"purpose", "provided_items", "reaction", "next_action"},
	"company_expenses":          {"purpose"},
	"company_samples":           {"purpose"},
	"company_customer_info":     {"note"},
}

// own are a row's texts that stand sealed, in the order of the columns in sealed.
func own(table, row string, texts ...*string) (list []store.OwnText) {
	for i, text := range texts {
		list = append(list, store.OwnText{Table: table, Column: sealed[table][i], Row: row, Text: text})
	}
	return list
}

// texts are those of a document and its version.
func (doc *Document) texts(values, outcome, recheck *string) []store.OwnText {
	row := doc.CompanyID + "/" + doc.ID
	return append(own("company_documents", row, &doc.Title),
		own("company_document_versions", fmt.Sprint(row, "/", doc.Version), &doc.Markdown, values, outcome, recheck)...)
}

// ChunkTexts are those of a piece of a text.
func ChunkTexts(companyID, key string, number int, title, content *string) []store.OwnText {
	return own("company_chunks", fmt.Sprint(companyID, "/", key, "/", number), title, content)
}
