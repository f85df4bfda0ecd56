package store

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/store/sqlc"
)

func (q *queries) InsertSession(ctx context.Context, p sqlc.InsertSessionParams) error {
	fields := []sealedField{sealedText("title", &p.Title), sealedText("metadata", &p.Metadata)}
	if err := q.sealOf(ctx, p.UserID, sessionPlace(p.ID), fields); err != nil {
		return err
	}
	return q.Queries.InsertSession(ctx, p)
}

func (q *queries) RenameSession(ctx context.Context, p sqlc.RenameSessionParams) (int64, error) {
	if err := q.sealIn(ctx, p.ID, sessionPlace(p.ID), []sealedField{sealedText("title", &p.Title)}); err != nil {
		return 0, err
	}
	return q.Queries.RenameSession(ctx, p)
}

func (q *queries) TitleSession(ctx context.Context, p sqlc.TitleSessionParams) error {
	if err := q.sealIn(ctx, p.ID, sessionPlace(p.ID), []sealedField{sealedText("title", &p.Title)}); err != nil {
		return err
	}
	return q.Queries.TitleSession(ctx, p)
}

func (q *queries) InsertEvent(ctx context.Context, p sqlc.InsertEventParams) error {
	key, err := q.keyOfSession(ctx, p.SessionID)
	if err == nil {
		err = key.sealEvent(&p)
	}
	if err != nil {
		return err
	}
	return q.Queries.InsertEvent(ctx, p)
}

func (q *queries) InsertMessage(ctx context.Context, p sqlc.InsertMessageParams) error {
	key, err := q.keyOfSession(ctx, p.SessionID)
	if err == nil {
		err = key.sealMessage(&p)
	}
	if err != nil {
		return err
	}
	return q.Queries.InsertMessage(ctx, p)
}

func (q *queries) InsertCheckpoint(ctx context.Context, p sqlc.InsertCheckpointParams) error {
	key, err := q.keyOfSession(ctx, p.SessionID)
	if err == nil {
		err = key.sealCheckpoint(&p)
	}
	if err != nil {
		return err
	}
	return q.Queries.InsertCheckpoint(ctx, p)
}

func (q *queries) WholeCheckpoint(ctx context.Context, p sqlc.WholeCheckpointParams) error {
	at := place{"checkpoints", numbered(p.SessionID, p.StepNo)}
	if err := q.sealIn(ctx, p.SessionID, at, []sealedField{{column: "value", data: &p.Value}}); err != nil {
		return err
	}
	return q.Queries.WholeCheckpoint(ctx, p)
}

func (q *queries) InsertRun(ctx context.Context, p sqlc.InsertRunParams) error {
	key, err := q.keyOfSession(ctx, p.SessionID)
	if err == nil {
		err = key.sealRun(&p)
	}
	if err != nil {
		return err
	}
	return q.Queries.InsertRun(ctx, p)
}

func (q *queries) InsertReply(ctx context.Context, p sqlc.InsertReplyParams) error {
	at, fields := askedFields(p.ID, &p.Query, &p.Input)
	if err := q.sealIn(ctx, p.SessionID, at, fields); err != nil {
		return err
	}
	return q.Queries.InsertReply(ctx, p)
}

func (q *queries) MoveRun(ctx context.Context, p sqlc.MoveRunParams) (int64, error) {
	key, err := q.keyOfSession(ctx, p.SessionID)
	if err == nil {
		err = key.sealMove(&p)
	}
	if err != nil {
		return 0, err
	}
	return q.Queries.MoveRun(ctx, p)
}

func (q *queries) ResumeRun(ctx context.Context, sessionID string, p sqlc.ResumeRunParams) (sqlc.Run, error) {
	if err := q.sealIn(ctx, sessionID, place{"runs", p.ID}, []sealedField{sealedText("reply", &p.Reply)}); err != nil {
		return sqlc.Run{}, err
	}
	r, err := q.Queries.ResumeRun(ctx, p)
	return openedOne(ctx, q, r, err, runFields)
}

func (q *queries) AnswerReferral(ctx context.Context, sessionID string, p sqlc.AnswerReferralParams) (sqlc.Run, error) {
	if err := q.sealIn(ctx, sessionID, place{"runs", p.ID}, []sealedField{sealedText("reply", &p.Reply)}); err != nil {
		return sqlc.Run{}, err
	}
	r, err := q.Queries.AnswerReferral(ctx, p)
	return openedOne(ctx, q, r, err, runFields)
}

