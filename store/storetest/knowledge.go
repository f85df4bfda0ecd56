package storetest

import (
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/store"
)

func knowledgeTests() []test {
	return []test{
		on("knowledge: a source with its chunks, replaced and removed", knowledgeSource),
		on("knowledge: the same content is not written again", knowledgeUnchanged),
		on("knowledge: what can't be stored changes nothing", knowledgeRefused),
		on("knowledge: a failure keeps the version before", knowledgeFailure),
		on("knowledge: the stamp moves with every change of its assistant", knowledgeStamp),
		on("knowledge: two who fill one pack lose nothing", knowledgeTogether),
		on("knowledge: vectors belong to texts", knowledgeVectors),
	}
}

func source(uri, hash string) store.KnowledgeSource {
	return store.KnowledgeSource{
		Pack: "법령", Root: "laws", URI: uri, ContentHash: hash, MediaType: "text/plain", Bytes: 7, IngestedAt: noon,
	}
}

func chunks(texts ...string) []store.KnowledgeChunk {
	var out []store.KnowledgeChunk
	for i, t := range texts {
		out = append(out, store.KnowledgeChunk{
			Law: "주택임대차보호법", Article: id("제", i), Title: nasty, Head: "총칙", AsOf: "2026-01-02", Origin: "o", Status: "verified",
			Language: "ko", Keywords: []string{"전세", `"`}, TextHash: "hash of " + t, Text: t,
		})
	}
	return out
}

func (y *harness) replace(uri, hash string, texts ...string) bool {
	y.t.Helper()
	changed, err := y.ReplaceKnowledgeSource(y.t.Context(), "realestate", source(uri, hash), chunks(texts...))
	y.must(err)
	return changed
}

// stored are the texts of a source.
func (y *harness) stored(uri string) []string {
	y.t.Helper()
	s, err := y.KnowledgeSource(y.t.Context(), "법령", uri)
	y.must(err)
	list, err := y.KnowledgeChunks(y.t.Context(), s.ID)
	y.must(err)
	var texts []string
	for _, c := range list {
		texts = append(texts, c.Text)
	}
	return texts
}

func knowledgeSource(t *testing.T, y *harness) {
	many := make([]string, 300) // more than one statement takes
	for i := range many {
		many[i] = id(nasty, i)
	}
	y.replace("laws/b.txt", "1", many...)
	y.replace("laws/a.txt", "1", "하나")
	same(y, y.stored("laws/b.txt"), many)

	s, err := y.KnowledgeSource(t.Context(), "법령", "laws/a.txt")
	y.must(err)
	list, err := y.KnowledgeChunks(t.Context(), s.ID)
	y.must(err)
	same(y, list, chunks("하나"))
	want := source("laws/a.txt", "1")
	want.ID, want.ChunkCount, want.Status = s.ID, 1, store.SourceOK
	same(y, s, want)

	y.replace("laws/b.txt", "2", "둘", "셋")
	same(y, y.stored("laws/b.txt"), []string{"둘", "셋"})
	packs, err := y.KnowledgePacks(t.Context())
	y.must(err)
	same(y, packs, []store.KnowledgePack{{
		Name: "법령", Assistant: "realestate", Generation: 3, CreatedAt: noon, UpdatedAt: noon, Sources: 2, Chunks: 3, Bytes: 14,
	}})
	page, err := y.KnowledgeSources(t.Context(), "법령", 1, 1)
	y.must(err)
	if len(page) != 1 || page[0].URI != "laws/b.txt" {
		t.Errorf("the second source is %+v", page)
	}

	n, err := y.RemoveKnowledgeSources(t.Context(), "realestate", "법령", []string{"laws/a.txt", "laws/none.txt"}, noon)
	y.must(err)
	same(y, n, 1)
	list, err = y.KnowledgeChunks(t.Context(), s.ID)
	y.must(err)
	same(y, len(list), 0)
	y.must(y.RemoveKnowledgePack(t.Context(), "법령"))
	y.is(y.RemoveKnowledgePack(t.Context(), "법령"), store.ErrNotFound)
	_, err = y.KnowledgeSource(t.Context(), "법령", "laws/b.txt")
	y.is(err, store.ErrNotFound)
}

func knowledgeUnchanged(t *testing.T, y *harness) {
	first := y.replace("laws/a.txt", "1", "하나")
	before, err := y.KnowledgeStamp(t.Context(), "realestate")
	y.must(err)
	second := y.replace("laws/a.txt", "1", "다른 글")
	after, err := y.KnowledgeStamp(t.Context(), "realestate")
	y.must(err)
	if !first || second || before != after {
		t.Errorf("changed %v, then %v; stamp %q, then %q", first, second, before, after)
	}
	same(y, y.stored("laws/a.txt"), []string{"하나"})
}

