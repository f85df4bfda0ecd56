package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// generous is how long a loaded machine may take for anything.
const generous = 30 * time.Second

// at is a model on a server that does as a test says.
func at(t *testing.T, handle http.HandlerFunc) *openai.Model {
	t.Helper()
	return openai.New(openai.Config{BaseURL: serve(t, handle), APIKey: "hunter2", Model: "m"})
}

func serve(t *testing.T, handle http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s.URL + "/v1"
}

func ask() llm.Request {
	return llm.Request{Purpose: "answer", MaxTokens: 50, Messages: []llm.Message{{Role: llm.RoleUser, Text: "비밀 질문"}}}
}

func replayed(t *testing.T, file string) http.HandlerFunc {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write(raw)
	}
}

// What servers of several makes send becomes one kind of answer. The streams
// are written after what their makers document.
func TestStreams(t *testing.T) {
	t.Parallel()
	both := []llm.ToolCall{
		{ID: "call_a", Name: "search", Arguments: json.RawMessage(`{"q":"전세"}`)},
		{ID: "call_b", Name: "today", Arguments: json.RawMessage(`{}`)},
	}
	input := llm.EstimateInput(ask())
	for file, want := range map[string]struct {
		r   llm.Response
		err error
	}{
		"plain.sse":            {r: llm.Response{Text: "다섯 퍼센트", Model: "gpt-x-2026-01-01", Finish: llm.FinishStop, Usage: llm.Usage{InputTokens: 31, OutputTokens: 4}}},
		"tools.sse":            {r: llm.Response{ToolCalls: both, Model: "gpt-x", Finish: llm.FinishToolCalls, Usage: llm.Usage{InputTokens: 80, OutputTokens: 20}}},
		"tools_whole.sse":      {r: llm.Response{ToolCalls: both, Model: "llama-local", Finish: llm.FinishToolCalls, Usage: llm.Usage{InputTokens: input, OutputTokens: 18, Estimated: true}}},
		"uncounted.sse":        {r: llm.Response{Text: "네.", Model: "llama-local", Finish: llm.FinishLength, Usage: llm.Usage{InputTokens: input, OutputTokens: 2, Estimated: true}}},
		"thinking.sse":         {r: llm.Response{Text: "5%", Model: "thinker", Finish: llm.FinishStop, Usage: llm.Usage{InputTokens: 12, OutputTokens: 30}}},
		"filtered.sse":         {r: llm.Response{Text: "다", Model: "gpt-x", Finish: llm.FinishContentFilter, Usage: llm.Usage{InputTokens: input, OutputTokens: 1, Estimated: true}}},
		"midstream_error.sse":  {r: llm.Response{Text: "다섯", Model: "gpt-x", Usage: llm.Usage{InputTokens: input, OutputTokens: 2, Estimated: true}}, err: llm.ErrUnavailable},
		"midstream_finish.sse": {r: llm.Response{Text: "다섯", Model: "gpt-x", Usage: llm.Usage{InputTokens: input, OutputTokens: 2, Estimated: true}}, err: llm.ErrUnavailable},
		"cut.sse":              {r: llm.Response{Text: "다섯", Model: "gpt-x", Usage: llm.Usage{InputTokens: input, OutputTokens: 2, Estimated: true}}, err: llm.ErrUnavailable},
		"refusal.sse":          {r: llm.Response{Model: "gpt-x", Usage: llm.Usage{InputTokens: input, Estimated: true}}, err: llm.ErrRefused},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			r, err := at(t, replayed(t, file)).Generate(t.Context(), ask())
			if diff := cmp.Diff(want.r, r); diff != "" || !errors.Is(err, want.err) {
				t.Errorf("%v, -want +got:\n%s", err, diff)
			}
			quiet(t, err)
		})
	}
}

