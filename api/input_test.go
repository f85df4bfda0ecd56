package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
)

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

const known = "session-00000000-0000-4000-8000-000000000001"

// What a client can get wrong, and what it is told.
func TestBadInput(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	tests := []struct {
		name, method, path, body string
		code                     fault.Code
		field                    string
	}{
		{"limit zero", "GET", base + "/sessions?limit=0", "", fault.InvalidArgument, "limit"},
		{"limit 501", "GET", base + "/sessions?limit=501", "", fault.InvalidArgument, "limit"},
		{"limit negative", "GET", base + "/memory/history?limit=-1", "", fault.InvalidArgument, "limit"},
		{"limit word", "GET", base + "/sessions/" + known + "/messages?limit=ten", "", fault.InvalidArgument, "limit"},
		{"limit huge", "GET", base + "/sessions?limit=99999999999999999999", "", fault.InvalidArgument, "limit"},
		{"offset negative", "GET", base + "/sessions?offset=-1", "", fault.InvalidArgument, "offset"},
		{"offset float", "GET", base + "/sessions?offset=1.5", "", fault.InvalidArgument, "offset"},
		{"query string", "GET", base + "/sessions?limit=%zz", "", fault.InvalidArgument, "query"},
		{"query encoding", "GET", base + "/sessions?user_id=%ff", "", fault.InvalidEncoding, "user_id"},
		{"query NUL", "GET", base + "/sessions?user_id=a%00b", "", fault.InvalidEncoding, "user_id"},
		{"long user", "GET", base + "/sessions?user_id=" + strings.Repeat("x", 201), "", fault.InvalidArgument, "user_id"},
		{"hard_delete", "DELETE", base + "/sessions/" + known + "?hard_delete=maybe", "", fault.InvalidArgument, "hard_delete"},
		{"not JSON", "POST", base + "/start", `{"user_id":`, fault.InvalidJSON, "body"},
		{"two values", "POST", base + "/start", `{}{}`, fault.InvalidJSON, "body"},
		{"array", "POST", base + "/start", `[1]`, fault.InvalidMessage, "body"},
		{"string", "POST", base + "/start", `"hello"`, fault.InvalidMessage, "body"},
		{"null", "POST", base + "/start", `null`, fault.InvalidMessage, "body"},
		{"key twice", "POST", base + "/start", `{"language":"ko","language":"en"}`, fault.InvalidJSON, "language"},
		{"key twice inside", "POST", base + "/start", `{"metadata":{"a":[{"b":1,"b":2}]}}`, fault.InvalidJSON, "b"},
		{"number beyond range", "POST", base + "/start", `{"metadata":{"a":1e999}}`, fault.InvalidJSON, "body"},
		{"broken UTF-8", "POST", base + "/start", "{\"title\":\"\xff\"}", fault.InvalidEncoding, "body"},
		{"NUL", "POST", base + "/start", `{"metadata":{"a":"x\u0000"}}`, fault.InvalidEncoding, "body"},
		{"NUL in a key", "POST", base + "/start", `{"metadata":{"a\u0000":1}}`, fault.InvalidEncoding, "body"},
		{"half surrogate", "POST", base + "/start", `{"title":"\ud83d"}`, fault.InvalidEncoding, "body"},
		{"halves swapped", "POST", base + "/start", `{"title":"\ude00\ud83d"}`, fault.InvalidEncoding, "body"},
		{"deep", "POST", base + "/start", `{"metadata":` + strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70) + "}", fault.InvalidMessage, "body"},
		{"keys", "POST", base + "/start", `{"metadata":[` + manyKeys(limit.MaxKeys) + "]}", fault.InvalidMessage, "body"},
		{"long address", "GET", base + "/sessions?user_id=" + strings.Repeat("x", limit.MaxURL), "", fault.QueryTooLarge, "url"},
		{"user float", "POST", base + "/start", `{"user_id":1.5}`, fault.InvalidArgument, "user_id"},
		{"user bool", "POST", base + "/start", `{"user_id":true}`, fault.InvalidArgument, "user_id"},
		{"user object", "POST", base + "/start", `{"user_id":{}}`, fault.InvalidArgument, "user_id"},
		{"metadata list", "POST", base + "/start", `{"metadata":[]}`, fault.InvalidArgument, "metadata"},
		{"metadata large", "POST", base + "/start", `{"metadata":{"a":"` + strings.Repeat("x", maxMetadata) + `"}}`, fault.InvalidArgument, "metadata"},
		{"language", "POST", base + "/start", `{"language":"fr"}`, fault.InvalidArgument, "language"},
		{"assistant", "POST", base + "/start", `{"assistant":"chef"}`, fault.UnknownAssistant, "assistant"},
		{"body large", "POST", base + "/start", `{"title":"` + strings.Repeat("x", maxBody) + `"}`, fault.QueryTooLarge, "body"},
		{"title type", "POST", base + "/sessions", `{"title":5}`, fault.InvalidArgument, "title"},
		{"title long", "POST", base + "/sessions", `{"title":"` + strings.Repeat("가", 201) + `"}`, fault.InvalidArgument, "title"},
		{"rename to nothing", "PATCH", base + "/sessions/" + known, `{"title":"  "}`, fault.InvalidArgument, "title"},
		{"rename without title", "PATCH", base + "/sessions/" + known, `{}`, fault.InvalidArgument, "title"},
		{"format", "GET", extension + "/documents/doc-1/download?format=exe", "", fault.InvalidArgument, "format"},
		{"unknown field", "PUT", extension + "/users/7/preferences/region", `{"value":"x","extra":1}`, fault.InvalidArgument, "extra"},
		{"no value", "PUT", extension + "/users/7/preferences/region", `{}`, fault.InvalidArgument, "value"},
		{"long key", "PUT", extension + "/users/7/preferences/" + strings.Repeat("k", 201), `{"value":"x"}`, fault.InvalidArgument, "key"},
		{"path encoding", "GET", extension + "/users/%ff/memories", "", fault.InvalidEncoding, "user_id"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := f.call(test.method, test.path, test.body)
			var p problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			if p.ErrorCode != test.code || w.Code != fault.HTTPStatus(test.code) || p.Status != "error" {
				t.Errorf("got %d %s, want %s", w.Code, w.Body, test.code)
			}
			if p.Details[test.field] == "" {
				t.Errorf("details %v don't name %s", p.Details, test.field)
			}
			if w.Header().Get("Content-Type") != "application/problem+json; charset=utf-8" {
				t.Errorf("content type %s", w.Header().Get("Content-Type"))
			}
		})
	}
}

