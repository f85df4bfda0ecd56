package api

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func TestCompareCheckpoints(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	f.session(neighbour)
	hidden := "session-00000000-0000-4000-8000-000000000003"
	f.session(hidden)
	f.call("DELETE", base+"/"+hidden, "")
	tutor, err := f.store.CreateSession(t.Context(), store.Server(), state.Session{
		ID: "session-00000000-0000-4000-8000-000000000004", Assistant: "tutor", CreatedAt: noon,
	})
	f.must(err)
	for path, want := range map[string]struct {
		code int
		part string
	}{
		known + ".1/diff/" + known + ".3":     {200, `"field":"phase"`},
		known + ".3/diff/" + known + ".3":     {200, `"changes":[]`},
		known + ".1/diff/" + neighbour + ".1": {200, `"changes":[]`},
		neighbour + ".1/diff/" + known + ".1": {200, `"changes":[]`},
		known + ".1/diff/" + hidden + ".1":    {404, "not_found"},
		known + ".1/diff/" + tutor.ID + ".1":  {404, "not_found"},
		known + ".1/diff/" + known + ".4":     {404, "not_found"},
		known + ".1/diff/none":                {404, "not_found"},
		known + ".1/diff/a%20b":               {404, "not_found"},
		"%00/diff/x":                          {400, "invalid_encoding"},
	} {
		w := f.call("GET", extension+"/checkpoints/"+path, "")
		if w.Code != want.code || !strings.Contains(w.Body.String(), want.part) {
			t.Errorf("%s: %d %s, want %d with %s", path, w.Code, w.Body, want.code, want.part)
		}
	}
}

func TestCheckpointOfAnotherSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	f.session(neighbour)
	for path, want := range map[string]int{
		known + "/checkpoints/" + known + ".1":     200,
		known + "/checkpoints/" + neighbour + ".1": 404,
		known + "/checkpoints/1":                   404,
		"session-none/checkpoints/" + known + ".1": 404,
	} {
		if w := f.call("GET", extension+"/sessions/"+path, ""); w.Code != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

func TestFieldPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	var values []string
	for before := 0; len(values) < 10; {
		w := f.call("GET", extension+"/sessions/"+known+"/checkpoints/field?path=planning_state.steps&limit=1&before_step="+strconv.Itoa(before), "")
		var page fieldPage
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		for _, v := range page.Values {
			values = append(values, string(v.Value))
		}
		if page.NextBeforeStep == 0 {
			break
		}
		before = int(page.NextBeforeStep)
	}
	want := []string{`[]`, `[{"status":"completed"},{"status":"pending"}]`, `[{"status":"pending"}]`}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Error(diff)
	}
	for query, want := range map[string]int{
		"":                                  422,
		"?path=" + strings.Repeat("a", 501): 422,
		"?path=a&limit=0":                   422,
		"?path=a&before_step=x":             422,
		"?path=none":                        200,
		"?path=planning_state.steps[0]":     200,
		"?path=a..b":                        422,
	} {
		if w := f.call("GET", extension+"/sessions/"+known+"/checkpoints/field"+query, ""); w.Code != want {
			t.Errorf("%.40s: %d %s", query, w.Code, w.Body)
		}
	}
	if w := f.call("GET", extension+"/sessions/"+neighbour+"/checkpoints/field?path=a", ""); w.Code != 404 {
		t.Errorf("an unknown session: %d", w.Code)
	}
}
