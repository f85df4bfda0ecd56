// Package llmtest is what tests of language models are made of: a server that
// speaks OpenAI's API out of a script, and the contract that every provider
// keeps.
package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/scripted"
)

// Key is the one key that a Server takes.
const Key = "test-key"

// Server speaks OpenAI's API; what it answers is a script's. Faults are real
// ones: statuses, silence, cut connections.
type Server struct {
	*httptest.Server
	model *scripted.Model

	mu    sync.Mutex
	asked []map[string]any // bodies of requests
}

// NewServer starts a server that stops with its test.
func NewServer(t testing.TB, script string) *Server {
	t.Helper()
	parsed, err := scripted.Read(fstest.MapFS{"script.yaml": {Data: []byte(script)}}, "script.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{model: scripted.New(parsed)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.HandleFunc("POST /v1/embeddings", s.embed)
	s.Server = httptest.NewServer(s.guarded(mux))
	t.Cleanup(func() {
		s.CloseClientConnections() // of those who hang
		s.Close()
	})
	return s
}

// Address is the base URL to configure.
func (s *Server) Address() string { return s.URL + "/v1" }

// Asked are the bodies of the requests so far.
func (s *Server) Asked() []map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]map[string]any(nil), s.asked...)
}

func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+Key {
			problem(w, http.StatusUnauthorized, "invalid_api_key")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func problem(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"message": "made up for a test", "type": "test_error", "code": code,
	}})
}

// chatRequest is what the server reads of a request.
type chatRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role       string `json:"role"`
		Content    string `json:"content"`
		ToolCallID string `json:"tool_call_id"`
	} `json:"messages"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

func (s *Server) read(w http.ResponseWriter, r *http.Request, into any) bool {
	var raw json.RawMessage
	var whole map[string]any
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 8<<20)).Decode(&raw)
	if err == nil {
		err = errors.Join(json.Unmarshal(raw, into), json.Unmarshal(raw, &whole))
	}
	if err != nil {
		problem(w, http.StatusBadRequest, "invalid_request_error")
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, whole)
	return true
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var in chatRequest
	if !s.read(w, r, &in) {
		return
	}
	out := &wire{w: w, model: in.Model}
	req := llm.Request{DeltaFunc: func(text string) { out.delta(map[string]any{"content": text}, "") }}
	for _, m := range in.Messages {
		req.Messages = append(req.Messages, llm.Message{Role: m.Role, Text: m.Content, ToolCallID: m.ToolCallID})
	}
	res, err := s.model.Generate(r.Context(), req)
	if err != nil {
		out.fail(err)
		return
	}
	for i, c := range res.ToolCalls {
		out.tool(i, c)
	}
	out.delta(map[string]any{}, res.Finish)
	if in.StreamOptions.IncludeUsage {
		out.event(map[string]any{"choices": []any{}, "usage": map[string]any{
			"prompt_tokens": res.Usage.InputTokens, "completion_tokens": res.Usage.OutputTokens,
		}})
	}
	out.line("[DONE]")
}

// wire writes a stream of events.
type wire struct {
	w     http.ResponseWriter
	model string
	begun bool
}

func (o *wire) line(data string) {
	if !o.begun {
		o.w.Header().Set("Content-Type", "text/event-stream")
		o.begun = true
	}
	fmt.Fprintf(o.w, "data: %s\n\n", data)
	_ = http.NewResponseController(o.w).Flush()
}

func (o *wire) event(fields map[string]any) {
	fields["id"], fields["object"], fields["model"] = "chatcmpl-test", "chat.completion.chunk", o.model
	raw, err := json.Marshal(fields)
	if err != nil {
		panic(err) // made of strings and numbers
	}
	o.line(string(raw))
}

func (o *wire) delta(delta map[string]any, finish string) {
	choice := map[string]any{"index": 0, "delta": delta, "finish_reason": nil}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	o.event(map[string]any{"choices": []any{choice}})
}

// tool writes a call as servers do: its name first, then its arguments in
// pieces.
func (o *wire) tool(i int, c llm.ToolCall) {
	o.delta(map[string]any{"tool_calls": []any{map[string]any{
		"index": i, "id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": ""},
	}}}, "")
	for rest := string(c.Arguments); rest != ""; {
		n := min(5, len(rest))
		for n < len(rest) && rest[n]&0xC0 == 0x80 { // JSON text holds whole characters
			n++
		}
		o.delta(map[string]any{"tool_calls": []any{map[string]any{
			"index": i, "function": map[string]any{"arguments": rest[:n]},
		}}}, "")
		rest = rest[n:]
	}
}

// fail turns a scripted fault into a real one.
func (o *wire) fail(err error) {
	var away *llm.Unavailable
	switch {
	case o.begun:
		panic(http.ErrAbortHandler) // cuts the connection
	case errors.Is(err, llm.ErrRefused):
		problem(o.w, http.StatusForbidden, "refused")
	case errors.As(err, &away):
		status, code := http.StatusServiceUnavailable, "overloaded"
		if strings.Contains(err.Error(), "rate limited") {
			status, code = http.StatusTooManyRequests, "rate_limit_exceeded"
		}
		if away.RetryAfter > 0 {
			o.w.Header().Set("Retry-After", fmt.Sprint(away.RetryAfter.Seconds()))
		}
		problem(o.w, status, code)
	default:
		panic(http.ErrAbortHandler)
	}
}

func (s *Server) embed(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}
	if !s.read(w, r, &in) {
		return
	}
	vectors, used, err := Embedder{}.Embed(r.Context(), in.Input)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	data := make([]any, len(vectors))
	for i, v := range vectors { // in any order: the index tells
		data[len(vectors)-1-i] = map[string]any{"object": "embedding", "index": i, "embedding": v}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"object": "list", "model": in.Model, "data": data, "usage": map[string]any{"prompt_tokens": used.InputTokens},
	})
}
