package store

import (
	"context"

	"github.com/madang-dev/madang/store/sqlc"
)

func (q *queries) Session(ctx context.Context, p sqlc.SessionParams) (sqlc.SessionRow, error) {
	r, err := q.Queries.Session(ctx, p)
	if err == nil {
		err = q.openSession(ctx, r.ID, &r.Title, &r.Metadata, &r.LastMessage)
	}
	return r, err
}

func (q *queries) Sessions(ctx context.Context, p sqlc.SessionsParams) ([]sqlc.SessionsRow, error) {
	rows, err := q.Queries.Sessions(ctx, p)
	for i := 0; err == nil && i < len(rows); i++ {
		r := &rows[i]
		err = q.openSession(ctx, r.ID, &r.Title, &r.Metadata, &r.LastMessage)
	}
	return rows, err
}

func (q *queries) AllSessions(ctx context.Context, p sqlc.AllSessionsParams) ([]sqlc.AllSessionsRow, error) {
	rows, err := q.Queries.AllSessions(ctx, p)
	for i := 0; err == nil && i < len(rows); i++ {
		r := &rows[i]
		err = q.openSession(ctx, r.ID, &r.Title, &r.Metadata, &r.LastMessage)
	}
	return rows, err
}

func (q *queries) UserSessions(ctx context.Context, p sqlc.UserSessionsParams) ([]sqlc.UserSessionsRow, error) {
	rows, err := q.Queries.UserSessions(ctx, p)
	return opened(ctx, q, rows, err, func(r *sqlc.UserSessionsRow) (place, []sealedField) {
		return sessionPlace(r.ID), []sealedField{sealedText("title", &r.Title), sealedText("metadata", &r.Metadata)}
	})
}

func openEvent(r *sqlc.Event) (place, []sealedField) {
	return eventFields(r.SessionID, r.Seq, &r.Payload)
}

func (q *queries) Events(ctx context.Context, p sqlc.EventsParams) ([]sqlc.Event, error) {
	rows, err := q.Queries.Events(ctx, p)
	return opened(ctx, q, rows, err, openEvent)
}

func (q *queries) RunEvents(ctx context.Context, p sqlc.RunEventsParams) ([]sqlc.Event, error) {
	rows, err := q.Queries.RunEvents(ctx, p)
	return opened(ctx, q, rows, err, openEvent)
}

func openMessage(r *sqlc.Message) (place, []sealedField) {
	return messageFields(r.SessionID, r.RunID, r.Role, r.CreatedAt, &r.Content, &r.Data)
}

func (q *queries) Messages(ctx context.Context, p sqlc.MessagesParams) ([]sqlc.Message, error) {
	rows, err := q.Queries.Messages(ctx, p)
	return opened(ctx, q, rows, err, openMessage)
}

func (q *queries) MessagesBefore(ctx context.Context, p sqlc.MessagesBeforeParams) ([]sqlc.Message, error) {
	rows, err := q.Queries.MessagesBefore(ctx, p)
	return opened(ctx, q, rows, err, openMessage)
}

func openCheckpoint(r *sqlc.Checkpoint) (place, []sealedField) {
	return checkpointFields(r.SessionID, r.StepNo, &r.Journal, &r.Value)
}

func (q *queries) CheckpointChain(ctx context.Context, p sqlc.CheckpointChainParams) ([]sqlc.Checkpoint, error) {
	rows, err := q.Queries.CheckpointChain(ctx, p)
	return opened(ctx, q, rows, err, openCheckpoint)
}

func (q *queries) LatestChain(ctx context.Context, p sqlc.LatestChainParams) ([]sqlc.Checkpoint, error) {
	rows, err := q.Queries.LatestChain(ctx, p)
	return opened(ctx, q, rows, err, openCheckpoint)
}

func (q *queries) StepsAfter(ctx context.Context, p sqlc.StepsAfterParams) ([]sqlc.Checkpoint, error) {
	rows, err := q.Queries.StepsAfter(ctx, p)
	return opened(ctx, q, rows, err, openCheckpoint)
}

