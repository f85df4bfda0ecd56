package filing

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/store"
)

const (
	// The row is held, so that of two nodes one goes first and the other finds it done.
	holdDocument = `UPDATE company_documents SET updated_at = updated_at WHERE company_id = $1 AND id = $2 AND version = $3`
	sameChecks   = `SELECT count(*) FROM company_checks WHERE company_id = $1 AND document_id = $2 AND rules_version = $3 AND day = $4`
	saveRecheck  = `UPDATE company_document_versions SET recheck = $4 WHERE company_id = $1 AND document_id = $2 AND version = $3`
)

// Recheck keeps what the rules of today say of a document beside its outcome, and
// which rules these are; before is the check that they replace. It returns false,
// and keeps nothing, where the document has another version or check by now.
func Recheck(ctx context.Context, tx store.Tx, s Sealer, doc Document, before compliance.Checked, now *compliance.Outcome) (done bool, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("check document %s again: %w", doc.ID, err)
		}
	}()
	held, err := tx.ExecContext(ctx, holdDocument, doc.CompanyID, doc.ID, doc.Version)
	if err != nil {
		return false, err
	}
	if n, err := held.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	var same int
	if err := tx.QueryRowContext(ctx, sameChecks, doc.CompanyID, doc.ID, before.Version, before.Day).Scan(&same); err != nil || same == 0 {
		return false, err
	}
	raw, err := json.Marshal(now)
	if err != nil {
		return false, err
	}
	values, outcome, recheck := "", "", string(raw) // each is sealed for its own column
	if err := s.SealOwn(ctx, tx, doc.SessionID, doc.texts(&values, &outcome, &recheck)...); err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, saveRecheck, doc.CompanyID, doc.ID, doc.Version, recheck); err != nil {
		return false, err
	}
	doc.Outcome = now
	return true, doc.saveChecks(ctx, tx)
}
