package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lessonDialog is a chapter failed, asked about and passed, and the next one.
func lessonDialog() []string {
	return []string{
		"안녕하세요", "입문", "토큰이 뭐예요?", "퀴즈", "힌트", "환각이 뭐예요?", "9번", "4", "왜 초안이 좋아요?", "다음",
		"객관식으로 내 주세요", "②", "다음", "퀴즈", "문제 다시 보여 줘", "내 진도",
	}
}

// A kill -9 between any two turns loses nothing: the answers are those of a
// conversation without kills, and so is all that is kept of it.
func TestTutorSurvivesKills(t *testing.T) {
	t.Parallel()
	args := append(onSQLite(t), "--burst", "1000", "--assistants", "tutor")
	calm := start(t, append(onSQLite(t), "--burst", "1000", "--assistants", "tutor"), nil)
	calmID := calm.session(map[string]any{"assistant": "tutor", "user_id": "77"})
	quiet := calm.fresh(calmID)
	s := start(t, args, nil)
	id := s.session(map[string]any{"assistant": "tutor", "user_id": "77"})
	for _, say := range lessonDialog() {
		want := quiet.ask(say)
		c := s.fresh(id)
		c.send(map[string]any{"type": "query", "query": say})
		frames := c.answer()
		got := frames[len(frames)-1].Response
		if diff := cmp.Diff(untimed(want), untimed(got)); diff != "" {
			t.Errorf("%q (-calm +killed):\n%s", say, diff)
		}
		s.kill()
		s = start(t, args, nil)
	}
	if diff := cmp.Diff(untimed(kept(calm, calmID)), untimed(kept(s, id))); diff != "" {
		t.Errorf("what is kept (-calm +killed):\n%s", diff)
	}
}

// kept is all that two servers have of a conversation and its user.
func kept(s *server, id string) map[string]any {
	s.t.Helper()
	all := map[string]any{}
	for _, path := range []string{"/api/v1/chat/sessions/" + id + "/messages", "/api/v1/tutor/users/77/progress", "/api/v1/tutor/users/77/sessions"} {
		var v any
		if code := s.call("GET", path, nil, &v); code != 200 {
			s.t.Fatalf("%s: %d", path, code)
		}
		all[strings.ReplaceAll(path, id, "id")] = v
	}
	return all
}

var varying = regexp.MustCompile(`session-[0-9a-f-]{36}|[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[0-9:.]+Z|\d{8}_\d{6}|"study_seconds": ?\d+`)

// untimed is a value's JSON without ids and times.
func untimed(v any) string {
	raw, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err.Error()
	}
	return varying.ReplaceAllString(string(raw), "…")
}

// A kill in the middle of a turn does not lose it either: it ends after the
// restart, once.
func TestTutorTurnGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	args := append(onSQLite(t), "--burst", "1000", "--assistants", "tutor")
	s := start(t, args, nil)
	id := s.session(map[string]any{"assistant": "tutor"})
	for i, say := range []string{"입문", "퀴즈", "1", "다음", "퀴즈", "포기"} {
		c := s.fresh(id)
		c.send(map[string]any{"type": "query", "id": "c", "query": say})
		for frame := c.must(); frame.Type != "ack"; {
			frame = c.must()
		}
		s.kill()
		s = start(t, args, nil)
		var messages []struct{ Role string }
		c = s.dial(id, "?last_seq=0", "madang.v1")
		ends := 0
		for ends <= i {
			if c.must().Type == "final_response" {
				ends++
			}
		}
		if code := s.call("GET", "/api/v1/chat/sessions/"+id+"/messages", nil, &messages); code != 200 || len(messages) != 2*(i+1) {
			t.Fatalf("after %q: %d, %d messages", say, code, len(messages))
		}
	}
}

// The mode is told, as a numbered event, when it changes.
func TestTutorModeEvents(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), "--burst", "1000", "--assistants", "tutor"), nil)
	c := s.fresh(s.session(map[string]any{"assistant": "tutor"}))
	var seq int64
	for _, turn := range []struct{ say, modes string }{
		{"입문", ""}, {"퀴즈", "quiz"}, {"힌트", ""}, {"환각이 뭐예요?", "chat quiz"}, {"2", "chat"}, {"다음", ""}, {"퀴즈", "quiz"}, {"실무 과정으로 바꿔 줘", "chat"},
	} {
		c.send(map[string]any{"type": "query", "query": turn.say})
		var modes []string
		for _, f := range c.answer() {
			if f.Seq > 0 && seq > 0 && f.Seq != seq+1 {
				t.Errorf("%s: event %d after %d", turn.say, f.Seq, seq)
			}
			seq = max(seq, f.Seq)
			if f.Type == "ui_mode_changed" {
				var m struct {
					Mode string `json:"ui_mode"`
				}
				if err := json.Unmarshal(f.Raw, &m); err != nil || f.Seq == 0 || f.RunID == "" {
					t.Errorf("%s: %v in %s", turn.say, err, f.Raw)
				}
				modes = append(modes, m.Mode)
			}
		}
		if got := strings.Join(modes, " "); got != turn.modes {
			t.Errorf("%s: modes %q, want %q", turn.say, got, turn.modes)
		}
	}
}

