package knowledge_test

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
)

var (
	englishSum = regexp.MustCompile(`KRW (\d[\d,.]*\d|\d)( million| billion)?`)
	share      = regexp.MustCompile(`(\d+(?:\.\d+)?)(?:~(\d+))?%`)
	date       = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	period     = regexp.MustCompile(`(\d+)(?:년|개월|일|주택|기)`)
	hangul     = regexp.MustCompile(`[가-힣]`)
	number     = regexp.MustCompile(`\d+(?:\.\d+)?`)
)

// The English text of an article holds the sums, shares, dates, periods and
// doubts of the Korean one.
func TestEnglishGistSaysTheSame(t *testing.T) {
	t.Parallel()
	n := 0
	for _, a := range articlesOfThePack(t) {
		n++
		if diff := cmp.Diff(koreanSums(a.Gist), englishSums(t, a.GistEN)); diff != "" {
			t.Errorf("%s: sums\n%s", a.ID, diff)
		}
		if diff := cmp.Diff(date.FindAllString(a.Gist, -1), date.FindAllString(a.GistEN, -1)); diff != "" {
			t.Errorf("%s: dates\n%s", a.ID, diff)
		}
		numbers := number.FindAllString(a.GistEN, -1)
		for _, pattern := range []*regexp.Regexp{share, period} {
			for _, m := range pattern.FindAllStringSubmatch(date.ReplaceAllString(a.Gist, ""), -1) {
				for _, want := range m[1:] {
					if want != "" && !slices.Contains(numbers, want) && !inWords(a, want) {
						t.Errorf("%s: %s (%s) is not in %q", a.ID, want, m[0], a.GistEN)
					}
				}
			}
		}
		if strings.Contains(a.Gist, "미확인") && !strings.Contains(a.GistEN, "not verified") {
			t.Errorf("%s: the doubt is not told", a.ID)
		}
		if hangul.MatchString(a.GistEN + a.TitleEN) {
			t.Errorf("%s: Korean in %q", a.ID, a.GistEN)
		}
		if sentences := strings.Count(a.GistEN, ". ") + 1; sentences > 3 || !strings.HasSuffix(a.GistEN, ".") {
			t.Errorf("%s: %d sentences: %q", a.ID, sentences, a.GistEN)
		}
	}
	if n != 127 {
		t.Errorf("%d articles were read", n)
	}
}

// inWords are numbers that English says as a word: a month, a day.
func inWords(a knowledge.Article, n string) bool {
	words := map[string][]string{"1": {"only home", "one home"}, "5": {"May"}, "2": {"two months"}}
	return slices.ContainsFunc(words[n], func(w string) bool { return strings.Contains(a.GistEN, w) })
}

func articlesOfThePack(t *testing.T) []knowledge.Article {
	t.Helper()
	lib := openPacks(t)
	raw, err := packs.FS.ReadFile("statutes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []knowledge.Article
	for _, m := range regexp.MustCompile(`(?m)^    law: (.*)\n    article: "(.*)"$`).FindAllSubmatch(raw, -1) {
		for _, a := range lib.Article(string(m[1]), string(m[2])) {
			if !slices.ContainsFunc(list, func(b knowledge.Article) bool { return a.ID == b.ID }) {
				list = append(list, a)
			}
		}
	}
	return list
}

func koreanSums(text string) []int64 {
	sums := map[int64]bool{}
	for _, m := range korean.FindMoney(text) {
		if !m.Bare && !m.Colloquial {
			sums[m.Won] = true
		}
	}
	return slices.Sorted(maps.Keys(sums))
}

func englishSums(t *testing.T, text string) []int64 {
	t.Helper()
	sums := map[int64]bool{}
	for _, m := range englishSum.FindAllStringSubmatch(text, -1) {
		whole, tenth, _ := strings.Cut(strings.ReplaceAll(m[1], ",", ""), ".")
		unit := map[string]int64{"": 1, " million": 1_000_000, " billion": 1_000_000_000}[m[2]]
		n, err := strconv.ParseInt(whole, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", m[0], err)
		}
		won := n * unit
		if tenth != "" {
			n, err := strconv.ParseInt(tenth, 10, 64)
			if err != nil || len(tenth) > 1 {
				t.Fatalf("%s: %v", m[0], err)
			}
			won += n * unit / 10
		}
		sums[won] = true
	}
	return slices.Sorted(maps.Keys(sums))
}

func TestSnippetInEnglish(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	q := knowledge.Query{Text: "How much does a shop tenant have to be behind with the rent? 3 rent periods?", Language: "en"}
	hits, err := lib.SearchArticles(t.Context(), q)
	if err != nil || len(hits) == 0 {
		t.Fatal(hits, err)
	}
	for _, h := range hits {
		if h.Snippet == "" || !strings.Contains(h.Record.GistEN, h.Snippet) {
			t.Errorf("%s: snippet %q is none of the English text", h.Record.ID, h.Snippet)
		}
	}
	q = knowledge.Query{Text: "My landlord won't return my deposit, who bears the costs of the application and registration?", Language: "en"}
	if hits, err = lib.SearchArticles(t.Context(), q); err != nil || len(hits) == 0 || !strings.Contains(hits[0].Snippet, "costs") {
		t.Errorf("found %v, %v", hits, err)
	}
}

func TestSpecialLawComesBehindUnlessAskedFor(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	for text, want := range map[string]string{
		"확정일자 어디서 받아":    "HLPA-3-6",
		"확정일자 어디서 받나요?":  "HLPA-3-6",
		"상가 확정일자 어디서 받아": "CLPA-5",
		"상임법 확정일자 받는 곳":  "CLPA-5",
		// What is of homes alone comes behind where a shop is spoken of.
		"shop lease implied renewal, can I terminate after 3 months notice": "CLPA-10",
		"cafe rent raise 5%": "CLPA-11",
		"가게인데 주택임대차보호법처럼 2년 못 채우고 나가도 되나요": "HLPA-4",
	} {
		if hits := articlesOf(searchArticles(t, lib, text)); len(hits) == 0 || hits[0].Record.ID != want {
			t.Errorf("%q found %v, want %s first", text, describe(hits), want)
		}
	}
}
