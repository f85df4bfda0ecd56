package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
)

// shape is a JSON value's keys and types in one line: "{id:int title:string}".
// A list has the shapes of its elements, equal ones once.
func shape(t testing.TB, raw []byte) string {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return kind(v, 2)
}

// kind goes depth objects deep.
func kind(v any, depth int) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "bool"
	case json.Number:
		if strings.ContainsAny(v.String(), ".e") {
			return "float"
		}
		return "int"
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil && at.Location() == time.UTC && strings.HasSuffix(v, "Z") {
			return "time"
		}
		return "string"
	case []any:
		var kinds []string
		for _, e := range v {
			if k := kind(e, depth); !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
			}
		}
		return "[" + strings.Join(kinds, " ") + "]"
	case map[string]any:
		if depth == 0 {
			return "object"
		}
		var fields []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, key+":"+kind(v[key], depth-1))
		}
		return "{" + strings.Join(fields, " ") + "}"
	}
	return fmt.Sprintf("%T", v)
}

const (
	startShape   = "{created_at:time expires_at:time session_id:string}"
	entryShape   = "{created_at:time id:string last_message:null message_count:int title:string updated_at:time}"
	usedShape    = "{created_at:time id:string last_message:string message_count:int title:string updated_at:time}"
	deletedShape = "{deleted_at:time message:string session_id:string}"
	endedShape   = "{message:string session_id:string}"
	detailShape  = "{detail:string}"
	problemShape = "{detail:string details:object error_code:string message:string request_id:string status:string timestamp:time title:string type:string}"
)

// rest is a server whose answers are compared by shape.
type rest struct {
	*server
	last []byte
}

func (r *rest) check(method, path, body string, status int, want string) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, "http://"+r.addr+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	if r.last, err = io.ReadAll(res.Body); err != nil {
		r.t.Fatal(err)
	}
	got := shape(r.t, r.last)
	if strings.HasPrefix(want, "{detail:string details") { // which fields are wrong differs
		got = strings.Replace(got, "details:{}", "details:object", 1)
		if i, j := strings.Index(got, "details:{"), strings.Index(got, "} error_code"); i >= 0 && j > i {
			got = got[:i] + "details:object" + got[j+1:]
		}
	}
	if res.StatusCode != status || got != want {
		r.t.Errorf("%s %s %s: %d, want %d\n got %s\nwant %s\n%s", method, path, body, res.StatusCode, status, got, want, r.last)
	}
	if kind := res.Header.Get("Content-Type"); !strings.Contains(kind, "json") || !strings.Contains(kind, "charset=utf-8") {
		r.t.Errorf("%s %s: content type %q", method, path, kind)
	}
}

// field is a text field of the last answer.
func (r *rest) field(name string) string {
	r.t.Helper()
	var object map[string]any
	if err := json.Unmarshal(r.last, &object); err != nil {
		r.t.Fatalf("%v in %s", err, r.last)
	}
	return fmt.Sprint(object[name])
}

func TestRESTBaseContract(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			r := &rest{server: start(t, args, env)}
			r.starts()
			r.titles()
			r.deletes()
			r.used()
			r.operators()
		})
	}
}

func (r *rest) starts() {
	const path = "/api/v1/chat/start"
	for _, body := range []string{"", "{}", `{"user_id":1}`, `{"user_id":"u","metadata":{"a":[1]},"assistant":"realestate","language":"en","unknown":1}`} {
		r.check("POST", path, body, 200, startShape)
	}
	id := r.field("session_id")
	r.check("GET", "/api/v1/chat/"+id, "", 200, "{created_at:time expires_at:time last_activity:time metadata:{a:[int]} session_id:string}")
	r.check("GET", "/api/v1/chat/sessions/"+id+"/messages", "", 200, "[]")
	r.check("POST", path, `{"assistant":"nobody"}`, 422, problemShape)
	if code := r.field("error_code"); code != "unknown_assistant" {
		r.t.Errorf("code %s", code)
	}
}

