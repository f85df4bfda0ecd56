package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// onBoth runs a test on a store of each kind.
func onBoth(t *testing.T, run func(t *testing.T, s *store.Store)) {
	t.Helper()
	for name, cfg := range map[string]func(*testing.T) store.Config{
		"SQLite":   func(t *testing.T) store.Config { return store.Config{DataDir: storetest.SQLite(t)} },
		"Postgres": func(t *testing.T) store.Config { return store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openStore(t, cfg(t))
			run(t, s)
		})
	}
}

func openStore(t *testing.T, cfg store.Config) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// folder is a folder of files on disk.
type folder struct {
	t   *testing.T
	dir string
}

func newFolder(t *testing.T) folder {
	t.Helper()
	f := folder{t, filepath.Join(t.TempDir(), "laws")}
	f.write("civil.jsonl", article("민법", "제1조", "법원"))
	f.write("sub/lease.md", "---\nlaw: 주택임대차보호법\nas_of: 2026-01-02\n---\n## 제7조(증감)\n차임은 20분의 1까지 올린다.\n")
	f.write("notes.bin", "not read")
	f.write(".hidden.txt", "not seen")
	return f
}

func (f folder) write(name, content string) {
	f.t.Helper()
	name = filepath.Join(f.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(content), 0o600)); err != nil {
		f.t.Fatal(err)
	}
}

func (f folder) remove(name string) {
	f.t.Helper()
	if err := os.RemoveAll(filepath.Join(f.dir, name)); err != nil {
		f.t.Fatal(err)
	}
}

func article(law, number, text string) string {
	return fmt.Sprintf("{%q:%q,%q:%q,%q:%q}\n", "law", law, "article", number, "text", text)
}

func config(s *store.Store) ingest.Config {
	return ingest.Config{Store: s, Pack: "statutes", Assistant: "realestate"}
}

func (f folder) ingest(cfg ingest.Config, paths ...string) ingest.Report {
	f.t.Helper()
	if len(paths) == 0 {
		paths = []string{f.dir}
	}
	r, err := ingest.Run(f.t.Context(), cfg, paths)
	if err != nil {
		f.t.Fatal(err)
	}
	return r
}

// holds checks the texts that are stored, by what the passages' ids end in.
func holds(t *testing.T, s *store.Store, want map[string]string) {
	t.Helper()
	all, err := ingest.Collection{Store: s, Assistant: "realestate"}.Passages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, p := range all {
		got[strings.TrimPrefix(p.ID, "statutes/")] = p.Text
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
}

func TestChangesAreFollowed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		f := newFolder(t)
		var seen []string
		cfg := config(s)
		cfg.ProgressFunc = func(done, total int, uri string) { seen = append(seen, fmt.Sprintf("%d/%d %s", done, total, uri)) }
		r := f.ingest(cfg)
		want := ingest.Report{
			Pack: "statutes", Assistant: "realestate", Added: []string{"laws/civil.jsonl", "laws/sub/lease.md"},
			Changed: []string{}, Removed: []string{}, Failed: []string{}, Ignored: 1, Chunks: 2, Problems: []ingest.Problem{},
		}
		if diff := cmp.Diff(want, r); diff != "" {
			t.Errorf("first:\n%s", diff)
		}
		if diff := cmp.Diff([]string{"0/2 laws/civil.jsonl", "1/2 laws/sub/lease.md", "2/2 "}, seen); diff != "" {
			t.Errorf("progress:\n%s", diff)
		}
		const lease = "차임은 20분의 1까지 올린다."
		holds(t, s, map[string]string{"laws/civil.jsonl#1": "법원", "laws/sub/lease.md#1": lease})

		before, err := s.KnowledgeStamp(t.Context(), "realestate")
		if err != nil {
			t.Fatal(err)
		}
		if r = f.ingest(config(s)); r.Unchanged != 2 || len(r.Added)+len(r.Changed)+len(r.Removed) > 0 {
			t.Errorf("again: %+v", r)
		}
		if after, err := s.KnowledgeStamp(t.Context(), "realestate"); err != nil || after != before {
			t.Errorf("what is unchanged moved the pack on: %v", err)
		}

		f.write("civil.jsonl", article("민법", "제1조", "새 글"))
		f.write("new.txt", "전기차는 지하에서 충전한다.")
		f.remove("sub")
		dry := config(s)
		dry.DryRun = true
		for _, cfg := range []ingest.Config{dry, config(s)} {
			r = f.ingest(cfg)
			got := [][]string{r.Added, r.Changed, r.Removed}
			if diff := cmp.Diff([][]string{{"laws/new.txt"}, {"laws/civil.jsonl"}, {"laws/sub/lease.md"}}, got); diff != "" {
				t.Errorf("dry run %v:\n%s", cfg.DryRun, diff)
			}
			if cfg.DryRun {
				holds(t, s, map[string]string{"laws/civil.jsonl#1": "법원", "laws/sub/lease.md#1": lease})
			}
		}
		holds(t, s, map[string]string{"laws/civil.jsonl#1": "새 글", "laws/new.txt#1": "전기차는 지하에서 충전한다."})

		// What is said of files from outside is part of what they are.
		cfg = config(s)
		cfg.Meta.AsOf = "2026-05-01"
		if r = f.ingest(cfg); len(r.Changed) != 2 {
			t.Errorf("with a day: %+v", r)
		}
	})
}