// quiet checks that an error repeats neither the question nor the key, which
// servers like to quote.
func quiet(t *testing.T, err error) {
	t.Helper()
	for _, secret := range []string{"비밀", "hunter2"} {
		if strings.Contains(fmt.Sprint(err), secret) {
			t.Errorf("the error tells too much: %v", err)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	body := func(code string) string {
		return `{"error":{"message":"비밀 질문: key hunter2 is wrong","type":"some_error","param":null,"code":` + code + `}}`
	}
	for name, test := range map[string]struct {
		status int
		header string // Retry-After
		body   string
		want   error
		after  time.Duration
		says   string
		asked  int64
	}{
		"bad request":       {status: 400, body: body(`"odd"`), want: llm.ErrRefused, says: "status 400 odd some_error", asked: 2},
		"too long":          {status: 400, body: body(`"context_length_exceeded"`), want: llm.ErrRefused, says: "context_length_exceeded", asked: 1},
		"wrong key":         {status: 401, body: body(`"invalid_api_key"`), want: llm.ErrRefused, says: "is the key right?", asked: 1},
		"not allowed":       {status: 403, body: body(`null`), want: llm.ErrRefused, asked: 1},
		"no such model":     {status: 404, body: body(`"model_not_found"`), want: llm.ErrRefused, says: "model_not_found", asked: 1},
		"not an API":        {status: 404, body: "<html>비밀 질문</html>", want: llm.ErrRefused, says: "status 404", asked: 1},
		"a redirect":        {status: 302, want: llm.ErrRefused, says: "is the address right?", asked: 1},
		"too many":          {status: 429, header: "3", body: body(`"rate_limit_exceeded"`), want: llm.ErrUnavailable, after: 3 * time.Second, asked: 1},
		"too many, parts":   {status: 429, header: "0.5", want: llm.ErrUnavailable, after: time.Second / 2, asked: 1},
		"too many, for now": {status: 429, header: "soon", want: llm.ErrUnavailable, asked: 1},
		"much too many":     {status: 429, header: "1e300", want: llm.ErrUnavailable, after: 10 * time.Minute, asked: 1},
		"unpaid":            {status: 429, body: body(`"insufficient_quota"`), want: llm.ErrRefused, says: "insufficient_quota", asked: 1},
		"down":              {status: 500, body: body(`500`), want: llm.ErrUnavailable, says: "status 500", asked: 1},
		"overloaded":        {status: 503, header: "1", body: "[]", want: llm.ErrUnavailable, after: time.Second, asked: 1},
		"a gateway":         {status: 502, body: strings.Repeat("<html>비밀 질문", 100_000), want: llm.ErrUnavailable, asked: 1},
		"a timeout":         {status: 408, want: llm.ErrUnavailable, asked: 1},
		"too large":         {status: 413, want: llm.ErrRefused, asked: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int64
			m := at(t, func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				if test.header != "" {
					w.Header().Set("Retry-After", test.header)
				}
				if test.status == 302 {
					w.Header().Set("Location", "/elsewhere")
				}
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
			})
			r, err := m.Generate(t.Context(), ask())
			if !errors.Is(err, test.want) || !strings.Contains(fmt.Sprint(err), test.says) || asked.Load() != test.asked {
				t.Errorf("asked %d times, %v", asked.Load(), err)
			}
			var away *llm.Unavailable
			if errors.As(err, &away) && away.RetryAfter != test.after {
				t.Errorf("come again after %s, want %s", away.RetryAfter, test.after)
			}
			if r.Usage != (llm.Usage{}) {
				t.Errorf("it took %+v", r.Usage)
			}
			quiet(t, err)
		})
	}
}