func (r *rest) titles() {
	const path = "/api/v1/chat/sessions"
	r.check("POST", path, "", 200, entryShape)
	if title := r.field("title"); title != "새 대화" {
		r.t.Errorf("title %q", title)
	}
	r.check("POST", path, `{"title":"  전세 상담 ","metadata":{}}`, 200, entryShape)
	id := r.field("id")
	for _, title := range []string{"100% _할인_ \\ 'x' \"y\"", "<b>제목</b>", strings.Repeat("가", 200), "새 제목"} {
		body, _ := json.Marshal(map[string]string{"title": title})
		r.check("PATCH", path+"/"+id, string(body), 200, entryShape)
		if got := r.field("title"); got != title {
			r.t.Errorf("title %q, want %q", got, title)
		}
	}
	for _, body := range []string{"", "{}", `{"title":null}`, `{"title":" "}`, `{"title":3}`, `{"title":"` + strings.Repeat("가", 201) + `"}`} {
		r.check("PATCH", path+"/"+id, body, 422, problemShape)
	}
	r.check("GET", path+"?limit=1", "", 200, "["+entryShape+"]")
	if !strings.Contains(string(r.last), "새 제목") {
		r.t.Errorf("the newest is not first: %s", r.last)
	}
	r.check("GET", path+"?limit=500&offset=100000", "", 200, "[]")
	for _, bad := range []string{"limit=0", "limit=-1", "limit=x", "limit=501", "offset=-1", "limit=1e3", "limit=99999999999999999999"} {
		r.check("GET", path+"?"+bad, "", 422, problemShape)
	}
	r.check("PATCH", path+"/session-00000000-0000-4000-8000-000000000000", `{"title":"x"}`, 404, detailShape)
}

func (r *rest) deletes() {
	const chat = "/api/v1/chat"
	hidden, erased, ended := r.session(nil), r.session(nil), r.session(nil)
	r.check("DELETE", chat+"/sessions/"+hidden, "", 200, deletedShape)
	r.check("DELETE", chat+"/sessions/"+erased+"?hard_delete=true", "", 200, deletedShape)
	r.check("DELETE", chat+"/"+ended, "", 200, endedShape)
	for _, id := range []string{hidden, erased, ended, "session-00000000-0000-4000-8000-000000000000", "x", "'%20OR%201=1--", "%25"} {
		for _, at := range []string{"GET /sessions/" + id + "/messages", "DELETE /sessions/" + id, "GET /" + id, "DELETE /" + id} {
			method, path, _ := strings.Cut(at, " ")
			r.check(method, chat+path, "", 404, detailShape)
			if detail := r.field("detail"); detail != "Session not found" {
				r.t.Errorf("%s: %q", at, detail)
			}
		}
	}
	r.check("GET", chat+"/sessions?limit=500", "", 200, "["+entryShape+"]")
	for _, id := range []string{hidden, erased, ended} {
		if strings.Contains(string(r.last), id) {
			r.t.Errorf("%s is listed", id)
		}
	}
	for _, id := range []string{hidden, ended} {
		r.check("POST", chat+"/sessions/"+id+"/restore", "", 200, entryShape)
		r.check("GET", chat+"/sessions/"+id+"/messages", "", 200, "[]")
	}
	r.check("POST", chat+"/sessions/"+erased+"/restore", "", 404, detailShape)
	r.check("DELETE", chat+"/sessions/"+hidden+"?hard_delete=maybe", "", 422, problemShape)
}

