package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/internal/fault"
)

// badFrames are frames that must do nothing but be refused.
func badFrames() map[string]struct{ frame, code string } {
	query := func(raw string) string { return `{"type":"query","query":` + raw + `}` }
	text := func(s string) string {
		raw, _ := json.Marshal(s)
		return query(string(raw))
	}
	return map[string]struct{ frame, code string }{
		"empty":                 {text(""), "query_empty"},
		"no query":              {`{"type":"query"}`, "query_empty"},
		"null query":            {query("null"), "query_empty"},
		"spaces":                {text(" \t\r\n"), "query_empty"},
		"unicode blanks":        {text("\u00a0\u2003\u3000\u200b\u200d\ufeff\u3164\u2800"), "query_empty"},
		"controls":              {query(`"\u0001\u007f"`), "query_empty"},
		"over 64 KiB":           {text(strings.Repeat("a", 64<<10+1)), "query_too_large"},
		"over 64 KiB in Hangul": {text(strings.Repeat("가", 64<<10/3+1)), "query_too_large"},
		"NUL escaped":           {query(`"전세\u0000금"`), "invalid_encoding"},
		"NUL in a key":          {`{"type":"query","query":"전세","a\u0000":1}`, "invalid_encoding"},
		"NUL byte":              {"{\"type\":\"query\",\"query\":\"\x00\"}", "invalid_encoding"},
		"lone high surrogate":   {query(`"전세 \ud83d"`), "invalid_encoding"},
		"lone low surrogate":    {query(`"전세 \ude00"`), "invalid_encoding"},
		"swapped surrogates":    {query(`"\ude00\ud83d"`), "invalid_encoding"},
		"array":                 {`[{"type":"query","query":"전세"}]`, "invalid_message"},
		"string":                {`"query"`, "invalid_message"},
		"number":                {`7`, "invalid_message"},
		"1e999":                 {`1e999`, "invalid_message"},
		"null":                  {`null`, "invalid_message"},
		"true":                  {`true`, "invalid_message"},
		"truncated":             {`{"type":"query","query":"전세`, "invalid_json"},
		"two objects":           {`{"type":"query","query":"전세"}{}`, "invalid_json"},
		"empty frame":           {"", "invalid_json"},
		"blank frame":           {"  \n", "invalid_json"},
		"single quotes":         {`{'type':'query'}`, "invalid_json"},
		"NaN":                   {query("NaN"), "invalid_json"},
		"duplicate keys":        {`{"type":"query","query":"전세","query":"월세"}`, "invalid_message"},
		"duplicate by escape":   {`{"type":"query","query":"전세","quer\u0079":"월세"}`, "invalid_message"},
		"duplicate deep down":   {`{"type":"query","query":"전세","x":{"a":1,"a":2}}`, "invalid_message"},
		"deep lists":            {`{"type":"query","query":"전세","x":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}`, "invalid_message"},
		"deeper than any":       {`{"type":"query","query":"전세","x":` + strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000) + `}`, "invalid_json"},
		"deep objects":          {`{"type":"query","query":"전세","x":` + strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000) + `}`, "invalid_message"},
		"unknown type":          {`{"type":"drop_tables","query":"전세"}`, "unknown_message_type"},
		"no type":               {`{"query":"전세"}`, "unknown_message_type"},
		"type of another case":  {`{"type":"QUERY","query":"전세"}`, "unknown_message_type"},
		"type a number":         {`{"type":1,"query":"전세"}`, "invalid_argument"},
		"query a number":        {query("1e999"), "invalid_argument"},
		"query a list":          {query(`["전세"]`), "invalid_argument"},
		"query an object":       {query(`{"a":"전세"}`), "invalid_argument"},
		"flag a text":           {`{"type":"query","query":"전세","enable_checkpointing":"true"}`, "invalid_argument"},
		"language unknown":      {`{"type":"query","query":"전세","language":"jp"}`, "invalid_argument"},
		"on_busy unknown":       {`{"type":"query","query":"전세","on_busy":"wait"}`, "invalid_argument"},
		"client_msg_id long":    {`{"type":"query","query":"전세","client_msg_id":"` + strings.Repeat("x", 65) + `"}`, "invalid_argument"},
		"id long":               {`{"type":"query","query":"전세","id":"` + strings.Repeat("x", 129) + `"}`, "invalid_argument"},
		"skip without a step":   {`{"type":"todo_skip"}`, "invalid_argument"},
		"skip of nothing":       {`{"type":"todo_skip","todo_id":"step_0"}`, "run_not_found"},
		"skip of another's run": {`{"type":"todo_skip","run_id":"' OR 1=1","todo_id":"%"}`, "run_not_found"},
		"cancel of nothing":     {`{"type":"cancel"}`, "run_not_found"},
		"retry of nothing":      {`{"type":"retry","run_id":"x"}`, "run_not_found"},
		"feedback on nothing":   {`{"type":"feedback","run_id":"x","rating":"positive"}`, "run_not_found"},
		"feedback of no kind":   {`{"type":"feedback","run_id":"x","rating":"5"}`, "invalid_argument"},
		"reply to nothing":      {`{"type":"interrupt_response","action":"approve"}`, "interrupt_not_pending"},
		"reply of no kind":      {`{"type":"interrupt_response","action":"maybe"}`, "invalid_argument"},
		"impossible amount":     {text("전세 99999조원 5% 올려줘"), "invalid_amount"},
		"impossible date":       {text("2027년 2월 30일에 끝나는 전세 계약을 갱신하려면?"), "invalid_date"},
	}
}

