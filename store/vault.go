package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/seal"
	"github.com/madang-dev/madang/store/sqlc"
)

// ErrSealed is a value whose key is gone or not at hand: its user was erased, or
// the master keys are others than it was written with.
var ErrSealed = errors.New("store: sealed with a key that is not there")

// How stored values begin that are sealed, and plain ones that would else be taken
// for sealed or for such as these.
const (
	sealedMark = "$sealed$"
	plainMark  = "$plain$"
)

// What a vault remembers at most: keys are a few hundred bytes.
const (
	maxKeys   = 20_000
	maxPlaced = 100_000
)

// vault knows the users' keys. Without master keys it seals nothing, and still
// tells what is sealed.
type vault struct {
	master *seal.Master

	keys     *cache.LRU[*seal.Key] // by key id
	sessions *cache.LRU[string]    // key ids by session
}

func openVault(keyset string) (*vault, error) {
	v := &vault{keys: cache.NewLRU[*seal.Key](maxKeys, maxKeys), sessions: cache.NewLRU[string](maxPlaced, maxPlaced)}
	if keyset == "" {
		return v, nil
	}
	var err error
	v.master, err = seal.Load(keyset)
	return v, err
}

// userKey is a key with the id that values name it by; nil seals nothing.
type userKey struct {
	id  string
	key *seal.Key
}

// cached is the key of a session that is remembered.
func (v *vault) cached(sessionID string) *userKey {
	id, _ := v.sessions.Get(sessionID)
	if key := v.known(id); key != nil {
		return &userKey{id, key}
	}
	return nil
}

// known is the key with that id that is remembered.
func (v *vault) known(id string) *seal.Key {
	key, _ := v.keys.Get(id)
	return key
}

// place remembers whose key a session's values are sealed with. Only what was read
// outside of a transaction may be: one that is undone has made no key.
func (v *vault) place(sessionID, id string) { v.sessions.Set(sessionID, id, 1) }

// forget drops all keys: a user's was destroyed.
func (v *vault) forget() {
	v.keys.Clear()
	v.sessions.Clear()
}

// place is where a value stands. It is sealed with the value, so that no row can be
// put in another's place. Names are stored with every value that is sealed: to
// change one makes them unreadable.
type place struct{ table, id string }

func (p place) about(keyID, column string) []byte {
	return []byte(p.table + "\x00" + column + "\x00" + keyID + "\x00" + p.id)
}

// sealedField is a column's value that is sealed: text or data.
type sealedField struct {
	place
	column string
	text   *string
	data   *[]byte
}

func (p place) text(column string, value *string) sealedField {
	return sealedField{place: p, column: column, text: value}
}

func (p place) bytes(column string, value *[]byte) sealedField {
	return sealedField{place: p, column: column, data: value}
}

// seal replaces values by what is stored. An empty one stays, as SQL asks for it.
func (k *userKey) seal(fields []sealedField) error {
	for _, f := range fields {
		var err error
		if f.data != nil {
			*f.data, err = k.sealData(f.place, f.column, *f.data)
		} else {
			*f.text, err = k.sealText(f.place, f.column, *f.text)
		}
		if err != nil {
			return fmt.Errorf("seal %s.%s: %w", f.table, f.column, err)
		}
	}
	return nil
}

func (k *userKey) sealText(p place, column, value string) (string, error) {
	switch {
	case value == "":
		return "", nil
	// Somebody may type the marks: their text would be read as one that can't be opened.
	case k == nil && (strings.HasPrefix(value, sealedMark) || strings.HasPrefix(value, plainMark)):
		return plainMark + value, nil
	case k == nil:
		return value, nil
	}
	sealed, err := k.key.Seal([]byte(value), p.about(k.id, column))
	if err != nil {
		return "", err
	}
	return sealedMark + k.id + "$" + base64.RawStdEncoding.EncodeToString(sealed), nil
}

// sealData needs no mark for plain values: a state or a change of one begins
// otherwise.
func (k *userKey) sealData(p place, column string, value []byte) ([]byte, error) {
	if k == nil || len(value) == 0 {
		return value, nil
	}
	sealed, err := k.key.Seal(value, p.about(k.id, column))
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte(sealedMark+k.id+"$"), sealed), nil
}

// open replaces stored values by what they were.
func (q *queries) open(ctx context.Context, fields []sealedField) error {
	for _, f := range fields {
		var err error
		if f.data != nil {
			*f.data, err = q.openData(ctx, f.place, f.column, *f.data)
		} else {
			*f.text, err = q.openText(ctx, f.place, f.column, *f.text)
		}
		if err != nil {
			return fmt.Errorf("open %s.%s: %w", f.table, f.column, err)
		}
	}
	return nil
}

func (q *queries) openText(ctx context.Context, p place, column, value string) (string, error) {
	if plain, ok := strings.CutPrefix(value, plainMark); ok {
		return plain, nil
	}
	rest, ok := strings.CutPrefix(value, sealedMark)
	if !ok {
		return value, nil
	}
	id, code, _ := strings.Cut(rest, "$")
	sealed, err := base64.RawStdEncoding.DecodeString(code)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrSealed, err)
	}
	plain, err := q.unseal(ctx, id, sealed, p.about(id, column))
	return string(plain), err
}