func TestRetryAfterAsADate(t *testing.T) {
	t.Parallel()
	m := at(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", time.Now().Add(time.Minute).UTC().Format(http.TimeFormat))
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	_, err := m.Generate(t.Context(), ask())
	var away *llm.Unavailable
	if !errors.As(err, &away) || away.RetryAfter <= 0 || away.RetryAfter > time.Minute {
		t.Error(err)
	}
}

// writeFor ever writes until the client has gone or much more than any bound
// is out, and tells how much that was.
func writeForEver(w http.ResponseWriter, piece string) (written int) {
	for written < 100<<20 {
		n, err := io.WriteString(w, piece)
		written += n
		if err != nil {
			break
		}
	}
	return written
}

// Servers that do everything wrong cost bounded time and memory, and end in
// an error that callers know.
func TestServersThatMisbehave(t *testing.T) {
	t.Parallel()
	chunk := func(text string) string {
		return `data: {"choices":[{"index":0,"delta":{"content":"` + text + `"},"finish_reason":null}]}` + "\n\n"
	}
	tool := func(i int) string {
		return fmt.Sprintf(`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"function":{"name":"t","arguments":"{}"}}]}}]}`+"\n\n", i)
	}
	var flood strings.Builder
	for i := range 100 {
		flood.WriteString(tool(i))
	}
	once := func(text string) func(http.ResponseWriter, *http.Request) int {
		return func(w http.ResponseWriter, _ *http.Request) int { return must(io.WriteString(w, text)) }
	}
	endless := func(first, piece string) func(http.ResponseWriter, *http.Request) int {
		return func(w http.ResponseWriter, _ *http.Request) int {
			_, _ = io.WriteString(w, first)
			return writeForEver(w, piece)
		}
	}
	for name, test := range map[string]struct {
		handle func(http.ResponseWriter, *http.Request) (written int)
		want   error
	}{
		"text without end":      {endless("", chunk(strings.Repeat("x", 10_000))), llm.ErrBadAnswer},
		"a line without end":    {endless(`data: {"choices":[{"index":0,"delta":{"content":"`, strings.Repeat("x", 64<<10)), llm.ErrBadAnswer},
		"no lines":              {endless("", strings.Repeat("x", 64<<10)), llm.ErrBadAnswer},
		"comments without end":  {endless("", ": ping\n\n"), llm.ErrUnavailable},
		"empty lines":           {endless("", "\n\n\n\n\n\n\n\n"), llm.ErrUnavailable},
		"thoughts without end":  {endless("", `data: {"choices":[{"index":0,"delta":{"reasoning_content":"`+strings.Repeat("x", 10_000)+`"}}]}`+"\n\n"), llm.ErrBadAnswer},
		"empty parts":           {endless("", `data: {"choices":[{"index":0,"delta":{}}]}`+strings.Repeat(" ", 10_000)+"\n\n"), llm.ErrBadAnswer},
		"too many tools":        {once(flood.String()), llm.ErrBadAnswer},
		"a tool from nowhere":   {once(tool(1_000_000)), llm.ErrBadAnswer},
		"a tool before all":     {once(tool(-1)), llm.ErrBadAnswer},
		"arguments without end": {endless("", `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"`+strings.Repeat("x", 10_000)+`"}}]}}]}`+"\n\n"), llm.ErrBadAnswer},
		"nothing":               {func(http.ResponseWriter, *http.Request) int { return 0 }, llm.ErrUnavailable},
		"a page":                {once("<html>\n<body>비밀 질문\n"), llm.ErrUnavailable},
		"JSON at once":          {once(`{"choices":[{"message":{"content":"네"}}]}`), llm.ErrUnavailable},
		"garbage":               {once("data: {{{\x00\xff\n\n"), llm.ErrUnavailable},
		"done at once":          {once("data: [DONE]\n\n"), llm.ErrUnavailable},
		"an empty error":        {once("data: {\"error\":{}}\n\ndata: x\n\n"), llm.ErrUnavailable},
		"cut": {func(w http.ResponseWriter, _ *http.Request) int {
			_, _ = io.WriteString(w, chunk("다섯"))
			panic(http.ErrAbortHandler)
		}, llm.ErrUnavailable},
		"cut before the head": {func(http.ResponseWriter, *http.Request) int { panic(http.ErrAbortHandler) }, llm.ErrUnavailable},
		"half a body": {func(w http.ResponseWriter, _ *http.Request) int {
			w.Header().Set("Content-Length", "99999")
			return must(io.WriteString(w, chunk("다섯")))
		}, llm.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			written := make(chan int, 10)
			m := at(t, func(w http.ResponseWriter, r *http.Request) {
				n := 0
				defer func() { written <- n }()
				n = test.handle(w, r)
			})
			ctx, cancel := context.WithTimeout(t.Context(), 4*generous) // much is parsed
			defer cancel()
			r, err := m.Generate(ctx, ask())
			if !errors.Is(err, test.want) || ctx.Err() != nil {
				t.Errorf("%v", err)
			}
			if len(r.Text) > 2<<20 || !r.Usage.Estimated {
				t.Errorf("%d bytes of text, usage %+v", len(r.Text), r.Usage)
			}
			if n := <-written; n >= 100<<20 {
				t.Errorf("the server could write %d bytes", n)
			}
			quiet(t, err)
		})
	}
}

func must(n int, err error) int {
	if err != nil {
		panic(err)
	}
	return n
}

