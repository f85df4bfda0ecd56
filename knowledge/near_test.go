package knowledge_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/knowledge"
)

// twoSubjects are packs with an article on dogs, one on cars, and a loan for
// cars.
func twoSubjects() fs.FS {
	return fstest.MapFS{
		"statutes.yaml": &fstest.MapFile{Data: []byte(`articles:
  - {id: DOGS, law: 관리법, article: 제1조, covers: [제1조], title: 동물, title_en: Animals, gist: 앵무새는 두 마리까지 키운다., gist_en: Two at most., as_of: "2026-01-01", status: verified, source: test}
  - {id: CARS, law: 관리법, article: 제2조, covers: [제2조], title: 주차, title_en: Parking, gist: 차량은 한 대까지 주차한다., gist_en: One at most., as_of: "2026-01-01", status: verified, source: test}
`)},
		"loans.yaml": &fstest.MapFile{Data: []byte(`products:
  - {id: LOAN, name: 차량 대출, kind: jeonse_loan, operator: 은행, audience: 누구나, rates: 연 5%, source: test, as_of: "2026-01-01", status: verified}
`)},
	}
}

// vectorsOf are those of texts, as meanings makes them.
func vectorsOf(texts []knowledge.Text) map[string][]float32 {
	out := map[string][]float32{}
	for _, t := range texts {
		out[t.Hash] = direction(t.Shown)
	}
	return out
}

func TestPacksAreFoundByMeaning(t *testing.T) {
	t.Parallel()
	var ways []string
	m := &meanings{}
	shelf, err := knowledge.NewShelf(t.Context(), knowledge.ShelfConfig{Library: knowledge.Config{
		FS: twoSubjects(), Embedder: m, SearchedFunc: func(way string) { ways = append(ways, way) },
	}})
	if err != nil {
		t.Fatal(err)
	}
	// No word of these is in any text.
	const dogs, cars = "멍멍이 키워두 돼여?", "자동차를 어쩌죠"
	if got := first(t, shelf, dogs); got != "" || m.calls.Load() != 0 {
		t.Errorf("found %q without vectors; the embedder was asked %d times", got, m.calls.Load())
	}
	texts := shelf.Lacking()
	if len(texts) != 3 || !slices.ContainsFunc(texts, func(x knowledge.Text) bool {
		return x.Shown == "관리법 제1조 동물 앵무새는 두 마리까지 키운다. Animals Two at most."
	}) {
		t.Errorf("texts %+v", texts)
	}
	// Some of them are as good as none.
	if shelf.Know(vectorsOf(texts[:2])) || first(t, shelf, dogs) != "" || len(shelf.Lacking()) != 3 {
		t.Error("two vectors of three were taken")
	}
	if !shelf.Know(vectorsOf(texts)) || len(shelf.Lacking()) != 0 {
		t.Fatal("all vectors were not taken")
	}
	if got := first(t, shelf, dogs); got != "DOGS" {
		t.Errorf("found %q", got)
	}
	loans, err := shelf.Now().SearchLoans(t.Context(), knowledge.Query{Text: cars})
	if err != nil || len(loans) != 1 || loans[0].Record.ID != "LOAN" {
		t.Errorf("found %+v, %v", loans, err)
	}
	if got := first(t, shelf, cars); got != "CARS" {
		t.Errorf("found %q", got)
	}
	if n := m.calls.Load(); n != 2 {
		t.Errorf("asked %d times for two queries", n)
	}
	if got := first(t, shelf, "오늘 날씨 어때?"); got != "" {
		t.Errorf("found %q", got)
	}
	want := []string{"words", "words", "hybrid", "hybrid", "hybrid"}
	if diff := cmp.Diff(want, ways); diff != "" {
		t.Error(diff)
	}
}

// What was named by number stays first, and passages come beside.
func TestMeaningBesideNumbersAndPassages(t *testing.T) {
	t.Parallel()
	p := vectored("passage", "동물", "앵무새 등록")
	from := &ingested{}
	from.set(nil, p)
	shelf := running(t, knowledge.ShelfConfig{Library: knowledge.Config{FS: twoSubjects(), Embedder: &meanings{}}, Ingested: from})
	shelf.Know(vectorsOf(shelf.Lacking()))
	hits, err := shelf.Now().SearchArticles(t.Context(), knowledge.Query{Text: "관리법 제2조에서 멍멍이는?"})
	if err != nil || len(hits) != 3 || hits[0].Record.ID != "CARS" || !hits[0].Exact {
		t.Fatalf("%+v, %v", hits, err)
	}
	for i := 1; i < len(hits); i++ {
		if hits[i].Score > hits[i-1].Score || hits[i].Score <= 0 {
			t.Errorf("%s scored %v", hits[i].Record.ID, hits[i].Score)
		}
	}
	// A library that is built anew has the vectors at once.
	from.set(nil)
	until(t, "the passage is gone", func() bool { return shelf.Now().Counts().Passages == 0 })
	if got := first(t, shelf, "멍멍이 키워두 돼여?"); got != "DOGS" || len(shelf.Lacking()) != 0 {
		t.Errorf("found %q, %d texts lack vectors", got, len(shelf.Lacking()))
	}
}

// Vectors of another length are none.
func TestForeignVectorsAreNotTaken(t *testing.T) {
	t.Parallel()
	shelf := running(t, knowledge.ShelfConfig{Library: knowledge.Config{FS: twoSubjects(), Embedder: &meanings{}}})
	texts := shelf.Lacking()
	mixed := vectorsOf(texts)
	i := slices.IndexFunc(texts, func(x knowledge.Text) bool { return strings.Contains(x.Shown, "대출") })
	mixed[texts[i].Hash] = []float32{1}
	if shelf.Know(mixed) || len(shelf.Lacking()) == 0 {
		t.Error("they were taken")
	}
}
