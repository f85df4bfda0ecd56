package store

import "testing"

func TestOwnerTouches(t *testing.T) {
	t.Parallel()
	ann, acme := UserKey("", "ann"), UserKey("acme", "ann")
	keys := []string{"", ann, UserKey("", "bob"), acme, UserKey("acme", "bob"), UserKey("", "@acme/ann"), UserKey("umbra", "ann")}
	for name, test := range map[string]struct {
		owner Owner
		want  []bool
	}{
		"nobody":             {Owner{}, []bool{false, false, false, false, false, false, false}},
		"a user":             {Owner{UserID: ann}, []bool{false, true, false, false, false, false, false}},
		"one of a tenant":    {Owner{UserID: acme, Tenant: "acme"}, []bool{false, false, false, true, false, false, false}},
		"a tenant":           {Owner{UserID: acme, Tenant: "acme", Whole: true}, []bool{false, false, false, true, true, false, false}},
		"who looks like one": {Owner{UserID: UserKey("", "@acme/ann")}, []bool{false, false, false, false, false, true, false}},
		"everybody":          {Owner{All: true}, []bool{true, true, true, true, true, true, true}},
	} {
		for i, key := range keys {
			if got := test.owner.Touches(key); got != test.want[i] {
				t.Errorf("%s touches %q: %v", name, key, got)
			}
		}
	}
}