// A server that says nothing, at first or in the middle, ends with its
// caller's patience.
func TestServersThatHang(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]string{
		"before the head": "", "in the middle": `data: {"choices":[{"index":0,"delta":{"content":"다"}}]}` + "\n\n", "in a line": `data: {"choi`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			why := errors.New("no more patience")
			ctx, cancel := context.WithCancelCause(t.Context())
			m := at(t, func(w http.ResponseWriter, r *http.Request) {
				if first != "" {
					_, _ = io.WriteString(w, first)
					_ = http.NewResponseController(w).Flush()
				}
				_, _ = io.Copy(io.Discard, r.Body) // so that the server sees the client go
				time.AfterFunc(100*time.Millisecond, func() { cancel(why) })
				<-r.Context().Done()
			})
			r, err := m.Generate(ctx, ask())
			if !errors.Is(err, why) || r.Usage.InputTokens == 0 {
				t.Errorf("%+v, %v", r.Usage, err)
			}
		})
	}
}

func TestNobodyIsThere(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	for _, url := range []string{s.URL, "http://127.0.0.1:1/v1", "http://no.such.host.invalid"} {
		ctx, cancel := context.WithTimeout(t.Context(), generous)
		r, err := openai.New(openai.Config{BaseURL: url, APIKey: "hunter2", Model: "m"}).Generate(ctx, ask())
		cancel()
		if !errors.Is(err, llm.ErrUnavailable) || r.Usage != (llm.Usage{}) {
			t.Errorf("%s: %+v, %v", url, r.Usage, err)
		}
		quiet(t, err)
	}
}

