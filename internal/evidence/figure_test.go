package evidence

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFiguresOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"증액은 20분의 1, 곧 5%가 한도입니다.":                        {"percent:5"},
		"보증금 3억 5천만원(350,000,000원)":                       {"won:350000000"},
		"KRW 350,000,000 is 350 million won":              {"won:350000000"},
		"만료 6개월 전부터 2개월 전, 곧 두 달 전까지":                     {"months:6", "months:2"},
		"2년, 24개월, 2 years, two years":                    {"months:24"},
		"2026-01-02, 2026년 1월 2일, 2026.1.2.와 Jan 2, 2026": {"day:2026-01-02"},
		"매년 5월 31일까지":                                     {"day:--05-31"},
		"전용 84.90㎡와 25평":                                  {"m2:84.9", "m2:82.64"},
		"주택임대차보호법 제7조 제1항과 시행령 제8조의2, 별표 1":               nil,
		"Housing Lease Protection Act, art. 7-2 (1)":      nil,
		"필요한 일은 또한 달라지며 정한 번호가 없습니다":                      nil,
		"한 번만, 1회, once":                                  {"times:1"},
		"14일 안에, within two weeks":                        {"days:14"},
		"방 3개, 100배":                                      {"number:3", "number:100"},
	} {
		got := slices.Sorted(maps.Keys(FiguresOf(text)))
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
