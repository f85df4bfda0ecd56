package e2e

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// canaries are what nobody but who said them may read.
var canaries = map[string]string{
	"phone": "010-7391-5528", "resident number": "900101-1234568", "mail": "kanaria.minji@example.com",
	"account": "123456-78-904417", "address": "마포구 문래카나로 17", "password": "kanaria-hunter22", "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJrYW5hcmlhIn0.c2lnbmVk",
	"name": "김카나",
}

// What is said to every assistant is in no log line at debug, no metric, no page of
// the inspector and no set of examples (fault test 31).
func TestCanariesStayInTheirConversation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, []string{"--data-dir", dir, "--log-level", "debug"}, nil)
	said := fmt.Sprintf("제 이름은 %s입니다. 전화 %s, 주민번호 %s, 메일 %s, 국민은행 계좌 %s, 주소는 서울시 %s, 비밀번호: %s, %s. 전세금 5%% 인상 가능한가요?",
		canaries["name"], canaries["phone"], canaries["resident number"], canaries["mail"], canaries["account"], canaries["address"], canaries["password"], canaries["token"])
	for _, assistant := range []string{"realestate", "tutor", "travel", "interview", "company"} {
		id := s.session(map[string]any{"assistant": assistant, "user_id": "minji"})
		c := s.fresh(id)
		c.send(map[string]any{"type": "query", "query": said})
		c.settled()
		var runs []struct{ ID string }
		if code := s.call(http.MethodGet, "/api/v1/sessions/"+id+"/runs", nil, &runs); code != http.StatusOK || len(runs) == 0 {
			t.Fatalf("%s: runs: %d", assistant, code)
		}
		for _, path := range []string{
			"/sessions/" + id + "/checkpoints", "/runs/" + runs[0].ID + "/events", "/runs/" + runs[0].ID + "/results",
		} {
			var raw []byte
			if code := s.call(http.MethodGet, "/api/v1"+path, nil, &raw); code != http.StatusOK {
				t.Errorf("%s: %d", path, code)
			}
			hunt(t, assistant+": "+path, string(raw))
		}
		var newest []struct{ ID string }
		s.call(http.MethodGet, "/api/v1/sessions/"+id+"/checkpoints?limit=1", nil, &newest)
		if len(newest) == 0 {
			t.Fatalf("%s has no state", assistant)
		}
		var raw []byte
		s.call(http.MethodGet, "/api/v1/checkpoints/"+newest[0].ID, nil, &raw)
		hunt(t, assistant+": state", string(raw))
		if code := s.call(http.MethodPost, "/api/v1/runs/"+runs[0].ID+"/feedback", map[string]any{"rating": "negative", "comment": said}, nil); code != http.StatusOK {
			t.Errorf("%s: feedback: %d", assistant, code)
		}
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
	set := filepath.Join(t.TempDir(), "set.yaml")
	build := exec.Command(binary, "eval", "build", "--from-feedback", "--out", set)
	build.Env, build.Dir = append(os.Environ(), "MADANG_DATA_DIR="+dir), t.TempDir()
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	examples, err := os.ReadFile(set)
	if err != nil || !strings.Contains(string(examples), "5%") {
		t.Fatalf("the set: %.300s, %v", examples, err)
	}
	hunt(t, "set", string(examples))
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
