package state

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSensitive(t *testing.T) {
	t.Parallel()
	type party struct {
		Name  string   `json:"name,omitempty" redact:"true"`
		Phone *string  `redact:"true"`
		City  string   `json:"city"`
		Notes []string `json:"-" redact:"true"`
	}
	type Base struct {
		Secret []string `json:"secret" redact:"true"`
	}
	type node struct {
		Next *node `json:"next"`
	}
	type whole struct {
		Base
		Owner   *party           `json:"owner"`
		Tenants []party          `json:"tenants"`
		ByKind  map[string]party `json:"by_kind"`
		Keys    struct{ A int }  `json:"keys" redact:"true"`
		Self    node             `json:"self"`
	}
	want := []string{
		"by_kind.*.Phone", "by_kind.*.name", "keys", "owner.Phone", "owner.name", "secret", "tenants.*.Phone", "tenants.*.name",
	}
	if diff := cmp.Diff(want, Sensitive(reflect.TypeFor[*whole]())); diff != "" {
		t.Error(diff)
	}
}