// manyKeys are objects of one list with so many keys together.
func manyKeys(n int) string { return strings.TrimSuffix(strings.Repeat(`{"a":1,"b":2},`, n/2), ",") }

// As many keys as there may be are taken.
func TestKeysAtTheLimit(t *testing.T) {
	t.Parallel()
	if err := checkJSON([]byte(`{"a":[` + manyKeys(limit.MaxKeys-2) + `]}`)); err != nil {
		t.Error(err)
	}
}

// Ids that nothing can have are not found, like those that nothing has.
func TestMalformedIDs(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	bad := []string{"x", "session-", "session-1", "SESSION-00000000-0000-4000-8000-000000000001",
		known + "0", known + "%00", "%25", "_", "%27%20OR%201=1--", "..%2F..", "session-%2500000000-0000-4000-8000-00000000000_",
		"session-%7B00000000-0000-4000-8000-000000000001%7D", "session-urn:uuid:00000000-0000-4000-8000-000000000001"}
	for _, id := range bad {
		for _, path := range []string{base + "/" + id, base + "/sessions/" + id + "/messages", base + "/ws/" + id} {
			w := f.call("GET", path, "")
			want, body := http.StatusNotFound, "{\"detail\":\"Session not found\"}"
			if strings.Contains(id, "%00") {
				want, body = http.StatusBadRequest, "invalid_encoding"
			}
			if w.Code != want || !strings.Contains(w.Body.String(), body) {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
		for _, path := range []string{"/runs/" + id, "/sessions/" + id + "/checkpoints/" + id + ".1", "/documents/" + id, "/documents/" + id + "/download", "/sessions/" + id + "/documents"} {
			if w := f.call("GET", extension+path, ""); w.Code != http.StatusNotFound && !strings.Contains(id, "%00") {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
	}
}

// Hostile text comes back as it was sent and means nothing to the store.
func TestHostileText(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, text := range []string{`100%`, `a_b`, `back\slash`, `it's "quoted"`, `'; DROP TABLE sessions; --`, `<script>alert(1)</script>`, "줄\n바꿈\t탭", `{"json":true}`, "👩‍👩‍👧 rtl"} {
		body, err := json.Marshal(map[string]any{"title": text, "user_id": text, "metadata": map[string]string{text: text}})
		f.must(err)
		var made sessionEntry
		f.must(json.Unmarshal(f.call("POST", base+"/sessions", string(body)).Body.Bytes(), &made))
		if made.Title != text {
			t.Errorf("title %q came back as %q", text, made.Title)
		}
		var listed []sessionEntry
		f.must(json.Unmarshal(f.call("GET", base+"/sessions?user_id="+url.QueryEscape(text), "").Body.Bytes(), &listed))
		if len(listed) != 1 || listed[0].ID != made.ID {
			t.Errorf("user %q has %d sessions, want only its own", text, len(listed))
		}
		var one struct{ Metadata map[string]string }
		f.must(json.Unmarshal(f.call("GET", base+"/"+made.ID, "").Body.Bytes(), &one))
		if one.Metadata[text] != text {
			t.Errorf("metadata %q came back as %q", text, one.Metadata)
		}
	}
	var all []sessionEntry
	f.must(json.Unmarshal(f.call("GET", base+"/sessions", "").Body.Bytes(), &all))
	if len(all) != 9 {
		t.Errorf("without a user %d sessions are listed, want all 9", len(all))
	}
}

// FuzzBody throws anything at the body's check: it must not panic, and what
// it lets through must be one JSON object that a database can keep.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":[{"b":null}],"c":"\u0041\ud83d\ude00"}`, `{"a":"\u0000"}`, `{"a":1,"a":2}`, "{\"\xff\":1}", `{"a":"\\ud83d"}`, `[`, `{"a":1e999}`, `{"a":"\ud83d\u`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(strings.TrimSpace(string(raw))) == 0 || checkJSON(raw) != nil {
			return
		}
		var object map[string]any
		if err := json.Unmarshal(raw, &object); err != nil {
			t.Fatalf("let through what is no object: %v", err)
		}
		again, err := json.Marshal(object)
		if err != nil || checkJSON(again) != nil {
			t.Fatalf("%s does not survive a round trip: %v %v", raw, err, checkJSON(again))
		}
	})
}
