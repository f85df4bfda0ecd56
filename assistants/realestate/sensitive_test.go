package realestate

import (
	"reflect"
	"slices"
	"testing"

	"github.com/madang-dev/madang/state"
)

// The parties of a contract are named in the draft, which is kept twice.
func TestPartiesAreSensitive(t *testing.T) {
	t.Parallel()
	fields := state.Sensitive(reflect.TypeFor[State]())
	for _, want := range []string{
		"document_draft.lease.lessor_name", "document_draft.lease.lessee_name", "document_draft.lease.lessor_account",
		"document_draft.sales.buyer_phone", "document_draft.letter.recipient_name", "document_team_state.draft.lease.lessee_phone",
	} {
		if !slices.Contains(fields, want) {
			t.Errorf("%s is not hidden: %v", want, fields)
		}
	}
}
