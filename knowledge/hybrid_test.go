package knowledge_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/knowledge"
)

// meanings is an embedder that knows two subjects: dogs and cars.
type meanings struct {
	calls atomic.Int64
	way   func(ctx context.Context) error
}

func (*meanings) Model() string { return "meanings" }

func (m *meanings) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	m.calls.Add(1)
	if m.way != nil {
		if err := m.way(ctx); err != nil {
			return nil, err
		}
	}
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = direction(text)
	}
	return out, nil
}

// direction is 90° between the subjects; what is on neither points away.
func direction(text string) []float32 {
	v := []float32{0, 0, 0}
	for d, list := range []string{"강아지 멍멍이 앵무새", "자동차 차량 주차"} {
		for word := range strings.FieldsSeq(list) {
			if strings.Contains(text, word) {
				v[d] = 1
			}
		}
	}
	if v[0]+v[1] == 0 {
		v[2] = 1
	}
	length := float32(math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])))
	for i := range v {
		v[i] /= length
	}
	return v
}

func vectored(id, title, text string) knowledge.Passage {
	p := passage(id, "관리 규정", "", title, text)
	p.Vector = direction(text)
	return p
}

func TestHybridFindsByMeaning(t *testing.T) {
	t.Parallel()
	var ways []string
	m := &meanings{}
	lib := withPassages(t, knowledge.Config{Embedder: m, SearchedFunc: func(way string) { ways = append(ways, way) }},
		vectored("dogs", "동물", "앵무새는 두 마리까지 키운다."),
		vectored("cars", "주차", "차량은 한 대까지 주차한다."),
		vectored("both", "지하", "앵무새는 차량 옆에 둘 수 없다."),
		passage("plain", "관리 규정", "", "쓰레기", "쓰레기는 밤에만 내놓는다."))
	// No word of it is in any text.
	ids := describe(searchArticles(t, lib, "멍멍이 키워두 돼여?"))
	if len(ids) == 0 || ids[0] != "dogs" || ids[len(ids)-1] == "cars" {
		t.Errorf("found %v", ids)
	}
	// Words find what has no vector, and a subject of neither finds nothing.
	if ids = describe(searchArticles(t, lib, "쓰레기 내놓는 시간")); len(ids) == 0 || ids[0] != "plain" {
		t.Errorf("found %v", ids)
	}
	if ids = describe(searchArticles(t, lib, "오늘 날씨 어때?")); len(ids) != 0 {
		t.Errorf("found %v", ids)
	}
	for _, way := range ways {
		if way != knowledge.WayHybrid {
			t.Errorf("searched by %s", way)
		}
	}
	for _, h := range searchArticles(t, lib, "앵무새 차량") {
		if h.Score <= 0 || h.Score > 1 {
			t.Errorf("%s scored %v", h.Record.ID, h.Score)
		}
	}
}

// An embedder that fails, hangs or talks of something else costs little and
// leaves the search by words.
func TestHybridDegrades(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]func(context.Context) error{
		"fails": func(context.Context) error { return errors.New("away") },
		"hangs": func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &meanings{way: way}
			var ways []string
			lib := withPassages(t, knowledge.Config{Embedder: m, SearchedFunc: func(way string) { ways = append(ways, way) }},
				vectored("dogs", "동물", "앵무새는 두 마리까지 키운다."))
			begun := time.Now()
			for range 3 {
				if ids := describe(searchArticles(t, lib, "앵무새는 몇 마리?")); len(ids) == 0 || ids[0] != "dogs" {
					t.Errorf("found %v", ids)
				}
			}
			// It is left alone after the first try, for a while.
			if n := m.calls.Load(); n != 1 && time.Since(begun) < 5*time.Second {
				t.Errorf("it was asked %d times", n)
			}
			if len(ways) != 3 || ways[0] != knowledge.WayDegraded || ways[2] != knowledge.WayDegraded {
				t.Errorf("searched by %v", ways)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	lib := withPassages(t, knowledge.Config{Embedder: &meanings{way: func(context.Context) error { cancel(); return ctx.Err() }}},
		vectored("dogs", "동물", "앵무새는 두 마리까지 키운다."))
	if _, err := lib.SearchArticles(ctx, knowledge.Query{Text: "앵무새"}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended search: %v", err)
	}
}

// A vector without a direction is near to nothing: the search is by words, and
// says so.
func TestAVectorWithoutADirectionIsNone(t *testing.T) {
	t.Parallel()
	var ways []string
	lib := withPassages(t, knowledge.Config{Embedder: still{}, SearchedFunc: func(way string) { ways = append(ways, way) }},
		vectored("dogs", "동물", "앵무새는 두 마리까지 키운다."))
	if ids := describe(searchArticles(t, lib, "앵무새는 몇 마리?")); len(ids) == 0 || ids[0] != "dogs" {
		t.Errorf("found %v", ids)
	}
	if !slices.Equal(ways, []string{knowledge.WayDegraded}) {
		t.Errorf("searched by %v", ways)
	}
}

// still is an embedder whose vectors have no direction.
type still struct{}

func (still) Model() string { return "still" }

func (still) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = make([]float32, 3)
	}
	return out, nil
}
