package chaos

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/test/chaos/checker"
)

// maxModelWait is how long a run may take whose model is no use: the time
// for one answer, and what a loaded machine takes for the rest.
const maxModelWait = modelTimeout + 10*time.Second

// adviser begins a conversation with the assistant that asks a model.
func (n *node) adviser() string {
	n.t.Helper()
	code, raw, err := n.call(http.MethodPost, "/api/v1/chat/start", `{"assistant":"realestate"}`)
	var reply struct {
		SessionID string `json:"session_id"`
	}
	if err == nil {
		err = json.Unmarshal(raw, &reply)
	}
	if err != nil || code != http.StatusOK || reply.SessionID == "" {
		n.t.Fatalf("%s: start a session: %d %s %v", n.name, code, raw, err)
	}
	return reply.SessionID
}

// modelUse is what a conversation took of the model.
type modelUse struct {
	Calls        int   `json:"calls"`
	InputTokens  int64 `json:"input_tokens"`
	OutputTokens int64 `json:"output_tokens"`
	CostMicros   int64 `json:"cost_micros"`
}

func (n *node) modelUse(sessionID string) modelUse {
	n.t.Helper()
	code, raw, err := n.get("/api/v1/sessions/" + sessionID + "/usage")
	var reply struct{ Total modelUse }
	if err == nil {
		err = json.Unmarshal(raw, &reply)
	}
	if err != nil || code != http.StatusOK {
		n.t.Fatalf("%s: usage: %d %s %v", n.name, code, raw, err)
	}
	return reply.Total
}

// account is what a run's answer says of how it came about.
type account struct {
	Response struct {
		Answer     string
		Structured struct {
			Metadata struct {
				AnsweredBy string `json:"answered_by"`
				Fallback   string
			}
		} `json:"structured_data"`
	}
}

func ending(t *testing.T, db *checker.Database, runID string) (out account) {
	t.Helper()
	for _, e := range db.Events {
		if e.RunID == runID && e.Type == "final_response" {
			if err := json.Unmarshal([]byte(e.Payload), &out); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// Reliability 12: whatever a model's provider does, each run ends once and
// in time, by the rules, which say so; what it may want money for is counted once.
func TestModelFaults(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := newCluster(t, plan{everybody: true, env: p.env()})
	faults := []struct {
		way string
		// counted: the provider has taken the question, and may want money.
		counted bool
	}{{away, false}, {hangs, true}, {cuts, true}, {bytewise, true}, {letters, true}}
	type talk struct {
		*client
		query string
		run   string
	}
	talks := make([]talk, len(faults))
	for i, f := range faults {
		home := i % len(c.nodes)
		cl := c.join(c.nodes[home].adviser(), home, false)
		cl.present()
		query := p.treat(i+1, f.way)
		began := time.Now()
		a := cl.ask(query)
		end := cl.answered(a)
		took := time.Since(began)
		if end != "final_response" {
			t.Errorf("%s: %q after %s", f.way, end, took)
		}
		c.holds("a run whose model is "+f.way, took, bound{maxModelWait, 2 * maxModelWait})
		fired := p.hits(query, f.way)
		if fired == 0 {
			t.Errorf("%s: the fault did not fire", f.way)
		}
		use := c.nodes[home].modelUse(cl.session)
		t.Logf("%s: ended after %s, met %d times, used %+v", f.way, took.Round(time.Millisecond), fired, use)
		want := 0
		if f.counted {
			want = fired
		}
		if use.Calls != want || use.CostMicros != use.InputTokens+use.OutputTokens {
			t.Errorf("%s: used %+v, want %d calls", f.way, use, want)
		}
		for _, n := range c.nodes {
			if other := n.modelUse(cl.session); other != use {
				t.Errorf("%s: %s counts %+v, not %+v", f.way, n.name, other, use)
			}
		}
		talks[i] = talk{cl, query, cl.run(a)}
		// A provider that is back is asked again: the fault was not the last word.
		well := p.treat(i+11, sound)
		cl.answered(cl.ask(well))
		if n := p.hits(well, sound); n != 1 {
			t.Errorf("after %s: asked %d times", f.way, n)
		}
		if after := c.nodes[home].modelUse(cl.session); after.Calls != use.Calls+1 {
			t.Errorf("after %s: used %+v, then %+v", f.way, use, after)
		}
	}
	db := c.verdict()
	for i, f := range faults {
		end := ending(t, db, talks[i].run).Response
		meta := end.Structured.Metadata
		if meta.AnsweredBy != "rules" || meta.Fallback != "unavailable" || !strings.Contains(end.Answer, "규칙으로 쓴 답변입니다") {
			t.Errorf("%s: %+v of\n%s", f.way, meta, end.Answer)
		}
	}
}

// A node that is killed while the model drips leaves one answer and one
// count: the node that takes the run over asks anew.
func TestKilledWhileAModelDrips(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := newCluster(t, plan{everybody: true, env: p.env()})
	cl := c.join(c.nodes[0].adviser(), 0, false)
	cl.present()
	query := p.treat(5, letters, sound)
	a := cl.ask(query)
	cl.acked(a)
	poll(t, "the model to drip", func() bool { return p.hits(query, letters) == 1 })
	owner := c.owner(c.holdings()[cl.run(a)])
	if owner < 0 {
		t.Fatal("nobody has the run")
	}
	c.nodes[owner].kill()
	if end := cl.answered(a); end != "final_response" {
		t.Errorf("the run ended with %q", end)
	}
	if n := p.hits(query, sound); n != 1 {
		t.Errorf("asked %d times after the kill", n)
	}
	survivor := c.nodes[(owner+1)%len(c.nodes)]
	if use := survivor.modelUse(cl.session); use.Calls != 1 || use.CostMicros != use.InputTokens+use.OutputTokens || use.OutputTokens == 0 {
		t.Errorf("used %+v", use)
	}
	db := c.verdict()
	if meta := ending(t, db, cl.run(a)).Response.Structured.Metadata; meta.AnsweredBy != "model" || meta.Fallback != "" {
		t.Errorf("%+v", meta)
	}
}
