package slot_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/slot"
)

// A message with several wishes is read in parts, and one with a single wish, or
// with a question about all of it, whole.
func TestSeveralWishes(t *testing.T) {
	t.Parallel()
	p := pack(t)
	for _, c := range []struct {
		text string
		want []string
	}{
		{"맛집은 빼고 박물관 넣어주고 호텔은 더 싼걸로", []string{"dropped=맛집 act=dislike", "styles=문화 act=add", "hotel act=cheaper"}},
		{"하루 늘리고 호텔은 더 좋은걸로 해줘", []string{"nights=4", "hotel act=better"}},
		{"숙소 싼 데로 바꿔주시고, 해유관도 넣어주세요", []string{"hotel act=cheaper", "must=osaka-07 act=add"}},
		{"둘째날은 비우고 셋째날 오후도 비워줘", []string{"act=change_day day=2", "act=change_day day=3"}},
		{"skip Dotonbori and add Spa World, also a cheaper hotel", []string{"must=osaka-12 avoid=osaka-02 act=swap", "hotel act=cheaper"}},
		{"비행기는 더 싼걸로 하고 호텔은 더 좋은 데로 해줘", []string{"flight act=cheaper", "hotel act=better"}},
		{"해유관 넣어줘요. 그리고 비자 필요해요?", []string{"must=osaka-07 act=add", "act=question topic=entry ?"}},
		{"1 more night, and a better hotel if it stays in budget", []string{"nights=4", "hotel act=better"}},
		// One wish, whatever joins its words.
		{"can you put universal studios on day 2 and drop whatever was there", []string{"must=osaka-03 act=add day=2"}},
		{"my wife doesn't eat seafood", []string{"act=diet"}},
		{"swap days 2 and 3", []string{"act=change_day day=2"}},
		{"오사카성하고 시텐노지 빼줘", []string{"avoid=osaka-01,osaka-09 act=remove"}},
		{"구로몬시장이랑 도톤보리는 빼주세요", []string{"avoid=osaka-05,osaka-02 act=remove"}},
		{"호텔은 그대로 두고 비행기만 싼 걸로", []string{"flight act=cheaper"}},
		{"2일차 오후 일정 빼고 쉬고 싶어요", []string{"plan styles=휴양 act=change_day day=2"}},
		{"한명 추가하고 예산 400으로 올리고 하루 미뤄줘", []string{"budget=4000000 people=3 start=2026-12-22"}},
		{"오사카성 빼고 호텔 싼 데로 하면 얼마예요?", []string{"hotel act=cheaper about=osaka ?"}},
		// A place by the end of its name, and a kind of place that the days hold none of.
		{"스카이빌딩은 셋째 날로 옮겨줘", []string{"must=osaka-06 act=add day=3"}},
	} {
		language := "ko"
		if c.text[0] < utf8.RuneSelf {
			language = "en"
		}
		var got []string
		for _, r := range slot.ReadAll(c.text, slot.Context{
			Pack: p, Today: today, Language: language, Planned: true, Destination: "osaka", Start: today.AddDate(0, 1, 0), Nights: 3, Budget: 3_000_000, People: 2,
		}) {
			one := strings.TrimSpace(r.Item + " " + said(r))
			if r.Asks {
				one += " ?"
			}
			got = append(got, one)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
