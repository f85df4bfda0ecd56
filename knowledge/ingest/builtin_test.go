package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// counting makes vectors by one word, and counts how often each text came.
type counting struct {
	model string
	mu    sync.Mutex
	texts map[string]int
	most  int // texts of one call
	fail  bool
}

func (c *counting) Model() string { return c.model }

func (c *counting) Embed(_ context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail {
		return nil, errors.New("away")
	}
	if c.texts == nil {
		c.texts = map[string]int{}
	}
	c.most = max(c.most, len(texts))
	out := make([][]float32, len(texts))
	for i, t := range texts {
		c.texts[t]++
		out[i] = []float32{0, 3}
		if strings.Contains(t, "강아지") || strings.Contains(t, "멍멍이") {
			out[i] = []float32{3, 0}
		}
	}
	return out, nil
}

// made counts the texts of records that came, and the most that one came.
func (c *counting) made() (texts, times int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for text, n := range c.texts {
		if strings.Contains(text, "시험법") {
			texts, times = texts+1, max(times, n)
		}
	}
	return texts, times
}

func (c *counting) set(fail bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fail = fail
}

// packOf writes a pack of so many articles; the first is on dogs.
func packOf(t *testing.T, dir string, articles int, gist string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("articles:\n")
	for i := range articles {
		about := fmt.Sprintf("주차 %d", i)
		if i == 0 {
			about = gist
		}
		fmt.Fprintf(&b, "  - {id: A%d, law: 시험법, article: 제%d조, covers: [제%d조], title: 글, title_en: Text, gist: %s, gist_en: Text., as_of: \"2026-01-01\", status: verified, source: test}\n", i, i+1, i+1, about)
	}
	if err := os.WriteFile(filepath.Join(dir, "statutes.yaml"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// embedded is a node: a shelf on a folder, with vectors made beside. stop ends
// it before the test does.
func embedded(t *testing.T, s *store.Store, dir string, e knowledge.Embedder) (shelf *knowledge.Shelf, stop func()) {
	t.Helper()
	const sweep = 20 * time.Millisecond
	shelf, err := knowledge.NewShelf(t.Context(), knowledge.ShelfConfig{
		Library:  knowledge.Config{FS: os.DirFS(dir), Embedder: e},
		Ingested: ingest.Collection{Store: s, Assistant: "realestate", Model: e.Model()}, Sweep: sweep,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() { _ = shelf.Run(ctx) })
	work.Go(func() {
		_ = ingest.BuiltIn{Store: s, Embedder: e, Shelf: shelf, Sweep: sweep}.Run(ctx)
	})
	stop = sync.OnceFunc(func() {
		cancel()
		work.Wait()
	})
	t.Cleanup(stop)
	return shelf, stop
}

func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not in time: %s", what)
		}
	}
}

func found(t *testing.T, shelf *knowledge.Shelf, text string) string {
	t.Helper()
	hits, err := shelf.Now().SearchArticles(t.Context(), knowledge.Query{Text: text, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) == 0 {
		return ""
	}
	return hits[0].Record.ID
}

// The packs' records are embedded once, in batches, and again only when a text or
// the model is another one.
func TestBuiltInVectors(t *testing.T) {
	t.Parallel()
	const articles = 70
	onBoth(t, func(t *testing.T, s *store.Store) {
		dir := t.TempDir()
		packOf(t, dir, articles, "강아지는 두 마리까지")
		e := &counting{model: "first"}
		one, stopOne := embedded(t, s, dir, e)
		soon(t, "it is found by meaning", func() bool { return found(t, one, "멍멍이") == "A0" })
		if texts, times := e.made(); texts != articles || times != 1 || e.most > 32 {
			t.Errorf("%d texts, one of them %d times, %d at once", texts, times, e.most)
		}
		// A text that changes is made anew, alone.
		packOf(t, dir, articles, "이제 강아지는 세 마리까지")
		soon(t, "the new text is there", func() bool {
			hits := one.Now().Article("시험법", "제1조")
			return len(hits) == 1 && strings.HasPrefix(hits[0].Gist, "이제") && len(one.Lacking()) == 0
		})
		if got := found(t, one, "멍멍이"); got != "A0" {
			t.Errorf("found %q", got)
		}
		if texts, times := e.made(); texts != articles+1 || times != 1 {
			t.Errorf("after a change %d texts, one of them %d times", texts, times)
		}
		// What is removed of other knowledge takes none of them away, and nodes
		// that start later make none.
		if _, err := s.RemoveKnowledgeSources(t.Context(), "realestate", "none", nil, time.Now()); err != nil {
			t.Fatal(err)
		}
		stopOne()
		for range 2 {
			later, stop := embedded(t, s, dir, e)
			soon(t, "a later node finds by meaning", func() bool { return found(t, later, "멍멍이") == "A0" })
			if texts, times := e.made(); texts != articles+1 || times != 1 {
				t.Errorf("for a later node %d texts, one of them %d times", texts, times)
			}
			stop()
		}
		// Nodes that look at once need not wait for each other.
		other := &counting{model: "second"}
		two, _ := embedded(t, s, dir, other)
		three, _ := embedded(t, s, dir, other)
		for _, shelf := range []*knowledge.Shelf{two, three} {
			soon(t, "the other model's are found", func() bool { return found(t, shelf, "멍멍이") == "A0" })
		}
		if texts, times := other.made(); texts != articles || times > 2 {
			t.Errorf("the other model made %d texts, one of them %d times", texts, times)
		}
	})
}

// An embedder that is away holds nothing up, and is asked again.
func TestBuiltInVectorsOfAnEmbedderThatIsAway(t *testing.T) {
	t.Parallel()
	s := openStore(t, store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 4})
	dir := t.TempDir()
	packOf(t, dir, 3, "강아지는 두 마리까지")
	e := &counting{model: "m", fail: true}
	shelf, _ := embedded(t, s, dir, e)
	if got := found(t, shelf, "강아지는 몇 마리?"); got != "A0" {
		t.Errorf("by words found %q", got)
	}
	if got := found(t, shelf, "멍멍이"); got != "" {
		t.Errorf("found %q without vectors", got)
	}
	e.set(false)
	soon(t, "it is found by meaning", func() bool { return found(t, shelf, "멍멍이") == "A0" })
}

// Vectors that were made a month ago go, others stay.
func TestBuiltInVectorsAreForgotten(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		now := time.Now()
		for hash, at := range map[string]time.Time{"old": now.AddDate(0, 0, -31), "young": now.AddDate(0, 0, -29)} {
			if err := s.KeepVectors(t.Context(), "m", map[string][]float32{hash: {1}}, at); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.RemoveKnowledgeSources(t.Context(), "realestate", "p", nil, now); err != nil {
			t.Fatal(err)
		}
		left, err := s.BuiltInVectors(t.Context(), "m")
		if err != nil || len(left) != 1 || left["young"] == nil {
			t.Errorf("left %v, %v", left, err)
		}
	})
}
