package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
)

// The operators' door has no user's things, and with a key shows what is behind
// the server to who has it alone.
func TestOperatorsDoor(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("k", 32)
	f := newFixture(t, func(c *Config) {
		c.Operators, c.OpsKey = true, key
		c.Metrics = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("figures")) })
		c.ReadyFunc = func(context.Context) []Check { return []Check{{Name: "database", Err: errors.New("away")}} }
	})
	f.session(known)
	f.handler = Keyed(key, f.handler)
	good := []string{"Authorization", "Bearer " + key}
	for _, test := range []struct {
		path   string
		header []string
		want   int
	}{
		{"/metrics", nil, 401}, {"/metrics", []string{"Authorization", "Bearer " + key + "k"}, 401}, {"/metrics", []string{"Authorization", "Basic " + key}, 401},
		{"/metrics", good, 200}, {"/debug/pprof/", nil, 401}, {"/livez", nil, 200}, {"/health", nil, 503}, {"/readyz", nil, 503}, {"/readyz", good, 503},
		{base + "/sessions", nil, 401}, {base + "/sessions", good, 404}, {base + "/sessions/" + known, good, 404}, {"/", good, 404},
		{base + "/stats/sessions", good, 404}, {"/openapi.json", good, 404},
	} {
		if w := f.call("GET", test.path, "", test.header...); w.Code != test.want {
			t.Errorf("%s with %q: %d %s", test.path, test.header, w.Code, w.Body)
		}
	}
	if w := f.call("GET", "/readyz", ""); strings.Contains(w.Body.String(), "database") {
		t.Errorf("a stranger is told %s", w.Body)
	}
	if w := f.call("GET", "/readyz", "", good...); !strings.Contains(w.Body.String(), `"database"`) {
		t.Errorf("an operator is told %s", w.Body)
	}
}
