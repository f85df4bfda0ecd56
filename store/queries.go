package store

import (
	"context"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/store/sqlc"
)

// queries are the statements with what users say sealed on its way in and opened on
// its way out. A statement that touches such a column stands here under its own name
// before the generated one.
type queries struct {
	*sqlc.Queries
	vault *vault
	tx    sqlc.DBTX
}

func (s *Store) queries(db sqlc.DBTX) *queries { return &queries{sqlc.New(db), s.vault, db} }

// What of each table is sealed. Ids, times, states of work and whatever else SQL
// looks for stay plain.

func sessionPlace(id string) place { return place{"sessions", id} }

func eventFields(sessionID string, seq int64, payload *string) (place, []sealedField) {
	return place{"events", numbered(sessionID, seq)}, []sealedField{sealedText("payload", payload)}
}

// A message that comes with a submission gets its number within the statement that
// writes it: it is known by its run, who speaks and when.
func messageFields(sessionID, runID, role string, at int64, content, data *string) (place, []sealedField) {
	return place{"messages", sessionID + "/" + runID + "/" + role + "/" + strconv.FormatInt(at, 10)},
		[]sealedField{sealedText("content", content), sealedText("data", data)}
}

func checkpointFields(sessionID string, step int64, journal *string, value *[]byte) (place, []sealedField) {
	return place{"checkpoints", numbered(sessionID, step)}, []sealedField{sealedText("journal", journal), {column: "value", data: value}}
}

func askedFields(id string, query, input *string) (place, []sealedField) {
	return place{"runs", id}, []sealedField{sealedText("query", query), sealedText("input", input)}
}

func movedFields(id string, interrupt, failed *string) (place, []sealedField) {
	return place{"runs", id}, []sealedField{sealedText("interrupt", interrupt), sealedText("error", failed)}
}

func runFields(r *sqlc.Run) (place, []sealedField) {
	return place{"runs", r.ID}, []sealedField{sealedText("query", &r.Query), sealedText("input", &r.Input),
		sealedText("interrupt", &r.Interrupt), sealedText("error", &r.Error), sealedText("reply", &r.Reply), sealedText("address", &r.Address)}
}

func memoryFields(id string, query, response, mentions *string) (place, []sealedField) {
	return place{"memories", id}, []sealedField{sealedText("query", query), sealedText("response", response), sealedText("mentions", mentions)}
}

func preferenceFields(userID, key string, value, evidence, history *string) (place, []sealedField) {
	return place{"preferences", userID + "/" + key}, []sealedField{sealedText("value", value), sealedText("evidence", evidence), sealedText("history", history)}
}

func documentFields(id string, title, metadata, markdown *string) (place, []sealedField) {
	return place{"documents", id}, []sealedField{sealedText("title", title), sealedText("metadata", metadata), sealedText("markdown", markdown)}
}

func summaryFields(userID, sessionID string, words *string) (place, []sealedField) {
	return place{"memory_summaries", userID + "/" + sessionID}, []sealedField{sealedText("text", words)}
}

func feedbackFields(runID, userID string, comment *string) (place, []sealedField) {
	return place{"feedback", runID + "/" + userID}, []sealedField{sealedText("comment", comment)}
}

func triggerFields(eventID string, metadata *string) (place, []sealedField) {
	return place{"triggers", eventID}, []sealedField{sealedText("metadata", metadata)}
}

func resultFields(runID, key string, value *string) (place, []sealedField) {
	return place{"run_results", runID + "/" + key}, []sealedField{sealedText("value", value)}
}

func numbered(sessionID string, n int64) string { return sessionID + "/" + strconv.FormatInt(n, 10) }

// sealIn seals what belongs to a session, sealOf what belongs to a user.
func (q *queries) sealIn(ctx context.Context, sessionID string, p place, fields []sealedField) error {
	key, err := q.keyOfSession(ctx, sessionID)
	if err != nil {
		return err
	}
	return key.seal(p, fields...)
}

func (q *queries) sealOf(ctx context.Context, userID string, p place, fields []sealedField) error {
	key, err := q.keyOfUser(ctx, userID)
	if err != nil {
		return err
	}
	return key.seal(p, fields...)
}

func opened[T any](ctx context.Context, q *queries, rows []T, err error, fields func(*T) (place, []sealedField)) ([]T, error) {
	for i := range rows {
		if err != nil {
			break
		}
		p, list := fields(&rows[i])
		err = q.open(ctx, p, list...)
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

func openedOne[T any](ctx context.Context, q *queries, row T, err error, fields func(*T) (place, []sealedField)) (T, error) {
	if err != nil {
		return row, err
	}
	p, list := fields(&row)
	err = q.open(ctx, p, list...)
	return row, err
}

func (k *userKey) sealEvent(p *sqlc.InsertEventParams) error {
	at, fields := eventFields(p.SessionID, p.Seq, &p.Payload)
	return k.seal(at, fields...)
}

func (k *userKey) sealMessage(p *sqlc.InsertMessageParams) error {
	at, fields := messageFields(p.SessionID, p.RunID, p.Role, p.CreatedAt, &p.Content, &p.Data)
	return k.seal(at, fields...)
}

func (k *userKey) sealCheckpoint(p *sqlc.InsertCheckpointParams) error {
	at, fields := checkpointFields(p.SessionID, p.StepNo, &p.Journal, &p.Value)
	return k.seal(at, fields...)
}

func (k *userKey) sealRun(p *sqlc.InsertRunParams) error {
	at, fields := askedFields(p.ID, &p.Query, &p.Input)
	return k.seal(at, append(fields, sealedText("address", &p.Address))...)
}

func (k *userKey) sealMove(p *sqlc.MoveRunParams) error {
	at, fields := movedFields(p.ID, &p.Interrupt, &p.Error)
	return k.seal(at, fields...)
}

// openSession opens what a list shows of a session.
func (q *queries) openSession(ctx context.Context, id string, title, metadata, last *string) error {
	if err := q.open(ctx, sessionPlace(id), sealedText("title", title), sealedText("metadata", metadata)); err != nil {
		return err
	}
	if strings.HasPrefix(*last, sealedMark) { // the value, then run, role and time
		content, rest, _ := strings.Cut(*last, " ")
		rest, at, _ := cutLast(rest)
		run, role, _ := cutLast(rest)
		p := place{"messages", id + "/" + run + "/" + role + "/" + at}
		*last = content
		if err := q.open(ctx, p, sealedText("content", last)); err != nil {
			return err
		}
	}
	*last = strings.TrimPrefix(*last, plainMark)
	if all := []rune(*last); len(all) > lastMessageRunes {
		*last = string(all[:lastMessageRunes])
	}
	return nil
}

// lastMessageRunes is how much of the newest message a list of sessions shows.
const lastMessageRunes = 100

func cutLast(s string) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, ' '); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}
