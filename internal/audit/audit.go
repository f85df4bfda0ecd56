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
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
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
		people := map[string]string{}
		rows := make([]Row, len(entries))
		for i := range entries {
			var err error
			if rows[i], err = newRow(ctx, tx, &entries[i], people); err != nil {
				return fmt.Errorf("audit %s of %s: %w", entries[i].Action, entries[i].Tenant, err)
			}
		}
		for len(rows) > 0 {
			tenant := rows[0].Tenant
			n := slices.IndexFunc(rows, func(r Row) bool { return r.Tenant != tenant })
			if n < 0 {
				n = len(rows)
			}
			n = min(n, maxRows)
			if err := add(ctx, tx, rows[:n]); err != nil {
				return fmt.Errorf("audit rows of %s: %w", tenant, err)
			}
			rows = rows[n:]
		}
		return nil
	}
}

// maxRows is how many rows one statement writes: every statement is a round trip
// while the chain's head is locked.
const maxRows = 64

// add writes rows of one tenant behind its newest.
func add(ctx context.Context, tx store.Tx, rows []Row) error {
	tenant := rows[0].Tenant
	seq, hash, err := hold(ctx, tx, tenant, len(rows))
	if err != nil {
		return err
	}
	var insert strings.Builder
	insert.WriteString("INSERT INTO audit_rows (tenant, seq, at, actor, action, subject, details, prev_hash, hash) VALUES ")
	args := make([]any, 0, 9*len(rows))
	for i := range rows {
		row := &rows[i]
		row.Seq, row.PrevHash = seq+int64(i)+1, hash
		if hash, err = row.sum(); err != nil {
			return err
		}
		row.Hash = hash
		if i > 0 {
			insert.WriteString(", ")
		}
		n := len(args)
		fmt.Fprintf(&insert, "($%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d, $%d)", n+1, n+2, n+3, n+4, n+5, n+6, n+7, n+8, n+9)
		args = append(args, row.Tenant, row.Seq, row.At, row.Actor, row.Action, row.Subject, string(row.Details), row.PrevHash, row.Hash)
	}
	if _, err := tx.ExecContext(ctx, insert.String(), args...); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE audit_heads SET hash = $2 WHERE tenant = $1`, tenant, hash)
	return err
}

// hold locks the head of a tenant's chain, makes room for n rows and tells the number
// and the hash of the newest row that is there.
func hold(ctx context.Context, tx store.Tx, tenant string, n int) (seq int64, hash string, err error) {
	const held = `UPDATE audit_heads SET seq = seq + $2 WHERE tenant = $1 RETURNING seq, hash`
	err = tx.QueryRowContext(ctx, held, tenant, n).Scan(&seq, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		const first = `INSERT INTO audit_heads (tenant, seq, hash) VALUES ($1, 0, '') ON CONFLICT (tenant) DO NOTHING`
		if _, err := tx.ExecContext(ctx, first, tenant); err != nil {
			return 0, "", err
		}
		err = tx.QueryRowContext(ctx, held, tenant, n).Scan(&seq, &hash)
	}
	return seq - int64(n), hash, err
}

// newRow is the entry without its place in the chain, users under pseudonyms;
// people are those that were looked up.
func newRow(ctx context.Context, tx store.Tx, e *Entry, people map[string]string) (row Row, err error) {
	row = Row{Tenant: e.Tenant, At: e.At.UnixMilli(), Action: e.Action}
	if e.Tenant == "" || e.Actor == "" || e.Action == "" || e.At.IsZero() {
		return row, fmt.Errorf("entry %+v lacks tenant, time, actor or action", *e)
	}
	if row.Details, err = canonical(e.Details); err != nil {
		return row, err
	}
	if row.Actor, err = known(ctx, tx, e.Actor, people); err != nil {
		return row, err
	}
	row.Subject, err = known(ctx, tx, e.Subject, people)
	return row, err
}

// known is a name as it is written: of a user the pseudonym, made at first sight.
func known(ctx context.Context, tx store.Tx, name string, people map[string]string) (pseudonym string, err error) {
	id, isUser := strings.CutPrefix(name, userPrefix)
	if !isUser {
		return name, nil
	}
	if pseudonym, ok := people[id]; ok {
		return pseudonym, nil
	}
	const find = `SELECT pseudonym FROM audit_people WHERE user_id = $1`
	err = tx.QueryRowContext(ctx, find, id).Scan(&pseudonym)
	if errors.Is(err, sql.ErrNoRows) {
		const once = `INSERT INTO audit_people (user_id, pseudonym) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING`
		if _, err := tx.ExecContext(ctx, once, id, "person:"+strings.ToLower(rand.Text())); err != nil {
			return "", err
		}
		err = tx.QueryRowContext(ctx, find, id).Scan(&pseudonym)
	}
	people[id] = pseudonym
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