// Somebody who comes back on another day, in the same chat or a new one, goes
// on where they were; their days in a row are counted.
func TestTutorAnotherDay(t *testing.T) {
	t.Parallel()
	dir := append(onSQLite(t), "--burst", "1000", "--assistants", "tutor")
	var chat string
	for i, day := range []string{"2026-12-01", "2026-12-02", "2026-12-03", "2026-12-06"} {
		s := start(t, append(slices.Clone(dir), "--today", day), nil)
		if i != 1 { // a new chat but on the second day
			chat = s.session(map[string]any{"assistant": "tutor", "user_id": "9"})
		}
		p := talks(t)["tutor"].speaker(s, chat, "?last_seq=999999999")
		first := fmt.Sprintf("{say: 다음, chapter: %d, stage: theory_completed, has: [다시 오셨네요, 지난 학습]}", i+1)
		if i == 0 {
			first = "{say: 입문, chapter: 1, lacks: [다시 오셨네요]}"
		}
		for _, turn := range turnsOf(t, "- "+first+"\n- {say: 퀴즈, mode: quiz}\n- {reply: right, decision: proceed}") {
			p.hold(turn)
		}
		var progress struct {
			Streak  int    `json:"streak_days"`
			Last    string `json:"last_study_day"`
			Chapter int    `json:"current_chapter"`
		}
		s.call("GET", "/api/v1/tutor/users/9/progress", nil, &progress)
		want := []int{1, 2, 3, 1}[i]
		if progress.Streak != want || progress.Last != day || progress.Chapter != i+2 {
			t.Errorf("%s: %+v, want a streak of %d", day, progress, want)
		}
		s.kill()
	}
}

// Progress, history and chapters are read over REST, in the reader's
// language; what is deleted is gone.
func TestTutorOverREST(t *testing.T) {
	t.Parallel()
	s := start(t, append(onSQLite(t), "--burst", "1000", "--assistants", "tutor"), nil)
	chat := s.session(map[string]any{"assistant": "tutor", "user_id": "123"})
	p := talks(t)["tutor"].speaker(s, chat, "")
	for _, turn := range turnsOf(t, `
- {say: 입문}
- {say: 퀴즈}
- {reply: wrong, decision: retry}
- {say: 다음, session: 2}
- {say: 퀴즈}
- {reply: right, decision: proceed}
`) {
		p.hold(turn)
	}
	var chapters []struct {
		Chapter   int
		Title     string
		Questions map[string]int
	}
	if code := s.call("GET", "/api/v1/tutor/chapters", nil, &chapters); code != 200 || len(chapters) != 11 || chapters[6].Title == "" || chapters[0].Questions["beginner"] < 5 {
		t.Errorf("chapters: %d %+v", code, chapters)
	}
	var progress struct {
		UserID   string  `json:"user_id"`
		Total    int     `json:"total_sessions"`
		Average  float64 `json:"average_score"`
		Chapters []struct {
			Sessions, Correct int
			Passed            bool
		}
		Trend          []struct{ Score int } `json:"score_trend"`
		Weak           []struct{ Topic string }
		Recommendation struct {
			Kind    string
			Chapter int
		}
	}
	for _, path := range []string{"/api/v1/tutor/users/123/progress", "/api/v1/tutor/chats/" + chat + "/progress"} {
		if code := s.call("GET", path, nil, &progress); code != 200 || progress.UserID != "123" || progress.Total != 2 || progress.Average != 50 ||
			!progress.Chapters[0].Passed || progress.Chapters[0].Sessions != 2 || len(progress.Trend) != 2 || progress.Trend[0].Score != 0 ||
			progress.Recommendation.Kind != "continue" || progress.Recommendation.Chapter != 2 {
			t.Errorf("%s: %d %+v", path, code, progress)
		}
	}
	var history struct {
		Sessions []struct {
			ID       string `json:"session_id"`
			Decision string
			Summary  struct {
				ID string `json:"session_id"`
			}
		}
	}
	form := regexp.MustCompile(`^user123_ch1_session00[12]_20261121_\d{6}$`)
	if code := s.call("GET", "/api/v1/tutor/users/123/sessions?limit=10", nil, &history); code != 200 || len(history.Sessions) != 2 ||
		!form.MatchString(history.Sessions[0].ID) || history.Sessions[0].Decision != "proceed" || history.Sessions[1].Decision != "retry" || history.Sessions[0].Summary.ID != history.Sessions[0].ID {
		t.Errorf("history: %d %+v", code, history)
	}
	for path, want := range map[string]int{
		"/api/v1/tutor/users/123/sessions?limit=0":                                     422,
		"/api/v1/tutor/users/123/sessions?limit=x":                                     422,
		"/api/v1/tutor/users/" + strings.Repeat("a", 201) + "/progress":                422,
		"/api/v1/tutor/users/%ff/progress":                                             400,
		"/api/v1/tutor/chats/session-0198c0de-0000-7000-8000-000000000001/progress":    404,
		"/api/v1/tutor/chats/x/progress":                                               404,
		"/api/v1/tutor/nothing":                                                        404,
		"/api/v1/tutor/users/" + "%27%3B%20DROP%20TABLE%20tutor_quizzes%3B--/progress": 200,
		"/api/v1/tutor/users/nobody/progress":                                          200,
	} {
		var reply map[string]any
		if code := s.call("GET", path, nil, &reply); code != want {
			t.Errorf("%s: %d, want %d: %v", path, code, want, reply)
		}
	}
	if code := s.call("DELETE", "/api/v1/chat/sessions/"+chat+"?hard_delete=true", nil, nil); code != 200 {
		t.Fatalf("delete: %d", code)
	}
	if code := s.call("GET", "/api/v1/tutor/users/123/sessions", nil, &history); code != 200 || len(history.Sessions) != 0 {
		t.Errorf("after the deletion: %d %+v", code, history)
	}
}
