package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Turns with a model survive a kill -9 between each two of them: each was
// asked for once.
func TestModelTurnsSurviveKillsBetweenThem(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			args = append(args, playing(t, "model.yaml")...)
			s := start(t, args, env)
			id := s.session(nil)
			var runs []string
			for _, query := range []string{mainQuery, "그럼 4%면?", "8%는?"} {
				end := last(s.asked(id, query))
				if by := end.Response.Structured.Metadata.AnsweredBy; by != "model" {
					t.Errorf("%s: answered by %s", query, by)
				}
				runs = append(runs, end.RunID)
				s.kill()
				s = start(t, args, env)
			}
			u := s.usage(id)
			for _, run := range runs {
				if sum := u.of(run, "answer"); sum.Calls != 1 || sum.OutputTokens == 0 {
					t.Errorf("%s used %+v", run, sum)
				}
			}
			if u.Total.Calls != len(runs) {
				t.Errorf("used %+v", u)
			}
		})
	}
}

// A model whose answer takes for ever, and the same that is in no hurry.
const (
	sentence = `{"sentences":[{"text":"네, 5% 인상은 상한 5% 안이라 요구할 수 있는 금액입니다.","facts":["F1"]},{"text":"5%는 상한일 뿐 당연히 오르는 비율이 아닙니다.","facts":["F1"]}],"not_found":[]}`
	stuck    = "default: {chunk: 75, delay: 7s, text: '" + sentence + "'}"
	fluent   = "default: {text: '" + sentence + "'}"
)

// A server that is killed while the model writes takes the run up again: it
// ends once, and what the model took is counted once.
func TestAKillWhileAModelWrites(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, append(slices.Clone(args), improvised(t, stuck)...), env)
			id := s.session(nil)
			c := s.fresh(id)
			c.send(map[string]any{"type": "query", "query": mainQuery})
			var f frame
			for f.Type != "answer_delta" { // the proof that it writes
				if f = c.must(); f.Type == "final_response" {
					t.Fatalf("it was over before the kill: %s", f.Raw)
				}
			}
			run := f.RunID
			s.kill()
			s = start(t, append(slices.Clone(args), improvised(t, fluent)...), env)
			if status := s.settled(run); status != "completed" {
				t.Errorf("after the kill: %s", status)
			}
			c = s.dial(id, "?last_seq=0", "madang.v1")
			ends := map[string]int{}
			end := last(c.answer())
			ends[end.Type]++
			if meta := end.Response.Structured.Metadata; end.RunID != run || meta.AnsweredBy != "model" || meta.Fallback != "" {
				t.Errorf("metadata %+v of %s", meta, end.Raw)
			}
			// What the model read of the question before the kill is heard again, not asked again.
			if u := s.usage(id); u.Total.Calls != 2 || u.of(run, "plan").Calls != 1 || u.of(run, "answer").Calls != 1 {
				t.Errorf("used %+v", u)
			}
			var messages []struct{ Role string }
			if code := s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &messages); code != 200 || len(messages) != 2 {
				t.Errorf("%d: %d messages", code, len(messages))
			}
			if n := countTerminals(s, id); n != 1 {
				t.Errorf("%d terminal events", n)
			}
		})
	}
}

// countTerminals are the terminal events of a session that a client which
// has seen nothing is shown.
func countTerminals(s *server, sessionID string) (n int) {
	s.t.Helper()
	c := s.dial(sessionID, "?last_seq=0", "madang.v1")
	for f := c.must(); f.Type != "resumed"; f = c.must() {
		if slices.Contains([]string{"final_response", "error", "run_cancelled"}, f.Type) {
			n++
		}
	}
	return n
}

// What a model said is in the record: a replay of its runs is equal, whether
// there is a model, another one or none.
func TestReplayOfAModelsRuns(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, append(slices.Clone(args), playing(t, "model.yaml")...), env)
			runs := map[string]string{}
			converse := func(assistant string, queries ...string) {
				id := s.session(map[string]any{"assistant": assistant})
				for _, q := range queries {
					runs[q] = last(s.asked(id, q)).RunID
				}
			}
			converse("realestate", mainQuery, vague, "강남구 아파트 전세 시세 알려줘")
			converse("tutor", "입문", "환각이 뭔가요?", "AI가 뭐예요?", "주관식", "초안은 금방 써 주니까 사람이 손보면 되고, 거꾸로 오늘 환율은 엉뚱하게 댄다. 그래서 돈이 걸린 일은 내가 찾는다.")
			converse("travel", "글리코 아저씨 간판 보고 바람 좀 쐬고 올까 하는데", "음 글쎄 잘 모르겠는데 그냥 아무 데나")
			for by, model := range map[string][]string{
				"the same": playing(t, "model.yaml"), "another": improvised(t, "default: {fault: garbage}"), "none": nil,
			} {
				if err := s.stop(); err != nil {
					t.Errorf("stop: %v", err)
				}
				s = start(t, append(slices.Clone(args), model...), env)
				for query, run := range runs {
					var got playback
					if code := s.call("GET", "/api/v1/runs/"+run+"/replay", nil, &got); code != 200 || !got.Equal {
						t.Errorf("model: %s, %q: %d, %d differences:\n%s", by, query, code, len(got.Differences), got.summary())
					}
				}
			}
		})
	}
}

// A cap that is reached makes the rules answer; nothing fails, nothing is
// asked. One of a day is said to begin anew.
func TestACapOnARun(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		capped := map[string]string{"SQLite": "MADANG_MODEL_TOKENS_PER_RUN", "Postgres": "MADANG_MODEL_TOKENS_PER_DAY"}[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, append(args, playing(t, "model.yaml")...), append(env, capped+"=50"))
			id := s.session(nil)
			end := last(s.asked(id, mainQuery))
			meta := end.Response.Structured.Metadata
			if meta.AnsweredBy != "rules" || meta.Fallback != "over_budget" || !strings.Contains(end.Response.Answer, aside) {
				t.Errorf("metadata %+v of\n%s", meta, end.Response.Answer)
			}
			if day := strings.HasSuffix(capped, "DAY"); day != (meta.RetryAfter > 0) || meta.RetryAfter > 24*time.Hour.Milliseconds() {
				t.Errorf("%s is reached for %d ms", capped, meta.RetryAfter)
			}
			if u := s.usage(id); u.Total.Calls != 0 || len(u.Runs) != 0 {
				t.Errorf("used %+v", u)
			}
		})
	}
}
