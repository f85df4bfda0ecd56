package api

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/assistants/tutor"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/web"
)

var update = flag.Bool("update", false, "write the golden files anew")

// noon is the time of every test.
var noon = time.Date(2026, 3, 2, 3, 4, 5, 678_000_000, time.UTC)

// fixture is a door over a real SQLite store.
type fixture struct {
	t       *testing.T
	store   *store.Store
	handler http.Handler
	router  *echo.Echo
	door    *door
	token   string            // of who asks, "" is nobody
	names   map[string]string // ids as the goldens show them
}

func newFixture(t *testing.T, change func(*Config)) *fixture {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	lessons, err := tutor.New(tutor.Config{Store: st})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.MigrateTables(t.Context(), lessons.Name(), lessons.Tables); err != nil {
		t.Fatal(err)
	}
	st.UserTables(lessons.Name(), lessons.UserTables...)
	cfg := Config{
		Store: st,
		Assistants: []Assistant{
			{Name: "realestate", Title: words.Text{"ko": "부동산 상담", "en": "Real estate"}, Description: words.Text{"ko": "전세와 매매", "en": "Leases and sales"},
				Examples: []words.Text{{"ko": "전세금 5% 인상 가능해?", "en": "May the deposit rise by 5%?"}},
				Start:    "plan", Edges: []engine.Edge{{From: "plan", To: "answer"}, {From: "answer", To: "end"}}, EditedFunc: strategies},
			{Name: "tutor", Title: words.Text{"ko": "언어 튜터", "en": "Tutor"}, Description: words.Text{"ko": "회화 연습", "en": "Conversation"}, Views: lessons.Views},
		},
		CancelFunc: func(context.Context, string, string) error { return nil },
		RerunFunc:  func(context.Context, string, state.Checkpoint, string) (string, error) { return "run-again", nil },
		SubmitFunc: func(context.Context, string, string, string, string) (string, error) { return "run-new", nil },
		ReplayFunc: func(_ context.Context, runID string) (engine.ReplayReport, error) {
			return engine.ReplayReport{RunID: runID, Events: 2, Checkpoints: 2, Claims: 1, Differences: []engine.Difference{
				{Where: "step 2 (T2) state.phase", Recorded: `"executing"`, Replayed: `"planning"`},
			}}, nil
		},
		FeedbackFunc: func(ctx context.Context, sessionID, runID, rating, comment string) error {
			return st.SaveFeedback(ctx, store.Server(), store.Feedback{RunID: runID, SessionID: sessionID, UserID: "7", Rating: rating, Comment: comment, At: noon})
		},
		AnswerFunc: func(_ context.Context, a engine.Answer) (engine.Answered, error) {
			if a.Action != state.ActionApprove {
				return engine.Answered{}, fault.New(fault.InvalidArgument, "action")
			}
			return engine.Answered{RunID: state.InterruptRun(a.InterruptID)}, nil
		},
		TriggerFunc: func(ctx context.Context, t state.Trigger) (state.Trigger, error) {
			t.SessionID, t.NewSession, t.RunID = known, true, "run-e1"
			t.Status, t.Reason, t.DueAt, t.CreatedAt = state.TriggerWaiting, state.TriggerScheduled, noon, noon
			return st.AddTrigger(ctx, store.Server(), t)
		},
		WithdrawFunc: func(ctx context.Context, id string) (state.Trigger, error) {
			t, err := st.Trigger(ctx, store.Server(), id)
			if err != nil {
				return t, err
			}
			return st.MoveTrigger(ctx, t, state.TriggerWithdrawn, state.TriggerDeleted, noon)
		},
		WebSocket: func(w http.ResponseWriter, _ *http.Request, id string) {
			w.WriteHeader(http.StatusTeapot)
			_, _ = w.Write([]byte(id))
		},
		SocketsFunc: func() (sockets, sessions int) { return 3, 2 },
		ExportFunc: func(markdown, title, format string, _ time.Time) ([]byte, string, error) {
			return []byte(format + ":" + title + ":" + markdown), "application/" + format, nil
		},
		CalendarFunc: func(metadata json.RawMessage, title string, _ time.Time) ([]byte, error) {
			return []byte("BEGIN:VCALENDAR " + title + string(metadata)), nil
		},
		ReadyFunc:    func(ctx context.Context) []Check { return []Check{{Name: "store", Err: st.Ping(ctx)}} },
		AsyncAPIFunc: func() []byte { return []byte("{}") },
		Metrics:      http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("up 1\n")) }),
		Pages:        web.FS,
		Model:        "test-model", Currency: "USD",
		Version: "1.2.3",
		Clock:   func() time.Time { return noon },
	}
	if change != nil {
		change(&cfg)
	}
	router, d := build(cfg)
	return &fixture{t: t, store: st, handler: headAsGet(router), router: router, door: d, names: map[string]string{}}
}

