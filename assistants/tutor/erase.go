package tutor

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/store"
)

// ownTables are the tutor's, each with a user_id.
var ownTables = [...]string{
	"tutor_quizzes", "tutor_conversations", "tutor_learning_stats", "tutor_study_days", "tutor_learners",
}

// Erase removes what the tutor keeps of a learner and counts the rows.
func Erase(ctx context.Context, tx store.Tx, userID string) (count int64, err error) {
	for _, table := range ownTables {
		result, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE user_id = $1", userID)
		if err != nil {
			return count, fmt.Errorf("erase %s: %w", table, err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return count, fmt.Errorf("erase %s: %w", table, err)
		}
		count += n
	}
	return count, nil
}

// Exported is what the tutor keeps of a learner.
type Exported struct {
	Progress Progress `json:"progress"`
	History  History  `json:"history"`
}

// maxExported bounds the learning sessions that are exported, newest first.
const maxExported = 10_000

// export gives out what the tutor keeps of a learner.
func (t *tutor) export(ctx context.Context, userID string) (any, error) {
	progress, err := t.progress(ctx, userID, words.Base)
	if err != nil {
		return nil, err
	}
	history, err := t.history(ctx, userID, maxExported)
	return Exported{progress, history}, err
}