// A source with one bad record is not stored at all, and what it was stays.
func TestSourcesAreTakenWhole(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		f := newFolder(t)
		f.ingest(config(s))
		f.write("civil.jsonl", article("민법", "제1조", "새 글")+"{\"text\":\n"+article("민법", "제2조", "글"))
		f.write("fresh.jsonl", article("상법", "제1조", "글")+article("상법", "제2조", ""))
		f.write("good.txt", "좋은 글")
		r := f.ingest(config(s))
		want := []ingest.Problem{
			{File: "laws/civil.jsonl", Line: 2, Message: "this is no JSON object: unexpected end of JSON input"},
			{File: "laws/fresh.jsonl", Line: 2, Message: "there is no text"},
		}
		if diff := cmp.Diff(want, r.Problems); diff != "" || !cmp.Equal(r.Failed, []string{"laws/civil.jsonl", "laws/fresh.jsonl"}) {
			t.Errorf("%v\n%s", r.Failed, diff)
		}
		holds(t, s, map[string]string{
			"laws/civil.jsonl#1": "법원", "laws/sub/lease.md#1": "차임은 20분의 1까지 올린다.", "laws/good.txt#1": "좋은 글",
		})
		src, err := s.KnowledgeSource(t.Context(), "statutes", "laws/fresh.jsonl")
		if err != nil || src.Status != store.SourceFailed || src.Error != "line 2: there is no text" || src.ChunkCount != 0 {
			t.Errorf("%+v, %v", src, err)
		}
		f.write("fresh.jsonl", article("상법", "제1조", "글"))
		if r = f.ingest(config(s)); len(r.Added) != 1 || len(r.Failed) != 1 {
			t.Errorf("put right: %+v", r)
		}
	})
}

func TestPrune(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		f := newFolder(t)
		f.write("../single.txt", "따로 온 글")
		single := filepath.Join(f.dir, "..", "single.txt")
		f.ingest(config(s), f.dir, single)
		// Another folder's and a single file's sources stay without --prune.
		if r := f.ingest(config(s), single); len(r.Removed) != 0 {
			t.Errorf("removed %v", r.Removed)
		}
		// An empty folder is more likely one that is not mounted.
		f.remove("")
		f.write(".keep", "")
		if r := f.ingest(config(s)); len(r.Removed) != 0 || len(r.Problems) != 1 {
			t.Errorf("an empty folder: %+v", r)
		}
		cfg := config(s)
		cfg.Prune = true
		if r := f.ingest(cfg, single); !cmp.Equal(r.Removed, []string{"laws/civil.jsonl", "laws/sub/lease.md"}) {
			t.Errorf("pruned %v", r.Removed)
		}
		holds(t, s, map[string]string{"single.txt#1": "따로 온 글"})
	})
}

