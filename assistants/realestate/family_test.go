package realestate

import (
	"slices"
	"testing"
)

func TestADecreeComesWithItsLaw(t *testing.T) {
	t.Parallel()
	decree := article("공동주택관리법 시행령", "제21조의2", "층간소음관리위원회", "법 제20조제7항 본문에서 “대통령령으로 정하는 규모”란 700세대를 말한다.", 0.8)
	law := article("공동주택관리법", "제20조", "층간소음의 방지", "입주자등은 층간소음을 내지 않도록 노력해야 한다.", 0.8)
	for _, c := range []struct {
		best, other, language string
		want                  []string
	}{
		{best: "decree", language: "ko", want: []string{"공동주택관리법 시행령 제21조의2", "공동주택관리법 제20조", "민법 제1조"}},
		{best: "law", other: "decree", language: "ko", want: []string{"공동주택관리법 제20조", "공동주택관리법 시행령 제21조의2", "민법 제1조"}},
		{best: "law", language: "ko", want: []string{"공동주택관리법 제20조", "민법 제1조"}},
	} {
		hits := map[string]hit{"decree": newHit(&decree, c.language), "law": newHit(&law, c.language)}
		a := &answer{state: &State{}, best: []hit{hits[c.best]}}
		a.state.Language = c.language
		a.sources = []string{exactOf(hits[c.best].names)[0], "민법 제1조"}
		if c.other != "" {
			a.hits = []hit{hits[c.other]}
		}
		if a.keepFamily(3); !slices.Equal(a.sources, c.want) {
			t.Errorf("%s: %q, want %q", c.best, a.sources, c.want)
		}
	}
}
