package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
)

// footprint is all that is stored of a session: its row, messages, runs and
// checkpoints over REST and its events as they are replayed.
func (s *server) footprint(id string) string {
	s.t.Helper()
	var b strings.Builder
	for _, path := range []string{
		"/api/v1/chat/" + id, "/api/v1/chat/sessions/" + id + "/messages?limit=500",
		"/api/v1/sessions/" + id + "/runs?limit=100", "/api/v1/sessions/" + id + "/checkpoints?limit=200",
	} {
		var raw []byte
		if code := s.call("GET", path, nil, &raw); code != 200 {
			s.t.Errorf("%s: %d", path, code)
		}
		fmt.Fprintf(&b, "%s\n", raw)
	}
	c := s.dial(id, "?last_seq=0", "madang.v1")
	defer c.Close()
	for {
		f := c.must()
		if f.Type == "resumed" {
			return b.String()
		}
		if f.Seq > 0 && f.Type != "connected" {
			fmt.Fprintf(&b, "%s\n", f.Raw)
		}
	}
}

// inLanguage tells whether a sentence is of that language.
func inLanguage(text, language string) bool {
	hangul := strings.IndexFunc(text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) >= 0
	return text != "" && hangul == (language == "ko")
}

// refusal is one frame that must do nothing.
type refusal struct{ name, frame, code string }

// refuses sends each frame and checks that it is refused in the session's
// language and that nothing is changed.
func (s *server) refuses(id, language string, untouched []string, list []refusal) {
	s.t.Helper()
	var before []string
	for _, u := range untouched {
		before = append(before, s.footprint(u))
	}
	c := s.fresh(id)
	for _, r := range list {
		if err := c.WriteMessage(1, []byte(r.frame)); err != nil {
			s.t.Fatal(err)
		}
		f := c.must()
		if f.Type != "error" || f.Code != r.code || f.Seq != 0 || f.Error == "" || !inLanguage(f.Message, language) {
			s.t.Errorf("%s, %s: %.300s", r.name, language, f.Raw)
		}
		for i, u := range untouched {
			if after := s.footprint(u); after != before[i] {
				s.t.Errorf("%s, %s: something was changed", r.name, language)
				before[i] = after
			}
		}
	}
	c.send(map[string]any{"type": "ping", "id": "still there"})
	if r := c.must().reply(s.t); r.Type != "pong" || r.ID != "still there" {
		s.t.Errorf("the socket after refusals: %+v", r)
	}
}