func knowledgeRefused(t *testing.T, y *harness) {
	y.replace("laws/a.txt", "1", "하나")
	before, err := y.KnowledgeStamp(t.Context(), "realestate")
	y.must(err)
	_, err = y.ReplaceKnowledgeSource(t.Context(), "realestate", source("laws/a.txt", "2"), chunks("가", "나\x00", "다"))
	y.is(err, store.ErrInvalid)
	_, err = y.ReplaceKnowledgeSource(t.Context(), "realestate", source("laws/a.txt", "2"), chunks("가", "\xff"))
	y.is(err, store.ErrInvalid)
	_, err = y.ReplaceKnowledgeSource(t.Context(), "travel", source("laws/a.txt", "2"), chunks("가"))
	y.is(err, store.ErrConflict)
	y.is(y.FailKnowledgeSource(t.Context(), "travel", source("laws/a.txt", "2")), store.ErrConflict)
	_, err = y.ReplaceKnowledgeSource(t.Context(), "realestate", source("laws/b.txt", "2"), make([]store.KnowledgeChunk, store.MaxPackChunks))
	y.is(err, store.ErrTooLarge)
	same(y, y.stored("laws/a.txt"), []string{"하나"})
	after, err := y.KnowledgeStamp(t.Context(), "realestate")
	y.must(err)
	same(y, after, before)
}

func knowledgeFailure(t *testing.T, y *harness) {
	y.replace("laws/a.txt", "1", "하나")
	for _, uri := range []string{"laws/a.txt", "laws/new.txt"} {
		broken := source(uri, "")
		broken.Error = "line 3: it is broken"
		y.must(y.FailKnowledgeSource(t.Context(), "realestate", broken))
		s, err := y.KnowledgeSource(t.Context(), "법령", uri)
		y.must(err)
		if s.Status != store.SourceFailed || s.Error != broken.Error {
			t.Errorf("%s is %+v", uri, s)
		}
	}
	same(y, y.stored("laws/a.txt"), []string{"하나"})
	// Put right again, even to what it was.
	if !y.replace("laws/a.txt", "1", "하나") {
		t.Error("a failed source was taken for unchanged")
	}
	s, err := y.KnowledgeSource(t.Context(), "법령", "laws/a.txt")
	y.must(err)
	same(y, s.Status+s.Error, store.SourceOK)
}

func knowledgeStamp(t *testing.T, y *harness) {
	seen := map[string]bool{}
	look := func(what string) {
		t.Helper()
		stamp, err := y.KnowledgeStamp(t.Context(), "realestate")
		y.must(err)
		if seen[stamp] {
			t.Errorf("the stamp %q after %s was there before", stamp, what)
		}
		seen[stamp] = true
	}
	look("nothing")
	y.replace("laws/a.txt", "1", "하나")
	look("a source")
	y.must(y.TouchKnowledgePack(t.Context(), "realestate", "법령", after(1)))
	look("a touch")
	_, err := y.RemoveKnowledgeSources(t.Context(), "realestate", "법령", []string{"laws/a.txt"}, noon)
	y.must(err)
	look("a removal")
	y.must(y.RemoveKnowledgePack(t.Context(), "법령"))
	// A pack made anew counts from one again, but was made later.
	again := source("laws/a.txt", "1")
	again.IngestedAt = after(9)
	_, err = y.ReplaceKnowledgeSource(t.Context(), "realestate", again, chunks("하나"))
	y.must(err)
	look("a new pack of that name")
	other, err := y.KnowledgeStamp(t.Context(), "travel")
	y.must(err)
	same(y, other, "")
}

func knowledgeTogether(t *testing.T, y *harness) {
	var wg sync.WaitGroup
	for writer := range 2 {
		for n := range 10 {
			wg.Go(func() {
				uri := id("laws/", n) // both write the same ten
				_, err := y.ReplaceKnowledgeSource(t.Context(), "realestate", source(uri, "1"), chunks("가", "나"))
				if err != nil {
					t.Errorf("writer %d: %v", writer, err)
				}
			})
		}
	}
	wg.Wait()
	packs, err := y.KnowledgePacks(t.Context())
	y.must(err)
	if len(packs) != 1 || packs[0].Generation != 10 || packs[0].Sources != 10 || packs[0].Chunks != 20 {
		t.Errorf("packs are %+v", packs)
	}
}

func knowledgeVectors(t *testing.T, y *harness) {
	y.replace("laws/a.txt", "1", "가", "나")
	missing := func() []string {
		t.Helper()
		list, err := y.TextsWithoutVector(t.Context(), "법령", "m", 0)
		y.must(err)
		var texts []string
		for _, c := range list {
			texts = append(texts, c.Text)
		}
		return texts
	}
	same(y, missing(), []string{"가", "나"})
	vector := []float32{0.5, -1e-30, 3}
	y.must(y.KeepVectors(t.Context(), "m", map[string][]float32{"hash of 가": vector}, time.Time{}))
	y.must(y.KeepVectors(t.Context(), "m", map[string][]float32{"hash of 가": {9}}, time.Time{}))
	same(y, missing(), []string{"나"})

	// The text that stays keeps its vector when its source is replaced.
	y.replace("laws/a.txt", "2", "다", "가")
	same(y, missing(), []string{"다"})
	s, err := y.KnowledgeSource(t.Context(), "법령", "laws/a.txt")
	y.must(err)
	got, err := y.KnowledgeVectors(t.Context(), s.ID, "m")
	y.must(err)
	same(y, got, map[string][]float32{"hash of 가": vector})
	got, err = y.KnowledgeVectors(t.Context(), s.ID, "another model")
	y.must(err)
	same(y, len(got), 0)

	y.must(y.RemoveKnowledgePack(t.Context(), "법령"))
	y.replace("laws/a.txt", "1", "가")
	same(y, missing(), []string{"가"})
}