// baseErrors are the texts that existing clients know.
var baseErrors = map[string]string{
	"query_empty": "Query cannot be empty", "invalid_json": "Invalid JSON format", "invalid_message": "Invalid JSON format",
}

// Each bad frame is answered by one error with its code and a sentence in
// the user's language; the socket stays, nothing is written, and the next
// good query is answered.
func TestBadFrames(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), "--burst", "1000"), nil)
	for name, bad := range badFrames() {
		for _, language := range []string{"ko", "en"} {
			t.Run(name+" "+language, func(t *testing.T) {
				t.Parallel()
				refusesWell(t, s.in(t), bad.frame, bad.code, language)
			})
		}
	}
}

func refusesWell(t *testing.T, s *server, bad, code, language string) {
	t.Helper()
	id := s.session(map[string]any{"language": language})
	c := s.dial(id, "")
	c.must()
	if err := c.WriteMessage(websocket.TextMessage, []byte(bad)); err != nil {
		t.Fatal(err)
	}
	f := c.must()
	ran := f.Type == "planning_start" // only the work can tell that it is impossible
	if ran {
		f = c.must()
	}
	if f.Type != "error" || f.Code != code || f.Error == "" {
		t.Fatalf("refused with %s", f.Raw)
	}
	if want := baseErrors[code]; want != "" && f.Error != want {
		t.Errorf("error %q, want %q", f.Error, want)
	}
	if code == "unknown_message_type" && !strings.HasPrefix(f.Error, "Unknown message type: ") {
		t.Errorf("error %q", f.Error)
	}
	if ran {
		language = "ko" // the question's
	}
	if !strings.HasPrefix(f.Message, fault.Text(fault.Code(code), language)) {
		t.Errorf("message %q, want %s", f.Message, language)
	}
	before := 0
	if ran {
		before = 1
	}
	if messages, runs := s.written(id); messages != 2*before || runs != before {
		t.Errorf("%d messages and %d runs were written", messages, runs)
	}
	if r := c.ask("안녕"); r.Type != "guidance" {
		t.Errorf("the next question: %+v", r)
	}
	if messages, runs := s.written(id); messages != 2*before+2 || runs != before+1 {
		t.Errorf("after the next question %d messages and %d runs", messages, runs)
	}
}

// written counts what a session has in the store.
func (s *server) written(id string) (messages, runs int) {
	s.t.Helper()
	var m, r []json.RawMessage
	if code := s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &m); code != 200 {
		s.t.Errorf("messages: %d", code)
	}
	if code := s.call("GET", "/api/v1/sessions/"+id+"/runs", nil, &r); code != 200 {
		s.t.Errorf("runs: %d", code)
	}
	return len(m), len(r)
}

// Clients of the extension are refused fields that a command does not have;
// a base client's are ignored.
func TestUnknownFields(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	frame := map[string]any{"type": "query", "query": "안녕", "colour": "red"}
	extended := s.dial(s.session(nil), "?last_seq=0", "madang.v1")
	extended.must()
	extended.must()
	extended.send(frame)
	if f := extended.must(); f.Code != "invalid_argument" || !strings.Contains(f.Message, "colour") {
		t.Errorf("refused with %s", f.Raw)
	}
	base := s.dial(s.session(nil), "")
	base.send(frame)
	if frames := base.answer(); frames[len(frames)-1].Response.Type != "guidance" {
		t.Errorf("base client: %s", types(frames))
	}
}

