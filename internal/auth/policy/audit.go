package policy

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/store"
)

// HouseChain is the chain of what concerns no tenant.
const HouseChain = "@house"

// Everybody stands for a user's key where a list shows more than one user's.
const Everybody = "everybody"

// Beyond tells whether what belongs to the user's key is another's than the
// caller's: who looks at it is written down. Where nobody is asked who they are,
// nothing is known to be another's.
func Beyond(id auth.Identity, userKey string) bool { return !id.Open && Key(id) != userKey }

// Entry is what the identity does to a user, whose key is "" for nobody's, as
// the chain of that user's tenant keeps it.
func Entry(id auth.Identity, action, userKey string, details any) audit.Entry {
	e := audit.Entry{Tenant: Chain(store.TenantOf(userKey)), Actor: actor(id), Action: action, Details: details}
	if e.Tenant == HouseChain {
		e.Tenant = Chain(id.Tenant)
	}
	switch userKey {
	case "":
	case Everybody:
		e.Subject = Everybody
	default:
		e.Subject = audit.User(userKey)
	}
	return e
}

// Chain is the chain of a tenant.
func Chain(tenant string) string {
	if tenant == "" {
		return HouseChain
	}
	return tenant
}

func actor(id auth.Identity) string {
	if key := Key(id); key != "" {
		return audit.User(key)
	}
	return "system:anybody"
}

// Access is the entry of an identity that reaches beyond what is its own. what
// names the route or command, subjects what it was asked for, by id.
func Access(id auth.Identity, action Action, userKey, what string, ids map[string]string) audit.Entry {
	details := map[string]any{"what": what, "right": string(action)}
	if id.KeyID != "" {
		details["key"] = id.KeyID
	}
	for name, value := range ids {
		details[name] = value
	}
	return Entry(id, "user.accessed", userKey, details)
}

// Note is a Gate's NoteFunc that writes into the audit. A sign-in is written once
// for each proof, a refusal once in ten minutes, both by each node.
func Note(r *audit.Recorder) func(ctx context.Context, action string, id auth.Identity) error {
	return func(ctx context.Context, action string, id auth.Identity) error {
		switch action {
		case auth.SignedIn:
			details := map[string]any{"roles": id.Roles}
			if id.KeyID != "" {
				details["key"] = id.KeyID
			}
			// What an identity was proved by: a ticket is a copy of it.
			proof := fmt.Sprintf("%q %q %q %q %d %d", id.Tenant, id.UserID, id.KeyID, id.TokenID, id.Issued.Unix(), id.Expires.Unix())
			return r.Once(ctx, proof, id.Expires, Entry(id, action, "", details))
		case auth.Refused:
			return r.Seldom(ctx, audit.Entry{Tenant: HouseChain, Actor: "system:anybody", Action: action})
		}
		return r.Write(ctx, Entry(id, action, "", nil))
	}
}
