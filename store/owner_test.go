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
		"a user":             {User(ann), []bool{false, true, false, false, false, false, false}},
		"one of a tenant":    {User(acme), []bool{false, false, false, true, false, false, false}},
		"a tenant":           {Tenant("acme", acme), []bool{false, false, false, true, true, false, false}},
		"who looks like one": {User(UserKey("", "@acme/ann")), []bool{false, false, false, false, false, true, false}},
		"everybody":          {Everybody(""), []bool{true, true, true, true, true, true, true}},
	} {
		for i, key := range keys {
			if got := test.owner.Touches(key); got != test.want[i] {
				t.Errorf("%s touches %q: %v", name, key, got)
			}
		}
	}
}