func (q *queries) openData(ctx context.Context, p place, column string, value []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(value, []byte(sealedMark))
	if !ok {
		return value, nil
	}
	id, sealed, _ := bytes.Cut(rest, []byte("$"))
	return q.unseal(ctx, string(id), sealed, p.about(string(id), column))
}

// unseal opens with the key that is remembered, and when that can't with the key as
// it is stored by now: another node may have given it a further part.
func (q *queries) unseal(ctx context.Context, id string, sealed, about []byte) ([]byte, error) {
	if key := q.vault.known(id); key != nil {
		if plain, err := key.Open(sealed, about); err == nil {
			return plain, nil
		}
	}
	key, err := q.load(ctx, id)
	if err != nil {
		return nil, err
	}
	plain, err := key.Open(sealed, about)
	if err != nil {
		return nil, fmt.Errorf("%w: it was not sealed for this place", ErrSealed)
	}
	return plain, nil
}

// load reads a key.
func (q *queries) load(ctx context.Context, id string) (*seal.Key, error) {
	if q.vault.master == nil {
		return nil, fmt.Errorf("%w: no master keys are set", ErrSealed)
	}
	wrapped, err := q.UserKey(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("%w: key %s", ErrSealed, id)
	}
	if err != nil {
		return nil, err
	}
	key, err := q.vault.master.Unwrap(wrapped, []byte(id))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSealed, err)
	}
	q.vault.keys.Set(id, key, 1)
	return key, nil
}

// keyOfUser is the key that seals a user's values now, made where there is none. It
// is asked for each time: a key that another node has destroyed must seal nothing.
func (q *queries) keyOfUser(ctx context.Context, userID string) (*userKey, error) {
	if q.vault.master == nil {
		return nil, nil
	}
	id, err := q.ActiveKey(ctx, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return q.makeKey(ctx, userID)
	}
	if err != nil {
		return nil, fmt.Errorf("key of user: %w", err)
	}
	return q.key(ctx, id)
}

func (q *queries) key(ctx context.Context, id string) (*userKey, error) {
	key := q.vault.known(id)
	if key == nil {
		var err error
		if key, err = q.load(ctx, id); err != nil {
			return nil, err
		}
	}
	return &userKey{id, key}, nil
}

func (q *queries) makeKey(ctx context.Context, userID string) (*userKey, error) {
	key, err := seal.NewKey()
	if err != nil {
		return nil, err
	}
	id := strings.ToLower(rand.Text()[:16])
	// Wrapped with its id, so that a key that is put into another's row opens nothing.
	wrapped, by, err := q.vault.master.Wrap(key, []byte(id))
	if err != nil {
		return nil, err
	}
	err = q.InsertUserKey(ctx, sqlc.InsertUserKeyParams{ID: id, UserID: userID, Master: by, Wrapped: wrapped, CreatedAt: millis(time.Now())})
	if err != nil {
		return nil, fmt.Errorf("make key of user: %w", err)
	}
	if id, err = q.ActiveKey(ctx, userID); err != nil { // another's, who was faster
		return nil, fmt.Errorf("key of user: %w", err)
	}
	return q.key(ctx, id)
}

// keyOfSession is the key of a session's user. That of a session that is gone is
// sql.ErrNoRows.
func (q *queries) keyOfSession(ctx context.Context, sessionID string) (*userKey, error) {
	if q.vault.master == nil {
		return nil, nil
	}
	if key := q.vault.cached(sessionID); key != nil {
		return key, nil
	}
	row, err := q.SessionKey(ctx, sessionID)
	if err != nil {
		return nil, fmt.Errorf("key of session %s: %w", sessionID, err)
	}
	if row.KeyID == "" {
		return q.makeKey(ctx, row.UserID)
	}
	return q.key(ctx, row.KeyID)
}

// prepareKeys has the keys of the entries' sessions at hand before the transaction
// that they share. What it can't find, the transaction looks for itself.
func (s *Store) prepareKeys(ctx context.Context, entries []*entry) {
	if s.vault.master == nil {
		return
	}
	for _, it := range entries {
		if s.vault.cached(it.sessionID) == nil {
			s.prepareKey(ctx, it.sessionID)
		}
	}
}

func (s *Store) prepareKey(ctx context.Context, sessionID string) {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	row, err := s.reads.SessionKey(bound, sessionID)
	if err != nil {
		return
	}
	if row.KeyID == "" {
		_ = s.write(ctx, "make key", func(ctx context.Context, q *queries) (err error) {
			_, err = q.keyOfUser(ctx, row.UserID)
			return err
		})
		if row.KeyID, err = s.reads.ActiveKey(bound, row.UserID); err != nil {
			return
		}
	}
	if _, err := s.reads.key(bound, row.KeyID); err == nil {
		s.vault.place(sessionID, row.KeyID)
	}
}
