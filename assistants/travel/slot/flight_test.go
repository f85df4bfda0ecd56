package slot_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/slot"
)

// The hour of a flight is told by whoever says it, whatever he asks beside it;
// which flight it is of is told by the words around it.
func TestHoursOfFlights(t *testing.T) {
	t.Parallel()
	p := pack(t)
	for _, c := range []struct {
		text    string
		planned bool
		want    string // out, lands or home with HH:MM
	}{
		{"11시 비행기인데 그날 아침에 뭐 할 수 있어요", true, "home 11:00"},
		{"귀국편이 오후 3시 20분이에요", true, "home 15:20"},
		{"마지막날 비행기가 일곱시 반인데 뭐 보고 갈 수 있을까요?", true, "home 07:30"},
		{"집에 오는 비행기 밤 9시예요", true, "home 21:00"},
		{"마지막 날 오후 2시 비행기면 오사카성 볼 수 있어요?", true, "home 14:00 if"},
		{"our flight back is at 11am, what can we do that morning?", true, "home 11:00"},
		{"if the flight home is at 6:30 pm, what fits?", true, "home 18:30 if"},
		{"첫날은 밤 10시에 도착이야", true, "lands 22:00"},
		{"we land at 10:40 pm", true, "lands 22:40"},
		{"밤 12시에 도착이라 첫날은 바로 자요", true, "lands 00:00"},
		{"첫날 낮 12시 도착이에요", true, "lands 12:00"},
		{"we land at 12 am", true, "lands 00:00"},
		{"도착이 저녁 8시라 첫날은 밥만 먹어요", true, "lands 20:00"},
		{"가는 비행기가 오후 2시 출발이에요", true, "out 14:00"},
		{"저녁 9시 비행기로 가면 첫날은 뭐해요", true, "out 21:00 if"},
		{"첫날 3시 비행기야", true, "out 15:00"},
		{"마지막날 새벽 2시 비행기면 그날은 못놀죠?", true, "home 02:00 if"},
		{"마지막날 4시 기차야", true, "home 16:00"},
		// Before there is a plan it is told as well.
		{"돌아오는 비행기가 오전 10시예요", false, "home 10:00"},
		{"인천에서 아침 8시 비행기 타요", false, "out 08:00"},
		{"we land at 3 pm", false, "lands 15:00"},
		{"첫날 낮 12시 40분 도착이고 마지막날 저녁 7시 10분 출발이에요", false, "lands 12:40 home 19:10"},
		{"비행기는 오후 2시 20분에 도착하고 돌아오는 건 밤 9시 출발이에요", false, "lands 14:20 home 21:00"},
		{"we land at 1:10 pm and fly back at 7 pm", false, "lands 13:10 home 19:00"},
		// Another flight is a wish, and other hours are of no flight.
		{"오전 9시 비행기 말고 다른 걸로 바꿔줘", true, ""},
		{"매일 9시부터 시작할래요", true, ""},
		{"비행기 몇 시간 걸려요?", true, ""},
		{"비행기 시간이 너무 이르다", true, ""},
	} {
		language := "ko"
		if c.text[0] < utf8.RuneSelf {
			language = "en"
		}
		now := slot.Context{Pack: p, Today: today, Language: language, Destination: "osaka"}
		if c.planned {
			now.Planned, now.Start, now.Nights, now.Budget, now.People, now.LastDay = true, today.AddDate(0, 1, 0), 3, 2_000_000, 2, 2
		}
		r := slot.Read(c.text, now)
		got := ""
		for _, way := range []struct {
			name string
			at   *int
		}{{"out", r.SetsOff}, {"lands", r.Lands}, {"home", r.TakesOff}} {
			if way.at != nil {
				got = strings.TrimSpace(got + " " + way.name + " " + slot.Clock(*way.at))
			}
		}
		if got != "" && r.Supposes {
			got += " if"
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
