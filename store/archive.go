package store

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/madang-dev/madang/state"
)

// archivePage is how many rows are read at a time.
const archivePage = 500

// ExportUser writes all that is kept of a user as one ZIP archive: a file of JSON
// lines a table, documents as Markdown beside them, and user.json at the end, which
// counts them. It takes no more memory than a page of rows, and an archive that
// broke off has no end and can't be opened.
func (s *Store) ExportUser(ctx context.Context, owner Owner, userID string, now time.Time, w io.Writer) error {
	if err := owner.only("export user", userID); err != nil {
		return err
	}
	if userID == "" {
		return fmt.Errorf("%w: nobody can't be exported", ErrInvalid)
	}
	a := &archive{Store: s, ctx: ctx, owner: owner, user: userID, now: now, zip: zip.NewWriter(w), lines: map[string]int{}}
	for _, part := range []func() error{a.sessions, a.conversations, a.documents, a.person, a.account, a.own, a.end} {
		if err := part(); err != nil {
			return fmt.Errorf("export user: %w", err)
		}
	}
	return a.zip.Close()
}

// archive is one on its way out.
type archive struct {
	*Store
	ctx   context.Context //nolint:containedctx // lives as long as one call of ExportUser
	owner Owner
	user  string
	now   time.Time
	zip   *zip.Writer
	lines map[string]int // by file
}

// file adds a file of JSON lines: fill writes one line a call of its argument.
func (a *archive) file(name string, fill func(add func(row any) error) error) error {
	f, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: a.now})
	if err != nil {
		return err
	}
	a.lines[name] = 0
	encoder := json.NewEncoder(f)
	encoder.SetEscapeHTML(false)
	if err := fill(func(row any) error { a.lines[name]++; return encoder.Encode(row) }); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// paged goes through all pages of a list: page reads the rows behind the last one, or
// behind as many as there were.
func paged[T any](page func(last T, read int) ([]T, error), f func(*T) error) error {
	var last T
	for read := 0; ; {
		rows, err := page(last, read)
		if err := every(rows, err, f); err != nil || len(rows) < archivePage {
			return err
		}
		last, read = rows[len(rows)-1], read+len(rows)
	}
}

// every goes through the rows of a list that was read.
func every[T any](rows []T, err error, f func(*T) error) error {
	for i := 0; err == nil && i < len(rows); i++ {
		err = f(&rows[i])
	}
	return err
}

// each goes through the user's sessions, hidden ones too.
func (a *archive) each(f func(*state.Session) error) error {
	return paged(func(last state.Session, _ int) ([]state.Session, error) {
		return a.UserSessions(a.ctx, a.owner, a.user, last.ID, archivePage)
	}, f)
}

func (a *archive) sessions() error {
	return a.file("sessions.jsonl", func(add func(any) error) error {
		return a.each(func(s *state.Session) error { return add(s) })
	})
}

