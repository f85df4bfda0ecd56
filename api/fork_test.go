package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

const neighbour = "session-00000000-0000-4000-8000-000000000002"

// asked is what the door asked of the engine.
type asked struct{ session, checkpoint, query, language, address string }

// engaged is a fixture whose engine notes what it is asked, and refuses
// with err.
func engaged(t *testing.T, err error) (*fixture, *asked) {
	t.Helper()
	got := &asked{}
	f := newFixture(t, func(c *Config) {
		c.RerunFunc = func(_ context.Context, session string, point state.Checkpoint, address string) (string, error) {
			*got = asked{session: session, checkpoint: point.ID, address: address}
			return "run-again", err
		}
		c.SubmitFunc = func(_ context.Context, session, query, language, address string) (string, error) {
			*got = asked{session: session, query: query, language: language, address: address}
			return "run-new", err
		}
	})
	f.session(known)
	return f, got
}

func (f *fixture) fork(body string) forkReply {
	f.t.Helper()
	w := f.call("POST", extension+"/sessions/"+known+"/fork", body)
	var made forkReply
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != http.StatusCreated {
		f.t.Fatalf("%s: %d %s", body, w.Code, w.Body)
	}
	return made
}

func TestForkDoesWhatComesNext(t *testing.T) {
	t.Parallel()
	const query = "전세금 5% 인상 가능해?"
	for body, want := range map[string]struct {
		run, query string
		rerun      bool
	}{
		`{"checkpoint_id":"` + known + `.2"}`:                      {},
		`{"checkpoint_id":"` + known + `.2","rerun":true}`:         {run: "run-again", rerun: true},
		`{"checkpoint_id":"` + known + `.2","query":"월세는?"}`:       {run: "run-new", query: "월세는?"},
		`{"before_run_id":"run-1"}`:                                {},
		`{"before_run_id":"run-1","rerun":true}`:                   {run: "run-new", query: query},
		`{"before_run_id":"run-1","query":"월세는?","title":"월세 상담"}`: {run: "run-new", query: "월세는?"},
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			f, got := engaged(t, nil)
			made := f.fork(body)
			expect := asked{query: want.query}
			if want.run != "" {
				expect.session, expect.address = made.SessionID, "192.0.2.1" // httptest's
			}
			if want.rerun {
				expect.checkpoint = made.SessionID + ".1"
			}
			if want.query != "" {
				expect.language = "ko"
			}
			if made.RunID != want.run || *got != expect {
				t.Errorf("run %q, the engine was asked %+v, want %+v", made.RunID, *got, expect)
			}
			if _, err := f.store.Session(t.Context(), store.Server(), made.SessionID); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestForkThatCannotGoOnLeavesNothing(t *testing.T) {
	t.Parallel()
	f, got := engaged(t, fault.New(fault.Draining, ""))
	w := f.call("POST", extension+"/sessions/"+known+"/fork", `{"checkpoint_id":"`+known+`.2","query":"월세는?"}`)
	if w.Code != fault.HTTPStatus(fault.Draining) || !strings.Contains(w.Body.String(), "server_draining") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if err := f.store.RestoreSession(t.Context(), store.Server(), got.session); got.session == "" || !errors.Is(err, store.ErrNotFound) {
		t.Errorf("session %q: %v", got.session, err)
	}
}

func TestForkRefuses(t *testing.T) {
	t.Parallel()
	f, _ := engaged(t, nil)
	f.session(neighbour)
	for body, want := range map[string]fault.Code{
		``:                      fault.InvalidArgument,
		`{"query":"월세는?"}`:      fault.InvalidArgument,
		`{"checkpoint":"typo"}`: fault.InvalidArgument,
		`{"checkpoint_id":"` + known + `.1","before_run_id":"run-1"}`:                    fault.InvalidArgument,
		`{"checkpoint_id":"` + known + `.1","query":"a","rerun":true}`:                   fault.InvalidArgument,
		`{"checkpoint_id":"` + known + `.1","query":" "}`:                                fault.QueryEmpty,
		`{"checkpoint_id":"` + known + `.1","title":"` + strings.Repeat("가", 201) + `"}`: fault.InvalidArgument,
		`{"checkpoint_id":"` + known + `.9"}`:                                            fault.NotFound,
		`{"checkpoint_id":"` + neighbour + `.1"}`:                                        fault.NotFound,
		`{"checkpoint_id":"none"}`:                                                       fault.NotFound,
		`{"before_run_id":"run-2"}`:                                                      fault.RunNotFound,
		`{"before_run_id":"none"}`:                                                       fault.RunNotFound,
		`{"checkpoint_id":`:                                                              fault.InvalidJSON,
	} {
		w := f.call("POST", extension+"/sessions/"+known+"/fork", body)
		if w.Code != fault.HTTPStatus(want) || !strings.Contains(w.Body.String(), `"`+string(want)+`"`) {
			t.Errorf("%s: %d %s, want %s", body, w.Code, w.Body, want)
		}
	}
	if w := f.call("POST", extension+"/sessions/session-none/fork", `{}`); w.Code != http.StatusNotFound {
		t.Errorf("an unknown session: %d %s", w.Code, w.Body)
	}
}

// queued leaves an open run in the session.
func (f *fixture) queued(session string) string {
	f.t.Helper()
	out, err := storetest.Submit(f.t.Context(), f.store, store.Submission{
		Run: state.Run{SessionID: session, Assistant: "realestate", Kind: state.RunQuery, Query: "둘", Language: "ko"}, At: noon,
	})
	f.must(err)
	return out.Run.ID
}

func TestOpenRunsAreBusy(t *testing.T) {
	t.Parallel()
	f, _ := engaged(t, nil)
	f.queued(known)
	second := f.queued(known)
	for _, call := range [][3]string{
		{"POST", "/fork", `{"before_run_id":"` + second + `"}`},
		{"DELETE", "/checkpoints?keep=0", ""},
	} {
		w := f.call(call[0], extension+"/sessions/"+known+call[1], call[2])
		if w.Code != fault.HTTPStatus(fault.SessionBusy) || !strings.Contains(w.Body.String(), "session_busy") {
			t.Errorf("%s: %d %s", call[1], w.Code, w.Body)
		}
	}
}

func TestCopy(t *testing.T) {
	t.Parallel()
	f, _ := engaged(t, nil)
	for body, want := range map[string]struct{ code, step int }{
		``:                          {201, 3},
		`{"up_to_step":2}`:          {201, 2},
		`{"title":"사본"}`:            {201, 3},
		`{"up_to_step":9}`:          {404, 0},
		`{"up_to_step":-1}`:         {422, 0},
		`{"title":"\u0000"}`:        {fault.HTTPStatus(fault.InvalidEncoding), 0},
		`{"up_to_step":"two"}`:      {422, 0},
		`{"up_to_step":2,"typo":1}`: {422, 0},
	} {
		w := f.call("POST", extension+"/sessions/"+known+"/copy", body)
		var made forkReply
		if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != want.code {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
			continue
		}
		if want.step > 0 && made.CheckpointID != fmt.Sprintf("%s.%d", made.SessionID, want.step) {
			t.Errorf("%s: begins with %s", body, made.CheckpointID)
		}
	}
}

func TestRemoveCheckpoints(t *testing.T) {
	t.Parallel()
	f, _ := engaged(t, nil)
	for _, step := range []struct {
		query string
		code  int
		body  string
	}{
		{"", 422, `"keep"`},
		{"?keep=-1", 422, `"keep"`},
		{"?keep=two", 422, `"keep"`},
		{"?keep=2", 200, `"deleted":1`},
		{"?keep=2", 200, `"deleted":0`},
		{"?keep=0", 200, `체크포인트 2개를 삭제했습니다.`},
		{"?keep=0", 200, `"deleted":0`},
	} {
		w := f.call("DELETE", extension+"/sessions/"+known+"/checkpoints"+step.query, "")
		if w.Code != step.code || !strings.Contains(w.Body.String(), step.body) {
			t.Errorf("%s: %d %s", step.query, w.Code, w.Body)
		}
	}
	if w := f.call("DELETE", extension+"/sessions/"+neighbour+"/checkpoints?keep=1", ""); w.Code != 404 {
		t.Errorf("an unknown session: %d %s", w.Code, w.Body)
	}
}

// strategies takes a state whose strategy is a word.
func strategies(_ int, raw json.RawMessage) (json.RawMessage, error) {
	var s struct {
		Planning struct {
			Strategy string `json:"execution_strategy"`
		} `json:"planning_state"`
	}
	return raw, json.Unmarshal(raw, &s)
}

func TestAForkBeginsWithWhatWasChanged(t *testing.T) {
	t.Parallel()
	f, _ := engaged(t, nil)
	made := f.fork(`{"checkpoint_id":"` + known + `.2","changes":{"planning_state.execution_strategy":"sequential"}}`)
	stored, err := f.store.Checkpoint(t.Context(), store.Server(), made.CheckpointID)
	if err != nil || !strings.Contains(string(stored.State), `"execution_strategy":"sequential"`) {
		t.Fatalf("%v %s", err, stored.State)
	}
	before, err := f.store.Checkpoint(t.Context(), store.Server(), known+".2")
	if err != nil || strings.Contains(string(before.State), "sequential") {
		t.Fatalf("what was forked changed: %v %s", err, before.State)
	}
}

func TestWhatIsHiddenIsNotChanged(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) {
		c.SensitiveFunc = func(string) []string { return []string{"planning_state.execution_strategy"} }
	})
	f.session(known)
	for _, field := range []string{"planning_state.execution_strategy", "planning_state"} {
		w := f.call("POST", extension+"/sessions/"+known+"/fork", `{"checkpoint_id":"`+known+`.2","changes":{"`+field+`":"x"}}`)
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "hidden") {
			t.Errorf("%s: %d %s", field, w.Code, w.Body)
		}
	}
}

// A title can't turn around what is shown behind it, wherever it comes in.
func TestTitlesTurnNothingAround(t *testing.T) {
	t.Parallel()
	f, _ := engaged(t, nil)
	const body, hidden = `{"title":"\u202eevil\u202c \u2066전세\u2069\u200f상담\u061c"}`, `{"title":"\u202e\u2069"}`
	for _, c := range [][2]string{
		{"POST", base + "/sessions"},
		{"PATCH", base + "/sessions/" + known},
		{"POST", extension + "/sessions/" + known + "/copy"},
	} {
		w := f.call(c[0], c[1], body)
		var made struct{ Title string }
		if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code/100 != 2 || made.Title != "evil 전세상담" {
			t.Errorf("%s %s: %d %s", c[0], c[1], w.Code, w.Body)
		}
		if w := f.call(c[0], c[1], hidden); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s %s without anything to see: %d %s", c[0], c[1], w.Code, w.Body)
		}
	}
}