func (q *queries) InsertResult(ctx context.Context, sessionID string, p sqlc.InsertResultParams) (int64, error) {
	at, fields := resultFields(p.RunID, p.Key, &p.Value)
	if err := q.sealIn(ctx, sessionID, at, fields); err != nil {
		return 0, err
	}
	return q.Queries.InsertResult(ctx, p)
}

func (q *queries) InsertMemory(ctx context.Context, p sqlc.InsertMemoryParams) error {
	at, fields := memoryFields(p.ID, &p.Query, &p.Response, &p.Mentions)
	if err := q.sealOf(ctx, p.UserID, at, fields); err != nil {
		return err
	}
	return q.Queries.InsertMemory(ctx, p)
}

func (q *queries) UpsertSummary(ctx context.Context, p sqlc.UpsertSummaryParams) error {
	at, fields := summaryFields(p.UserID, p.SessionID, &p.Text)
	if err := q.sealOf(ctx, p.UserID, at, fields); err != nil {
		return err
	}
	return q.Queries.UpsertSummary(ctx, p)
}

func (q *queries) UpsertPreference(ctx context.Context, p sqlc.UpsertPreferenceParams) error {
	at, fields := preferenceFields(p.UserID, p.Key, &p.Value, &p.Evidence, &p.History)
	if err := q.sealOf(ctx, p.UserID, at, fields); err != nil {
		return err
	}
	return q.Queries.UpsertPreference(ctx, p)
}

func (q *queries) InsertDocument(ctx context.Context, p sqlc.InsertDocumentParams) error {
	at, fields := documentFields(p.ID, &p.Title, &p.Metadata, &p.Markdown)
	if err := q.sealIn(ctx, p.SessionID, at, fields); err != nil {
		return err
	}
	return q.Queries.InsertDocument(ctx, p)
}

func (q *queries) UpsertFeedback(ctx context.Context, p sqlc.UpsertFeedbackParams) error {
	at, fields := feedbackFields(p.RunID, p.UserID, &p.Comment)
	if err := q.sealOf(ctx, p.UserID, at, fields); err != nil {
		return err
	}
	return q.Queries.UpsertFeedback(ctx, p)
}

func (q *queries) InsertTrigger(ctx context.Context, p sqlc.InsertTriggerParams) (int64, error) {
	at, fields := triggerFields(p.EventID, &p.Metadata)
	if err := q.sealOf(ctx, p.UserID, at, fields); err != nil {
		return 0, err
	}
	return q.Queries.InsertTrigger(ctx, p)
}

// copied is how many rows a copy reads at a time where they have to be sealed anew.
const copied = 200

// CopyMessages seals the copies for their new place.
func (q *queries) CopyMessages(ctx context.Context, p sqlc.CopyMessagesParams) (n int64, err error) {
	if q.vault.master == nil {
		return q.Queries.CopyMessages(ctx, p)
	}
	for after := int64(0); ; {
		rows, err := q.CopyableMessages(ctx, sqlc.CopyableMessagesParams{
			FromSession: p.FromSession, LastMessageID: p.LastMessageID, After: after,
			RunSeq: p.RunSeq, LastReplyID: p.LastReplyID, Count: copied,
		})
		if rows, err = opened(ctx, q, rows, err, openMessage); err != nil || len(rows) == 0 {
			return n, err
		}
		for i := range rows {
			m := sqlc.InsertMessageParams(rows[i])
			after, n = m.ID, n+1
			m.SessionID, m.ID = p.ToSession, n
			if err := q.InsertMessage(ctx, m); err != nil {
				return n, err
			}
		}
	}
}

// CopyCheckpoints does the same.
func (q *queries) CopyCheckpoints(ctx context.Context, p sqlc.CopyCheckpointsParams) (n int64, err error) {
	if q.vault.master == nil {
		return q.Queries.CopyCheckpoints(ctx, p)
	}
	for after := int64(0); ; {
		rows, err := q.CopyableCheckpoints(ctx, sqlc.CopyableCheckpointsParams{
			SessionID: p.FromSession, After: after, LastStep: p.LastStep, Count: copied,
		})
		if rows, err = opened(ctx, q, rows, err, openCheckpoint); err != nil || len(rows) == 0 {
			return n, err
		}
		for i := range rows {
			c := sqlc.InsertCheckpointParams(rows[i])
			after, n = c.StepNo, n+1
			if rest, own := strings.CutPrefix(c.ParentID, p.FromSession+"."); own {
				c.ParentID = p.ToSession + "." + rest
			}
			c.SessionID, c.Seq = p.ToSession, 0
			if err := q.InsertCheckpoint(ctx, c); err != nil {
				return n, err
			}
		}
	}
}