func (q *queries) Run(ctx context.Context, id string) (sqlc.Run, error) {
	r, err := q.Queries.Run(ctx, id)
	return openedOne(ctx, q, r, err, runFields)
}

func (q *queries) OwnedRun(ctx context.Context, p sqlc.OwnedRunParams) (sqlc.Run, error) {
	r, err := q.Queries.OwnedRun(ctx, p)
	return openedOne(ctx, q, r, err, runFields)
}

func (q *queries) ClaimRun(ctx context.Context, p sqlc.ClaimRunParams) (sqlc.Run, error) {
	r, err := q.Queries.ClaimRun(ctx, p)
	return openedOne(ctx, q, r, err, runFields)
}

func (q *queries) Runs(ctx context.Context, p sqlc.RunsParams) ([]sqlc.Run, error) {
	rows, err := q.Queries.Runs(ctx, p)
	return opened(ctx, q, rows, err, runFields)
}

func (q *queries) OpenRuns(ctx context.Context, p sqlc.OpenRunsParams) ([]sqlc.Run, error) {
	rows, err := q.Queries.OpenRuns(ctx, p)
	return opened(ctx, q, rows, err, runFields)
}

func (q *queries) HeldRuns(ctx context.Context, p sqlc.HeldRunsParams) ([]sqlc.Run, error) {
	rows, err := q.Queries.HeldRuns(ctx, p)
	return opened(ctx, q, rows, err, runFields)
}

func (q *queries) DueRuns(ctx context.Context, p sqlc.DueRunsParams) ([]sqlc.Run, error) {
	rows, err := q.Queries.DueRuns(ctx, p)
	return opened(ctx, q, rows, err, runFields)
}

func (q *queries) DueInterrupts(ctx context.Context, p sqlc.DueInterruptsParams) ([]sqlc.Run, error) {
	rows, err := q.Queries.DueInterrupts(ctx, p)
	return opened(ctx, q, rows, err, runFields)
}

func (q *queries) RunByClientMsg(ctx context.Context, p sqlc.RunByClientMsgParams) ([]sqlc.Run, error) {
	rows, err := q.Queries.RunByClientMsg(ctx, p)
	return opened(ctx, q, rows, err, runFields)
}

func (q *queries) WaitingRuns(ctx context.Context, p sqlc.WaitingRunsParams) ([]sqlc.WaitingRunsRow, error) {
	rows, err := q.Queries.WaitingRuns(ctx, p)
	rows, err = opened(ctx, q, rows, err, func(r *sqlc.WaitingRunsRow) (place, []sealedField) { return runFields(&r.Run) })
	return opened(ctx, q, rows, err, func(r *sqlc.WaitingRunsRow) (place, []sealedField) {
		return sessionPlace(r.Run.SessionID), []sealedField{sealedText("title", &r.Title)}
	})
}

func openResult(r *sqlc.RunResult) (place, []sealedField) {
	return resultFields(r.RunID, r.Key, &r.Value)
}

func (q *queries) Result(ctx context.Context, p sqlc.ResultParams) (sqlc.RunResult, error) {
	r, err := q.Queries.Result(ctx, p)
	return openedOne(ctx, q, r, err, openResult)
}

func (q *queries) Results(ctx context.Context, p sqlc.ResultsParams) ([]sqlc.RunResult, error) {
	rows, err := q.Queries.Results(ctx, p)
	return opened(ctx, q, rows, err, openResult)
}

func (q *queries) Memories(ctx context.Context, p sqlc.MemoriesParams) ([]sqlc.Memory, error) {
	rows, err := q.Queries.Memories(ctx, p)
	return opened(ctx, q, rows, err, func(r *sqlc.Memory) (place, []sealedField) {
		return memoryFields(r.ID, &r.Query, &r.Response, &r.Mentions)
	})
}

func (q *queries) Summaries(ctx context.Context, userID string) ([]sqlc.MemorySummary, error) {
	rows, err := q.Queries.Summaries(ctx, userID)
	return opened(ctx, q, rows, err, func(r *sqlc.MemorySummary) (place, []sealedField) {
		return summaryFields(r.UserID, r.SessionID, &r.Text)
	})
}

