package knowledge_test

import (
	"os"
	"slices"
	"testing"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/knowledge"
)

// tested is a file of labelled questions with the shares whose article has
// to be first and among the first three.
var tested = []struct {
	file       string
	hit1, hit3 float64
	atLeast    int
}{
	{"testdata/questions.yaml", 0.85, 0.95, 80},
	{"testdata/holdout.yaml", 0.60, 0.75, 40},
	{"testdata/english.yaml", 0.90, 0.95, 17},
}

type question struct {
	Text    string   `yaml:"text"`
	Law     string   `yaml:"law"`
	Article string   `yaml:"article"`
	Also    []string `yaml:"also"`
}

func TestRetrieval(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	for _, set := range tested {
		questions, nothing := readQuestions(t, set.file)
		if len(questions) < set.atLeast {
			t.Fatalf("%s: %d questions, want %d", set.file, len(questions), set.atLeast)
		}
		hit1, hit3 := measure(t, lib, questions)
		t.Logf("%s: %d questions, hit@1 %.1f %%, hit@3 %.1f %%", set.file, len(questions), 100*hit1, 100*hit3)
		if hit1 < set.hit1 || hit3 < set.hit3 {
			t.Errorf("%s: hit@1 %.3f and hit@3 %.3f, want %.2f and %.2f", set.file, hit1, hit3, set.hit1, set.hit3)
		}
		wrong := 0
		for _, text := range nothing {
			if hits := searchArticles(t, lib, text); len(hits) > 0 && hits[0].Score >= knowledge.Doubtful {
				t.Logf("%q found %s, want nothing", text, describe(hits))
				wrong++
			}
		}
		if wrong > 2 { // what is no question about homes is refused before it is searched for
			t.Errorf("%s: %d questions about something else find something", set.file, wrong)
		}
	}
}

func measure(t *testing.T, lib *knowledge.Library, questions []question) (hit1, hit3 float64) {
	t.Helper()
	for _, q := range questions {
		hits := searchArticles(t, lib, q.Text)
		rank := rankOf(lib, hits, wanted(lib, q))
		if rank == 0 {
			hit1++
		}
		if rank >= 0 && rank < 3 {
			hit3++
		}
		if rank != 0 {
			t.Logf("rank %d: %s → %s", rank+1, q.Text, describe(hits))
		}
	}
	n := float64(len(questions))
	return hit1 / n, hit3 / n
}

func searchArticles(t *testing.T, lib *knowledge.Library, text string) []knowledge.Hit[knowledge.Article] {
	t.Helper()
	hits, err := lib.SearchArticles(t.Context(), knowledge.Query{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// articlesOf are the hits without a guide.
func articlesOf(hits []knowledge.Hit[knowledge.Article]) []knowledge.Hit[knowledge.Article] {
	return slices.DeleteFunc(hits, func(h knowledge.Hit[knowledge.Article]) bool { return h.Record.Guide })
}

func wanted(lib *knowledge.Library, q question) []string {
	var ids []string
	for _, a := range lib.Article(q.Law, q.Article) {
		ids = append(ids, a.ID)
	}
	for _, also := range q.Also {
		for _, a := range lib.Article("", also) {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// rankOf is where the first of the records stands, or a guide that rests on its article.
func rankOf(lib *knowledge.Library, hits []knowledge.Hit[knowledge.Article], ids []string) int {
	return slices.IndexFunc(hits, func(h knowledge.Hit[knowledge.Article]) bool {
		cited := []knowledge.Article{h.Record}
		for _, article := range h.Record.Covers {
			if h.Record.Guide {
				cited = append(cited, lib.Article(h.Record.Law, article)...)
			}
		}
		return slices.ContainsFunc(cited, func(a knowledge.Article) bool { return slices.Contains(ids, a.ID) })
	})
}

func describe(hits []knowledge.Hit[knowledge.Article]) []string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Record.ID)
	}
	return out
}

func readQuestions(t *testing.T, name string) (questions []question, nothing []string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Questions []question `yaml:"questions"`
		Nothing   []string   `yaml:"nothing"`
	}
	if err := datafile.Decode(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Questions, file.Nothing
}

func openPacks(t testing.TB) *knowledge.Library {
	t.Helper()
	return openWith(t)
}

func openWith(t testing.TB, passages ...knowledge.Passage) *knowledge.Library {
	t.Helper()
	lib, err := knowledge.Open(t.Context(), knowledge.Config{FS: packs.FS, Passages: passages})
	if err != nil {
		t.Fatal(err)
	}
	return lib
}