// call asks the door; header is pairs of name and value.
func (f *fixture) call(method, path, body string, header ...string) *httptest.ResponseRecorder {
	f.t.Helper()
	r := httptest.NewRequestWithContext(f.t.Context(), method, "http://localhost:8000"+path, strings.NewReader(body))
	if f.token != "" {
		r.Header.Set("Authorization", "Bearer "+f.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, r)
	return w
}

var uuidText = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// plain replaces made-up ids by numbers in the order of their appearance.
func (f *fixture) plain(s string) string {
	return uuidText.ReplaceAllStringFunc(s, func(id string) string {
		if f.names[id] == "" {
			f.names[id] = "uuid" + strconv.Itoa(len(f.names)+1)
		}
		return f.names[id]
	})
}

// session stores a conversation of one finished run: a question, an answer,
// three checkpoints, a document, a memory and a preference of user 7.
func (f *fixture) session(id string) state.Session { return f.sessionOf("7", id) }

func (f *fixture) sessionOf(user, id string) state.Session {
	f.t.Helper()
	ctx := f.t.Context()
	made, err := f.store.CreateSession(ctx, store.Server(), state.Session{
		ID: id, Assistant: "realestate", UserID: user, Title: state.DefaultTitle, Language: "ko",
		Metadata: []byte(`{"source":"app"}`), CreatedAt: noon.Add(-time.Hour), ExpiresAt: noon.Add(time.Hour),
	})
	f.must(err)
	number := id[len(id)-1:]
	run := state.Run{
		ID: "run-" + number, SessionID: id, Assistant: "realestate", UserID: user, Kind: state.RunQuery,
		ClientMsgID: "c1", Query: "전세금 5% 인상 가능해?", Language: "ko", Deadline: noon.Add(time.Minute),
	}
	_, err = storetest.Submit(ctx, f.store, store.Submission{Run: run, At: noon.Add(-time.Minute),
		Message: &state.Message{SessionID: id, RunID: run.ID, Role: state.RoleUser, Content: run.Query}})
	f.must(err)
	f.must(f.store.Heartbeat(ctx, "node", noon, noon.Add(time.Hour)))
	claimed, _, err := f.store.Claim(ctx, run.ID, "node", noon)
	f.must(err)
	point := func(n, phase, whole string) *state.Checkpoint {
		return &state.Checkpoint{SessionID: id, RunID: run.ID, Node: "planning", Phase: phase,
			Label: "T" + n, SchemaVersion: 1, State: []byte(whole), CreatedAt: noon}
	}
	second := point("2", "executing", `{"planning_state":{"execution_strategy":"parallel","steps":[{"status":"completed"},{"status":"pending"}]},"phase":"executing"}`)
	for _, err := range storetest.Apply(ctx, f.store, []*store.Commit{{
		SessionID: id, RunID: run.ID, Owner: "node", Fence: claimed.Fence, Status: state.RunCompleted, PlanShown: true, At: noon,
		Checkpoints: []*state.Checkpoint{
			point("1", "planning", `{"planning_state":{"execution_strategy":"sequential","steps":[{"status":"pending"}]}}`), second,
			point("3", "done", `{"planning_state":{"execution_strategy":"parallel","steps":[]},"phase":"done"}`),
		},
		Results: []store.Result{{Key: "model answer", Value: []byte(`{"text":"답"}`), At: noon}},
		Events: []*state.Event{
			{Type: state.EventPlanningStart, Payload: []byte(`{"message":"읽고 있어요"}`)},
			{Type: state.EventFinalResponse, Payload: []byte(`{"response":{"type":"answer","answer":"답"}}`)},
		},
		Messages: []*state.Message{{SessionID: id, RunID: run.ID, Role: state.RoleAssistant, Content: strings.Repeat("답", 120),
			Data: []byte(`{"type":"answer","answer":"답","teams_used":["search"],"structured_data":{"sections":[],"metadata":{"confidence":0.9,"sources":["주택임대차보호법 제7조"],"intent_type":"legal_consult","answered_by":"rules"}}}`)}},
		Documents: []state.Document{{ID: "doc-" + number, SessionID: id, RunID: run.ID, UserID: user, Type: "lease_contract",
			Title: `임대차 "계약서"/1`, Markdown: "# 계약서\n", Metadata: []byte(`{"pages":1}`), CreatedAt: noon}},
		Memories:    []state.Memory{{ConversationID: id, RunID: run.ID, UserID: user, Query: run.Query, Response: "답", Intent: "legal_consult", Timestamp: noon}},
		Preferences: []state.Preference{{UserID: user, Key: "region", Value: "마포구", Evidence: "마포구 전세", UpdatedAt: noon}},
	}}) {
		f.must(err)
	}
	for day, model := range map[string]string{"2026-03-01": "large", "2026-03-02": "small"} {
		f.must(f.store.SettleUsage(ctx, store.UsageEntry{
			Day: day, UserID: user, RunID: run.ID, Purpose: "answer", Model: model,
			Usage: store.Usage{Calls: 2, InputTokens: 900, OutputTokens: 100, CostMicros: 195, Unpriced: 1, Estimated: 1},
		}, nil))
	}
	f.must(f.store.SaveFeedback(ctx, store.Server(), store.Feedback{RunID: run.ID, SessionID: id, UserID: user, Rating: "positive", Comment: "도움이 됐어요", At: noon}))
	return made
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// An error of the store is one kind answer, whatever the route.
func TestStoreAway(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.must(f.store.Close())
	w := f.call("GET", base+"/sessions", "")
	if w.Code < 500 || !strings.Contains(w.Body.String(), `"status":"error"`) {
		t.Errorf("closed store: %d %s", w.Code, w.Body)
	}
	if got := f.call("GET", "/livez", "").Code; got != http.StatusOK {
		t.Errorf("/livez without a store: %d", got)
	}
	for path, want := range map[string]string{"/readyz": `"unavailable"`, "/health": `"unhealthy"`} {
		if w := f.call("GET", path, ""); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s without a store: %d %s", path, w.Code, w.Body)
		}
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	away := errors.New("redis at secret-host: refused")
	tests := map[string]struct {
		checks []Check
		code   int
		status string
	}{
		"all well":        {[]Check{{Name: "store"}, {Name: "redis", Optional: true}}, 200, "ready"},
		"redis away":      {[]Check{{Name: "store"}, {Name: "redis", Optional: true, Err: away}}, 200, "degraded"},
		"store away":      {[]Check{{Name: "store", Err: away}, {Name: "redis", Optional: true}}, 503, "unavailable"},
		"both away":       {[]Check{{Name: "store", Err: away}, {Name: "redis", Optional: true, Err: away}}, 503, "unavailable"},
		"nothing to look": {nil, 200, "ready"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, func(c *Config) { c.ReadyFunc = func(context.Context) []Check { return test.checks } })
			w := f.call("GET", "/readyz", "")
			if w.Code != test.code || !strings.Contains(w.Body.String(), `"status":"`+test.status+`"`) {
				t.Errorf("got %d %s, want %d %s", w.Code, w.Body, test.code, test.status)
			}
			if strings.Contains(w.Body.String(), "secret-host") {
				t.Error("the answer tells what the error said")
			}
		})
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	var asked string
	f := newFixture(t, func(c *Config) {
		c.CancelFunc = func(_ context.Context, sessionID, runID string) error {
			asked = sessionID + " " + runID
			return fault.New(fault.RunFinished, "")
		}
	})
	s := f.session("session-00000000-0000-4000-8000-000000000001")
	if w := f.call("POST", extension+"/runs/run-1/cancel", ""); w.Code != http.StatusConflict || asked != "" {
		t.Errorf("finished run: %d, engine asked %q", w.Code, asked)
	}
	_, err := storetest.Submit(t.Context(), f.store, store.Submission{At: noon, Run: state.Run{ID: "run-open", SessionID: s.ID, Query: "q", Kind: state.RunQuery, Language: "ko", Deadline: noon}})
	f.must(err)
	w := f.call("POST", extension+"/runs/run-open/cancel", "")
	if asked != s.ID+" run-open" {
		t.Errorf("the engine was asked for %q", asked)
	}
	if w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "run_finished") {
		t.Errorf("the engine's error became %d %s", w.Code, w.Body)
	}
}