func TestBadArguments(t *testing.T) {
	t.Parallel()
	s := openStore(t, store.Config{DataDir: storetest.SQLite(t)})
	f := newFolder(t)
	f.write("other/laws/a.txt", "글")
	f.ingest(config(s))
	for name, c := range map[string]struct {
		change func(*ingest.Config)
		paths  []string
	}{
		"no pack":           {func(c *ingest.Config) { c.Pack = "" }, []string{f.dir}},
		"a path for a pack": {func(c *ingest.Config) { c.Pack = "../x" }, []string{f.dir}},
		"another assistant": {func(c *ingest.Config) { c.Assistant = "travel" }, []string{f.dir}},
		"nothing there":     {nil, []string{filepath.Join(f.dir, "none")}},
		"no match":          {nil, []string{filepath.Join(f.dir, "*.none")}},
		"one name twice":    {nil, []string{f.dir, filepath.Join(f.dir, "other", "laws")}},
		"no path":           {nil, nil},
	} {
		cfg := config(s)
		if c.change != nil {
			c.change(&cfg)
		}
		if _, err := ingest.Run(t.Context(), cfg, c.paths); !errors.Is(err, ingest.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r := f.ingest(config(s), filepath.Join(f.dir, "*.jsonl")); !cmp.Equal(r.Added, []string{"civil.jsonl"}) {
		t.Errorf("a pattern: %+v", r)
	}
}

func TestLargeAndStrangeFiles(t *testing.T) {
	t.Parallel()
	s := openStore(t, store.Config{DataDir: storetest.SQLite(t)})
	f := newFolder(t)
	f.write("large.txt", "")
	if err := os.Truncate(filepath.Join(f.dir, "large.txt"), 60<<20); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(f.dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	r := f.ingest(config(s))
	want := []ingest.Problem{
		{File: "laws/link.txt", Message: "only plain files are read, no links"},
		{File: "laws/large.txt", Message: "it is larger than 50 MB"},
	}
	if diff := cmp.Diff(want, r.Problems); diff != "" {
		t.Error(diff)
	}
	if took := time.Since(begun); took > 2*time.Minute {
		t.Errorf("it took %v", took)
	}
	if len(r.Added) != 2 {
		t.Errorf("the others: %+v", r)
	}
}

// Two ingestions of one pack end as if one had come after the other.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		f := newFolder(t)
		want := map[string]string{"laws/sub/lease.md#1": "차임은 20분의 1까지 올린다.", "laws/civil.jsonl#1": "법원"}
		for i := range 20 {
			text := fmt.Sprintf("글 %d", i)
			f.write(fmt.Sprintf("n%02d.txt", i), text)
			want[fmt.Sprintf("laws/n%02d.txt#1", i)] = text
		}
		var wg sync.WaitGroup
		reports := make([]ingest.Report, 2)
		for i := range reports {
			wg.Go(func() {
				var err error
				if reports[i], err = ingest.Run(t.Context(), config(s), []string{f.dir}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if a, b := reports[0], reports[1]; len(a.Added)+len(b.Added) != 22 || a.Unchanged+b.Unchanged != 22 {
			t.Errorf("%+v\n%+v", a, b)
		}
		holds(t, s, want)
	})
}

// fake is an embedder whose vectors say which of a few words a text has.
type fake struct {
	mu    sync.Mutex
	texts int
	fail  int // after so many calls
}

func (*fake) Model() string { return "fake" }

func (f *fake) Embed(_ context.Context, texts []string) ([][]float32, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail--; f.fail == 0 {
		return nil, errors.New("the embedder is away")
	}
	f.texts += len(texts)
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = []float32{0.01, 0, 0}
		for d, word := range []string{"글", "법원"} {
			if strings.Contains(text, word) {
				out[i][d+1] = 2
			}
		}
	}
	return out, nil
}

// Vectors are made once for a text, and go on where they were broken off.
func TestVectors(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		f := newFolder(t)
		for i := range 60 {
			f.write(fmt.Sprintf("n%02d.txt", i), fmt.Sprintf("글 %d", i))
		}
		e := &fake{fail: 2}
		cfg := config(s)
		cfg.Embedder = e
		r := f.ingest(cfg)
		if r.Vectors != 32 || len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Message, "the embedder is away") {
			t.Errorf("broken off: %d vectors, %v", r.Vectors, r.Problems)
		}
		if r = f.ingest(cfg); r.Vectors != 30 || r.Unchanged != 62 || len(r.Problems) > 0 || e.texts != 62 {
			t.Errorf("gone on: %+v, %d texts", r, e.texts)
		}
		f.write("n00.txt", "다른 글")
		if r = f.ingest(cfg); r.Vectors != 1 {
			t.Errorf("changed: %+v", r)
		}
		all, err := ingest.Collection{Store: s, Assistant: "realestate", Model: "fake"}.Passages(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			sum := float32(0)
			for _, v := range p.Vector {
				sum += v * v
			}
			if len(p.Vector) != 3 || sum < 0.999 || sum > 1.001 {
				t.Errorf("%s has the vector %v", p.ID, p.Vector)
			}
		}
	})
}