// conversations are what was said and done in the sessions.
func (a *archive) conversations() error {
	for name, rows := range map[string]func(sessionID string, add func(any) error) error{
		"messages.jsonl": a.messages, "runs.jsonl": a.runs, "results.jsonl": a.results, "events.jsonl": a.events, "states.jsonl": a.states,
	} {
		err := a.file(name, func(add func(any) error) error {
			return a.each(func(s *state.Session) error { return rows(s.ID, add) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *archive) messages(sessionID string, add func(any) error) error {
	return paged(func(_ state.Message, read int) ([]state.Message, error) {
		return a.Messages(a.ctx, a.owner, sessionID, archivePage, read)
	}, func(m *state.Message) error { return add(archivedMessage{sessionID, *m}) })
}

type archivedMessage struct {
	SessionID string `json:"session_id"`
	state.Message
}

// eachRun goes through a session's runs, the newest first.
func (a *archive) eachRun(sessionID string, f func(*state.Run) error) error {
	return paged(func(last state.Run, _ int) ([]state.Run, error) {
		return a.Runs(a.ctx, a.owner, sessionID, archivePage, last.Seq)
	}, f)
}

func (a *archive) runs(sessionID string, add func(any) error) error {
	return a.eachRun(sessionID, func(r *state.Run) error { return add(r) })
}

func (a *archive) results(sessionID string, add func(any) error) error {
	return a.eachRun(sessionID, func(r *state.Run) error {
		list, err := a.Results(a.ctx, a.owner, r.ID)
		return every(list, err, func(it *Result) error {
			return add(map[string]any{"run_id": r.ID, "key": it.Key, "value": it.Value, "created_at": it.At})
		})
	})
}

func (a *archive) events(sessionID string, add func(any) error) error {
	return paged(func(last state.Event, _ int) ([]state.Event, error) {
		return a.Events(a.ctx, a.owner, sessionID, last.Seq, archivePage)
	}, func(e *state.Event) error {
		return add(map[string]any{"session_id": sessionID, "seq": e.Seq, "run_id": e.RunID, "type": e.Type, "created_at": e.CreatedAt, "payload": e.Payload})
	})
}

// states are the newest of each session: what the conversation goes on from.
func (a *archive) states(sessionID string, add func(any) error) error {
	list, err := a.Checkpoints(a.ctx, a.owner, sessionID, "", 0, 1)
	if err != nil || len(list) == 0 {
		return err
	}
	newest, err := a.Checkpoint(a.ctx, a.owner, list[0].ID)
	if err != nil {
		return err
	}
	return add(newest)
}

func (a *archive) documents() error {
	err := a.file("documents.jsonl", func(add func(any) error) error {
		return a.eachDocument(func(d *state.Document) error { return add(d) })
	})
	if err != nil {
		return err
	}
	// In a second pass: an archive is written one file after the other, and all texts at
	// once would have to be in memory.
	return a.eachDocument(func(d *state.Document) error {
		f, err := a.zip.CreateHeader(&zip.FileHeader{Name: "documents/" + d.ID + ".md", Method: zip.Deflate, Modified: d.CreatedAt})
		if err == nil {
			_, err = io.WriteString(f, d.Markdown)
		}
		return err
	})
}

func (a *archive) eachDocument(f func(*state.Document) error) error {
	return a.each(func(s *state.Session) error {
		list, err := a.DocumentsOf(a.ctx, a.owner, s.ID)
		return every(list, err, f)
	})
}

// written adds a file of a list that is short.
func written[T any](a *archive, name string, read func() ([]T, error)) error {
	return a.file(name, func(add func(any) error) error {
		list, err := read()
		return every(list, err, func(row *T) error { return add(row) })
	})
}

// person is what is kept of the user beyond conversations.
func (a *archive) person() error {
	return cmp.Or(
		written(a, "memories.jsonl", func() ([]state.Memory, error) { return a.Memories(a.ctx, a.owner, a.user, time.Time{}, 0) }),
		written(a, "preferences.jsonl", func() ([]state.Preference, error) { return a.Preferences(a.ctx, a.owner, a.user) }),
		written(a, "feedback.jsonl", func() ([]Feedback, error) { return a.FeedbackOf(a.ctx, a.owner, a.user) }),
		written(a, "triggers.jsonl", func() ([]state.Trigger, error) {
			list, err := a.TriggersOf(a.ctx, a.owner, a.user)
			for i := range list {
				list[i].EventID = EventName(list[i].EventID)
			}
			return list, err
		}))
}

// The house's tables whose rows stand as they are written.
var plainTables = []UserTable{
	{Name: "usage_days", User: "user_id", Key: []string{"day", "model"}},
	{Name: "usage_runs", Where: "run_id IN (SELECT id FROM runs WHERE user_id = $1)", Key: []string{"run_id", "purpose", "model"}},
	{Name: "audit_rows", Key: []string{"tenant", "seq"}, Where: "EXISTS (SELECT 1 FROM audit_people p WHERE p.user_id = $1 AND p.pseudonym IN (audit_rows.actor, audit_rows.subject))"},
}

// account is how the user comes in, what models took, and what the audit tells.
func (a *archive) account() error {
	if err := written(a, "api_keys.jsonl", func() ([]map[string]any, error) {
		keys, err := a.APIKeys(a.ctx)
		keys = slices.DeleteFunc(keys, func(k APIKey) bool { return UserKey(k.Tenant, k.UserID) != a.user })
		return each(keys, func(k APIKey) map[string]any {
			return map[string]any{"id": k.ID, "roles": k.Roles, "scopes": k.Scopes, "note": k.Note, "created_at": k.CreatedAt, "expires_at": k.ExpiresAt, "revoked_at": k.RevokedAt}
		}), err
	}); err != nil {
		return err
	}
	for i := range plainTables {
		if err := a.table(plainTables[i].Name+".jsonl", &plainTables[i]); err != nil {
			return err
		}
	}
	return nil
}

// own is what assistants have in tables of their own.
func (a *archive) own() error {
	for _, name := range slices.Sorted(maps.Keys(a.userTables)) {
		for i := range a.userTables[name] {
			t := &a.userTables[name][i]
			if err := a.table("assistants/"+name+"/"+t.Name+".jsonl", t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *archive) table(name string, t *UserTable) error {
	return a.file(name, func(add func(any) error) error {
		return paged(func(_ map[string]any, read int) ([]map[string]any, error) {
			return a.ownRows(a.ctx, t, a.user, archivePage, read)
		}, func(row *map[string]any) error { return add(*row) })
	})
}

// end says whose archive it is and how much is in it.
func (a *archive) end() error {
	f, err := a.zip.CreateHeader(&zip.FileHeader{Name: "user.json", Method: zip.Deflate, Modified: a.now})
	if err != nil {
		return err
	}
	return json.NewEncoder(f).Encode(map[string]any{
		"user_id": a.user, "company_id": TenantOf(a.user), "exported_at": a.now.UTC(), "lines": a.lines,
	})
}