// What belongs to a hidden session is hidden with it, and comes back.
func TestHidden(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	paths := []string{"/runs/run-1", "/sessions/" + known + "/checkpoints/" + known + ".1", "/documents/doc-1", "/documents/doc-1/download", "/sessions/" + known + "/runs"}
	ask := func(want int) {
		t.Helper()
		for _, path := range paths {
			if got := f.call("GET", extension+path, "").Code; got != want {
				t.Errorf("%s: %d, want %d", path, got, want)
			}
		}
	}
	ask(http.StatusOK)
	f.call("DELETE", base+"/"+known, "")
	ask(http.StatusNotFound)
	f.call("POST", base+"/sessions/"+known+"/restore", "")
	ask(http.StatusOK)
}

func TestStructured(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		``:                              ``,
		`null`:                          `null`,
		`{"sections":[],"metadata":{}}`: `{"sections":[],"metadata":{}}`,
		`{"type":"guidance","message":"다시 물어봐 주세요"}`:                                                  ``,
		`{"type":"document","answer":"a","document":{"id":"d","title":"t","downloads":{"pdf":"/p"}}}`: `{"sections":[],"metadata":{"confidence":0,"sources":[],"intent_type":"","answered_by":""},"type":"document","document":{"id":"d","title":"t","downloads":{"pdf":"/p"}}}`,
	} {
		if got := string(structured([]byte(raw))); got != want {
			t.Errorf("%s\nis shown as %s\nwant %s", raw, got, want)
		}
	}
}

// pack ingests one source that could be read and one that could not.
func (f *fixture) pack() {
	f.t.Helper()
	at := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	src := store.KnowledgeSource{
		Pack: "statutes", Root: "laws", URI: "laws/lease.jsonl", ContentHash: "h1", MediaType: "application/jsonl", Bytes: 120, IngestedAt: at,
	}
	if _, err := f.store.ReplaceKnowledgeSource(f.t.Context(), "realestate", src, []store.KnowledgeChunk{{Law: "민법", Article: "제1조", Text: "법원"}}); err != nil {
		f.t.Fatal(err)
	}
	src = store.KnowledgeSource{Pack: "statutes", Root: "laws", URI: "laws/broken.pdf", MediaType: "application/pdf", Error: "this is no PDF", IngestedAt: at}
	if err := f.store.FailKnowledgeSource(f.t.Context(), "realestate", src); err != nil {
		f.t.Fatal(err)
	}
}
