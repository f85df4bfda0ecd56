package knowledge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"
	"pgregory.net/rapid"
)

// bleveHits are the chunks that bleve itself finds for a question, with their
// scores.
func bleveHits(ctx context.Context, x *Index, q *question) (map[uint32]float64, error) {
	var parts []query.Query
	for at, term := range q.terms[1:] {
		for i, w := range weights {
			if x.stats[term].fields&(1<<i) == 0 {
				continue
			}
			t := query.NewTermQuery(x.stats[term].text)
			t.SetField(w.field)
			t.SetBoost(q.boosts[at+1] * w.boost)
			parts = append(parts, t)
		}
	}
	res, err := x.store.SearchInContext(ctx, bleve.NewSearchRequestOptions(query.NewDisjunctionQuery(parts), candidates, 0, false))
	if err != nil {
		return nil, err
	}
	scores := map[uint32]float64{}
	for _, h := range res.Hits {
		number, err := strconv.ParseUint(h.ID, 10, 32)
		if err != nil {
			return nil, err
		}
		scores[uint32(number)] = h.Score
	}
	return scores, nil
}

var someWords = strings.Fields("보증금 반환 임차인 임대인 계약 해지 갱신 증액 청구 주택 상가 월세 전세 수선 deposit lease refund")

func drawDocuments(t *rapid.T) []Document {
	text := func(name string) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(someWords), 0, 12).Draw(t, name), " ")
	}
	docs := make([]Document, rapid.IntRange(1, 150).Draw(t, "documents"))
	for i := range docs {
		docs[i] = Document{ID: strconv.Itoa(i), Head: text("head"), Title: text("title"), Text: text("text"), Translation: text("translation")}
	}
	return docs
}

// What the kept postings find is what bleve finds, the scores to the last
// digits, and each hit holds the terms that its chunk has.
func TestHitsAreThoseOfBleve(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, err := NewIndex(context.Background(), drawDocuments(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		for range 2 { // the second time from what is kept
			q := x.ask(strings.Join(rapid.SliceOfN(rapid.SampledFrom(someWords), 1, 9).Draw(t, "query"), " "))
			got, err := x.hits(q)
			if err != nil {
				t.Fatal(err)
			}
			want, err := bleveHits(context.Background(), x, q)
			if err != nil || len(got) != len(want) {
				t.Fatalf("%d hits, want %d, %v", len(got), len(want), err)
			}
			compareHits(t, got, want)
			q.done()
		}
	})
}

func compareHits(t *rapid.T, got []hit, want map[uint32]float64) {
	least := 0.0 // of equals at the end, any may be left out
	if len(got) > 0 {
		least = got[len(got)-1].score
	}
	for i, h := range got {
		score, ok := want[h.chunk]
		if !ok && h.score > least+1e-9 || ok && math.Abs(h.score-score) > 1e-9 {
			t.Fatalf("chunk %d has %v, want %v", h.chunk, h.score, score)
		}
		if i > 0 && h.score > got[i-1].score || len(h.holds) == 0 {
			t.Fatalf("hit %d: %+v", i, h)
		}
	}
}

// Concepts behind the last mark count like those before it.
func TestMoreConceptsThanMarks(t *testing.T) {
	t.Parallel()
	var all []string
	for i := range 100 {
		all = append(all, fmt.Sprintf("%c%c", '가'+rune(i*57), '가'+rune(i*57+29)))
	}
	x, err := NewIndex(t.Context(), []Document{{ID: "end", Text: strings.Join(all[50:], " ")}, {ID: "begin", Text: strings.Join(all[:50], " ")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	q := x.ask(strings.Join(all, " "))
	defer q.done()
	hits, err := x.hits(q)
	if err != nil || len(q.concepts) <= lastMark+1 || len(hits) != 2 {
		t.Fatalf("%d concepts, %d hits, %v", len(q.concepts), len(hits), err)
	}
	list := x.candidates(q, hits)
	if len(list) != len(hits) {
		t.Errorf("%d candidates", len(list))
	}
	for _, c := range list {
		var have, every float64
		for _, con := range q.concepts {
			every += con.weight
			if strings.Contains(c.chunk.doc.text, con.text) {
				have += con.weight
			}
		}
		if have == 0 || math.Abs(c.covered-have/every) > 1e-9 {
			t.Errorf("%s covers %v, want %v", c.chunk.doc.id, c.covered, have/every)
		}
	}
}

func TestClosedIndexFindsNothing(t *testing.T) {
	t.Parallel()
	x, err := NewIndex(t.Context(), []Document{{ID: "a", Title: "보증금"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := x.Search(t.Context(), "보증금", 0); err != nil || len(found) != 1 {
		t.Errorf("found %v, %v", found, err) // its postings are kept now
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if found, err := x.Search(t.Context(), "보증금", 0); !errors.Is(err, bleve.ErrorIndexClosed) {
		t.Errorf("found %v, %v", found, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Search(ctx, "보증금", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestParseCover(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]reference{
		"제7조": {Law: "민법", Number: 7}, "제6조의3 제4항": {Law: "민법", Number: 6, Sub: 3, Para: 4},
		"제1조 제2호": {Law: "민법", Number: 1, Item: 2}, "제주 특별법 시행령  제10조 제1항 제2호": {Law: "제주 특별법 시행령", Number: 10, Para: 1, Item: 2},
		"제1조 제2조": {Law: "제1조", Number: 2},
	} {
		if got, ok := parseCover("민법", text); !ok || got != want {
			t.Errorf("%q is %+v, %v, want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "7조", "제조", "제7", "제7조 ", " 제7조", "민법제7조", "제7조의", "제7조제1항", "제7조 제1호 제1항", "상\n법 제7조"} {
		if got, ok := parseCover("민법", text); ok {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
