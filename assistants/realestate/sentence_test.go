package realestate

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/teams/search"
)

func TestSentences(t *testing.T) {
	t.Parallel()
	got := sentences("연 5.0%가 된다. 참고한다(확인. 미확인). 무효다")
	if diff := cmp.Diff([]string{"연 5.0%가 된다.", "참고한다(확인. 미확인).", "무효다"}, got); diff != "" {
		t.Error(diff)
	}
}

// Every sentence of the library that ends in 다 turns into a polite one.
func TestPolitelyOnTheLibrary(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("packs/statutes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var pack struct {
		Articles []struct{ ID, Gist string } `yaml:"articles"`
	}
	if err := yaml.Unmarshal(raw, &pack); err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`다(?:\s*\([^()]*\))*\.$`)
	polite := regexp.MustCompile(`(?:습니다|입니다|[합됩닙릅큽답갑납뭅봅씁춥침줍둡]?니다)(?:\s*\([^()]*(?:\([^()]*\)[^()]*)*\))*\.$`)
	n := 0
	for _, a := range pack.Articles {
		for _, s := range sentences(a.Gist) {
			if !plain.MatchString(s) {
				continue
			}
			n++
			if got := korean.Polite(s); !polite.MatchString(got) || strings.Contains(got, "다니다") {
				t.Errorf("%s: %q became %q", a.ID, s, got)
			}
		}
	}
	if n < 200 {
		t.Errorf("only %d sentences were read", n)
	}
}

func TestPickKeepsARun(t *testing.T) {
	t.Parallel()
	list := []string{"첫 문장이다.", "보증금 이야기다.", "확정일자는 주민센터에서 받는다.", "배당 이야기다."}
	got := pick(list, "확정일자는 어디서 받아요?", list[2], 2)
	if len(got) != 2 || !(got[0] == list[2] || got[1] == list[2]) {
		t.Errorf("picked %q", got)
	}
	long := strings.Repeat("가", 200)
	if got := pick([]string{long, long + "나"}, "가나", long+"나", 2); len(got) != 1 || got[0] != long+"나" {
		t.Errorf("not cut to what fits: %d sentences", len(got))
	}
}

func TestArticlesOf(t *testing.T) {
	t.Parallel()
	got := articlesOf(search.LegalResult{Law: "공인중개사법", Article: "제32조·시행령 제27조의2"})
	want := []lawArticle{{"공인중개사법", "제32조"}, {"공인중개사법 시행령", "제27조의2"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(lawArticle{})); diff != "" {
		t.Error(diff)
	}
	got = articlesOf(search.LegalResult{Law: "지방세법", Article: "제151조 · 농어촌특별세법 제5조"})
	want = []lawArticle{{"지방세법", "제151조"}, {"농어촌특별세법", "제5조"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(lawArticle{})); diff != "" {
		t.Error(diff)
	}
	got = articlesOf(search.LegalResult{Law: "주택임대차보호법", Article: "제6조의3 제1항 제8호·제5항·제6항"})
	if len(got) != 1 {
		t.Errorf("paragraphs of one article: %v", got)
	}
}
