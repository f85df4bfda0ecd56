// Package audit writes down who did what, in rows that are only added and that
// hold each other: every row has the hash of the one before, so that a row that
// was changed, removed or put in between later is found (Verify).
//
// There is a chain a tenant (a company). Rows are written in the transaction that
// did what they tell of, as effects of a run's commit, and are there with it or
// not at all:
//
//	t.Update("checked", change, engine.With[State]{Effects: []func(context.Context, store.Tx) error{
//		audit.Write(audit.Entry{Tenant: "demo", Actor: audit.User("E021"), Action: "document.checked", Subject: "document:d1"}),
//	}})
package audit

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/store"
)

// Entry is what is to be written down. Details is any value that encodes to JSON;
// it tells ids, versions and verdicts, and no personal data: who is asked for by
// name belongs into Actor or Subject.
type Entry struct {
	Tenant  string // whose chain
	At      time.Time
	Actor   string // User, or "system:" and a part of the program
	Action  string // noun.verb: "document.checked"
	Subject string // what it was done to: User, or "kind:id"
	Details any
}

// Row is an entry as it is kept.
type Row struct {
	Tenant   string          `json:"tenant"`
	Seq      int64           `json:"seq"`
	At       int64           `json:"at"` // unix ms
	Actor    string          `json:"actor"`
	Action   string          `json:"action"`
	Subject  string          `json:"subject"`
	Details  json.RawMessage `json:"details"`
	PrevHash string          `json:"prev_hash"`
	Hash     string          `json:"hash"`
}

const userPrefix = "user:"

// User names a user as actor or subject; rows have a pseudonym in their place.
func User(id string) string { return userPrefix + id }

// Write is an effect that writes entries behind the newest rows of their tenants.
// The head of each chain stays locked until the transaction ends, so that nodes
// write one after the other.
func Write(entries ...Entry) func(ctx context.Context, tx store.Tx) error {
	entries = slices.Clone(entries)
	// Whoever locks several chains does it in this order.
	slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Tenant, b.Tenant) })
	return func(ctx context.Context, tx store.Tx) error {
		for i := range entries {
			if err := add(ctx, tx, &entries[i]); err != nil {
				return fmt.Errorf("audit %s of %s: %w", entries[i].Action, entries[i].Tenant, err)
			}
		}
		return nil
	}
}

func add(ctx context.Context, tx store.Tx, e *Entry) error {
	row, err := newRow(ctx, tx, e)
	if err != nil {
		return err
	}
	const first = `INSERT INTO audit_heads (tenant, seq, hash) VALUES ($1, 0, '') ON CONFLICT (tenant) DO NOTHING`
	if _, err := tx.ExecContext(ctx, first, e.Tenant); err != nil {
		return err
	}
	const hold = `UPDATE audit_heads SET seq = seq + 1 WHERE tenant = $1 RETURNING seq, hash`
	if err := tx.QueryRowContext(ctx, hold, e.Tenant).Scan(&row.Seq, &row.PrevHash); err != nil {
		return err
	}
	if row.Hash, err = row.sum(); err != nil {
		return err
	}
	const insert = `INSERT INTO audit_rows (tenant, seq, at, actor, action, subject, details, prev_hash, hash)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	if _, err := tx.ExecContext(ctx, insert, row.Tenant, row.Seq, row.At, row.Actor, row.Action, row.Subject,
		string(row.Details), row.PrevHash, row.Hash); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE audit_heads SET hash = $2 WHERE tenant = $1`, row.Tenant, row.Hash)
	return err
}

// newRow is the entry without its place in the chain, users under pseudonyms.
func newRow(ctx context.Context, tx store.Tx, e *Entry) (row Row, err error) {
	row = Row{Tenant: e.Tenant, At: e.At.UnixMilli(), Action: e.Action}
	if e.Tenant == "" || e.Actor == "" || e.Action == "" || e.At.IsZero() {
		return row, fmt.Errorf("entry %+v lacks tenant, time, actor or action", *e)
	}
	if row.Details, err = canonical(e.Details); err != nil {
		return row, err
	}
	if row.Actor, err = known(ctx, tx, e.Actor); err != nil {
		return row, err
	}
	row.Subject, err = known(ctx, tx, e.Subject)
	return row, err
}

// known is a name as it is written: of a user the pseudonym, made at first sight.
func known(ctx context.Context, tx store.Tx, name string) (pseudonym string, err error) {
	id, isUser := strings.CutPrefix(name, userPrefix)
	if !isUser {
		return name, nil
	}
	const once = `INSERT INTO audit_people (user_id, pseudonym) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING`
	if _, err := tx.ExecContext(ctx, once, id, "person:"+strings.ToLower(rand.Text())); err != nil {
		return "", err
	}
	err = tx.QueryRowContext(ctx, `SELECT pseudonym FROM audit_people WHERE user_id = $1`, id).Scan(&pseudonym)
	return pseudonym, err
}

// sum is the hash of all that the row tells, as canonical JSON.
func (r *Row) sum() (string, error) {
	text, err := canonical(map[string]any{
		"tenant": r.Tenant, "seq": r.Seq, "at": r.At, "actor": r.Actor, "action": r.Action,
		"subject": r.Subject, "details": r.Details, "prev_hash": r.PrevHash,
	})
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:]), nil
}

// canonical is a value's JSON with the keys of objects in order, without spaces,
// numbers as they were written.
func canonical(v any) (json.RawMessage, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var plain any
	if err := decoder.Decode(&plain); err != nil {
		return nil, err
	}
	return json.Marshal(plain)
}
