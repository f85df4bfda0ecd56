package knowledge_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/assistants/realestate/packs"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/knowledge"
)

func TestCounts(t *testing.T) {
	t.Parallel()
	want := knowledge.Counts{Articles: 127, Tables: 9, Loans: 13, Guarantees: 5, Market: 150, Listings: 70}
	got := openPacks(t).Counts()
	if got.Guides < 170 {
		t.Errorf("%d guides", got.Guides)
	}
	got.Guides = 0
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRentIncreaseFindsArticle7First(t *testing.T) {
	t.Parallel()
	hits := articlesOf(searchArticles(t, openPacks(t), "전세금 5% 인상 가능해?"))
	if len(hits) == 0 || hits[0].Record.Citation() != "주택임대차보호법 제7조" {
		t.Fatalf("found %v", describe(hits))
	}
	if !strings.Contains(hits[0].Snippet, "20분의 1") {
		t.Errorf("snippet %q does not speak of the cap", hits[0].Snippet)
	}
	for i, h := range hits {
		if h.Score <= 0 || h.Score > 1 || i > 0 && h.Score > hits[i-1].Score {
			t.Errorf("score %d is %v", i, h.Score)
		}
	}
}

func TestNamedArticleWins(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	for text, want := range map[string]string{
		"주임법 7조의2가 뭐야":                                  "HLPA-7-2",
		"주택 임대차 보호법 제 6 조의 3":                           "HLPA-6-3",
		"주택임대차보호법 제6조의3 제4항에서 중간 해지":                    "HLPA-6-3-END",
		"상임법 10조의4 권리금":                                 "CLPA-10-4",
		"주임법 시행령 제11조 알려줘":                              "HLPD-11",
		"공인중개사법 시행규칙 20조":                               "REBR-20",
		"상가임대차법 시행령 제4조":                                "CLPA-11",
		"Article 7 of the Housing Lease Protection Act": "HLPA-7",
		"제7조의2 설명해줘":                                    "HLPA-7-2",
		"농어촌특별세법 제5조":                                   "LTX-151",
	} {
		hits := searchArticles(t, lib, text)
		if len(hits) == 0 || hits[0].Record.ID != want || !hits[0].Exact || hits[0].Score != 1 {
			t.Errorf("%q found %v, want %s first and exact", text, describe(hits), want)
		}
	}
	for _, h := range searchArticles(t, lib, "예산이 2조 원인데 취득세는?") {
		if h.Exact {
			t.Errorf("a sum of money named article %s", h.Record.ID)
		}
	}
}

func TestArticle(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	var ids []string
	for _, a := range lib.Article("주임법", "제6조의3 제1항 제8호") {
		ids = append(ids, a.ID)
	}
	want := []string{"HLPA-6-3-LIVE", "HLPA-6-3", "HLPA-6-3-REF", "HLPA-6-3-END"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Error(diff)
	}
	if got := lib.Article("민법", "제9999조"); got != nil {
		t.Errorf("an unknown article is %v", got)
	}
	tables := lib.TablesOf(lib.Article("주택임대차보호법", "제8조")[0])
	if len(tables) != 2 || tables[0].ID != "T-HLPA-SMALL" || tables[0].Rows[0][1] != "1억 6,500만원" {
		t.Errorf("tables of 제8조: %v", tables)
	}
}

func TestSearchLoansGuarantees(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	loans, err := lib.SearchLoans(t.Context(), knowledge.Query{Text: "신혼부부 전세대출 한도"})
	if err != nil || len(loans) == 0 || loans[0].Record.ID != "buteumok_newlywed" {
		t.Errorf("loans %v, %v", loans, err)
	}
	guarantees, err := lib.SearchGuarantees(t.Context(), knowledge.Query{Text: "전세보증보험 HUG"})
	if err != nil || len(guarantees) == 0 || guarantees[0].Record.ID != "hug_deposit_return" {
		t.Errorf("guarantees %v, %v", guarantees, err)
	}
}

func TestKeywordsHelpWhenTheTextSaysNothing(t *testing.T) {
	t.Parallel()
	hits, err := openPacks(t).SearchArticles(t.Context(), knowledge.Query{Text: "그거 어떻게 돼?", Keywords: []string{"묵시적 갱신"}})
	if err != nil || len(hits) == 0 || hits[0].Record.ID != "HLPA-6" {
		t.Errorf("found %v, %v", describe(hits), err)
	}
}

func TestMarketFilter(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	rows := lib.Market(knowledge.PropertyFilter{
		Places: []knowledge.Place{{Sigungu: "분당구"}}, ComplexTypes: []string{"apartment"}, DealTypes: []string{knowledge.DealJeonse},
	})
	if len(rows) != 2 {
		t.Fatalf("%d rows, want 2: %v", len(rows), rows)
	}
	if rows[0].ContractYM != "2026-06" || rows[0].DepositWon != 703_000_000 || !rows[0].Sample {
		t.Errorf("first row %+v", rows[0])
	}
	for name, f := range map[string]knowledge.PropertyFilter{
		"price":   {DealTypes: []string{knowledge.DealSale}, PriceWon: knowledge.Range[int64]{Max: 300_000_000}},
		"area":    {AreaM2: knowledge.Range[float64]{Min: 80, Max: 90}},
		"monthly": {DealTypes: []string{knowledge.DealMonthlyRent}, MonthlyWon: knowledge.Range[int64]{Max: 400_000}},
	} {
		rows := lib.Market(f)
		if len(rows) == 0 || len(rows) == 150 {
			t.Errorf("%s: %d rows", name, len(rows))
		}
		for _, r := range rows {
			if f.PriceWon.Max > 0 && r.PriceWon > f.PriceWon.Max || f.AreaM2.Min > 0 && (r.AreaM2 < 80 || r.AreaM2 > 90) || f.MonthlyWon.Max > 0 && r.MonthlyWon > 400_000 {
				t.Errorf("%s: row %+v", name, r)
			}
		}
	}
}

func TestListingsAreSamples(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	all := lib.Listings(knowledge.PropertyFilter{})
	for _, l := range all {
		if !l.Sample || !strings.HasPrefix(l.Name, "예시") {
			t.Errorf("%s is not marked as a sample: %+v", l.ID, l)
		}
	}
	got := lib.Listings(knowledge.PropertyFilter{Places: []knowledge.Place{{Sido: "서울특별시"}}, DealTypes: []string{knowledge.DealJeonse}, Limit: 2})
	if len(got) != 2 || got[0].Sido != "서울특별시" || got[0].DealType != knowledge.DealJeonse {
		t.Errorf("listings %+v", got)
	}
}

func TestOpenNamesFileAndLine(t *testing.T) {
	t.Parallel()
	article := "articles:\n- {id: A, law: 민법, article: 제1조, covers: [제1조], title: t, title_en: t, gist: g, gist_en: g, as_of: x, status: verified, source: s}\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"missing": {map[string]string{}, "statutes.yaml"},
		"guide":   {map[string]string{"statutes.yaml": article, "guides/a.yaml": strings.NewReplacer("articles", "guides", "gist_en: g", "gist_en: g, questions: [q]").Replace(article)}, "guides/a.yaml:2: id A is used twice"},
		"never found": {map[string]string{"statutes.yaml": article, "guides/a.yaml": strings.NewReplacer("articles", "guides", "id: A", "id: G").Replace(article)},
			"guides/a.yaml:2: G: a guide without questions"},
		"unknown field": {map[string]string{"statutes.yaml": article + "extra: 1\n"}, "statutes.yaml: 3:1"},
		"bad status":    {map[string]string{"statutes.yaml": article + "\n- {id: B, law: 민법, article: 제2조, covers: [제2조], title: t, title_en: t, gist: g, gist_en: g, as_of: x, status: sure, source: s}\n"}, "statutes.yaml:4: B: status"},
		"no English":    {map[string]string{"statutes.yaml": strings.Replace(article, "gist_en: g", "gist_en: ''", 1)}, "statutes.yaml:2: A: gist_en is empty"},
		"special law":   {map[string]string{"statutes.yaml": article, "synonyms.yaml": "special: [{law: 민법}]\n"}, "synonyms.yaml: special"},
		"twice":         {map[string]string{"statutes.yaml": article + article[len("articles:\n"):]}, "statutes.yaml:3: id A is used twice"},
		"deal":          {map[string]string{"statutes.yaml": article, "market.yaml": "rows:\n- {id: M-1, sido: a, sigungu: b, complex_type: 아파트, deal_type: sale, area_m2: .nan, price_won: 1, contract_ym: 2026-01}\n"}, "market.yaml:2: area NaN"},
		"month":         {map[string]string{"statutes.yaml": article, "market.yaml": "rows:\n- {id: M-1, contract_ym: 2026}\n"}, "market.yaml:2: M-1: contract_ym"},
		"group":         {map[string]string{"statutes.yaml": article, "synonyms.yaml": "groups: [[a]]\n"}, "synonyms.yaml: groups: group 1"},
		"loan kind":     {map[string]string{"statutes.yaml": article, "loans.yaml": "products:\n- {id: p, name: n, operator: o, kind: gift, rates: r, source: s, as_of: x}\n"}, `loans.yaml:2: p: kind "gift"`},
		"listing":       {map[string]string{"statutes.yaml": article, "listings.yaml": "listings:\n- {id: l, name: n, sido: a, sigungu: b, property_type: 아파트, deal_type: sale, area_m2: 10}\n"}, "listings.yaml:2: l: a sale needs a price"},
	} {
		files := fstest.MapFS{}
		for path, text := range c.files {
			files[path] = &fstest.MapFile{Data: []byte(text)}
		}
		_, err := knowledge.Open(t.Context(), knowledge.Config{FS: files})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, c.want)
		}
	}
	if _, err := knowledge.Open(t.Context(), knowledge.Config{}); err == nil {
		t.Error("opened without a file system")
	}
}

