package gds_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/gds"
	"github.com/madang-dev/madang/assistants/travel/packs"
	"github.com/madang-dev/madang/internal/remote"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// service is a recorded service: it serves files and notes what it is asked.
type service struct {
	*httptest.Server
	tokens, searches atomic.Int64
	mu               sync.Mutex
	asked            []*http.Request
}

// serve answers the n-th search (from 1) with what search returns: a status
// and a file.
func serve(t *testing.T, search func(n int64, r *http.Request) (int, string)) *service {
	t.Helper()
	s := &service{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/security/oauth2/token" {
			s.tokens.Add(1)
			if err := r.ParseForm(); err != nil || r.PostForm.Get("client_secret") != "s3cret" || r.PostForm.Get("grant_type") != "client_credentials" {
				reply(t, w, http.StatusUnauthorized, "badkey.json")
				return
			}
			reply(t, w, http.StatusOK, "token.json")
			return
		}
		s.mu.Lock()
		s.asked = append(s.asked, r)
		s.mu.Unlock()
		status, file := search(s.searches.Add(1), r)
		reply(t, w, status, file)
	}))
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		s.Close()
	})
	return s
}

func reply(t *testing.T, w http.ResponseWriter, status int, file string) {
	raw, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Error(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw)
}

func client(t *testing.T, s *service, change func(*gds.Config)) *gds.Client {
	t.Helper()
	cfg := gds.Config{BaseURL: s.URL, Key: "key", Secret: "s3cret", Remote: remote.Config{Pause: time.Millisecond, MaxPause: 5 * time.Millisecond, PerSecond: 1000, HTTP: s.Client()}}
	if change != nil {
		change(&cfg)
	}
	c, err := gds.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pack is read once: it is large, and read-only.
var pack = sync.OnceValues(func() (*catalog.Pack, error) { return catalog.Open(packs.FS) })

func osaka(t *testing.T) catalog.FlightQuery {
	t.Helper()
	p, err := pack()
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 12, 19, 0, 0, 0, 0, time.UTC)
	return catalog.FlightQuery{Origin: "ICN", Destination: p.Destination("osaka"), Depart: day, Return: day.AddDate(0, 0, 3), People: 2}
}

func pages(int64, *http.Request) (int, string) { return http.StatusOK, "page1.json" }

func TestASearchPicksThree(t *testing.T) {
	t.Parallel()
	s := serve(t, pages)
	got, err := client(t, s, nil).Flights(t.Context(), osaka(t))
	if err != nil {
		t.Fatal(err)
	}
	out := catalog.Flight{
		From: "ICN", To: "KIX", Minutes: 110, DepartAt: "2026-12-19T09:05:00", ArriveAt: "2026-12-19T10:55:00",
		ReturnAt: "2026-12-22T18:30:00", ReturnArrive: "2026-12-22T20:30:00", Cabin: "ECONOMY", Seats: 9, Source: gds.Source,
	}
	cheap, middle, best := out, out, out
	cheap.ID, cheap.Type, cheap.Price, cheap.Airline = "gds-1", "budget", 215_500, "ALL NIPPON AIRWAYS"
	cheap.DepartAt, cheap.ArriveAt, cheap.Minutes, cheap.Stops = "2026-12-19T07:00:00", "2026-12-19T13:30:00", 390, 1
	middle.ID, middle.Type, middle.Price, middle.Airline = "gds-2", "standard", 260_000, "JEJU AIR"
	best.ID, best.Type, best.Price, best.Airline, best.Cabin, best.Seats = "gds-5", "premium", 900_001, "KOREAN AIR", "BUSINESS", 2
	if diff := cmp.Diff([]catalog.Flight{cheap, middle, best}, got); diff != "" {
		t.Error(diff)
	}
	q := s.asked[0].URL.Query()
	for key, want := range map[string]string{"originLocationCode": "ICN", "destinationLocationCode": "KIX", "departureDate": "2026-12-19", "returnDate": "2026-12-22", "adults": "2", "currencyCode": "KRW"} {
		if q.Get(key) != want {
			t.Errorf("%s=%s, want %s", key, q.Get(key), want)
		}
	}
	if s.asked[0].Header.Get("Authorization") != "Bearer t0ken" || s.tokens.Load() != 1 {
		t.Errorf("%q, %d tokens", s.asked[0].Header.Get("Authorization"), s.tokens.Load())
	}
}

func TestAnAirlineIsAskedFor(t *testing.T) {
	t.Parallel()
	s := serve(t, pages)
	q := osaka(t)
	q.Airline = "KE"
	if _, err := client(t, s, nil).Flights(t.Context(), q); err != nil || s.asked[0].URL.Query().Get("includedAirlineCodes") != "KE" {
		t.Errorf("%v %s", err, s.asked[0].URL)
	}
}

func TestABadKeyIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	s := serve(t, pages)
	_, err := client(t, s, func(c *gds.Config) { c.Secret = "wrong-secret" }).Flights(t.Context(), osaka(t))
	if !errors.Is(err, remote.ErrUnauthorized) || s.tokens.Load() != 1 || s.searches.Load() != 0 {
		t.Errorf("%v, %d tokens", err, s.tokens.Load())
	}
	if strings.Contains(err.Error(), "wrong-secret") || strings.Contains(err.Error(), s.URL) {
		t.Errorf("%v tells too much", err)
	}
}