// A query of exactly 64 KiB is a query.
func TestTheLargestQuery(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	id := s.session(nil)
	query := mainQuery + strings.Repeat(" ", 64<<10-len(mainQuery)-len(".")) + "."
	if r := s.dial(id, "").ask(query); r.Type != "answer" {
		t.Errorf("%d bytes: response %q", len(query), r.Type)
	}
	var messages []struct{ Content string }
	s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &messages)
	if len(messages) != 2 || messages[0].Content != query {
		t.Error("the query was not kept as it was")
	}
}

// Frames that are no text, or too large for one, end the socket with their
// code; the session goes on.
func TestFramesThatEndTheSocket(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	for name, end := range map[string]struct {
		kind int
		body string
		code int
	}{
		"binary":       {websocket.BinaryMessage, `{"type":"query","query":"전세"}`, 1003},
		"over 128 KiB": {websocket.TextMessage, `{"type":"query","query":"` + strings.Repeat("a", 128<<10) + `"}`, 1009},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := s.in(t)
			id := s.session(nil)
			c := s.dial(id, "")
			if err := c.WriteMessage(end.kind, []byte(end.body)); err != nil {
				t.Fatal(err)
			}
			if code := c.closeCode(); code != end.code {
				t.Errorf("closed with %d, want %d", code, end.code)
			}
			if r := s.dial(id, "").ask("안녕"); r.Type != "guidance" {
				t.Errorf("the next question: %+v", r)
			}
			if messages, runs := s.written(id); messages != 2 || runs != 1 {
				t.Errorf("%d messages, %d runs", messages, runs)
			}
		})
	}
}

// What looks like SQL, patterns, markup or a command is text: it is kept and
// answered as it was written, and finds nobody else's words.
func TestMetacharactersAreText(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, args, env)
			for _, query := range []string{
				`전세금 5% 인상 가능해? '; DROP TABLE sessions; --`,
				`전세금 5% 인상 가능해? " OR 1=1 /* */ \`,
				`%_%_\%`,
				`<script>alert(1)</script> 전세금 5% 인상 가능해? <img src=x onerror=alert(1)>`,
				`${jndi:ldap://x} $(id) {{7*7}} 전세금 5% 인상 가능해? %s %n`,
				"전세금 5% 인상\u202e 가능해? 👨‍👩‍👧 \u0007",
			} {
				id := s.session(map[string]any{"user_id": query, "metadata": map[string]any{query: query}})
				c := s.dial(id, "")
				c.send(map[string]any{"type": "query", "query": query})
				frames := c.answer()
				if last := frames[len(frames)-1]; last.Type != "final_response" {
					t.Errorf("%s: %s", query, last.Raw)
				}
				var messages []struct{ Content string }
				s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &messages)
				if len(messages) != 2 || messages[0].Content != query {
					t.Errorf("kept as %+v", messages)
				}
				var one struct{ Metadata map[string]string }
				if s.call("GET", "/api/v1/chat/"+id, nil, &one); one.Metadata[query] != query {
					t.Errorf("metadata %+v", one)
				}
			}
			for _, user := range []string{"%", "_", "%25", "*", "%27"} {
				var history struct{ Count int }
				if code := s.call("GET", "/api/v1/chat/memory/history?user_id="+strings.ReplaceAll(user, "%", "%25"), nil, &history); code != 200 || history.Count != 0 {
					t.Errorf("user %s: %d, %d memories", user, code, history.Count)
				}
			}
		})
	}
}

// Words of a query are in no log line and no metric, even where the work or
// a refusal is logged in full.
func TestNoSecretsInLogsAndMetrics(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), "--log-level", "debug"), nil)
	const canary = "canary7f3a"
	id := s.session(map[string]any{"user_id": canary + "user", "metadata": map[string]any{"k": canary}})
	c := s.dial(id, "")
	for _, query := range []string{
		"전세금 5% 인상 가능해? 비밀은 " + canary, canary, "임대차 계약서 작성해줘. 임대인은 " + canary,
		"전세 99999조원 5% 올려줘 " + canary, canary + strings.Repeat("x", 64<<10),
	} {
		c.ask(query)
	}
	for _, frame := range []string{
		`{"type":"` + canary + `"}`, `{"type":"query","query":"\ud800 ` + canary + `"}`, `{"` + canary,
		`{"type":"query","query":"x","on_busy":"` + canary + `"}`, `{"type":"cancel","run_id":"` + canary + `"}`,
	} {
		if err := c.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
		if f := c.must(); f.Type != "error" {
			t.Errorf("%s", f.Raw)
		}
	}
	for _, path := range []string{"/api/v1/chat/sessions?limit=" + canary, "/api/v1/" + canary, "/api/v1/users/" + canary + "/memories", "/api/v1/chat/" + canary} {
		s.call("GET", path, nil, nil)
	}
	s.call("POST", "/api/v1/chat/sessions", map[string]any{"title": canary}, nil)
	s.call("POST", "/api/v1/chat/start", map[string]any{"assistant": canary}, nil)
	var metrics []byte
	s.call("GET", "/metrics", nil, &metrics)
	if !strings.Contains(string(metrics), "madang_") || strings.Contains(string(metrics), canary) {
		t.Error("the canary is in the metrics, or there are none")
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(s.logs()) {
		if strings.Contains(line, canary) {
			t.Errorf("logged: %s", line)
		}
	}
	if !strings.Contains(s.logs(), `"level":"DEBUG"`) {
		t.Error("nothing was logged at the level asked for")
	}
}

