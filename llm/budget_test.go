package llm_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

func openStore(t testing.TB, cfg store.Config) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// midnight is an hour before a day ends in Korea.
var midnight = time.Date(2026, 3, 4, 14, 0, 0, 0, time.UTC)

// day is what was used on 4 March, of whom.
func day(t *testing.T, s *store.Store, user string) store.Usage {
	t.Helper()
	days, err := s.UsageDays(t.Context(), store.Server(), store.UsageFilter{UserID: user, From: "2026-03-04", To: "2026-03-04"})
	if err != nil || len(days) > 1 {
		t.Fatalf("%+v, %v", days, err)
	}
	if len(days) == 0 {
		return store.Usage{}
	}
	return days[0].Usage
}

// Each answer takes 40 tokens and is held with 100 and its question before.
const forty = `default: {text: 네, usage: {input_tokens: 30, output_tokens: 10}}`

func TestCaps(t *testing.T) {
	t.Parallel()
	price := llm.Price{Known: true, Input: 1_000_000, Output: 2_000_000} // 50 millionths an answer
	for name, test := range map[string]struct {
		caps   llm.Caps
		payers []llm.Call // each asks until it is stopped, ten times at most
		want   []int
	}{
		"none":                {payers: []llm.Call{{UserID: "u1"}}, want: []int{10}},
		"of a run":            {caps: llm.Caps{TokensPerRun: 240}, payers: []llm.Call{{RunID: "r1"}, {RunID: "r2"}, {}}, want: []int{4, 4, 10}},
		"of a user":           {caps: llm.Caps{TokensPerUserDay: 240}, payers: []llm.Call{{UserID: "u1", RunID: "r1"}, {UserID: "u1", RunID: "r2"}, {UserID: "u2"}}, want: []int{4, 0, 4}},
		"of a nameless one":   {caps: llm.Caps{TokensPerUserDay: 240}, payers: []llm.Call{{SessionID: "s1"}, {SessionID: "s1"}, {SessionID: "s2"}}, want: []int{4, 0, 4}},
		"of a company":        {caps: llm.Caps{TokensPerCompanyDay: 240}, payers: []llm.Call{{UserID: "@acme/u1"}, {UserID: "@acme/u2"}, {UserID: "@umbra/u1"}, {UserID: "u1"}}, want: []int{4, 0, 4, 10}},
		"of an address":       {caps: llm.Caps{TokensPerAddressDay: 240}, payers: []llm.Call{{UserID: "u1", Address: "192.0.2.1"}, {UserID: "u2", Address: "192.0.2.1"}, {UserID: "u2", Address: "192.0.2.2"}, {UserID: "u2"}}, want: []int{4, 0, 4, 10}},
		"of all":              {caps: llm.Caps{TokensPerDay: 240}, payers: []llm.Call{{UserID: "u1"}, {UserID: "u2"}, {}}, want: []int{4, 0, 0}},
		"too small for one":   {caps: llm.Caps{TokensPerRun: 100}, payers: []llm.Call{{RunID: "r1"}}, want: []int{0}},
		"money of a run":      {caps: llm.Caps{CostPerRun: 400}, payers: []llm.Call{{RunID: "r1"}, {RunID: "r2"}}, want: []int{4, 4}},
		"money of a user":     {caps: llm.Caps{CostPerUserDay: 400}, payers: []llm.Call{{UserID: "u1"}, {UserID: "u1"}}, want: []int{4, 0}},
		"money of an address": {caps: llm.Caps{CostPerAddressDay: 400}, payers: []llm.Call{{Address: "192.0.2.1"}, {Address: "192.0.2.1"}}, want: []int{4, 0}},
		"money of all":        {caps: llm.Caps{CostPerDay: 400}, payers: []llm.Call{{UserID: "u1"}, {UserID: "u2"}}, want: []int{4, 0}},
		"the tightest counts": {caps: llm.Caps{TokensPerRun: 240, TokensPerDay: 360, CostPerDay: 1_000_000}, payers: []llm.Call{{RunID: "r1"}, {RunID: "r2"}, {RunID: "r3"}}, want: []int{4, 3, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openStore(t, store.Config{DataDir: storetest.SQLite(t)})
			c, m := client(t, forty, func(cfg *llm.Config) {
				cfg.Ledger, cfg.Caps, cfg.Price = s, test.caps, price
				cfg.Clock = func() time.Time { return midnight }
			})
			p, sum := prompt(t, "answer"), 0
			for i, payer := range test.payers {
				got := 0
				for range 10 {
					payer.Prompt, payer.Data = p, "?"
					_, err := c.Ask(t.Context(), payer)
					if err != nil && !errors.Is(err, llm.ErrOverBudget) {
						t.Fatal(err)
					}
					if err != nil {
						break
					}
					got++
				}
				if got != test.want[i] {
					t.Errorf("payer %d got %d answers, want %d", i, got, test.want[i])
				}
				sum += got
			}
			if m.asked.Load() != int64(sum) {
				t.Errorf("the model was asked %d times for %d answers", m.asked.Load(), sum)
			}
			want := store.Usage{Calls: int64(sum), InputTokens: 30 * int64(sum), OutputTokens: 10 * int64(sum), CostMicros: 50 * int64(sum)}
			if diff := cmp.Diff(want, day(t, s, "")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// A day begins at midnight in Korea.
func TestACapIsOfItsDay(t *testing.T) {
	t.Parallel()
	s := openStore(t, store.Config{DataDir: storetest.SQLite(t)})
	var ahead atomic.Int64
	c, _ := client(t, forty, func(cfg *llm.Config) {
		cfg.Ledger, cfg.Caps = s, llm.Caps{TokensPerDay: 130}
		cfg.Clock = func() time.Time { return midnight.Add(time.Duration(ahead.Load())) }
	})
	ask := func() error {
		_, err := c.Ask(t.Context(), llm.Call{Prompt: prompt(t, "answer"), Data: "?"})
		return err
	}
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	ahead.Store(int64(59 * time.Minute))
	var over *llm.OverBudget
	if err := ask(); !errors.Is(err, llm.ErrOverBudget) || !errors.As(err, &over) || over.RetryAfter != time.Minute {
		t.Errorf("%v, %+v", err, over)
	}
	ahead.Store(int64(time.Hour))
	if err := ask(); err != nil {
		t.Error(err)
	}
}

// What failed without having been worked on is given back; what was cut off
// is counted once, with the answer that came after it.
func TestWhatFailedIsReckonedOnce(t *testing.T) {
	t.Parallel()
	s := openStore(t, store.Config{DataDir: storetest.SQLite(t)})
	c, _ := client(t, `
rules:
  - {contains: 바쁨, times: 2, fault: unavailable}
  - {contains: 끊김, times: 1, fault: disconnect, text: 다섯여섯}
  - {contains: 틀림, times: 1, text: "", usage: {input_tokens: 30, output_tokens: 10}}
  - {contains: 거절, fault: refused}
  - {text: 네, usage: {input_tokens: 30, output_tokens: 10}}`, func(cfg *llm.Config) {
		cfg.Ledger, cfg.Caps = s, llm.Caps{TokensPerDay: 100_000}
		cfg.Clock = func() time.Time { return midnight }
	})
	p := prompt(t, "answer")
	var total llm.Usage
	ask := func(said string) {
		t.Helper()
		a, err := c.Ask(t.Context(), llm.Call{Prompt: p, Data: said, UserID: "u1"})
		if err != nil && !errors.Is(err, llm.ErrRefused) {
			t.Fatal(err)
		}
		total.Add(a.Usage)
		got := day(t, s, "u1")
		if got.InputTokens != int64(total.InputTokens) || got.OutputTokens != int64(total.OutputTokens) {
			t.Errorf("%s: answers took %+v, the account has %+v", said, total, got)
		}
	}
	ask("바쁨")
	if got := day(t, s, "u1"); got.Calls != 1 || got.InputTokens != 30 {
		t.Errorf("failed requests are counted: %+v", got)
	}
	ask("거절")
	ask("끊김")
	if got := day(t, s, "u1"); got.Calls != 3 || got.Estimated != 1 || got.Unpriced != 3 {
		t.Errorf("%+v", got)
	}
	ask("틀림")
	if got := day(t, s, "u1"); got.Calls != 5 {
		t.Errorf("%+v", got)
	}
	// All of it counts towards the cap, and nothing else does.
	used := int64(total.InputTokens + total.OutputTokens)
	holds := []store.UsageHold{{Key: "day:2026-03-04", KeepUntil: "2026-03-04", Tokens: 100_000 - used + 1, MaxTokens: 100_000}}
	if err := s.HoldUsage(t.Context(), holds); !errors.Is(err, store.ErrOverCap) {
		t.Error(err)
	}
	holds[0].Tokens--
	if err := s.HoldUsage(t.Context(), holds); err != nil {
		t.Error(err)
	}
}

// Two nodes with many askers each never pass a budget that is theirs
// together, and use all of it.
func TestNodesRaceForOneBudget(t *testing.T) {
	t.Parallel()
	for dialect, configs := range map[string]func(testing.TB) []store.Config{
		store.DialectSQLite: func(t testing.TB) []store.Config { return []store.Config{{DataDir: storetest.SQLite(t)}} },
		store.DialectPostgres: func(t testing.TB) []store.Config {
			one := store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8}
			return []store.Config{one, one}
		},
	} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			const budget = 40 * 25
			var answers, late atomic.Int64
			var wg sync.WaitGroup
			var last *store.Store
			var asker *llm.Client
			for _, cfg := range configs(t) {
				s := openStore(t, cfg)
				last = s
				c, _ := client(t, forty, func(cfg *llm.Config) {
					cfg.Ledger, cfg.Caps, cfg.Concurrent = s, llm.Caps{TokensPerDay: budget}, 8
					cfg.Clock = func() time.Time { return midnight }
				})
				asker = c
				p := prompt(t, "answer")
				for range 8 {
					wg.Go(func() {
						for range 10 {
							_, err := c.Ask(t.Context(), llm.Call{Prompt: p, Data: "?"})
							switch {
							case err == nil:
								answers.Add(1)
							case errors.Is(err, llm.ErrOverBudget):
								late.Add(1)
							default:
								t.Error(err)
							}
						}
					})
				}
			}
			wg.Wait()
			for { // what others held when the askers gave up is free again
				_, err := asker.Ask(t.Context(), llm.Call{Prompt: prompt(t, "answer"), Data: "?"})
				if errors.Is(err, llm.ErrOverBudget) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				answers.Add(1)
			}
			used := day(t, last, "")
			if used.InputTokens+used.OutputTokens > budget || used.Calls != answers.Load() || late.Load() == 0 {
				t.Errorf("%d answers, %d too late, used %+v of %d", answers.Load(), late.Load(), used, budget)
			}
			if used.InputTokens+used.OutputTokens < budget-150 { // what one more would have been held with
				t.Errorf("used only %+v", used)
			}
		})
	}
}

// ledgerDown is an account that can't be reached.
type ledgerDown struct{}

func (ledgerDown) HoldUsage(context.Context, []store.UsageHold) error {
	return fmt.Errorf("%w: gone", store.ErrUnavailable)
}

func (ledgerDown) SettleUsage(context.Context, store.UsageEntry, []store.UsageHold) error {
	return fmt.Errorf("%w: gone", store.ErrUnavailable)
}

// A cap that can't be read is not passed; without caps an answer is worth
// more than its account.
func TestTheAccountIsAway(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	for _, capped := range []bool{true, false} {
		c, m := client(t, forty, func(cfg *llm.Config) {
			cfg.Ledger, cfg.Attempts, cfg.BreakAfter = ledgerDown{}, 1, 1
			cfg.Logger = slog.New(slog.NewTextHandler(&log, nil))
			if capped {
				cfg.Caps = llm.Caps{TokensPerDay: 1000}
			}
		})
		_, err := c.Ask(t.Context(), llm.Call{Prompt: prompt(t, "answer"), Data: "비밀 질문"})
		if capped != errors.Is(err, llm.ErrUnavailable) || capped == (m.asked.Load() == 1) || c.Healthy() != nil {
			t.Errorf("capped %v: asked %d times, %v, healthy %v", capped, m.asked.Load(), err, c.Healthy())
		}
	}
	if !strings.Contains(log.String(), "not noted") || strings.Contains(log.String(), "비밀") {
		t.Errorf("log: %s", log.String())
	}
}

func TestUsageOfARun(t *testing.T) {
	t.Parallel()
	s := openStore(t, store.Config{DataDir: storetest.SQLite(t)})
	c, _ := client(t, forty, func(cfg *llm.Config) {
		cfg.Ledger = s
		cfg.Clock = func() time.Time { return midnight }
	})
	// A run that the store does not know has its day all the same.
	if _, err := c.Ask(t.Context(), llm.Call{Prompt: prompt(t, "answer"), Data: "?", UserID: "u1", RunID: "run-none"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Embedder().Embed(t.Context(), []string{"abc", "def"}); err != nil {
		t.Fatal(err)
	}
	if u := day(t, s, "u1"); u.InputTokens != 30 {
		t.Errorf("of the user: %+v", u)
	}
	all, err := s.UsageDays(t.Context(), store.Server(), store.UsageFilter{From: "2026-03-04", To: "2026-03-04"})
	if err != nil || len(all) != 2 || all[1].Model != "vectors" || all[1].InputTokens != 2 || all[1].Calls != 1 {
		t.Errorf("of all: %+v, %v", all, err)
	}
}

// vectors is an embedder that a test writes in Go.
type vectors func(texts []string) ([][]float32, llm.Usage, error)

func (f vectors) Embed(_ context.Context, texts []string) ([][]float32, llm.Usage, error) {
	return f(texts)
}

func TestEmbeddingsComeInBatches(t *testing.T) {
	t.Parallel()
	var sizes []int
	failed := false
	c := llm.NewClient(llm.Config{EmbeddingName: "vectors", Embedder: vectors(func(texts []string) ([][]float32, llm.Usage, error) {
		if len(sizes) == 1 && !failed {
			failed = true
			return nil, llm.Usage{}, llm.ErrUnavailable
		}
		sizes = append(sizes, len(texts))
		out := make([][]float32, len(texts))
		for i, text := range texts {
			out[i] = []float32{float32(len(text)), 1}
		}
		return out, llm.Usage{InputTokens: len(texts)}, nil
	})})
	texts := make([]string, 150)
	for i := range texts {
		texts[i] = strings.Repeat("x", i)
	}
	texts[140] = strings.Repeat("x", 200<<10) // longer than a batch: it goes alone
	got, err := c.Embedder().Embed(t.Context(), texts)
	if err != nil || len(got) != 150 || !failed {
		t.Fatalf("%d vectors, %v", len(got), err)
	}
	for i, v := range got {
		if v[0] != float32(len(texts[i])) {
			t.Fatalf("vector %d is of another text", i)
		}
	}
	if diff := cmp.Diff([]int{64, 64, 12, 1, 9}, sizes); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if none, err := c.Embedder().Embed(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("%v, %v", none, err)
	}
}

func TestVectorsAreChecked(t *testing.T) {
	t.Parallel()
	for name, got := range map[string][][]float32{
		"too few": {{1}}, "too many": {{1}, {1}, {1}}, "empty": {{}, {}}, "of different lengths": {{1}, {1, 2}},
		"not a number": {{1}, {float32(math.NaN())}}, "endless": {{float32(math.Inf(1))}, {1}},
	} {
		spent := 0
		meter := llm.Meter{SpentFunc: func(u llm.Usage, _ int64) { spent += u.InputTokens }}
		c := llm.NewClient(llm.Config{Meter: meter, Embedder: vectors(func([]string) ([][]float32, llm.Usage, error) {
			return got, llm.Usage{InputTokens: 3}, nil
		})})
		v, err := c.Embedder().Embed(t.Context(), []string{"a", "b"})
		if !errors.Is(err, llm.ErrBadAnswer) || v != nil || spent != 3 {
			t.Errorf("%s: %v, %d tokens, %v", name, v, spent, err)
		}
	}
}
