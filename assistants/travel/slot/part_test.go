package slot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/assistants/travel/slot"
)

// Before there is a plan, of a trip whose length is known: what tells of a part of
// it, or asks, changes nothing of the whole.
func TestNotOfTheWholeTrip(t *testing.T) {
	t.Parallel()
	p := pack(t)
	late := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct{ text, want string }{
		// Nights in one place, and the price of one.
		{"2박만 뷰호텔 하고 나머진 싼데로", "stay=hotel one"},
		{"1박만 좋은 호텔에서 자고 나머지는 게스트하우스", "stay=guesthouse one"},
		{"유니버설 근처에서 1박만 하고 싶은데", "must=osaka-03 one"},
		{"호텔 1박 10만원 밑으로", "stay=hotel one"},
		{"숙소는 1박 한 8만원 정도", "one"},
		{"1박만 하고 올게요", "nights=1"},
		{"사흘은 덴노지에서 묵고 싶어요", "one"},
		{"이틀은 우메다 호텔에서 잘게요", "one"},
		{"호텔은 1박에 18만원 안 넘게", "stay=hotel one"},
		{"숙소는 하룻밤 20만원까지요", "one"},
		// A sum has a role: what the flights came to is no budget, nor is a figure of hours.
		{"비행기표는 벌써 52만원에 샀어요", ""},
		{"호텔비 50만원까지 합쳐서 모두 170만원이에요", "budget=1700000 stay=hotel"},
		{"4시간 안 넘는 비행으로요", ""},
		{"예산은 130인데 괜찮을까요", "budget=1300000"},
		// Another city in passing, and one that the trip is to go to.
		{"재작년에 다낭에 갔을 때는 비가 왔어요", ""},
		{"도쿄로 갈래요", "to=tokyo"},
		{"한 명은 휠체어를 타요", "pace=relaxed"},
		{"너무 빠듯하지 않게 짜 주세요", "pace=relaxed"},
		// The date, and of two dates the one on which one leaves.
		{"화요일은 쉰다던데 저희는 12월 9일에 도착해요", "start=2026-12-09"},
		{"6월 5일이 잔치고 6일에 출발해요", "start=2027-06-06"},
		{"12월 8일 도착이고 11일 밤에 돌아와요", "nights=3 start=2026-12-08"},
		{"3일차엔 뭐 하면 좋아요", "act=question"},
		{"오사카 2박만 할게요", "to=osaka nights=2"},
		{"아니 2박으로 줄일게요", "nights=2"},
		{"당일치기로 나라 다녀올래요", "must=osaka-11"},
		// Questions about places, and a day that is asked about.
		{"유니버설이랑 오사카성 둘 다 가면 너무 힘들까요", "act=question"},
		{"오사카성 월요일에 여나?", "act=question topic=hours about=osaka"},
		{"오사카성 화요일은 쉬나요?", "act=question topic=hours about=osaka"},
		{"유니버설 꼭 가고 싶어요", "must=osaka-03"},
		{"금요일에 출발해요", "start=2026-12-04"},
		// Who is compared or eats are no party; who says how many is.
		{"둘이 가격 비교 좀 해봐요", ""},
		{"둘이서 가요", "people=2"},
		// Hours that stay free, although something must be there.
		{"낮잠시간이 1시부터 3시라 그땐 숙소에 있어야 돼요", "rest=13:00"},
		{"2시부터 4시는 애 재워야 해서 숙소에 있을게요", "rest=14:00"},
		// Months and weeks.
		{"11월이고 남자 둘", "people=2 start=2027-11-06"},
		{"담달 둘째주 금토일이고", "start=2026-12-11"},
		{"다음달 셋째주 금토일", "start=2026-12-18"},
		{"12월 둘째주 주말", "start=2026-12-12"},
		{"actually 3 days, boss said no to friday", "nights=2"},
		{"금요일은 안된대요", ""},
		// What there is nothing of yet.
		{"최종본 카톡으로 보낼 수 있게 정리 좀", ""},
		{"give me a short version i can text her", ""},
		{"전체 일정 다시 보여주세요", ""},
		{"whichever is easier without a car", ""},
		{"make it easier please", "pace=relaxed"},
		{"예산은 둘이 합쳐서 한 200?", "budget=2000000 people=2"},
		{"예산은 다 해서 180", "budget=1800000"},
		{"회는 꼭 먹고 싶고 한 명은 회 못 먹음", "act=diet foods=회"},
	} {
		language := "ko"
		if c.text[0] < 128 && strings.ContainsAny(c.text, "abcdef") {
			language = "en"
		}
		r := slot.Read(c.text, slot.Context{Pack: p, Today: late, Language: language, Asked: slot.TravelStyle, Destination: "osaka", Nights: 3, Budget: 1_500_000, People: 2})
		got := said(r)
		if r.OneStay {
			got += " one"
		}
		if r.Rest != nil {
			got += " rest=" + r.Rest.From
		}
		if len(r.Foods) > 0 {
			got += " foods=" + strings.Join(r.Foods, ",")
		}
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