func TestBadBodies(t *testing.T) {
	t.Parallel()
	s := start(t, onSQLite(t), nil)
	bodies := map[string]struct {
		body   string
		status int
		code   string
	}{
		"array":           {`[]`, 400, "invalid_message"},
		"string":          {`"x"`, 400, "invalid_message"},
		"number":          {`1e999`, 400, "invalid_message"},
		"null":            {`null`, 400, "invalid_message"},
		"truncated":       {`{"metadata":`, 400, "invalid_json"},
		"two objects":     {`{}{}`, 400, "invalid_json"},
		"duplicate keys":  {`{"user_id":"a","user_id":"b"}`, 400, ""},
		"duplicate deep":  {`{"metadata":{"a":1,"a":2}}`, 400, ""},
		"deep":            {`{"metadata":` + strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000) + `}`, 400, "invalid_message"},
		"1e999 inside":    {`{"metadata":{"a":1e999}}`, 400, "invalid_json"},
		"bad UTF-8":       {"{\"user_id\":\"\xff\"}", 400, "invalid_encoding"},
		"NUL":             {`{"user_id":"a\u0000"}`, 400, "invalid_encoding"},
		"NUL in metadata": {`{"metadata":{"a":"\u0000"}}`, 400, "invalid_encoding"},
		"lone surrogate":  {`{"title":"\ud83d"}`, 400, "invalid_encoding"},
		"user a list":     {`{"user_id":[1]}`, 422, "invalid_argument"},
		"user a fraction": {`{"user_id":1.5}`, 422, "invalid_argument"},
		"user too long":   {`{"user_id":"` + strings.Repeat("x", 201) + `"}`, 422, "invalid_argument"},
		"metadata a list": {`{"metadata":[1]}`, 422, "invalid_argument"},
		"metadata large":  {`{"metadata":{"a":"` + strings.Repeat("x", 17<<10) + `"}}`, 422, "invalid_argument"},
		"title a number":  {`{"title":7}`, 422, "invalid_argument"},
		"title too long":  {`{"title":"` + strings.Repeat("x", 201) + `"}`, 422, "invalid_argument"},
		"language":        {`{"language":"jp"}`, 422, "invalid_argument"},
		"over 1 MiB":      {`{"metadata":{"a":"` + strings.Repeat("x", 1<<20) + `"}}`, 413, "query_too_large"},
	}
	for name, bad := range bodies {
		for _, path := range []string{"/api/v1/chat/start", "/api/v1/chat/sessions"} {
			for _, language := range []string{"ko", "en"} {
				t.Run(fmt.Sprint(name, path, language), func(t *testing.T) {
					t.Parallel()
					refusesBody(t, "http://"+s.addr+path, bad.body, bad.status, bad.code, language)
				})
			}
		}
	}
	t.Cleanup(func() { // when all have been refused
		res, err := http.Get("http://" + s.addr + "/api/v1/chat/sessions?limit=500")
		if err != nil {
			t.Error(err)
			return
		}
		defer res.Body.Close()
		var list []json.RawMessage
		if err := json.NewDecoder(res.Body).Decode(&list); err != nil || len(list) != 0 {
			t.Errorf("%d sessions were made of bad bodies, %v", len(list), err)
		}
	})
}

func refusesBody(t *testing.T, url, body string, status int, code, language string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept-Language", language)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var problem struct {
		Status, Message string
		ErrorCode       string `json:"error_code"`
		Details         map[string]string
	}
	if err := json.NewDecoder(res.Body).Decode(&problem); err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status || problem.Status != "error" || code != "" && problem.ErrorCode != code {
		t.Errorf("%d %+v", res.StatusCode, problem)
	}
	if problem.Message != fault.Text(fault.Code(problem.ErrorCode), language) || len(problem.Details) != 1 {
		t.Errorf("message %q, details %q", problem.Message, problem.Details)
	}
}
