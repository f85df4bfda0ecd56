package assistant

import (
	"context"
	"encoding/json"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Store is what an assistant with tables of its own needs of the store: a look into
// them beside all transactions, and the seal over what users said.
type Store interface {
	View(ctx context.Context, what string, f func(context.Context, store.Tx) error) error
	SealOwn(ctx context.Context, tx store.Tx, sessionID string, list ...store.OwnText) error
	OpenOwn(ctx context.Context, tx store.Tx, list ...store.OwnText) error
}

// Flag is a yes or no as it is stored.
func Flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Encoded is a value of an assistant's own types as JSON. It panics where it can't
// be encoded: a programmer's error.
func Encoded(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("assistant: encode: " + err.Error())
	}
	return string(raw)
}

// Packed is a value of an assistant's own types as a team's data; see Encoded.
func Packed(v any) state.TeamData {
	return state.TeamData{Status: "success", Data: json.RawMessage(Encoded(v))}
}

// All is a list that is not nil, which is null in JSON.
func All[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Newest are the last n of a list, an empty list of none.
func Newest[T any](list []T, n int) []T { return All(list[max(0, len(list)-n):]) }
