package semantic

import (
	"strings"
	"testing"
)

// A word with one slip is read as the one word that is as near, particles and all, and said; what
// may be either of two, or another word or name, is refused: a figure of somebody else is none of
// the one that was asked for. Known words and numbers are no slips.
func TestSlips(t *testing.T) {
	t.Parallel()
	l := open(t)
	for text, want := range map[string]string{
		"지난달 서울 매줄은 얼마야":           "매출의 오타",
		"지난달 예시가디욘정 매출":            "refuse",
		"지난달 예시리피드점 매출":            "refuse",
		"지난달 목표 달섬률 팀별로":           "달성률의 오타",
		"지난달 재구매한 거래처 매출":          "refuse",
		"지난달 고객기관991 매출":           "refuse",
		"지난달 수댱은 얼마야":              "“수댱”: 수량의 오타",
		"vists last month":         "was read as visits",
		"slaes last month":         "was read as sales",
		"sahes last month":         "refuse",
		"예시가디욘정 있잖아. 지난달 매출 얼마야?":  "refuse",
		"sahes. visits last month": "refuse",
	} {
		language := "ko"
		if strings.HasSuffix(text, "month") {
			language = "en"
		}
		reading, result := answer(t, l, "E021", language, text)
		got := kind(reading) + " " + strings.Join(result.Assumptions, " ")
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestASlipOfEitherOfTwo(t *testing.T) {
	t.Parallel()
	c := &catalogue{Dimensions: []dimension{{Name: "product"}}}
	x := newLexicon(c, &names{by: map[string][]namedValue{"product": {{"P1", "가나디온"}, {"P2", "가나디움"}, {"P3", "가나디온2"}}}})
	if like, tail := x.like("가나디옴은"); len(like) != 2 || tail != "은" {
		t.Errorf("%+v %q", like, tail)
	}
	if like, _ := x.like("가나디온3"); len(like) != 0 {
		t.Errorf("a number is taken for a slip: %+v", like)
	}
}
