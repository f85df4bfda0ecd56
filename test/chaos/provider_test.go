package chaos

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// How a provider of language models treats a question.
const (
	away     = "5xx"           // a server's errors
	hangs    = "hangs"         // takes the question and is silent
	cuts     = "cuts"          // breaks off in the middle of its answer
	bytewise = "drips bytes"   // a byte of the stream every 100 ms
	letters  = "drips letters" // a whole event every 100 ms, with one letter
	sound    = "sound"
)

// written is a model's answer to whether a rise is within the ceiling.
const written = `{"sentences":[{"text":"요구할 수 있는 인상인지는 상한에 달려 있습니다.","facts":["F1"]},{"text":"상한은 당연히 오르는 비율이 아닙니다.","facts":["F1"]}],"not_found":[]}`

// provider speaks OpenAI's API over real connections, and treats each
// question, known by the percentage in it, as a test says.
type provider struct {
	*httptest.Server

	mu sync.Mutex
	// ways are what each question meets, request by request; the last stays.
	ways map[string][]string
	// fired counts what was done, by question and way: the proof.
	fired map[string]int
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{ways: make(map[string][]string), fired: make(map[string]int)}
	p.Server = httptest.NewServer(http.HandlerFunc(p.answer))
	t.Cleanup(func() {
		p.CloseClientConnections() // of those who hang
		p.Close()
	})
	return p
}

// env makes a node ask this provider, with little patience and a price of
// one millionth for each token.
func (p *provider) env() []string {
	return []string{
		"MADANG_MODEL=made-up", "OPENAI_BASE_URL=" + p.URL + "/v1", "OPENAI_API_KEY=none",
		"MADANG_MODEL_TIMEOUT=" + modelTimeout.String(), "MADANG_MODEL_SILENCE_TIMEOUT=2s",
		// A model that leads is asked for the plan, too: one sick run would open
		// the breaker for the next, and the faults would not fire.
		"MADANG_MODEL_LEAD=never",
		"MADANG_MODEL_PRICE_INPUT=1", "MADANG_MODEL_PRICE_OUTPUT=1",
	}
}

// modelTimeout is the time for one answer with all that is tried for it.
const modelTimeout = 6 * time.Second

// treat is a question that meets these ways.
func (p *provider) treat(percent int, ways ...string) (query string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	query = fmt.Sprintf("전세금 %d%% 인상 가능해?", percent)
	p.ways[query] = ways
	return query
}

// hits is how often a question met a way.
func (p *provider) hits(query, way string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fired[query+way]
}

// way is what a request meets. It counts when the answer begins.
func (p *provider) way(body string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	// The talk that goes before is in the prompt, too: the last question is the one asked.
	asked, last := "", -1
	for query := range p.ways {
		at := max(strings.LastIndex(body, query+"\\u003c/question"), strings.LastIndex(body, query+"</question"))
		if at > last {
			asked, last = query, at
		}
	}
	if ways := p.ways[asked]; len(ways) > 0 {
		if len(ways) > 1 {
			p.ways[asked] = ways[1:]
		}
		p.fired[asked+ways[0]]++
		return ways[0]
	}
	return away
}

func (p *provider) answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	switch p.way(string(body)) {
	case away:
		http.Error(w, `{"error":{"message":"made up","type":"server_error"}}`, http.StatusBadGateway)
	case hangs:
		<-r.Context().Done()
	case cuts:
		half := len(written) / 2
		for written[half]&0xC0 == 0x80 { // within a letter
			half++
		}
		stream(w, r, event(written[:half], ""), 0)
		panic(http.ErrAbortHandler)
	case bytewise:
		stream(w, r, event(written, "stop"), 1)
	case letters:
		for _, letter := range written {
			if !stream(w, r, event(string(letter), ""), 0) || !lasts(r, 100*time.Millisecond) {
				return
			}
		}
	case sound:
		stream(w, r, event(written, "stop")+"data: [DONE]\n\n", 0)
	}
}

// event is a piece of an answer on the wire.
func event(text, finish string) string {
	choice := map[string]any{"index": 0, "delta": map[string]any{"content": text}, "finish_reason": nil}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	raw, err := json.Marshal(map[string]any{
		"id": "1", "object": "chat.completion.chunk", "model": "made-up-1", "choices": []any{choice},
	})
	if err != nil {
		panic(err) // made of strings and numbers
	}
	return "data: " + string(raw) + "\n\n"
}

// stream writes at once, or so many bytes every 100 ms; false is that nobody
// listens any more.
func stream(w http.ResponseWriter, r *http.Request, text string, bytes int) bool {
	w.Header().Set("Content-Type", "text/event-stream")
	for text != "" {
		n := len(text)
		if bytes > 0 {
			n = min(bytes, n)
		}
		if _, err := io.WriteString(w, text[:n]); err != nil || http.NewResponseController(w).Flush() != nil {
			return false
		}
		if text = text[n:]; text != "" && !lasts(r, 100*time.Millisecond) {
			return false
		}
	}
	return true
}

// lasts waits while somebody listens.
func lasts(r *http.Request, d time.Duration) bool {
	select {
	case <-r.Context().Done():
		return false
	case <-time.After(d):
		return true
	}
}
