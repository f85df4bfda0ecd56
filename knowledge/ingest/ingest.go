package ingest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"time"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/store"
)

// DefaultMaxBytes is how large a file may be.
const DefaultMaxBytes = 50 << 20

// Config is one ingestion.
type Config struct {
	Store *store.Store
	// Pack is what is filled, Assistant whose it is.
	Pack, Assistant string
	// Law and Meta hold for what a file does not say itself.
	Law  string
	Meta Meta
	// MaxBytes bounds a file; 0 is DefaultMaxBytes.
	MaxBytes int64
	// DryRun reads and reports, and changes nothing.
	DryRun bool
	// Prune also removes the pack's sources that the paths do not lead to.
	Prune bool
	// Embedder makes vectors of what is stored; nil makes none.
	Embedder knowledge.Embedder
	// ProgressFunc is told before each file, and once with done == total.
	ProgressFunc func(done, total int, uri string)
	// Clock is time.Now unless a test sets it.
	Clock func() time.Time
}

// Report tells what an ingestion did; sources are named by their URIs.
type Report struct {
	Pack      string   `json:"pack"`
	Assistant string   `json:"assistant"`
	DryRun    bool     `json:"dry_run,omitempty"`
	Added     []string `json:"added"`
	Changed   []string `json:"changed"`
	Removed   []string `json:"removed"`
	// Failed were not taken; of those that were stored before, that version
	// stays.
	Failed    []string  `json:"failed"`
	Unchanged int       `json:"unchanged"`
	Ignored   int       `json:"ignored"` // files of kinds that are not read
	Chunks    int       `json:"chunks"`  // of added and changed sources
	Vectors   int       `json:"vectors"`
	Problems  []Problem `json:"problems"`
}