// used looks at a session with a conversation.
func (r *rest) used() {
	const chat = "/api/v1/chat"
	id := r.session(map[string]any{"user_id": "rest-user"})
	r.dial(id, "").ask(mainQuery)
	r.check("GET", chat+"/sessions?limit=1", "", 200, "["+usedShape+"]")
	var list []struct {
		ID, Title    string
		LastMessage  string `json:"last_message"`
		MessageCount int    `json:"message_count"`
	}
	if err := json.Unmarshal(r.last, &list); err != nil {
		r.t.Fatal(err)
	}
	r.check("GET", chat+"/sessions/"+id+"/messages", "", 200,
		"[{content:string created_at:time id:int role:string structured_data:null} "+
			"{content:string created_at:time id:int role:string structured_data:{metadata:object sections:[object] sources:[object] teams_used:[string] type:string}}]")
	var messages []struct{ Content string }
	if err := json.Unmarshal(r.last, &messages); err != nil {
		r.t.Fatal(err)
	}
	answer := []rune(messages[1].Content)
	if s := list[0]; s.ID != id || s.MessageCount != 2 || s.Title != mainQuery || len(answer) <= 100 || s.LastMessage != string(answer[:100]) {
		r.t.Errorf("listed as %+v", s)
	}
	r.check("GET", chat+"/sessions/"+id+"/messages?limit=1&offset=1", "", 200,
		"[{content:string created_at:time id:int role:string structured_data:{metadata:object sections:[object] sources:[object] teams_used:[string] type:string}}]")
	r.check("GET", chat+"/memory/history?limit=10&user_id=rest-user", "", 200,
		"{count:int memories:[{conversation_id:string id:string intent:string query:string response:string run_id:string timestamp:time}] timestamp:time user_id:string}")
	if n := r.field("count"); n != "1" || !strings.Contains(string(r.last), mainQuery) {
		r.t.Errorf("history %s", r.last)
	}
	r.check("GET", chat+"/memory/history?user_id=nobody", "", 200, "{count:int memories:[] timestamp:time user_id:string}")
	r.check("GET", chat+"/memory/history?limit=0", "", 422, problemShape)
	// Erased is erased: nothing of the conversation is left.
	r.check("DELETE", chat+"/sessions/"+id+"?hard_delete=true", "", 200, deletedShape)
	r.check("GET", "/api/v1/sessions/"+id+"/runs", "", 404, problemShape)
}

func (r *rest) operators() {
	const chat = "/api/v1/chat"
	r.check("GET", chat+"/stats/sessions", "", 200, "{active_sessions:int deleted_sessions:int expired_sessions:int timestamp:time total_sessions:int}")
	r.check("GET", chat+"/stats/websockets", "", 200, "{active_connections:int active_sessions:int timestamp:time}")
	r.check("POST", chat+"/cleanup/sessions", "", 200, "{cleaned_count:int message:string timestamp:time}")
	r.check("GET", "/health", "", 200, "{service:string status:string timestamp:time uptime_seconds:int version:string}")
	r.check("GET", "/nothing/here", "", 404, problemShape)
	r.check("PUT", chat+"/start", "{}", 405, problemShape)
	r.check("GET", chat+"/start", "", 405, problemShape)
}

// A session whose time is over is hidden by the cleanup, and counted.
func TestRESTCleanupHidesExpiredSessions(t *testing.T) {
	t.Parallel()
	url := testdb.Postgres(t)
	s := start(t, []string{"--session-ttl", "1m"}, []string{"DATABASE_URL=" + url})
	old, young := s.session(nil), s.session(nil)
	var one struct {
		CreatedAt time.Time `json:"created_at"`
		ExpiresAt time.Time `json:"expires_at"`
	}
	if s.call("GET", "/api/v1/chat/"+old, nil, &one); one.ExpiresAt.Sub(one.CreatedAt) != time.Minute {
		t.Errorf("from %v to %v", one.CreatedAt, one.ExpiresAt)
	}
	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(t.Context())
	if _, err := db.Exec(t.Context(), "UPDATE sessions SET expires_at = created_at WHERE id = $1", old); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		var cleaned struct {
			Count int `json:"cleaned_count"`
		}
		if code := s.call("POST", "/api/v1/chat/cleanup/sessions", nil, &cleaned); code != 200 || cleaned.Count != want {
			t.Errorf("cleanup: %d, %d cleaned, want %d", code, cleaned.Count, want)
		}
	}
	if code := s.call("GET", "/api/v1/chat/"+old, nil, nil); code != 404 {
		t.Errorf("the old session: %d", code)
	}
	if code := s.call("GET", "/api/v1/chat/"+young, nil, nil); code != 200 {
		t.Errorf("the young session: %d", code)
	}
}
