package store

import (
	"context"
	"strings"
)

// Owner is whose rows a caller may touch. The zero value touches nothing.
type Owner struct {
	// UserID is a user's key (UserKey), "" for nobody's.
	UserID string
	// Tenant is a tenant of whose users all may be touched, where Whole is set.
	Tenant string
	Whole  bool
	// All touches everybody's, whatever the tenant.
	All bool
}

// UserKey is a user as rows name them: users of different tenants never share
// one, though their ids are the same.
func UserKey(tenant, userID string) string {
	if userID == "" || tenant == "" && !strings.HasPrefix(userID, "@") {
		return userID
	}
	return "@" + tenant + "/" + userID
}

// TenantOf is the tenant of a user's key, "" where there is none.
func TenantOf(key string) string {
	inside, found := strings.CutPrefix(key, "@")
	if !found {
		return ""
	}
	tenant, _, _ := strings.Cut(inside, "/")
	return tenant
}

// Touches tells whether what belongs to the user's key may be touched. What
// belongs to nobody is only for those who may touch all.
func (o Owner) Touches(userKey string) bool {
	switch {
	case o.All:
		return true
	case userKey == "":
		return false
	case o.Whole:
		return TenantOf(userKey) == o.Tenant
	}
	return o.UserID == userKey
}

const sessionUser = "SELECT user_id FROM sessions WHERE id = $1"

// SessionUser is the key of the user whose a session is, hidden ones included,
// "" for nobody's.
func (s *Store) SessionUser(ctx context.Context, id string) (string, error) {
	return read(ctx, s, "user of session "+id, func(ctx context.Context, _ *queries) (userKey string, err error) {
		err = s.db.Reader().QueryRowContext(ctx, sessionUser, id).Scan(&userKey)
		return userKey, err
	})
}
