package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/store"
)

// keyPrefix begins an API key, mdk_<id>_<secret>: what leaks is found by it.
const keyPrefix = "mdk_"

// NewKey makes an API key: text is shown once, kept is for the store. The secret
// has 128 bits, so that a plain hash of it can't be guessed back.
func NewKey(userID, tenant, note string, roles []Role, scopes []Scope, now, expires time.Time) (text string, kept store.APIKey, err error) {
	if !isName(userID) || strings.HasPrefix(userID, guestPrefix) || tenant != "" && !isName(tenant) {
		return "", kept, errors.New("a key needs the name of a user, and of a tenant where there are several")
	}
	for _, s := range scopes {
		if s != Read && s != Write {
			return "", kept, fmt.Errorf("scope %q is not one of %s, %s", s, Read, Write)
		}
	}
	if len(scopes) == 0 {
		return "", kept, errors.New("a key without a scope opens nothing")
	}
	id, secret := strings.ToLower(rand.Text()[:12]), strings.ToLower(rand.Text())
	kept = store.APIKey{
		ID: id, Hash: hash(secret), UserID: userID, Tenant: tenant, Note: note, CreatedAt: now, ExpiresAt: expires,
	}
	for _, r := range roles {
		if !slices.Contains([]Role{User, Operator, Reviewer, Admin}, r) {
			return "", kept, fmt.Errorf("role %q is not one of %s, %s, %s, %s", r, User, Operator, Reviewer, Admin)
		}
		kept.Roles = append(kept.Roles, string(r))
	}
	for _, s := range scopes {
		kept.Scopes = append(kept.Scopes, string(s))
	}
	return keyPrefix + id + "_" + secret, kept, nil
}

// key is who an API key stands for. One that is not there is refused as one with
// another secret is, and as late.
func (g *Gate) key(ctx context.Context, text string) (Identity, error) {
	id, secret, _ := strings.Cut(strings.TrimPrefix(text, keyPrefix), "_")
	if len(text) > maxSubject || len(id) != 12 || secret == "" {
		return Identity{}, errors.New("no API key has this form")
	}
	kept, err := g.cfg.Store.APIKey(ctx, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return Identity{}, err
	}
	good := subtle.ConstantTimeCompare([]byte(kept.Hash), []byte(hash(secret))) == 1
	switch {
	case err != nil || !good:
		return Identity{}, fmt.Errorf("API key %.12q is not known", id)
	case !kept.RevokedAt.IsZero():
		return Identity{}, fmt.Errorf("API key %s was revoked at %s", id, kept.RevokedAt)
	}
	who := Identity{
		UserID: kept.UserID, Tenant: kept.Tenant, KeyID: kept.ID, Issued: kept.CreatedAt, Expires: kept.ExpiresAt, Roles: []Role{User},
	}
	for _, r := range kept.Roles {
		who.Roles = append(who.Roles, Role(r))
	}
	for _, s := range kept.Scopes {
		who.Scopes = append(who.Scopes, Scope(s))
	}
	return who, nil
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
