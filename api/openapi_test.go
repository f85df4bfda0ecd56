package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the router serves is what the description tells, and the committed
// description is this one.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Version = "dev" })
	raw := f.call("GET", "/openapi.json", "").Body.Bytes()
	var doc struct {
		OpenAPI    string
		Paths      map[string]map[string]map[string]any
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	var described, served []string
	for path, methods := range doc.Paths {
		for method := range methods {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	for _, r := range f.router.Routes() {
		served = append(served, r.Method+" "+strings.ReplaceAll(regexp.MustCompile(`:(\w+)`).ReplaceAllString(r.Path, "{$1}"), "*", "{file}"))
	}
	slices.Sort(described)
	slices.Sort(served)
	if diff := cmp.Diff(served, described); diff != "" {
		t.Errorf("routes (-served +described):\n%s", diff)
	}
	for _, m := range regexp.MustCompile(`"\$ref": "#/components/schemas/([^"]+)"`).FindAllSubmatch(raw, -1) {
		if doc.Components.Schemas[string(m[1])] == nil {
			t.Errorf("schema %s is named but not there", m[1])
		}
	}
	if bytes.Contains(raw, []byte("$defs")) {
		t.Error("a schema is still under $defs")
	}
	compareFile(t, filepath.Join("..", "docs", "openapi", "openapi.json"), string(raw))
}

// The description of the frames is served as it was given.
func TestAsyncAPI(t *testing.T) {
	t.Parallel()
	w := newFixture(t, nil).call("GET", "/asyncapi.json", "")
	if w.Code != 200 || w.Body.String() != "{}" || w.Header().Get("Content-Type") != "application/json; charset=utf-8" {
		t.Errorf("%d %s %s", w.Code, w.Header().Get("Content-Type"), w.Body)
	}
}

// Every answer has exactly the fields of the type that describes it.
func TestAnswersMatchTypes(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	f.pack()
	f.waiting(known, "run-review", "reviewer")
	if w := f.call("POST", extension+"/triggers", `{"trigger_event_id":"e1","trigger_event_type":"t","user_id":"7","assistant":"realestate"}`); w.Code != 202 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	fill := strings.NewReplacer(":interrupt_id", "interrupt-run-review-1", ":session_id", known, ":run_id", "run-1", ":checkpoint_id", known+".1", ":other_id", known+".2",
		":document_id", "doc-1", ":trigger_event_id", "e1", ":user_id", "7", ":key", "region", ":pack", "statutes")
	query := map[string]string{base + "/memory/history": "?user_id=7", extension + "/sessions/:session_id/runs": "?limit=1&before_seq=2",
		extension + "/sessions/:session_id/checkpoints/field": "?path=phase"}
	asked := 0
	for _, r := range f.door.routes {
		if r.method != http.MethodGet || r.reply == nil {
			continue
		}
		asked++
		w := f.call(r.method, fill.Replace(r.path)+query[r.path], "")
		into := reflect.New(reflect.TypeOf(r.reply))
		decoder := json.NewDecoder(w.Body)
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(into.Interface()); err != nil || w.Code != 200 {
			t.Errorf("%s: %d %v", r.path, w.Code, err)
			continue
		}
		if v := into.Elem(); v.Kind() == reflect.Slice && v.Len() == 0 && r.path != extension+"/assistants" {
			t.Errorf("%s: the fixture has nothing to show here", r.path)
		}
	}
	if asked < 15 {
		t.Errorf("only %d routes were asked", asked)
	}
}
