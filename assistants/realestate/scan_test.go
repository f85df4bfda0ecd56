package realestate

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/madang-dev/madang/internal/retest"
)

// What is found by hand, as expressions.
var (
	articleRE = regexp.MustCompile(`제\d+조(?:의\d+)?|art\. \d+(?:-\d+)?`)
	koreanRE  = regexp.MustCompile(`제\d+조(?:의\d+)?`)
	namesRE   = regexp.MustCompile(`제\d+조|art\. \d`)
	dayRE     = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	tailRE    = regexp.MustCompile(`(?:\s*\([^()]*(?:\([^()]*\)[^()]*)*\))*\.?$`)
)

func sameScans(t *testing.T, s string) {
	t.Helper()
	where := func(re *regexp.Regexp) (int, int) {
		if at := re.FindStringIndex(s); at != nil {
			return at[0], at[1]
		}
		return -1, -1
	}
	start, end := articleIn(s)
	if from, to := where(articleRE); start != from || end != to {
		t.Errorf("%q: an article at %d to %d instead of %d to %d", s, start, end, from, to)
	}
	start, end = koreanArticleIn(s)
	if from, to := where(koreanRE); start != from || end != to {
		t.Errorf("%q: a Korean article at %d to %d instead of %d to %d", s, start, end, from, to)
	}
	if namesArticle(s) != namesRE.MatchString(s) {
		t.Errorf("%q names an article: %v", s, namesArticle(s))
	}
	if got, want := dayIn(s), dayRE.FindString(s); got != want {
		t.Errorf("%q has the day %q instead of %q", s, got, want)
	}
	law, numbers := s, articleRE.FindAllString(s, -1)
	if at := articleRE.FindStringIndex(s); at != nil {
		law = s[:at[0]]
	}
	if n := namedIn(s); n.law != strings.TrimRight(law, ", ") || !slices.Equal(n.articles, numbers) {
		t.Errorf("%q names %+v", s, n)
	}
}

var scanTexts = []string{
	"", "주택임대차보호법 제7조, 제7조의2 제1항", "제조 제5 제6조의 제제8조", "Civil Act, art. 628-2; art.7 art. x", "가art. 3", "2026-01-02", "시행 12026-01-02x", "2026-1-02 9999-99-99-",
	"무효다(확인. 미확인).", "할 수 있다 (가) (나(다)(라)). ", "한다(가(나(다))).", "한다)", "한다(가)(", "한다 \t(가)\n(나)", "..", "(가)", "a)b)", "\xec제3조\xa0\x9c5조", "보증금 Ⅳ ABC가나 12", "\xff(가\xff).",
}

func TestScansFindWhatExpressionsDo(t *testing.T) {
	t.Parallel()
	for _, s := range scanTexts {
		sameScans(t, s)
	}
	for i, re := range []*regexp.Regexp{articleRE, dayRE, tailRE} {
		for _, s := range retest.Matches(t, re.String(), 300, uint64(i)) {
			sameScans(t, s)
			sameScans(t, "있다"+s)
			sameScans(t, s+s+"다")
		}
	}
}

func FuzzScans(f *testing.F) {
	for _, s := range scanTexts {
		f.Add(s)
	}
	f.Fuzz(sameScans)
}

func TestRecentKeepsWhatComesAgain(t *testing.T) {
	t.Parallel()
	made := map[string]int{}
	kept := recent[string, int]{most: 4}
	of := func(key string) int {
		return kept.of(key, 1, func() (string, int) {
			made[key]++
			return key, len(key)
		})
	}
	for i := range 100 {
		if of("often") != 5 {
			t.Fatal("another value is kept")
		}
		of(strings.Repeat("x", 10+i))
		if n := len(kept.young) + len(kept.old); n > 8 {
			t.Fatalf("%d keys are kept", n)
		}
	}
	if made["often"] != 1 {
		t.Errorf("what comes again was made %d times", made["often"])
	}
	of(strings.Repeat("x", 10))
	if made[strings.Repeat("x", 10)] != 2 {
		t.Error("nothing is forgotten")
	}
}

func TestRecentIsSafeInParallel(t *testing.T) {
	t.Parallel()
	kept := recent[int, int]{most: 10}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 2000 {
				key := i * 7 % 31
				if got := kept.of(key, 1, func() (int, int) { return key, key * key }); got != key*key {
					t.Errorf("%d is kept of %d", got, key)
				}
			}
		})
	}
	all.Wait()
}