func openPreference(r *sqlc.Preference) (place, []sealedField) {
	return preferenceFields(r.UserID, r.Key, &r.Value, &r.Evidence, &r.History)
}

func (q *queries) Preference(ctx context.Context, p sqlc.PreferenceParams) (sqlc.Preference, error) {
	r, err := q.Queries.Preference(ctx, p)
	return openedOne(ctx, q, r, err, openPreference)
}

func (q *queries) Preferences(ctx context.Context, userID string) ([]sqlc.Preference, error) {
	rows, err := q.Queries.Preferences(ctx, userID)
	return opened(ctx, q, rows, err, openPreference)
}

func openDocument(r *sqlc.Document) (place, []sealedField) {
	return documentFields(r.ID, &r.Title, &r.Metadata, &r.Markdown)
}

func (q *queries) Document(ctx context.Context, p sqlc.DocumentParams) (sqlc.Document, error) {
	r, err := q.Queries.Document(ctx, p)
	return openedOne(ctx, q, r, err, openDocument)
}

func (q *queries) SessionDocuments(ctx context.Context, p sqlc.SessionDocumentsParams) ([]sqlc.Document, error) {
	rows, err := q.Queries.SessionDocuments(ctx, p)
	return opened(ctx, q, rows, err, openDocument)
}

func (q *queries) UserDocuments(ctx context.Context, p sqlc.UserDocumentsParams) ([]sqlc.Document, error) {
	rows, err := q.Queries.UserDocuments(ctx, p)
	return opened(ctx, q, rows, err, openDocument)
}

func openFeedback(r *sqlc.Feedback) (place, []sealedField) {
	return feedbackFields(r.RunID, r.UserID, &r.Comment)
}

func (q *queries) RunFeedback(ctx context.Context, p sqlc.RunFeedbackParams) ([]sqlc.Feedback, error) {
	rows, err := q.Queries.RunFeedback(ctx, p)
	return opened(ctx, q, rows, err, openFeedback)
}

func (q *queries) UserFeedback(ctx context.Context, userID string) ([]sqlc.Feedback, error) {
	rows, err := q.Queries.UserFeedback(ctx, userID)
	return opened(ctx, q, rows, err, openFeedback)
}

func (q *queries) ListFeedback(ctx context.Context, p sqlc.ListFeedbackParams) ([]sqlc.ListFeedbackRow, error) {
	rows, err := q.Queries.ListFeedback(ctx, p)
	rows, err = opened(ctx, q, rows, err, func(r *sqlc.ListFeedbackRow) (place, []sealedField) {
		return feedbackFields(r.RunID, r.UserID, &r.Comment)
	})
	return opened(ctx, q, rows, err, func(r *sqlc.ListFeedbackRow) (place, []sealedField) {
		return place{"runs", r.RunID}, []sealedField{sealedText("query", &r.Query)}
	})
}

func openTrigger(r *sqlc.Trigger) (place, []sealedField) {
	return triggerFields(r.EventID, &r.Metadata)
}

func (q *queries) Trigger(ctx context.Context, eventID string) (sqlc.Trigger, error) {
	r, err := q.Queries.Trigger(ctx, eventID)
	return openedOne(ctx, q, r, err, openTrigger)
}

func (q *queries) OwnedTrigger(ctx context.Context, p sqlc.OwnedTriggerParams) (sqlc.Trigger, error) {
	r, err := q.Queries.OwnedTrigger(ctx, p)
	return openedOne(ctx, q, r, err, openTrigger)
}

func (q *queries) DueTriggers(ctx context.Context, p sqlc.DueTriggersParams) ([]sqlc.Trigger, error) {
	rows, err := q.Queries.DueTriggers(ctx, p)
	return opened(ctx, q, rows, err, openTrigger)
}

func (q *queries) UserTriggers(ctx context.Context, userID string) ([]sqlc.Trigger, error) {
	rows, err := q.Queries.UserTriggers(ctx, userID)
	return opened(ctx, q, rows, err, openTrigger)
}
