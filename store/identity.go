package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/madang-dev/madang/store/sqlc"
)

// APIKey is a program's key as it is kept: its secret only as a hash.
type APIKey struct {
	ID, Hash       string
	UserID, Tenant string
	Roles, Scopes  []string
	Note           string
	CreatedAt      time.Time
	ExpiresAt      time.Time // zero never
	RevokedAt      time.Time // zero not
}

// PutAPIKey keeps a new key, with the effects in the same transaction.
func (s *Store) PutAPIKey(ctx context.Context, k APIKey, effects ...Effect) error {
	if err := texts("key user", k.UserID, "key tenant", k.Tenant, "key note", k.Note); err != nil {
		return err
	}
	return s.write(ctx, "put key "+k.ID, func(ctx context.Context, q *queries) error {
		err := q.InsertAPIKey(ctx, sqlc.InsertAPIKeyParams{
			ID: k.ID, Hash: k.Hash, UserID: k.UserID, Tenant: k.Tenant, Roles: strings.Join(k.Roles, ","),
			Scopes: strings.Join(k.Scopes, ","), Note: k.Note, CreatedAt: millis(k.CreatedAt), ExpiresAt: millis(k.ExpiresAt),
		})
		if err != nil {
			return err
		}
		return join(ctx, q.tx, effects)
	})
}

// APIKey is the key of that id, revoked or not; ErrNotFound.
func (s *Store) APIKey(ctx context.Context, id string) (APIKey, error) {
	row, err := get(ctx, s, "api key", s.reads.APIKey, id)
	return keyOf(row), err
}

// APIKeys lists all keys, the oldest first.
func (s *Store) APIKeys(ctx context.Context) ([]APIKey, error) {
	rows, err := read(ctx, s, "api keys", func(ctx context.Context, q *queries) ([]sqlc.ApiKey, error) { return q.APIKeys(ctx) })
	return each(rows, keyOf), err
}

// RevokeAPIKey takes a key back, and ends what was opened with it: all nodes
// read of it with the next look at Revocations. Of one that is not there, or is
// revoked already, it is ErrNotFound.
func (s *Store) RevokeAPIKey(ctx context.Context, id, subject string, at, until time.Time, effects ...Effect) error {
	return s.writeOne(ctx, "revoke key "+id, func(ctx context.Context, q *queries) (int64, error) {
		n, err := q.RevokeAPIKey(ctx, sqlc.RevokeAPIKeyParams{ID: id, RevokedAt: millis(at)})
		if err != nil || n == 0 {
			return n, err
		}
		if err := q.Revoke(ctx, sqlc.RevokeParams{Subject: subject, At: millis(at), ExpiresAt: millis(until)}); err != nil {
			return n, err
		}
		return n, join(ctx, q.tx, effects)
	})
}

// keyGone is how long it is told that a key is no more: until every node has ended
// what was opened with it. After that there is no such key.
const keyGone = 24 * time.Hour

// KeySubject is what revocations name an API key by.
func KeySubject(id string) string { return "key:" + id }

// dropAPIKeys takes all keys of a user, and ends what was opened with them.
func dropAPIKeys(ctx context.Context, q *queries, key string) error {
	tenant := TenantOf(key)
	name := key
	if tenant != "" {
		name = strings.TrimPrefix(key, tenantPrefix(tenant))
	}
	ids, err := q.DropAPIKeysOfUser(ctx, sqlc.DropAPIKeysOfUserParams{UserID: name, Tenant: tenant})
	now := time.Now()
	for _, id := range ids {
		if err == nil {
			err = q.Revoke(ctx, sqlc.RevokeParams{Subject: KeySubject(id), At: millis(now), ExpiresAt: millis(now.Add(keyGone))})
		}
	}
	return err
}

func keyOf(r sqlc.ApiKey) APIKey {
	return APIKey{
		ID: r.ID, Hash: r.Hash, UserID: r.UserID, Tenant: r.Tenant, Roles: commas(r.Roles), Scopes: commas(r.Scopes), Note: r.Note,
		CreatedAt: fromMillis(r.CreatedAt), ExpiresAt: fromMillis(r.ExpiresAt), RevokedAt: fromMillis(r.RevokedAt),
	}
}