// A client that says it is where nobody can be recovers nothing and is told
// so, or is refused; either way nothing changes, and what it says next
// counts.
func TestAbsurdPositions(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, append(args, "--burst", "1000"), env)
			for _, language := range []string{"ko", "en"} {
				id := s.session(map[string]any{"language": language})
				s.fresh(id).ask(mainQuery)
				before := s.footprint(id)
				hello := func(fields string) reply {
					c := s.dial(id, "", "madang.v1")
					defer c.Close()
					if err := c.WriteMessage(1, []byte(`{"type":"hello",`+fields+`}`)); err != nil {
						t.Fatal(err)
					}
					for {
						f := c.must()
						if f.Type == "error" && f.Seq == 0 {
							if !inLanguage(f.Message, language) {
								t.Errorf("%s: %s", fields, f.Raw)
							}
							r := f.reply(t)
							good := c.resume(`"last_seq":0`)
							if !good.Recovered {
								t.Errorf("%s, and then: %+v", fields, good)
							}
							return r
						}
						if f.Type == "resumed" {
							return f.reply(t)
						}
					}
				}
				for fields, want := range map[string]string{
					`"last_seq":-1`: "unknown_position", `"last_seq":-9223372036854775809`: "unknown_position",
					`"last_seq":9223372036854775807`: "unknown_position", `"last_seq":99999999999999999999999`: "unknown_position",
					`"last_seq":1e400`: "unknown_position", `"last_seq":2.5`: "unknown_position",
					`"last_seq":100000`: "unknown_position", `"last_seq":1,"epoch":"another"`: "other_epoch",
					`"last_seq":"1"`: "invalid_argument", `"last_seq":true`: "invalid_argument", `"last_seq":[1]`: "invalid_argument",
					`"last_seq":1,"epoch":7`: "invalid_argument", `"last_seq":1,"epoch":{}`: "invalid_argument",
					`"last_seq":1,"epoch":"` + strings.Repeat("e", 300) + `"`: "invalid_argument",
					`"last_seq":null`: "", `"last_seq":1,"epoch":null`: "", `"last_seq":0`: "",
				} {
					r := hello(fields)
					if got := r.Code + r.Reason; got != want || r.Recovered != (want == "") {
						t.Errorf("%.80s: %+v", fields, r)
					}
					if want != "" && want != "invalid_argument" && (r.Snapshot == nil || r.Snapshot.MessageCount != 2) {
						t.Errorf("%.80s: snapshot %+v", fields, r.Snapshot)
					}
				}
				for _, last := range []string{"-1", "9223372036854775808", "2.5", "1e3", "two", "0x1", " 1", "null"} {
					c := s.dial(id, "?last_seq="+url.QueryEscape(last), "madang.v1")
					c.must()
					if r := c.must().reply(t); r.Type != "resumed" || r.Recovered || r.Reason != "unknown_position" {
						t.Errorf("?last_seq=%s: %+v", last, r)
					}
					c.Close()
				}
				if after := s.footprint(id); after != before {
					t.Errorf("%s: something was changed", language)
				}
			}
		})
	}
}

// resume says hello and reads to its answer.
func (c *socket) resume(fields string) reply {
	c.t.Helper()
	if err := c.WriteMessage(1, []byte(`{"type":"hello",`+fields+`}`)); err != nil {
		c.t.Fatal(err)
	}
	for {
		if r := c.must().reply(c.t); r.Type == "resumed" || r.Type == "error" && r.Seq == 0 {
			return r
		}
	}
}

