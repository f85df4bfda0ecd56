package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// model speaks OpenAI's chat API to the contestants that stream an answer. Each
// stream begins with a sentence at once, waits until all have begun, and goes on
// token by token.
type model struct {
	url    string
	server *http.Server

	mu      sync.Mutex
	streams map[string]*stream // by the letters in their question
	taken   int
}

// stream is one answer.
type stream struct {
	mark  string
	batch *batch
	pace  time.Duration // between its tokens
	begun atomic.Int64  // just before its first token, in ns
}

// batch are streams that go on together.
type batch struct{ goOn chan struct{} }

// The answer of a model, in tokens of three letters: sentences that a fact bears,
// no two of them the same.
const (
	firstSentence = "네, 5% 인상은 상한 5% 안이라 요구할 수 있는 금액입니다."
	nextSentence  = "다만 상한 안이라고 해서 당연히 오르는 것은 아니므로, 계약을 맺거나 앞서 올린 날을 계약서에서 먼저 확인하고, 임대인과 이야기한 내용은 %s로 남겨 두시는 편이 좋습니다."
	tokenLetters  = 3
)

var kept = strings.Fields("문자 편지 메모 쪽지 일지 엽서 녹취 메일 서류 카드 공책 수첩 파일 사본 보고 서신 회신 답서 글")

func answerTokens() (first, rest []string) {
	say := func(text string) string { return `{"text":"` + text + `","facts":["F1"]}` }
	next := ""
	for _, word := range kept {
		next += "," + say(fmt.Sprintf(nextSentence, word))
	}
	return tokensOf(`{"sentences":[` + say(firstSentence)), tokensOf(next + `],"not_found":[]}`)
}

func tokensOf(text string) (list []string) {
	letters := []rune(text)
	for len(letters) > 0 {
		n := min(tokenLetters, len(letters))
		list, letters = append(list, string(letters[:n])), letters[n:]
	}
	return list
}

func openModel(ctx context.Context) (*model, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &model{url: "http://" + listener.Addr().String(), streams: map[string]*stream{}}
	m.server = &http.Server{Handler: m, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = m.server.Serve(listener) }()
	return m, nil
}

// begin is n streams to come, of one batch. The last takes half as long again as
// the first, for answers do not all end at once.
func (m *model) begin(n int, pace time.Duration) (*batch, []*stream) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := &batch{goOn: make(chan struct{})}
	list := make([]*stream, n)
	for i := range list {
		m.taken++
		list[i] = &stream{mark: letters(m.taken), batch: b, pace: pace + pace*time.Duration(i)/time.Duration(2*n)}
		m.streams[list[i].mark] = list[i]
	}
	return b, list
}

// letters is a number that no reader takes for one.
func letters(n int) (text string) {
	for range 4 {
		text, n = string(rune('a'+n%26))+text, n/26
	}
	return text
}

// query is what its client asks; marked finds the letters again.
func (s *stream) query() string { return "전세금 5% 인상 가능해? (문의 " + s.mark + ")" }

var marked = regexp.MustCompile(`\(문의 ([a-z]{4})\)`)

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	found := marked.FindSubmatch(body)
	if err != nil || found == nil {
		http.Error(w, "not a question of the benchmark", http.StatusBadRequest)
		return
	}
	m.mu.Lock()
	s := m.streams[string(found[1])]
	m.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	first, rest := answerTokens()
	s.begun.Store(time.Now().UnixNano())
	for _, token := range first {
		write(w, token)
	}
	<-s.batch.goOn
	for _, token := range rest {
		time.Sleep(s.pace)
		write(w, token)
	}
	_, _ = io.WriteString(w, `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
}

func write(w http.ResponseWriter, token string) {
	quoted, _ := json.Marshal(token) //nolint:errchkjson // a string
	_, _ = fmt.Fprintf(w, `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"bench","choices":[{"index":0,"delta":{"content":%s},"finish_reason":null}]}`+"\n\n", quoted)
	_ = http.NewResponseController(w).Flush()
}