// A guide is found by what is asked of its situation, and neither by the number of its
// article nor by what others ask of it.
func TestGuidesAreFoundByTheirQuestions(t *testing.T) {
	t.Parallel()
	const guide = `guides:
- {id: G, law: 주택임대차보호법, article: 제7조, covers: [제7조], title: 고양이, title_en: Cat, gist: 고양이는 괜찮다., gist_en: A cat is fine., as_of: "2026-01-01", status: verified, source: s, questions: [고양이 키워도 되나요]}
`
	dir := t.TempDir()
	if err := os.Mkdir(dir+"/guides", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/guides/cats.yaml", []byte(guide), 0o600); err != nil {
		t.Fatal(err)
	}
	lib, err := knowledge.Open(t.Context(), knowledge.Config{FS: datafile.Over(dir, packs.FS)})
	if err != nil {
		t.Fatal(err)
	}
	if hits := searchArticles(t, lib, "고양이 키워도 되나요?"); len(hits) == 0 || hits[0].Record.ID != "G" || !hits[0].Record.Guide {
		t.Errorf("its question found %v", describe(hits))
	}
	for _, text := range []string{"주택임대차보호법 제7조 알려줘", "전세금 5% 인상 가능해?"} {
		if hits := searchArticles(t, lib, text); len(hits) == 0 || slices.ContainsFunc(hits, func(h knowledge.Hit[knowledge.Article]) bool { return h.Record.ID == "G" }) {
			t.Errorf("%s found %v", text, describe(hits))
		}
	}
}

