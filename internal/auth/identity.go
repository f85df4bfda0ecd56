// Package auth answers who asks: it checks tokens, keys, tickets and cookies
// and gives an Identity. What an identity may do is decided elsewhere.
package auth

import (
	"slices"
	"time"
)

// Role is what an installation lets somebody do beside what is their own.
type Role string

// The roles, from least to most. Everybody who is signed in is a User.
const (
	User     Role = "user"
	Operator Role = "operator"
	Reviewer Role = "reviewer"
	Admin    Role = "admin"
)

// Identity is who asks, as proved at the door. The zero value is nobody and
// may do nothing.
type Identity struct {
	// UserID is the subject within its tenant; of a guest it begins with
	// "guest-".
	UserID string
	// Name is what the provider calls the person, for the page to show; nothing is
	// decided by it. "" where it does not say.
	Name string `json:",omitempty"`
	// Tenant is the company; "" is an installation's only one.
	Tenant string
	Roles  []Role
	// Guest has proved no more than to be the same browser as before.
	Guest bool
	// Open is anybody of a server without identity (auth.mode none), who may
	// do whatever its settings allow.
	Open bool
	// KeyID is the API key's that was shown, "" without one; Scopes are what the
	// key is for, of what its user may do.
	KeyID  string
	Scopes []Scope
	// TokenID is by what the token, key or cookie can be revoked.
	TokenID string
	// Issued is when the token was made, zero when it does not say.
	Issued time.Time
	// Expires is until when the proof is good; zero is for ever.
	Expires time.Time
}

// Scope is what an API key is good for.
type Scope string

// The scopes of keys.
const (
	Read  Scope = "read"
	Write Scope = "write"
)

// May tells whether the proof that was shown is good for this: a key for its
// scopes, everything else for all.
func (i Identity) May(s Scope) bool { return i.KeyID == "" || slices.Contains(i.Scopes, s) }

// Same tells whether two proofs are of one person.
func (i Identity) Same(other Identity) bool {
	return i.UserID == other.UserID && i.Tenant == other.Tenant
}

// Has tells whether the identity was given the role.
func (i Identity) Has(r Role) bool { return slices.Contains(i.Roles, r) }

// Nobody tells that nothing was proved.
func (i Identity) Nobody() bool { return !i.Open && i.UserID == "" }
