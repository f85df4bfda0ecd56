package remote_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/madang-dev/madang/internal/remote"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// service answers the nth request by the nth function, the last for all
// further ones.
func service(t *testing.T, answers ...http.HandlerFunc) (url string, asked *atomic.Int64) {
	asked = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := min(int(asked.Add(1)), len(answers))
		answers[n-1](w, r)
	}))
	t.Cleanup(s.Close)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return s.URL, asked
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func quick() remote.Config {
	return remote.Config{Pause: time.Millisecond, MaxPause: 20 * time.Millisecond, PerSecond: 1000, HTTP: http.DefaultClient}
}

func TestABusyServiceIsAskedAgain(t *testing.T) {
	url, asked := service(t, status(503), status(429), func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = w.Write(append([]byte(r.Method+" "+r.Header.Get("X-Key")+" "), body...))
	})
	a, err := remote.New(quick()).Do(t.Context(), remote.Request{
		Method: http.MethodPost, URL: url, Header: http.Header{"X-Key": {"k"}}, Body: []byte("질문"),
	})
	if err != nil || a.Status != 200 || string(a.Body) != "POST k 질문" || asked.Load() != 3 {
		t.Errorf("%d %q after %d requests, %v", a.Status, a.Body, asked.Load(), err)
	}
}

func TestARefusalIsAnAnswer(t *testing.T) {
	url, asked := service(t, status(404))
	a, err := remote.New(quick()).Do(t.Context(), remote.Request{URL: url})
	if err != nil || a.Status != 404 || asked.Load() != 1 {
		t.Errorf("%+v after %d requests, %v", a, asked.Load(), err)
	}
}

func TestOnlyStatus200IsFetched(t *testing.T) {
	for code, want := range map[int]error{
		200: nil, 204: remote.ErrRefused, 302: remote.ErrRefused, 401: remote.ErrUnauthorized, 403: remote.ErrUnauthorized,
		404: remote.ErrRefused, 503: remote.ErrUnavailable,
	} {
		url, _ := service(t, status(code))
		if a, err := remote.New(quick()).Fetch(t.Context(), remote.Request{URL: url}); !errors.Is(err, want) || a.Status != code {
			t.Errorf("%d: status %d, %v", code, a.Status, err)
		}
	}
}

func TestRetryAfterIsKept(t *testing.T) {
	url, _ := service(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	}, status(200))
	cfg := quick()
	cfg.MaxPause = 10 * time.Second
	began := time.Now()
	if _, err := remote.New(cfg).Do(t.Context(), remote.Request{URL: url}); err != nil || time.Since(began) < time.Second {
		t.Errorf("asked again after %s, %v", time.Since(began), err)
	}
}

func TestWhatEndsAsAnError(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		cfg    func(*remote.Config)
		want   error
		asked  int64
	}{
		"always busy": {status(500), nil, remote.ErrUnavailable, 3},
		"too long": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2000)) },
			func(c *remote.Config) { c.MaxBytes = 1000 }, remote.ErrAnswer, 1},
		"too slow": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
			func(c *remote.Config) { c.Timeout, c.MaxAttempts = 500*time.Millisecond, 2 }, remote.ErrUnavailable, 2},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("half"))
		}, nil, remote.ErrUnavailable, 3},
	} {
		t.Run(name, func(t *testing.T) {
			url, asked := service(t, c.answer)
			cfg := quick()
			if c.cfg != nil {
				c.cfg(&cfg)
			}
			a, err := remote.New(cfg).Do(t.Context(), remote.Request{URL: url + "/?serviceKey=SECRET"})
			if busy := name == "always busy"; busy != (a.Status == http.StatusInternalServerError) {
				t.Errorf("status %d", a.Status)
			}
			if !errors.Is(err, c.want) || asked.Load() != c.asked {
				t.Errorf("%v after %d requests", err, asked.Load())
			}
			if err != nil && strings.Contains(err.Error(), "SECRET") {
				t.Errorf("the error tells the key: %v", err)
			}
		})
	}
}

func TestAKeyIsNotTakenElsewhere(t *testing.T) {
	elsewhere, asked := service(t, status(200))
	url, _ := service(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere, http.StatusFound) })
	cfg := quick()
	cfg.HTTP = nil
	a, err := remote.New(cfg).Do(t.Context(), remote.Request{URL: url, Header: http.Header{"Connection": {"close"}}})
	if err != nil || a.Status != http.StatusFound || asked.Load() != 0 {
		t.Errorf("%d, asked elsewhere %d times, %v", a.Status, asked.Load(), err)
	}
}

func TestNoRequest(t *testing.T) {
	_, err := remote.New(quick()).Do(t.Context(), remote.Request{URL: "http://[::1/?key=SECRET"})
	if !errors.Is(err, remote.ErrRequest) || strings.Contains(err.Error(), "SECRET") {
		t.Error(err)
	}
}

func TestACancelledWaitEndsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	url, _ := service(t, func(w http.ResponseWriter, _ *http.Request) {
		cancel()
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	cfg := quick()
	cfg.Pause, cfg.MaxPause = time.Hour, time.Hour
	if _, err := remote.New(cfg).Do(ctx, remote.Request{URL: url}); !errors.Is(err, context.Canceled) && !errors.Is(err, remote.ErrUnavailable) {
		t.Error(err)
	}
}
