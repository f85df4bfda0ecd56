// Package policy answers who may do what: one table of actions by role and
// reach, asked by every route and every command.
package policy

import (
	"slices"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

// Action is something that can be asked for.
type Action string

// The actions. Each route and command is one of them.
const (
	// Public needs no identity: pages, descriptions, whether the server is up.
	Public Action = "public"
	// Talk begins, reads, renames, hides and goes on with conversations.
	Talk Action = "talk"
	// Inspect looks into the states behind conversations.
	Inspect Action = "inspect"
	// Erase removes for good: conversations, their past, users.
	Erase Action = "erase"
	// Remember reads and corrects what is kept of a user.
	Remember Action = "remember"
	// Answer answers questions: one's own, and those that a run puts to a role
	// which the caller holds.
	Answer Action = "answer"
	// Rated reads how all users' answers were rated.
	Rated Action = "read ratings"
	// Trigger has an assistant begin a conversation with a user.
	Trigger Action = "trigger"
	// Usage reads what language models took.
	Usage Action = "read usage"
	// Knowledge lists what was ingested.
	Knowledge Action = "list knowledge"
	// Operate counts and cleans up over all users.
	Operate Action = "operate"
)

// Reach is how far a role's right to an action goes.
type Reach int

// The reaches, from nothing to all that there is.
const (
	None Reach = iota
	// Own is what belongs to the caller.
	Own
	// Tenant is what belongs to anybody of the caller's tenant; for a caller
	// of the house, which has none, that is everything.
	Tenant
	// House is for callers of the house alone, whose operators see all
	// tenants.
	House
)

// rights are the policy: the reach of an action by role. Everybody who is signed in
// is a user, whatever else besides.
var rights = map[Action]map[auth.Role]Reach{
	Talk:      {auth.User: Own, auth.Admin: Tenant},
	Inspect:   {auth.User: Own, auth.Admin: Tenant},
	Erase:     {auth.User: Own, auth.Admin: Tenant},
	Remember:  {auth.User: Own, auth.Admin: Tenant},
	Answer:    {auth.User: Own},
	Rated:     {auth.Reviewer: House, auth.Admin: House},
	Trigger:   {auth.Operator: Tenant, auth.Admin: Tenant},
	Usage:     {auth.User: Own, auth.Operator: Tenant, auth.Admin: Tenant},
	Knowledge: {auth.Operator: House, auth.Admin: House},
	Operate:   {auth.Operator: House, auth.Admin: House},
}

// Decide is whose rows the identity may touch for the action. Its errors carry
// unauthenticated for nobody, and not_found where no role of the identity has the
// right: what may not be asked for looks as if it were not there.
func Decide(id auth.Identity, action Action) (store.Owner, error) {
	switch {
	case id.Open:
		return store.Everybody(""), nil
	case action == Public:
		return store.Owner{}, nil
	case id.Nobody():
		return store.Owner{}, fault.New(fault.Unauthenticated, "")
	}
	reach := rights[action][auth.User]
	for _, role := range id.Roles {
		reach = max(reach, rights[action][role])
	}
	switch {
	case reach == Own:
		return store.User(Key(id)), nil
	case reach > Own && id.Tenant == "":
		return store.Everybody(Key(id)), nil
	case reach == Tenant:
		return store.Tenant(id.Tenant, Key(id)), nil
	}
	return store.Owner{}, fault.New(fault.NotFound, "")
}

// Asked is whose questions may be put to the identity: its own, and with a role
// beyond the user's those of its tenant. Whether it holds the role that a question
// names is asked of each.
func Asked(id auth.Identity) (store.Owner, error) {
	own, err := Decide(id, Answer)
	switch held := slices.ContainsFunc(id.Roles, func(r auth.Role) bool { return r != auth.User }); {
	case err != nil || !held || own.All():
		return own, err
	case id.Tenant == "":
		return store.Everybody(Key(id)), nil
	}
	return store.Tenant(id.Tenant, Key(id)), nil
}

// Key is the identity's user as rows name them.
func Key(id auth.Identity) string { return store.UserKey(id.Tenant, id.UserID) }
