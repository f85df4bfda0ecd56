package api

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestCORS(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for origin, allowed := range map[string]bool{
		"http://localhost:3000": true, "http://localhost:8000": true,
		"http://localhost:3001": false, "http://localhost:3000.evil.example": false, "null": false, "https://evil.example": false,
	} {
		w := f.call("OPTIONS", base+"/start", "", "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type")
		if got := w.Header().Get("Access-Control-Allow-Origin") == origin; got != allowed {
			t.Errorf("preflight of %s: allowed %v, want %v", origin, got, allowed)
		}
		if w := f.call("GET", "/livez", "", "Origin", origin); (w.Header().Get("Access-Control-Allow-Origin") == origin) != allowed {
			t.Errorf("GET of %s: header %q", origin, w.Header().Get("Access-Control-Allow-Origin"))
		}
		// A form needs no preflight: it must be stopped by itself.
		w = f.call("POST", base+"/cleanup/sessions", "", "Origin", origin, "Content-Type", "text/plain")
		if got := w.Code == http.StatusOK; got != allowed {
			t.Errorf("POST of %s: %d", origin, w.Code)
		}
	}
	if w := f.call("POST", base+"/start", "", "Origin", "http://localhost:8000", "Sec-Fetch-Site", "same-origin"); w.Code != http.StatusOK {
		t.Errorf("own page: %d %s", w.Code, w.Body)
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	w := f.call("GET", base+"/sessions", "", "X-Request-ID", "bad id\r\n")
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if id := w.Header().Get("X-Request-ID"); !uuidText.MatchString(id) {
		t.Errorf("request id %q was taken over", id)
	}
	if got := f.call("GET", "/livez", "", "X-Request-ID", "abc-1").Header().Get("X-Request-ID"); got != "abc-1" {
		t.Errorf("request id abc-1 became %q", got)
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for path, allow := range map[string]string{
		base + "/start": "POST", base + "/sessions": "GET, POST", base + "/stats/sessions": "GET",
		base + "/sessions/" + known + "/messages": "GET",
	} {
		w := f.call("DELETE", path, "")
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != allow || !strings.Contains(w.Body.String(), "method_not_allowed") {
			t.Errorf("DELETE %s: %d, Allow %q, %s", path, w.Code, w.Header().Get("Allow"), w.Body)
		}
	}
	if w := f.call("GET", base+"/start", ""); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("GET %s/start: %d", base, w.Code)
	}
	if w := f.call("GET", base+"/sessions/"+known, ""); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "PATCH, DELETE" {
		t.Errorf("GET of what can only be changed: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
	if w := f.call("PUT", "/livez", ""); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" {
		t.Errorf("PUT /livez: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for accept, want := range map[string]string{
		"": "찾을 수 없습니다.", "ko-KR,ko;q=0.9,en;q=0.8": "찾을 수 없습니다.", "en-US,en;q=0.9": "Not found.",
		"en;q=0.2, ko": "찾을 수 없습니다.", "fr": "찾을 수 없습니다.", ";;;q=": "찾을 수 없습니다.", strings.Repeat("en,", 100): "찾을 수 없습니다.",
	} {
		var p problem
		f.must(json.Unmarshal(f.call("GET", "/nowhere", "", "Accept-Language", accept).Body.Bytes(), &p))
		if p.Message != want {
			t.Errorf("Accept-Language %q: %q, want %q", accept, p.Message, want)
		}
	}
}

func TestPanic(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	f := newFixture(t, func(c *Config) {
		c.SocketsFunc = func() (sockets, sessions int) { panic("broken: secret") }
		c.Logger = slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelInfo}))
	})
	w := f.call("GET", base+"/stats/websockets", "")
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), `"error_code":"internal_error"`) {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if strings.Contains(w.Body.String(), "secret") {
		t.Error("the answer tells what the panic said")
	}
	if n := strings.Count(logged.String(), "broken: secret"); n != 1 {
		t.Errorf("logged %d times: %s", n, &logged)
	}
}