func TestAThrottledSearchBacksOff(t *testing.T) {
	t.Parallel()
	s := serve(t, func(n int64, r *http.Request) (int, string) {
		if n < 3 {
			return http.StatusTooManyRequests, "throttled.json"
		}
		return pages(n, r)
	})
	if got, err := client(t, s, nil).Flights(t.Context(), osaka(t)); err != nil || len(got) != 3 {
		t.Errorf("%v %v", got, err)
	}
	down := serve(t, func(int64, *http.Request) (int, string) { return http.StatusServiceUnavailable, "throttled.json" })
	if _, err := client(t, down, nil).Flights(t.Context(), osaka(t)); !errors.Is(err, remote.ErrUnavailable) || down.searches.Load() != 3 {
		t.Errorf("%v after %d tries", err, down.searches.Load())
	}
}

func TestARefusedSearchIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	s := serve(t, func(int64, *http.Request) (int, string) { return http.StatusBadRequest, "refused.json" })
	if _, err := client(t, s, nil).Flights(t.Context(), osaka(t)); !errors.Is(err, remote.ErrRefused) || !strings.Contains(err.Error(), "INVALID DATE") || s.searches.Load() != 1 {
		t.Errorf("%v after %d searches", err, s.searches.Load())
	}
}

func TestNothingFound(t *testing.T) {
	t.Parallel()
	s := serve(t, func(int64, *http.Request) (int, string) { return http.StatusOK, "empty.json" })
	if _, err := client(t, s, nil).Flights(t.Context(), osaka(t)); !errors.Is(err, catalog.ErrNone) {
		t.Error(err)
	}
}

// answers is a transport without a network.
type answers func(*http.Request) (*http.Response, error)

func (f answers) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestASlowServiceTimesOut(t *testing.T) {
	t.Parallel()
	q := osaka(t)
	synctest.Test(t, func(t *testing.T) {
		searches := 0
		slow := answers(func(r *http.Request) (*http.Response, error) {
			if strings.HasSuffix(r.URL.Path, "/token") {
				body := io.NopCloser(strings.NewReader(`{"access_token":"t0ken","expires_in":1799}`))
				return &http.Response{StatusCode: http.StatusOK, Body: body, Request: r}, nil
			}
			searches++
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		c, err := gds.New(gds.Config{BaseURL: "https://flights.example", Key: "k", Secret: "s", Remote: remote.Config{MaxAttempts: 2, HTTP: &http.Client{Transport: slow}}})
		if err != nil {
			t.Fatal(err)
		}
		started := time.Now()
		_, err = c.Flights(t.Context(), q)
		if took := time.Since(started); !errors.Is(err, remote.ErrUnavailable) || searches != 2 || took != 2*8*time.Second+300*time.Millisecond {
			t.Errorf("%v after %d tries and %s", err, searches, took)
		}
	})
}

func TestACancelledSearchStopsAtOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, func(int64, *http.Request) (int, string) { return http.StatusTooManyRequests, "throttled.json" })
	ctx, cancel := context.WithCancel(t.Context())
	c := client(t, s, func(c *gds.Config) { c.Remote.Pause, c.Remote.MaxPause, c.Remote.MaxAttempts = time.Hour, time.Hour, 9 })
	done := make(chan error, 1)
	go func() { _, err := c.Flights(ctx, osaka(t)); done <- err }()
	for s.searches.Load() == 0 {
		select {
		case err := <-done:
			t.Fatal(err)
		case <-time.After(time.Millisecond):
		}
	}
	cancel()
	if err := <-done; err == nil {
		t.Error("a cancelled search found something")
	}
}

func TestSearchesShareTheLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, pages)
	c := client(t, s, func(c *gds.Config) { c.Remote.PerSecond = 50 })
	started := time.Now()
	var group sync.WaitGroup
	for range 30 {
		group.Go(func() {
			if _, err := c.Flights(t.Context(), osaka(t)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	// 60 requests at 50 a second with 50 at once take a fifth of a second.
	if took := time.Since(started); took < 180*time.Millisecond {
		t.Error(took)
	}
}

func TestWhatIsNoService(t *testing.T) {
	t.Parallel()
	for _, cfg := range []gds.Config{{}, {BaseURL: "ftp://x", Key: "k", Secret: "s"}, {BaseURL: "https://x"}, {BaseURL: "https://", Key: "k", Secret: "s"}} {
		if _, err := gds.New(cfg); err == nil {
			t.Errorf("%+v was taken", cfg)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	for _, name := range []string{"page1.json", "empty.json", "throttled.json"} {
		raw, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"data":[{"itineraries":[{},{}],"price":{"currency":"KRW","total":"-1"}}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/token") {
				reply(t, w, http.StatusOK, "token.json")
				return
			}
			_, _ = w.Write(raw)
		}))
		defer s.Close()
		c, err := gds.New(gds.Config{BaseURL: s.URL, Key: "key", Secret: "s3cret", Remote: remote.Config{HTTP: s.Client(), MaxAttempts: 1}})
		if err != nil {
			t.Fatal(err)
		}
		found, err := c.Flights(t.Context(), osaka(t))
		for _, flight := range found {
			if flight.Price <= 0 || flight.Type == "" {
				t.Errorf("%+v", flight)
			}
		}
		if err == nil && len(found) != 3 {
			t.Errorf("%d offers", len(found))
		}
	})
}