func commas(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

// PutTicket keeps what a ticket stands for, under the ticket's hash.
func (s *Store) PutTicket(ctx context.Context, hash, identity string, now, until time.Time) error {
	if err := texts("ticket", identity); err != nil {
		return err
	}
	return s.write(ctx, "put ticket", func(ctx context.Context, q *queries) error {
		if err := q.DropOldTickets(ctx, millis(now)); err != nil {
			return err
		}
		return q.InsertTicket(ctx, sqlc.InsertTicketParams{Hash: hash, Identity: identity, ExpiresAt: millis(until)})
	})
}

// TakeTicket removes a ticket and tells what it stood for: of several nodes that
// are shown it one gets it, the others ErrNotFound.
func (s *Store) TakeTicket(ctx context.Context, hash string) (identity string, until time.Time, err error) {
	row, err := change(ctx, s, "take ticket", func(ctx context.Context, q *queries) (sqlc.AuthTicket, error) {
		return q.TakeTicket(ctx, hash)
	})
	return row.Identity, fromMillis(row.ExpiresAt), err
}

// Revoke makes void what a subject (a token, a key) was given until at;
// until is when all of it has ended anyway.
func (s *Store) Revoke(ctx context.Context, subject string, at, until time.Time) error {
	if err := texts("revocation", subject); err != nil {
		return err
	}
	return s.write(ctx, "revoke", func(ctx context.Context, q *queries) error {
		if err := q.DropOldRevocations(ctx, millis(at)); err != nil {
			return err
		}
		return q.Revoke(ctx, sqlc.RevokeParams{Subject: subject, At: millis(at), ExpiresAt: millis(until)})
	})
}

// Revocations are the subjects that something was taken from, with the moment
// until which what they were given is void.
func (s *Store) Revocations(ctx context.Context, now time.Time) (map[string]time.Time, error) {
	rows, err := fetch(ctx, s, "revocations", s.reads.Revocations, millis(now))
	void := make(map[string]time.Time, len(rows))
	for _, r := range rows {
		void[r.Subject] = fromMillis(r.At)
	}
	return void, err
}

// MoveUser gives what a guest has to the account that the guest turned out to
// be, and counts the conversations. What the account has itself stays as it is.
func (s *Store) MoveUser(ctx context.Context, giver, receiver string) (sessions int64, err error) {
	err = s.write(ctx, "move user", func(ctx context.Context, q *queries) error {
		// In the order of names, so that two moves can't wait for each other.
		for _, user := range []string{min(giver, receiver), max(giver, receiver)} {
			if _, err := lockMemory(ctx, q, user); err != nil {
				return err
			}
		}
		// What is bound to the user's name is sealed anew, by the keys it has.
		if err := moveBound(ctx, q, giver, receiver); err != nil {
			return err
		}
		if sessions, err = q.MoveSessions(ctx, sqlc.MoveSessionsParams{Receiver: receiver, Giver: giver}); err != nil {
			return err
		}
		if err := q.MoveRuns(ctx, sqlc.MoveRunsParams{Receiver: receiver, Giver: giver}); err != nil {
			return err
		}
		if err := moveRows(ctx, q.tx, movedTables, giver, receiver); err != nil {
			return err
		}
		if err := s.moveOwn(ctx, q.tx, giver, receiver); err != nil {
			return err
		}
		return q.MoveUserKeys(ctx, sqlc.MoveUserKeysParams{ToUser: receiver, FromUser: giver})
	})
	return sessions, err
}

// The house's tables whose rows of a user are another's by a change of name.
var movedTables = []UserTable{
	{Name: "documents", User: "user_id"}, {Name: "memories", User: "user_id"}, {Name: "triggers", User: "user_id"},
}

// moveBound moves preferences and ratings.
func moveBound(ctx context.Context, q *queries, giver, receiver string) error {
	preferences, err := many(ctx, q, q.Preferences, giver)
	if err != nil {
		return err
	}
	for _, p := range preferences {
		p.UserID = receiver
		_, err := one(ctx, q, q.Preference, sqlc.PreferenceParams{UserID: receiver, Key: p.Key})
		if errors.Is(err, sql.ErrNoRows) {
			err = putOf(ctx, q, receiver, q.UpsertPreference, sqlc.UpsertPreferenceParams(p))
		}
		if err != nil {
			return err
		}
	}
	if _, err := q.DeletePreferences(ctx, giver); err != nil {
		return err
	}
	ratings, err := many(ctx, q, q.UserFeedback, giver)
	if err != nil {
		return err
	}
	for _, f := range ratings {
		f.UserID = receiver
		if err := putOf(ctx, q, receiver, q.UpsertFeedback, sqlc.UpsertFeedbackParams(f)); err != nil {
			return err
		}
	}
	_, err = q.DeleteUserFeedback(ctx, giver)
	return err
}