// The access log knows routes, not what was asked of them.
func TestLogHoldsNoSecrets(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	f := newFixture(t, func(c *Config) {
		c.Logger = slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	f.call("GET", base+"/sessions?user_id=canary1&token=canary2", "", "Authorization", "canary3")
	f.call("POST", base+"/start", `{"user_id":"canary4","metadata":{"a":"canary5"}}`)
	f.call("GET", extension+"/users/canary6/memories", "")
	f.call("GET", "/canary7?x=canary8", "")
	if strings.Count(logged.String(), "msg=request") != 4 || strings.Contains(logged.String(), "canary") {
		t.Errorf("log:\n%s", &logged)
	}
}

func TestDownload(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.session(known)
	for format, want := range map[string]struct{ kind, body string }{
		"":                 {"text/markdown; charset=utf-8", "# 계약서\n"},
		"?format=md":       {"text/markdown; charset=utf-8", "# 계약서\n"},
		"?format=markdown": {"text/markdown; charset=utf-8", "# 계약서\n"},
		"?format=docx":     {"application/docx", "docx:임대차 \"계약서\"/1:# 계약서\n"},
		"?format=pdf":      {"application/pdf", "pdf:임대차 \"계약서\"/1:# 계약서\n"},
	} {
		w := f.call("GET", extension+"/documents/doc-1/download"+format, "")
		if w.Code != 200 || w.Header().Get("Content-Type") != want.kind || w.Body.String() != want.body {
			t.Errorf("%s: %d %s %s", format, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
	got := f.call("GET", extension+"/documents/doc-1/download?format=pdf", "").Header().Get("Content-Disposition")
	want := `attachment; filename="document.pdf"; filename*=UTF-8''%EC%9E%84%EB%8C%80%EC%B0%A8%20_%EA%B3%84%EC%95%BD%EC%84%9C__1.pdf`
	if got != want {
		t.Errorf("disposition\n%s, want\n%s", got, want)
	}
	for title, want := range map[string]string{
		"":              "document.md",
		"../../etc":     "_.._etc.md",
		"a\r\nX: y\x00": "a__X_%20y_.md",
		"it's (a;b)=*":  "it%27s%20%28a%3Bb%29%3D_.md",
	} {
		if got := disposition(title, "md"); !strings.HasSuffix(got, "''"+want) {
			t.Errorf("title %q: %s, want %s", title, got, want)
		}
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, path := range []string{"/", "/docs"} {
		w := f.call("GET", path, "")
		body, policy := w.Body.String(), w.Header().Get("Content-Security-Policy")
		if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
		}
		_, nonce, _ := strings.Cut(policy, "'nonce-")
		nonce, _, _ = strings.Cut(nonce, "'")
		if nonce == "" || !strings.Contains(body, `nonce="`+nonce+`"`) || strings.Contains(body, nonceMark) || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: its policy is %s", path, policy)
		}
		if strings.Contains(body, " style=") || strings.Contains(body, "onclick=") || strings.Contains(body, "<script>") {
			t.Errorf("%s has what the policy forbids", path)
		}
		if again := f.call("GET", path, "").Header().Get("Content-Security-Policy"); again == policy {
			t.Errorf("%s: the same nonce twice", path)
		}
		for _, asset := range regexp.MustCompile(`/assets/[^"]+`).FindAllString(body, -1) {
			servedWhole(t, f, asset)
		}
	}
	for _, path := range []string{"/assets/", "/assets/index.html", "/assets/none.js", "/assets/..%2Findex.html", "/assets/../web.go", "/assets/%2e%2e/index.html", "/index.html"} {
		if w := f.call("GET", path, "", "Accept-Encoding", "br, gzip"); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// servedWhole looks whether an asset is the same in every encoding, and is kept.
func servedWhole(t *testing.T, f *fixture, path string) {
	t.Helper()
	plain := f.call("GET", path, "")
	kind := map[string]string{".js": "text/javascript", ".css": "text/css"}[filepath.Ext(path)]
	if plain.Code != 200 || !strings.HasPrefix(plain.Header().Get("Content-Type"), kind) || plain.Header().Get("Content-Encoding") != "" {
		t.Errorf("%s: %d %v", path, plain.Code, plain.Header())
	}
	if kept := plain.Header().Get("Cache-Control"); !strings.Contains(kept, "immutable") {
		t.Errorf("%s is kept by %s", path, kept)
	}
	zipped := f.call("GET", path, "", "Accept-Encoding", "gzip, br;q=0")
	if zipped.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%s: %v", path, zipped.Header())
	}
	r, err := gzip.NewReader(zipped.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil || string(text) != plain.Body.String() {
		t.Errorf("%s differs when it is zipped: %v", path, err)
	}
	small := f.call("GET", path, "", "Accept-Encoding", "gzip, deflate, br")
	if small.Header().Get("Content-Encoding") != "br" || !slices.Contains(small.Header().Values("Vary"), "Accept-Encoding") {
		t.Errorf("%s: %v", path, small.Header())
	}
}

// The real server answers HEAD without a body and hands sockets over.
func TestServer(t *testing.T) {
	t.Parallel()
	hijacked := make(chan string, 1)
	f := newFixture(t, func(c *Config) {
		c.WebSocket = func(w http.ResponseWriter, r *http.Request, id string) {
			if _, ok := r.Context().Deadline(); ok {
				t.Error("a socket has a request's deadline")
			}
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			hijacked <- id
			_, _ = conn.Write([]byte("HTTP/1.1 418 teapot\r\nContent-Length: 0\r\n\r\n"))
			_ = conn.Close()
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	f.must(err)
	server := Server(listener.Addr().String(), f.handler)
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	t.Cleanup(func() { _, _ = server.Close(), <-done })
	at := "http://" + listener.Addr().String()

	request := func(method, path string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, at+path, nil)
		f.must(err)
		answer, err := http.DefaultClient.Do(r)
		f.must(err)
		_ = answer.Body.Close()
		return answer
	}
	if answer := request("HEAD", "/livez"); answer.StatusCode != http.StatusOK || answer.ContentLength <= 0 {
		t.Errorf("HEAD /livez: %d, length %d", answer.StatusCode, answer.ContentLength)
	}
	if answer := request("GET", base+"/ws/"+known); answer.StatusCode != http.StatusTeapot || <-hijacked != known {
		t.Errorf("socket: %d", answer.StatusCode)
	}
}
