package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	api "github.com/sashabaranov/go-openai"

	"github.com/madang-dev/madang/internal/remote"
	"github.com/madang-dev/madang/llm"
)

const (
	// maxWire bounds one response as it comes, maxError what is read of one
	// that tells an error.
	maxWire  = 16 << 20
	maxError = 64 << 10
	// maxRetryAfter bounds how long a server can send everybody away.
	maxRetryAfter = 10 * time.Minute
)

var (
	errTooLarge = fmt.Errorf("%w: it is too large", llm.ErrBadAnswer)
	// errForm marks a refusal that may be of the request's form.
	errForm = errors.New("the request was not understood")
)

// exchange is one request and what is known of its response beyond what the
// vendor's library tells.
type exchange struct {
	http       *http.Client
	asked      bool        // the library took the request
	sent       atomic.Bool // all of it has left
	status     int         // 0 without a response
	retryAfter time.Duration
}

// Do sends the request; the library calls it once.
func (x *exchange) Do(req *http.Request) (*http.Response, error) {
	x.asked = true
	trace := &httptrace.ClientTrace{WroteRequest: func(info httptrace.WroteRequestInfo) {
		if info.Err == nil {
			x.sent.Store(true)
		}
	}}
	res, err := x.http.Do(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err != nil {
		return nil, err
	}
	x.status = res.StatusCode
	x.retryAfter = min(max(remote.RetryAfter(res.Header), 0), maxRetryAfter)
	if res.StatusCode >= http.StatusBadRequest {
		res.Body = body{io.LimitReader(res.Body, maxError), res.Body}
	} else {
		res.Body = body{&bounded{res.Body, maxWire}, res.Body}
	}
	return res, nil
}

// accepted tells whether the server may have begun to work.
func (x *exchange) accepted() bool {
	return x.status >= 200 && x.status < 300 || x.status == 0 && x.sent.Load()
}

type body struct {
	io.Reader
	io.Closer
}

// bounded is a reader that fails behind its bound; the end is another thing.
type bounded struct {
	r    io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLarge
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// translate is the one gate where errors of the library, the network and the
// server become llm's. What a server says in its own words is left out: it
// may repeat the question, or the key.
func (x *exchange) translate(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, ours := range []error{errTooLarge, errRefusal} {
		if errors.Is(err, ours) {
			return ours
		}
	}
	var said *api.APIError
	code := ""
	if errors.As(err, &said) {
		code = word(said.Code) + word(said.Type)
	}
	if x.status >= http.StatusBadRequest {
		return x.refusal(said, code)
	}
	switch {
	case x.status >= http.StatusMultipleChoices:
		return fmt.Errorf("%w: status %d; is the address right?", llm.ErrRefused, x.status)
	case said != nil: // in the middle of a stream
		return &llm.Unavailable{Err: errors.New("the server failed in the middle" + code)}
	case errors.Is(err, errCut):
		return &llm.Unavailable{Err: errCut}
	case x.status >= 200: // not the API's language
		return &llm.Unavailable{Err: fmt.Errorf("status %d: what came is not an answer", x.status)}
	case x.asked:
		return &llm.Unavailable{Err: err}
	}
	return fmt.Errorf("%w: %w", llm.ErrRefused, errors.New("the request can't be made for this model"))
}

func (x *exchange) refusal(said *api.APIError, code string) error {
	hint := ""
	switch x.status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusUnsupportedMediaType:
		if said == nil || said.Code != "context_length_exceeded" {
			return fmt.Errorf("%w: %w: status %d%s", llm.ErrRefused, errForm, x.status, code)
		}
	case http.StatusUnauthorized, http.StatusForbidden:
		hint = "; is the key right?"
	case http.StatusNotFound:
		hint = "; are the address and the model's name right?"
	case http.StatusTooManyRequests:
		if said != nil && said.Code == "insufficient_quota" {
			break // paid up is not what waiting makes it
		}
		fallthrough
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly:
		return &llm.Unavailable{RetryAfter: x.retryAfter, Err: fmt.Errorf("status %d%s", x.status, code)}
	}
	if x.status >= http.StatusInternalServerError {
		return &llm.Unavailable{RetryAfter: x.retryAfter, Err: fmt.Errorf("status %d%s", x.status, code)}
	}
	return fmt.Errorf("%w: status %d%s%s", llm.ErrRefused, x.status, code, hint)
}

// word is a code as errors show it: one short word.
func word(v any) string {
	if v == nil {
		return ""
	}
	text := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == '.') {
			return r
		}
		return -1
	}, fmt.Sprint(v))
	if text == "" {
		return ""
	}
	return " " + text[:min(len(text), 60)]
}