// A set of statutes of the size that people bring: every article is stored,
// indexed beside the built-in packs, and found.
func TestManyStatutes(t *testing.T) {
	t.Parallel()
	const laws, articles = 20, 80
	dir := t.TempDir()
	for law := range laws {
		var text strings.Builder
		for n := range articles {
			fmt.Fprintf(&text, `{"law":"시험법%d","article":"제%d조","title":"시험 조문","text":"제%d조 누구든지 표지어%dx%d 사항을 지켜야 한다."}`+"\n", law, n+1, n+1, law, n+1)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("law%d.jsonl", law)), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := openStore(t, store.Config{DataDir: storetest.SQLite(t)})
	r, err := ingest.Run(t.Context(), config(s), []string{dir})
	if err != nil || len(r.Problems) > 0 {
		t.Fatalf("%v, %v", err, r.Problems)
	}
	shelf, err := knowledge.NewShelf(t.Context(), knowledge.ShelfConfig{
		Library: knowledge.Config{FS: os.DirFS("../../assistants/realestate/packs")}, Ingested: ingest.Collection{Store: s, Assistant: "realestate"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := shelf.Now().Counts().Passages; n != laws*articles {
		t.Errorf("%d passages, want %d", n, laws*articles)
	}
	hits, err := shelf.Now().SearchArticles(t.Context(), knowledge.Query{Text: "시험법7 제42조"})
	if err != nil || len(hits) == 0 || hits[0].Record.Law != "시험법7" || hits[0].Record.Article != "제42조" {
		t.Errorf("%+v, %v", hits, err)
	}
}

// Two nodes on one database both take over what is ingested, removed and
// broken, without a restart.
func TestTwoNodesReload(t *testing.T) {
	t.Parallel()
	url := storetest.Postgres(t)
	writer := openStore(t, store.Config{DatabaseURL: url, MaxConns: 4})
	var shelves []*knowledge.Shelf
	for range 2 {
		node := openStore(t, store.Config{DatabaseURL: url, MaxConns: 4})
		shelf, err := knowledge.NewShelf(t.Context(), knowledge.ShelfConfig{
			Library:  knowledge.Config{FS: small()},
			Ingested: ingest.Collection{Store: node, Assistant: "realestate"}, Sweep: 20 * time.Millisecond,
		})
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
		shelves = append(shelves, shelf)
	}
	f := newFolder(t)
	both := func(what, want string) {
		t.Helper()
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
			there := 0
			for _, s := range shelves {
				hits, err := s.Now().SearchArticles(t.Context(), knowledge.Query{Text: "쿼카는 몇 마리까지 키우나요?"})
				if err != nil {
					t.Fatal(err)
				}
				if got := strings.Join(texts(hits), "|"); got == want {
					there++
				}
			}
			if there == len(shelves) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("not in time on both nodes: %s", what)
			}
		}
	}
	f.write("pets.txt", "쿼카는 한 마리까지 키운다.")
	f.ingest(config(writer))
	both("ingested", "쿼카는 한 마리까지 키운다.")
	f.write("pets.txt", "쿼카는 두 마리까지 키운다.")
	f.ingest(config(writer))
	both("changed", "쿼카는 두 마리까지 키운다.")
	f.remove("pets.txt")
	f.ingest(config(writer))
	both("removed", "")
}

func texts(hits []knowledge.Hit[knowledge.Article]) []string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Record.Gist)
	}
	return out
}

// An ingestion beside the process that has the SQLite file waits for its
// writes and is seen by it.
func TestBesideASQLiteServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := store.Open(t.Context(), store.Config{DataDir: dir, Beside: true}); err == nil {
		t.Fatal("a database that is not there was opened")
	}
	server := openStore(t, store.Config{DataDir: dir})
	if _, err := server.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	beside := openStore(t, store.Config{DataDir: dir, Beside: true})
	f := newFolder(t)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 10 {
				p := state.Preference{UserID: "7", Key: fmt.Sprintf("%d-%d", i, n), Value: "v"}
				if _, err := server.SavePreference(t.Context(), store.Server(), p); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 10 {
		f.write(fmt.Sprintf("n%d.txt", i), "글")
	}
	if r := f.ingest(config(beside)); len(r.Added) != 12 {
		t.Errorf("%+v", r)
	}
	wg.Wait()
	packs, err := server.KnowledgePacks(t.Context())
	if err != nil || len(packs) != 1 || packs[0].Sources != 12 {
		t.Errorf("the server sees %+v, %v", packs, err)
	}
}

// small are packs that are indexed in a moment, also on a busy machine.
func small() fs.FS {
	return fstest.MapFS{"statutes.yaml": &fstest.MapFile{Data: []byte(`articles:
  - {id: A1, law: 민법, article: 제1조, covers: [제1조], title: 법원, title_en: Sources, gist: 민사에 관한 규정, gist_en: On civil matters., as_of: "2026-01-01", status: verified, source: test}
`)}}
}
