package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/madang-dev/madang/store/sqlc"
)

// Owner is whose rows a caller may touch: reads and writes of what belongs to
// users take one. The zero value touches nothing. What another has looks as if
// it were not there.
type Owner struct {
	key    string
	tenant string
	reach  reach
}

type reach int

const (
	own reach = iota
	whole
	all
)

// User owns what belongs to the user of that key (UserKey); to "" belongs
// nothing.
func User(key string) Owner { return Owner{key: key} }

// Tenant owns what belongs to any user of the tenant; key is the caller's own.
func Tenant(tenant, key string) Owner { return Owner{key: key, tenant: tenant, reach: whole} }

// Everybody owns everything. It is for the policy to hand out; key is the
// caller's own, "" without one.
func Everybody(key string) Owner { return Owner{key: key, reach: all} }

// Server is the owner of the server's own work, which no user asks for:
// leases, pumps, retention, runs that go on. No door uses it.
func Server() Owner { return Owner{reach: all} }

// Key is the caller's own key, "" for the server and for a server without
// identities.
func (o Owner) Key() string { return o.key }

// All tells whether everything may be touched.
func (o Owner) All() bool { return o.reach == all }

// UserKey is a user as rows name them: users of different tenants never share
// one, though their ids are the same.
func UserKey(tenant, userID string) string {
	if userID == "" || tenant == "" && !strings.HasPrefix(userID, "@") {
		return userID
	}
	return tenantPrefix(tenant) + userID
}

func tenantPrefix(tenant string) string { return "@" + tenant + "/" }

// TenantOf is the tenant of a user's key, "" where there is none.
func TenantOf(key string) string {
	inside, found := strings.CutPrefix(key, "@")
	if !found {
		return ""
	}
	tenant, _, _ := strings.Cut(inside, "/")
	return tenant
}

// EventKey is a trigger's event as rows name it: the ids that one tenant gives to
// events are taken from no other.
func EventKey(tenant, eventID string) string { return UserKey(tenant, eventID) }

// EventName is the event's id as its caller gave it.
func EventName(key string) string { return UserName(key) }

// UserName is the user's id as the tenant has it.
func UserName(key string) string {
	if strings.HasPrefix(key, "@") {
		_, key, _ = strings.Cut(key, "/")
	}
	return key
}

// Touches tells whether what belongs to the user's key may be touched. What
// belongs to nobody is only for those who may touch all.
func (o Owner) Touches(userKey string) bool {
	switch {
	case o.reach == all:
		return true
	case userKey == "":
		return false
	case o.reach == whole:
		return TenantOf(userKey) == o.tenant
	}
	return o.key == userKey
}

// only refuses what names a user whose rows are not the owner's. Whether there is
// such a user makes no difference, so it needs no look at the database.
func (o Owner) only(what, userKey string) error {
	if !o.Touches(userKey) {
		return fmt.Errorf("%s: %w", what, ErrNotFound)
	}
	return nil
}

// id and within are Touches as statements ask it: a row's user is id, or begins
// with within. What is NULL fits no row.
func (o Owner) id() sql.NullString {
	return sql.NullString{String: o.key, Valid: o.reach == own && o.key != ""}
}

func (o Owner) within() sql.NullString {
	switch {
	case o.reach == all:
		return sql.NullString{Valid: true}
	case o.reach == whole && o.tenant != "":
		return sql.NullString{String: tenantPrefix(o.tenant), Valid: true}
	}
	return sql.NullString{}
}

// owns is ErrNotFound unless the session is there and the owner's. Who has
// everything need not be asked.
func (q *queries) owns(ctx context.Context, owner Owner, sessionID string) error {
	if owner.All() {
		return nil
	}
	_, err := q.SessionUser(ctx, sqlc.SessionUserParams{ID: sessionID, OwnerID: owner.id(), OwnerWithin: owner.within()})
	return err
}

// SessionUser is the key of the user whose a session of the owner's is, hidden
// ones included, "" for nobody's.
func (s *Store) SessionUser(ctx context.Context, owner Owner, id string) (string, error) {
	return get(ctx, s, "user of session "+id, s.reads.SessionUser, sqlc.SessionUserParams{
		ID: id, OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
}
