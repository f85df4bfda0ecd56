package store

import (
	"reflect"
	"testing"

	"github.com/madang-dev/madang/state"
)

// What is another's is looked for as what is not there is, statement by statement:
// no clock tells the one from the other.
func TestAnothersTakesTheTimeOfNothing(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *Store) {
		run := claimed(t, s, 1)[0]
		c := transitions([]state.Run{run}, 900)[0]
		c.Documents = []state.Document{{ID: "document-1", Type: "lease", Title: "t", Markdown: "text"}}
		if err := s.Apply(t.Context(), []*Commit{c})[0]; err != nil {
			t.Fatal(err)
		}
		count := &counting{database: s.db}
		s.db, s.reads = count, s.queries(count.Reader())
		stranger, tried := User("bob"), 0
		for m := range reflect.TypeFor[*Store]().Methods() {
			if m.Type.NumIn() < 4 || m.Type.In(2) != reflect.TypeFor[Owner]() || m.Type.In(3).Kind() != reflect.String {
				continue
			}
			statements := func(id string) int64 {
				args := []reflect.Value{reflect.ValueOf(s), reflect.ValueOf(t.Context()), reflect.ValueOf(stranger), reflect.ValueOf(id)}
				for i := len(args); i < m.Type.NumIn(); i++ {
					if i == m.Type.NumIn()-1 && m.Type.IsVariadic() {
						break
					}
					args = append(args, reflect.Zero(m.Type.In(i)))
				}
				before := count.statements.Load()
				m.Func.Call(args)
				return count.statements.Load() - before
			}
			for real, missing := range map[string]string{
				run.SessionID: "session-00000000-0000-4000-8000-00000000000f", run.ID: "run-f", "document-1": "document-f",
				state.CheckpointID(run.SessionID, 1): state.CheckpointID("session-00000000-0000-4000-8000-00000000000f", 1),
			} {
				a, b := statements(real), statements(missing)
				tried += int(min(a, 1))
				if a != b {
					t.Errorf("%s(%s): %d statements for another's, %d for nothing", m.Name, real, a, b)
				}
			}
		}
		if tried < 100 {
			t.Errorf("only %d calls looked into the database", tried)
		}
	})
}

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