// body is what of a request the tests look at.
type body struct {
	MaxTokens      int       `json:"max_tokens"`
	MaxCompletion  int       `json:"max_completion_tokens"`
	Temperature    *float64  `json:"temperature"`
	StreamOptions  *struct{} `json:"stream_options"`
	ResponseFormat *struct {
		Type       string `json:"type"`
		JSONSchema *struct {
			Name   string `json:"name"`
			Strict bool   `json:"strict"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Messages []struct{ Role, Content string } `json:"messages"`
}

func (b body) form() string {
	form := "words"
	if b.ResponseFormat != nil {
		form = b.ResponseFormat.Type
	}
	if b.StreamOptions == nil {
		form += ", uncounted"
	}
	return form
}

// A server that does not know a part of the API is asked without it, and
// what worked is remembered.
func TestFormsThatServersKnow(t *testing.T) {
	t.Parallel()
	schema := &llm.Schema{Name: "읽기 read", JSON: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`)}
	for name, test := range map[string]struct {
		knows  func(body) bool
		schema *llm.Schema
		first  []string // the forms of the first call
		next   []string // of the next
		err    error
	}{
		"all": {knows: func(body) bool { return true }, schema: schema, first: []string{"json_schema"}, next: []string{"json_schema"}},
		"objects only": {knows: func(b body) bool { return b.ResponseFormat == nil || b.ResponseFormat.JSONSchema == nil }, schema: schema,
			first: []string{"json_schema", "json_object"}, next: []string{"json_object"}},
		"words only": {knows: func(b body) bool { return b.ResponseFormat == nil }, schema: schema,
			first: []string{"json_schema", "json_object", "words"}, next: []string{"words"}},
		"no counting": {knows: func(b body) bool { return b.StreamOptions == nil }, schema: schema,
			first: []string{"json_schema", "json_object", "words", "json_schema, uncounted"}, next: []string{"json_schema, uncounted"}},
		"next to nothing": {knows: func(b body) bool { return b.StreamOptions == nil && b.ResponseFormat == nil }, schema: schema,
			first: []string{"json_schema", "json_object", "words", "json_schema, uncounted", "words, uncounted"}, next: []string{"words, uncounted"}},
		"no counting, of text": {knows: func(b body) bool { return b.StreamOptions == nil },
			first: []string{"words", "words, uncounted"}, next: []string{"words, uncounted"}},
		"nothing at all": {knows: func(body) bool { return false }, err: llm.ErrRefused,
			first: []string{"words", "words, uncounted"}, next: []string{"words", "words, uncounted"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var forms []string
			plain := replayed(t, "plain.sse")
			m := at(t, func(w http.ResponseWriter, r *http.Request) {
				var b body
				if err := json.NewDecoder(r.Body).Decode(&b); err != nil {
					t.Error(err)
				}
				forms = append(forms, b.form())
				if b.form() != "json_schema" && b.form() != "json_schema, uncounted" && test.schema != nil && !strings.Contains(b.Messages[0].Content, `"properties"`) {
					t.Errorf("%s: the words do not tell the schema: %+v", b.form(), b.Messages)
				}
				if f := b.ResponseFormat; f != nil && f.JSONSchema != nil && (!f.JSONSchema.Strict || strings.Trim(f.JSONSchema.Name, "abcdefghijklmnopqrstuvwxyz_") != "") {
					t.Errorf("schema %+v", f.JSONSchema)
				}
				if !test.knows(b) {
					w.WriteHeader(http.StatusBadRequest)
					return
				}
				plain(w, r)
			})
			req := ask()
			req.Schema = test.schema
			for _, want := range [][]string{test.first, test.next} {
				forms = nil
				if _, err := m.Generate(t.Context(), req); !errors.Is(err, test.err) {
					t.Error(err)
				}
				if diff := cmp.Diff(want, forms); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

// Only a schema that keeps the rules for strict ones is sent as one.
func TestSchemasThatAreNotStrict(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]bool{
		`{"type":"object","properties":{"n":{}},"required":["n"],"additionalProperties":false}`:                                                               true,
		`{"type":"object","properties":{"n":{}},"additionalProperties":false}`:                                                                                false,
		`{"type":"object","properties":{"n":{}},"required":["n"]}`:                                                                                            false,
		`{"type":"object","properties":{"n":{"type":"object"}},"required":["n"],"additionalProperties":false}`:                                                false,
		`{"type":"object","properties":{"n":{"type":"array","items":{"type":"object","properties":{"a":{}}}}},"required":["n"],"additionalProperties":false}`: false,
	} {
		var got body
		m := at(t, func(w http.ResponseWriter, r *http.Request) {
			_ = json.NewDecoder(r.Body).Decode(&got)
			replayed(t, "plain.sse")(w, r)
		})
		req := ask()
		req.Schema = &llm.Schema{JSON: json.RawMessage(schema)}
		if _, err := m.Generate(t.Context(), req); err != nil || got.ResponseFormat.JSONSchema.Strict != want || got.ResponseFormat.JSONSchema.Name != "answer" {
			t.Errorf("%s: %+v, %v", schema, got.ResponseFormat.JSONSchema, err)
		}
	}
}

// Models that think take other parameters; a temperature of 0 is sent.
func TestParametersOfModels(t *testing.T) {
	t.Parallel()
	for model, thinks := range map[string]bool{"gpt-4o-mini": false, "llama3.1": false, "o3-mini": true, "gpt-5-mini": true} {
		var got body
		url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			_ = json.NewDecoder(r.Body).Decode(&got)
			replayed(t, "plain.sse")(w, r)
		})
		if _, err := openai.New(openai.Config{BaseURL: url, Model: model}).Generate(t.Context(), ask()); err != nil {
			t.Error(err)
		}
		if thinks && (got.MaxCompletion != 50 || got.MaxTokens != 0 || got.Temperature != nil) ||
			!thinks && (got.MaxTokens != 50 || got.MaxCompletion != 0 || got.Temperature == nil || *got.Temperature > 1e-9) {
			t.Errorf("%s: %+v", model, got)
		}
	}
}

func TestEmbeddingsThatAreWrong(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body string
		want error
	}{
		"in their order": {`{"data":[{"index":1,"embedding":[2]},{"index":0,"embedding":[1]}]}`, nil},
		"too few":        {`{"data":[{"index":0,"embedding":[1]}]}`, llm.ErrBadAnswer},
		"of no text":     {`{"data":[{"index":7,"embedding":[1]}]}`, llm.ErrBadAnswer},
		"twice":          {`{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, llm.ErrBadAnswer},
		"garbage":        {`<html>비밀`, llm.ErrUnavailable},
		"half":           {`{"data":[{"index":0,"embedding":[1,`, llm.ErrUnavailable},
		"without end":    {`{"data":[{"index":0,"embedding":[` + strings.Repeat("0.123456,", 4<<20), llm.ErrBadAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, test.body) })
			v, used, err := openai.NewEmbedder(openai.Config{BaseURL: url, Model: "m"}).Embed(t.Context(), []string{"a", "b"})
			if !errors.Is(err, test.want) || !used.Estimated || used.InputTokens != 2 {
				t.Errorf("%+v, %v", used, err)
			}
			if err == nil && !cmp.Equal(v, [][]float32{{1}, {2}}) {
				t.Errorf("%v", v)
			}
			quiet(t, err)
		})
	}
}
