package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// canaries are what nobody but who said them may read.
var canaries = map[string]string{
	"phone": "010-7391-5528", "resident number": "900101-1234568", "card": "4539-1488-0343-6467", "mail": "kanaria.minji@example.com",
	"account": "123456-78-904417", "address": "마포구 문래카나로 17", "password": "kanaria-hunter22", "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJrYW5hcmlhIn0.c2lnbmVk",
	"name": "김카나",
}

// openings begin a conversation with each assistant so that what is said next is read by
// it: an answer to a question, a wish, a search.
var openings = map[string][]string{
	"realestate": {"전세금 5% 인상 가능한가요?"},
	"tutor":      {"프롬프트 작성법을 배우고 싶어요", "처음이에요"},
	"travel":     {"글리코 아저씨 간판 보고 바람 좀 쐬고 올까 하는데 연락은 " + canaries["phone"] + "나 " + canaries["mail"] + "로 주세요"},
	"company":    {"지난달 매출은 얼마예요?"},
	"interview":  {"모의 면접을 시작할게요"},
}

// eavesdropper is a provider of a model that keeps what it is asked and answers nothing.
type eavesdropper struct {
	*httptest.Server
	mu    sync.Mutex
	heard []string
}

func newEavesdropper(t *testing.T) *eavesdropper {
	t.Helper()
	e := &eavesdropper{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		e.mu.Lock()
		e.heard = append(e.heard, string(body))
		e.mu.Unlock()
		http.Error(w, `{"error":{"message":"made up","type":"invalid_request_error"}}`, http.StatusBadRequest)
	}))
	t.Cleanup(e.Close)
	return e
}

// since is what was heard after the first n questions.
func (e *eavesdropper) since(n int) []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.heard[n:])
}

// What is said to every assistant is in no log line at debug, no metric, no page of
// the inspector, no set of examples and, with model.mask, no question to a provider
// (fault test 31). Its owner still reads it.
func TestCanariesStayInTheirConversation(t *testing.T) {
	t.Parallel()
	for name, environment := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			provider := newEavesdropper(t)
			s := start(t, append(args, "--log-level", "debug"), append(env,
				"MADANG_MODEL=made-up", "MADANG_MODEL_MASK=true", "OPENAI_BASE_URL="+provider.URL+"/v1", "OPENAI_API_KEY=none"))
			said := fmt.Sprintf("제 이름은 %s입니다. 전화 %s, 주민번호 %s, 카드 %s, 메일 %s, 국민은행 계좌 %s, 주소는 서울시 %s, 비밀번호: %s, %s. 전세금 5%% 인상 가능한가요?",
				canaries["name"], canaries["phone"], canaries["resident number"], canaries["card"], canaries["mail"], canaries["account"], canaries["address"], canaries["password"], canaries["token"])
			for assistant, opening := range openings {
				before := len(provider.since(0))
				confide(t, s, assistant, opening, said)
				questions := provider.since(before)
				if len(questions) == 0 {
					t.Errorf("%s asked no model", assistant)
				}
				hunt(t, assistant+": question to the model", strings.Join(questions, "\n"))
			}
			var raw []byte
			if code := s.call(http.MethodGet, "/metrics", nil, &raw); code != http.StatusOK || len(raw) == 0 {
				t.Fatalf("metrics: %d", code)
			}
			hunt(t, "metrics", string(raw))
			// A refused request may quote what it was asked with.
			s.call(http.MethodGet, "/api/v1/users/"+canaries["mail"]+"/nothing", nil, &raw)
			if err := s.stop(); err != nil {
				t.Error(err)
			}
			if !strings.Contains(s.logs(), `"level":"DEBUG"`) {
				t.Fatal("nothing is logged at debug")
			}
			hunt(t, "log", s.logs())
			hunt(t, "set", ratedExamples(t, args, env))
		})
	}
}

// confide says all of it to an assistant, twice: at once, and where it has asked
// something. Then it goes on, so that an interviewer who would ask once more marks
// what was said. The inspector shows none of it, and the conversation all.
func confide(t *testing.T, s *server, assistant string, opening []string, said string) {
	t.Helper()
	id := s.session(map[string]any{"assistant": assistant, "user_id": "minji"})
	c := s.fresh(id)
	var doc any
	for i, text := range slices.Concat([]string{said}, opening, []string{said, "다음 질문으로 넘어가 주세요"}) {
		if i == 1+len(opening) && assistant == "interview" {
			// An interviewer has nothing marked that is personal data only.
			text = keyPoints(t, doc, "points") + " " + text
		}
		c.send(map[string]any{"type": "query", "query": text})
		frames, _ := c.settled()
		doc = documentOf(t, frames)
	}
	var raw []byte
	s.call(http.MethodGet, "/api/v1/sessions/"+id+"/messages", nil, &raw)
	if !strings.Contains(string(raw), canaries["name"]) {
		t.Errorf("%s: its owner does not read what was said: %.300s", assistant, raw)
	}
	var runs []struct{ ID string }
	if code := s.call(http.MethodGet, "/api/v1/sessions/"+id+"/runs", nil, &runs); code != http.StatusOK || len(runs) == 0 {
		t.Fatalf("%s: runs: %d", assistant, code)
	}
	paths := []string{"/sessions/" + id + "/checkpoints"}
	for _, run := range runs {
		paths = append(paths, "/runs/"+run.ID+"/events", "/runs/"+run.ID+"/results")
		if code := s.call(http.MethodPost, "/api/v1/runs/"+run.ID+"/feedback", map[string]any{"rating": "negative", "comment": said}, nil); code != http.StatusOK {
			t.Errorf("%s: feedback: %d", assistant, code)
		}
	}
	var newest []struct{ ID string }
	s.call(http.MethodGet, "/api/v1/sessions/"+id+"/checkpoints?limit=1", nil, &newest)
	if len(newest) == 0 {
		t.Fatalf("%s has no state", assistant)
	}
	for _, path := range append(paths, paths[0]+"/"+newest[0].ID) {
		if code := s.call(http.MethodGet, "/api/v1"+path, nil, &raw); code != http.StatusOK {
			t.Errorf("%s: %s: %d", assistant, path, code)
		}
		hunt(t, assistant+": "+path, string(raw))
	}
}

// ratedExamples are the set that is built out of what users rated.
func ratedExamples(t *testing.T, args, env []string) string {
	t.Helper()
	set := filepath.Join(t.TempDir(), "set.yaml")
	build := exec.Command(binary, slices.Concat([]string{"eval", "build", "--from-feedback", "--out", set}, args)...)
	build.Env, build.Dir = append(os.Environ(), env...), t.TempDir()
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	examples, err := os.ReadFile(set)
	if err != nil || !strings.Contains(string(examples), "5%") {
		t.Fatalf("the set: %.300s, %v", examples, err)
	}
	return string(examples)
}

// hunt looks for canaries, and tells what it found where.
func hunt(t *testing.T, where, text string) {
	t.Helper()
	for what, canary := range canaries {
		if at := strings.Index(text, canary); at >= 0 {
			t.Errorf("%s has the %s: %.200s", where, what, text[max(0, at-80):])
		}
	}
}