// Replies to what does not wait, and other commands about what is not there
// or over, do nothing, least of all to the question that does wait.
func TestRepliesToWhatDoesNotWait(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		s := start(t, append(args, "--burst", "1000"), env)
		for _, language := range []string{"ko", "en"} {
			waits := func() (string, inquiry) {
				id := s.session(map[string]any{"assistant": "probe", "language": language})
				c := s.fresh(id)
				c.send(map[string]any{"type": "query", "query": asking("approval", 0, "cancel"), "language": language, "client_msg_id": "m"})
				return id, c.inquiry()
			}
			mine, q := waits()
			theirs, foreign := waits()
			done, over := waits()
			c := s.fresh(done)
			c.send(answerTo(over, "approve", nil))
			c.answer()
			reply := func(id, action, more string) string {
				return fmt.Sprintf(`{"type":"interrupt_response","interrupt_id":%s,"action":%s%s}`, id, action, more)
			}
			quote := func(s string) string { return `"` + s + `"` }
			s.refuses(mine, language, []string{mine, theirs}, []refusal{
				{"unknown question", reply(`"interrupt-1"`, `"approve"`, ""), "interrupt_not_pending"},
				{"another session's", reply(quote(foreign.ID), `"approve"`, ""), "interrupt_not_pending"},
				{"another session's that is over", reply(quote(over.ID), `"reject"`, ""), "interrupt_not_pending"},
				{"SQL", reply(`"' OR 1=1 --"`, `"approve"`, ""), "interrupt_not_pending"},
				{"id a number", reply(`7`, `"approve"`, ""), "invalid_argument"},
				{"id too long", reply(quote(strings.Repeat("i", 200)), `"approve"`, ""), "invalid_argument"},
				{"unknown action", reply(quote(q.ID), `"destroy"`, ""), "invalid_argument"},
				{"cancel as an action", reply(quote(q.ID), `"cancel"`, ""), "invalid_argument"},
				{"no action", `{"type":"interrupt_response","interrupt_id":"` + q.ID + `"}`, "invalid_argument"},
				{"action of another case", reply(quote(q.ID), `"APPROVE"`, ""), "invalid_argument"},
				{"action a number", reply(quote(q.ID), `1`, ""), "invalid_argument"},
				{"unknown field", reply(quote(q.ID), `"approve"`, `,"colour":1`), "invalid_argument"},
				{"payload too large", reply(quote(q.ID), `"approve"`, `,"payload":"`+strings.Repeat("p", 65<<10)+`"`), "invalid_argument"},
				{"cancel of another's run", `{"type":"cancel","run_id":"` + foreign.RunID + `"}`, "run_not_found"},
				{"cancel of a number", `{"type":"cancel","run_id":7}`, "invalid_argument"},
				{"other words under the same number", `{"type":"query","query":"{\"steps\":1}","client_msg_id":"m"}`, "client_msg_id_conflict"},
				{"retry of what waits", `{"type":"retry","run_id":"` + q.RunID + `"}`, "session_busy"},
			})
			s.refuses(done, language, []string{done, mine}, []refusal{
				{"a question that is over", reply(quote(over.ID), `"approve"`, ""), "interrupt_not_pending"},
				{"none named, none there", `{"type":"interrupt_response","action":"approve"}`, "interrupt_not_pending"},
				{"cancel of a finished run", `{"type":"cancel","run_id":"` + over.RunID + `"}`, "run_finished"},
				{"cancel of nothing", `{"type":"cancel"}`, "run_not_found"},
				{"skip in a finished run", `{"type":"todo_skip","run_id":"` + over.RunID + `","todo_id":"step_0"}`, "run_finished"},
			})
			// Both questions can still be answered.
			for id, asked := range map[string]inquiry{mine: q, theirs: foreign} {
				c := s.fresh(id)
				c.send(answerTo(asked, "approve", nil))
				frames := c.answer()
				if r := frames[len(frames)-1].Response; r.Type != "answer" {
					t.Errorf("%s: %s", language, r.Type)
				}
				oneEndEach(t, s, id)
			}
		}
	})
}

// The same number with other words, on many sockets at once: one of them is
// the message, all others are conflicts or its duplicates.
func TestOneNumberForTwoMessages(t *testing.T) {
	t.Parallel()
	withProbe(t, func(t *testing.T, args, env []string) {
		s := start(t, args, env)
		for n := range 5 {
			id := s.session(asProbe)
			replies := make([]reply, 6)
			var all sync.WaitGroup
			for i := range replies {
				c := s.fresh(id)
				all.Go(func() {
					replies[i] = c.do(map[string]any{
						"type": "query", "query": fmt.Sprintf(`{"steps":%d}`, i%2+1), "client_msg_id": "same",
					})
				})
			}
			all.Wait()
			var acks, conflicts []int
			runs := map[string]bool{}
			for i, r := range replies {
				switch {
				case r.Type == "ack":
					acks, runs[r.RunID] = append(acks, i%2), true
				case r.Code == "client_msg_id_conflict":
					conflicts = append(conflicts, i%2)
				default:
					t.Errorf("round %d: %+v", n, r)
				}
			}
			slices.Sort(acks)
			slices.Sort(conflicts)
			if len(acks) != 3 || len(conflicts) != 3 || acks[0] != acks[2] || conflicts[0] != conflicts[2] || acks[0] == conflicts[0] || len(runs) != 1 {
				t.Errorf("round %d: acks %v, conflicts %v, runs %v", n, acks, conflicts, runs)
			}
			for runID := range runs {
				s.settled(runID)
			}
			if messages, n := s.written(id); messages != 2 || n != 1 {
				t.Errorf("%d messages and %d runs", messages, n)
			}
		}
	})
}
