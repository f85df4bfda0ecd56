package knowledge_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/knowledge"
)

// ingested is what an operator would have ingested.
type ingested struct {
	mu       sync.Mutex
	version  int
	passages []knowledge.Passage
	err      error
}

func (i *ingested) Stamp(context.Context) (string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return fmt.Sprint(i.version), nil
}

func (i *ingested) Passages(context.Context) ([]knowledge.Passage, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.passages, i.err
}

func (i *ingested) set(err error, passages ...knowledge.Passage) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.version++
	i.passages, i.err = passages, err
}

func passage(id, law, article, title, text string) knowledge.Passage {
	return knowledge.Passage{ID: id, Law: law, Article: article, Title: title, Text: text, Source: "test", Status: knowledge.StatusUnverified}
}

// small are packs that are indexed in a moment, also on a busy machine.
func small() fs.FS {
	return fstest.MapFS{"statutes.yaml": &fstest.MapFile{Data: []byte(`articles:
  - {id: A1, law: 민법, article: 제1조, covers: [제1조], title: 법원, title_en: Sources, gist: 민사에 관한 규정, gist_en: On civil matters., as_of: "2026-01-01", status: verified, source: test}
`)}}
}

// running is a shelf that looks for changes until the test ends.
func running(t *testing.T, cfg knowledge.ShelfConfig) *knowledge.Shelf {
	t.Helper()
	if cfg.Library.FS == nil {
		cfg.Library.FS = small()
	}
	cfg.Sweep = 5 * time.Millisecond
	shelf, err := knowledge.NewShelf(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _ = shelf.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return shelf
}

// until waits for a condition.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not in time: %s", what)
		}
	}
}

// first is the id of what a search finds first.
func first(t *testing.T, s *knowledge.Shelf, text string) string {
	t.Helper()
	hits, err := s.Now().SearchArticles(t.Context(), knowledge.Query{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) == 0 {
		return ""
	}
	return hits[0].Record.ID
}

const pets = "반려동물은 몇 마리까지 되나요?"

// Libraries come and go under searches that never fail and never see half of
// one. Run with -race.
func TestShelfReloadsUnderSearches(t *testing.T) {
	t.Parallel()
	from := &ingested{}
	from.set(nil, passage("a", "관리 규정", "", "반려동물", "반려동물은 두 마리까지 키운다."))
	shelf := running(t, knowledge.ShelfConfig{Ingested: from})
	ctx, cancel := context.WithCancel(t.Context())
	var searchers sync.WaitGroup
	for range 2 {
		searchers.Go(func() {
			for ctx.Err() == nil {
				hits, err := shelf.Now().SearchArticles(context.WithoutCancel(ctx), knowledge.Query{Text: pets})
				if err != nil || len(hits) != 1 {
					t.Errorf("%d hits, %v", len(hits), err)
					return
				}
				shelf.Now().Article("민법", "제1조")
			}
		})
	}
	defer searchers.Wait()
	defer cancel()
	for _, id := range []string{"b", "c", "d"} {
		from.set(nil, passage(id, "관리 규정", "", "반려동물", "반려동물은 두 마리까지 키운다."))
		until(t, id+" is found", func() bool { return first(t, shelf, pets) == id })
	}
}

func TestShelfKeepsWhatItHas(t *testing.T) {
	t.Parallel()
	from := &ingested{}
	from.set(nil, passage("a", "관리 규정", "", "반려동물", "반려동물은 두 마리까지 키운다."))
	var mu sync.Mutex
	var log bytes.Buffer
	failed := 0
	shelf := running(t, knowledge.ShelfConfig{
		Ingested: from,
		Logger: slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			return log.Write(p)
		}), nil)),
		ReloadedFunc: func(err error) {
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed++
			}
		},
	})
	from.set(errors.New("the database is away"))
	until(t, "three tries have failed", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return failed >= 3
	})
	if got := first(t, shelf, pets); got != "a" {
		t.Errorf("found %q", got)
	}
	mu.Lock()
	if n := strings.Count(log.String(), "the database is away"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, log.String())
	}
	mu.Unlock()
	from.set(nil)
	until(t, "the new library is there", func() bool { return first(t, shelf, pets) == "" })
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// An operator's synonyms are read, and read again when they change.
func TestExtraSynonyms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, small()); err != nil {
		t.Fatal(err)
	}
	shelf := running(t, knowledge.ShelfConfig{Library: knowledge.Config{FS: os.DirFS(dir)}})
	const question = "쿠쿠루쿠 가능해?"
	if got := first(t, shelf, question); got != "" {
		t.Fatalf("a word that nobody knows found %s", got)
	}
	extra := filepath.Join(dir, "synonyms.extra.yaml")
	write := func(text string) { // at once: half a file is a file without the word
		if err := errors.Join(os.WriteFile(extra+".new", []byte(text), 0o600), os.Rename(extra+".new", extra)); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"", "# nothing yet\n", "groups:\n  - [쿠쿠루쿠, 민사, 민사상]\n"} {
		write(text)
		_, err := knowledge.Open(t.Context(), knowledge.Config{FS: os.DirFS(dir)})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	}
	until(t, "the new word is known", func() bool { return first(t, shelf, question) != "" })
	write("groups: [쿠쿠루쿠")
	if _, err := knowledge.Open(t.Context(), knowledge.Config{FS: os.DirFS(dir)}); err == nil || !strings.Contains(err.Error(), "synonyms.extra.yaml") {
		t.Errorf("a broken file: %v", err)
	}
	if first(t, shelf, question) == "" {
		t.Error("a broken file took the word away")
	}
}

// A guide that an operator adds is told without a restart, as all other files of packs are.
func TestGuidesAreReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, small()); err != nil {
		t.Fatal(err)
	}
	shelf := running(t, knowledge.ShelfConfig{Library: knowledge.Config{FS: os.DirFS(dir)}})
	const question = "고양이 키워도 되나요?"
	if got := first(t, shelf, question); got != "" {
		t.Fatalf("before there is a guide %s was found", got)
	}
	guide := `guides:
- {id: G, law: 민법, article: 제1조, covers: [제1조], title: 고양이, title_en: Cat, gist: 고양이는 괜찮다., gist_en: A cat is fine., as_of: "2026-01-01", status: verified, source: s, questions: [고양이 키워도 되나요]}
`
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "guides"), 0o700), os.WriteFile(filepath.Join(dir, "guides", "cats.yaml"), []byte(guide), 0o600)); err != nil {
		t.Fatal(err)
	}
	until(t, "the guide is found", func() bool { return first(t, shelf, question) != "" })
}

func TestNewShelfTellsWhatIsWrong(t *testing.T) {
	t.Parallel()
	from := &ingested{}
	from.set(errors.New("away"))
	for name, cfg := range map[string]knowledge.ShelfConfig{
		"no statutes": {Library: knowledge.Config{FS: fstest.MapFS{}}},
		"no passages": {Library: knowledge.Config{FS: small()}, Ingested: from},
	} {
		if _, err := knowledge.NewShelf(t.Context(), cfg); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