// What is left of a word behind a known term, and how somebody ends a sentence, is no
// subject: the particle of "등기부등본에서" would weigh as much as a noun.
func TestEndingsAreNoSubject(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	for text, want := range map[string][]string{
		"등기부등본에서 뭘 봐야 해요":  {"등기부등본"},
		"집주인이 바뀌었대요 어떡하죠":  {"집주인이 바뀌"},
		"집주인이 돈이 없대요 어떡해요": {"집주인", "돈이"},
		"집 살 건데 얼마나 나와?":   nil,
	} {
		var got []string
		for _, wordings := range lib.Wordings(text) {
			got = append(got, wordings[0])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestPassagesStandBesideThePacks(t *testing.T) {
	t.Parallel()
	lib := openWith(t, knowledge.Passage{
		ID: "p", Law: "빈집정비법", Article: "제4조", Title: "빈집정비계획", Head: "제1장", Text: "시장은 빈집의 철거와 활용에 관한 계획을 5년마다 세운다.",
	})
	if hits := searchArticles(t, lib, "빈집정비법 제4조"); len(hits) == 0 || hits[0].Record.Title != "빈집정비계획" {
		t.Errorf("the added statute found %v", describe(hits))
	}
	if hits := searchArticles(t, lib, "빈집 철거 계획은 누가 세우나요"); len(hits) == 0 || hits[0].Record.Law != "빈집정비법" {
		t.Errorf("the added statute's text found %v", describe(hits))
	}
}

func TestSearchHonoursContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := openPacks(t).SearchArticles(ctx, knowledge.Query{Text: "전세금 인상"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestConcurrentSearchesAgree(t *testing.T) {
	t.Parallel()
	lib := openPacks(t)
	want := describe(searchArticles(t, lib, "묵시적 갱신 후 해지"))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			hits, err := lib.SearchArticles(t.Context(), knowledge.Query{Text: "묵시적 갱신 후 해지"})
			if err != nil || !slices.Equal(describe(hits), want) {
				t.Errorf("found %v, %v, want %v", describe(hits), err, want)
			}
		})
	}
	wg.Wait()
}

func TestOpenIsQuick(t *testing.T) {
	// Alone, so that other tests don't share the processor.
	best := time.Hour
	for range 3 {
		start := time.Now()
		_, err := knowledge.Open(t.Context(), knowledge.Config{FS: packs.FS})
		if err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
	}
	// Ten times the measured time: slow machines and the race detector pass,
	// a quadratic loader does not.
	if best > 5*time.Second {
		t.Errorf("open takes %v", best)
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		_, err := knowledge.Open(b.Context(), knowledge.Config{FS: packs.FS})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMemory tells what a library keeps in memory: an article of the
// built-in packs, and a passage beside them that somebody ingested.
func BenchmarkMemory(b *testing.B) {
	held := func(cfg knowledge.Config) (bytes, articles int) {
		heap := func() int {
			var m runtime.MemStats
			runtime.GC()
			runtime.GC() // what a pool gave up in the first
			runtime.ReadMemStats(&m)
			return int(m.HeapAlloc)
		}
		before := heap()
		lib, err := knowledge.Open(b.Context(), cfg)
		if err != nil {
			b.Fatal(err)
		}
		bytes, articles = heap()-before, lib.Counts().Articles
		return bytes, articles
	}
	lib, texts := openPacks(b), []knowledge.Article{}
	for _, law := range []string{"주택임대차보호법", "민법", "공인중개사법"} {
		for n := range 700 {
			texts = append(texts, lib.Article(law, fmt.Sprintf("제%d조", n+1))...)
		}
	}
	passages, letters := make([]knowledge.Passage, 4000), 0
	for i := range passages {
		// No two are alike: each has other neighbours and numbers.
		one, two := texts[i%len(texts)], texts[(i*7+i/len(texts))%len(texts)]
		p := passage(fmt.Sprintf("t/t#%d", i), one.Law, "", one.Title, fmt.Sprintf("%d. %s %d. %s", i, one.Gist, i+1, two.Gist))
		passages[i] = p
		letters += len(p.Text)
	}
	for b.Loop() {
		base, articles := held(knowledge.Config{FS: packs.FS})
		more, _ := held(knowledge.Config{FS: packs.FS, Passages: passages})
		b.ReportMetric(float64(base)/float64(articles), "B/article")
		b.ReportMetric(float64(more-base)/float64(len(passages)), "B/passage")
		b.ReportMetric(float64(letters)/float64(len(passages)), "text-B/passage")
	}
}

func BenchmarkSearchArticles(b *testing.B) {
	lib := openPacks(b)
	for b.Loop() {
		if _, err := lib.SearchArticles(b.Context(), knowledge.Query{Text: "집주인이 전세금을 5% 넘게 올려달래요"}); err != nil {
			b.Fatal(err)
		}
	}
}