// packName is what a pack can be called.
var packName = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$`)

// Run reads what the paths lead to and brings the pack up to it. What is
// wrong with files is in the report; the error is of the arguments
// (ErrUsage) or of the store, and the report tells what was done before it.
func Run(ctx context.Context, cfg Config, paths []string) (Report, error) {
	r := &run{Config: cfg, known: map[string]store.KnowledgeSource{}, report: Report{
		Pack: cfg.Pack, Assistant: cfg.Assistant, DryRun: cfg.DryRun,
		Added: []string{}, Changed: []string{}, Removed: []string{}, Failed: []string{}, Problems: []Problem{},
	}}
	if !packName.MatchString(cfg.Pack) || cfg.Assistant == "" || len(paths) == 0 {
		return r.report, fmt.Errorf("%w: a pack's name (letters, digits, . _ -), an assistant and paths are needed", ErrUsage)
	}
	if r.MaxBytes <= 0 {
		r.MaxBytes = DefaultMaxBytes
	}
	if r.Clock == nil {
		r.Clock = time.Now
	}
	if r.ProgressFunc == nil {
		r.ProgressFunc = func(int, int, string) {}
	}
	w, err := walkPaths(paths)
	if err != nil {
		return r.report, err
	}
	r.report.Ignored = w.ignored
	r.report.Problems = append(r.report.Problems, w.problems...)
	if err := r.load(ctx); err != nil {
		return r.report, err
	}
	if err := r.take(ctx, w); err != nil {
		return r.report, err
	}
	return r.report, r.embed(ctx)
}

// run is an ingestion under way.
type run struct {
	Config
	known  map[string]store.KnowledgeSource
	report Report
}

// load reads what the pack holds.
func (r *run) load(ctx context.Context) error {
	packs, err := r.Store.KnowledgePacks(ctx)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(packs, func(p store.KnowledgePack) bool { return p.Name == r.Pack }); i >= 0 && packs[i].Assistant != r.Assistant {
		return fmt.Errorf("%w: the pack %s belongs to the assistant %s", ErrUsage, r.Pack, packs[i].Assistant)
	}
	sources, err := allSources(ctx, r.Store, r.Pack)
	for _, s := range sources {
		r.known[s.URI] = s
	}
	return err
}

func allSources(ctx context.Context, s *store.Store, pack string) ([]store.KnowledgeSource, error) {
	var all []store.KnowledgeSource
	for {
		page, err := s.KnowledgeSources(ctx, pack, 0, len(all))
		if err != nil || len(page) == 0 {
			return all, err
		}
		all = append(all, page...)
	}
}

func (r *run) take(ctx context.Context, w *walk) error {
	for i, f := range w.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.ProgressFunc(i, len(w.files), f.uri)
		if err := r.source(ctx, f); err != nil {
			return err
		}
	}
	r.ProgressFunc(len(w.files), len(w.files), "")
	return r.remove(ctx, w)
}

// source brings one file into the pack. Its error ends the ingestion.
func (r *run) source(ctx context.Context, at found) error {
	how, _ := formatOf(at.uri)
	src := store.KnowledgeSource{
		Pack: r.Pack, Root: at.root, URI: at.uri, MediaType: how.media, IngestedAt: r.Clock(),
	}
	f := &file{uri: at.uri, law: r.Law, meta: r.Meta}
	raw, why := readFile(at.path, r.MaxBytes)
	if why != "" {
		f.problems.add(0, "%s", why)
		return r.fail(ctx, src, f)
	}
	f.raw, src.Bytes, src.ContentHash = raw, int64(len(raw)), r.hash(raw)
	before, was := r.known[at.uri]
	if was && before.ContentHash == src.ContentHash && before.Status == store.SourceOK && before.Root == src.Root {
		r.report.Unchanged++
		return nil
	}
	records := f.records(ctx, how)
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(f.problems.list) > 0 {
		return r.fail(ctx, src, f)
	}
	chunks := chunksOf(records)
	if !r.DryRun {
		changed, err := r.Store.ReplaceKnowledgeSource(ctx, r.Assistant, src, chunks)
		if errors.Is(err, store.ErrInvalid) || errors.Is(err, store.ErrTooLarge) {
			f.problems.add(0, "%v", err)
			return r.fail(ctx, src, f)
		}
		if err != nil {
			return err
		}
		if !changed { // another ingestion was faster
			r.report.Unchanged++
			return nil
		}
	}
	if was && before.ContentHash != "" {
		r.report.Changed = append(r.report.Changed, at.uri)
	} else {
		r.report.Added = append(r.report.Added, at.uri)
	}
	r.report.Chunks += len(chunks)
	return nil
}

// fail notes what is wrong with a source, in the report and in the store.
func (r *run) fail(ctx context.Context, src store.KnowledgeSource, f *file) error {
	list := f.problems.of(src.URI)
	r.report.Failed = append(r.report.Failed, src.URI)
	r.report.Problems = append(r.report.Problems, list...)
	if r.DryRun {
		return nil
	}
	src.Error = visible(list[0].Message)
	if list[0].Line > 0 {
		src.Error = fmt.Sprintf("line %d: %s", list[0].Line, src.Error)
	}
	return r.Store.FailKnowledgeSource(ctx, r.Assistant, src)
}

// remove takes out what is gone from the folders that were read.
func (r *run) remove(ctx context.Context, w *walk) error {
	for uri, s := range r.known {
		if _, there := w.seen[uri]; !there && (r.Prune || w.complete[s.Root]) {
			r.report.Removed = append(r.report.Removed, uri)
		}
	}
	slices.Sort(r.report.Removed)
	if r.DryRun || len(r.report.Removed) == 0 {
		return nil
	}
	_, err := r.Store.RemoveKnowledgeSources(ctx, r.Assistant, r.Pack, r.report.Removed, r.Clock())
	return err
}

// readerVersion changes with what the readers make of a file, so that files
// are read again.
const readerVersion = 3

// hash is of all that a source's chunks depend on.
func (r *run) hash(raw []byte) string {
	h := sha256.New()
	_ = json.NewEncoder(h).Encode([]any{readerVersion, r.Law, r.Meta}) // of texts only
	h.Write(raw)
	return hex.EncodeToString(h.Sum(nil))
}

// readFile reads a plain file of bounded size, or says why it can't.
func readFile(name string, limit int64) (raw []byte, why string) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, "only plain files are read"
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, "it can't be read"
	}
	defer in.Close()
	raw, err = io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		return nil, "it can't be read"
	case int64(len(raw)) > limit:
		return nil, fmt.Sprintf("it is larger than %d MB", limit>>20)
	}
	return raw, ""
}

func chunksOf(records []Record) []store.KnowledgeChunk {
	chunks := make([]store.KnowledgeChunk, len(records))
	for i, r := range records {
		status := r.Status
		status = cmp.Or(status, knowledge.StatusUnverified)
		chunks[i] = store.KnowledgeChunk{
			Law: r.Law, Article: r.Article, Title: r.Title, Head: r.Head, AsOf: r.AsOf, Origin: r.Origin,
			Status: status, Language: r.Language, Keywords: r.Keywords, Text: r.Text,
		}
		sum := sha256.Sum256([]byte(shown(chunks[i])))
		chunks[i].TextHash = hex.EncodeToString(sum[:])
	}
	return chunks
}
