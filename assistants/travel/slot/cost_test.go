package slot_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/travel/slot"
)

// What is paid, owned or left out is read of what is said of it, and no budget of it.
func TestCostsThatAreNotEstimated(t *testing.T) {
	t.Parallel()
	out, again := &slot.Cost{Kind: slot.CostExcluded}, &slot.Cost{Kind: slot.CostEstimated}
	paid := func(won int64) *slot.Cost { return &slot.Cost{Kind: slot.CostPaid, Won: won} }
	for text, want := range map[string]struct {
		flight, lodging *slot.Cost
		budget          int64
	}{
		"비행기는 이미 끊었어요":                           {flight: out},
		"항공권 예매 다 해놨어":                           {flight: out},
		"비행기표는 있어요":                              {flight: out},
		"비행기 마일리지로 가요":                           {flight: out},
		"마일리지로 끊을 거예요":                           {flight: out},
		"항공 빼고 500만원":                            {flight: out, budget: 5_000_000},
		"비행기값은 별도로 예산 100만원이요":                   {flight: out, budget: 1_000_000},
		"비행기 38만 포함해서 150만원 안으로 되나요":             {flight: paid(380_000), budget: 1_500_000},
		"항공권 인당 38만원에 샀어요":                       {flight: &slot.Cost{Kind: slot.CostPaid, Won: 380_000, Each: true}},
		"숙소는 친구네":                                {lodging: out},
		"친구 집에서 잘 거예요":                           {lodging: out},
		"호텔은 예약했어요 3박 45만":                       {lodging: paid(450_000)},
		"호텔 45만원에 예약했고 비행기는 안 끊었어":               {lodging: paid(450_000)},
		"항공과 호텔은 회사에서 제공하니 제외해 주십시오":             {flight: out, lodging: out},
		"숙박비는 회사에서 내줘요":                          {lodging: out},
		"숙소랑 비행기 둘 다 빼고 계산해줘":                    {flight: out, lodging: out},
		"비행기 다시 포함해줘":                            {},
		"호텔 예약했어요?":                              {},
		"호텔 빼고 다 좋아요":                            {},
		"호텔은 그대로 두고 비행기만 바꿔줘":                    {},
		"호텔 말고 게스트하우스로":                          {},
		"호텔 빼고 에어비앤비":                            {},
		"without a hotel, an airbnb instead":     {},
		"부산은 기차로 가려고요":                           {flight: out},
		"제주 배 타고 갈 거예요":                          {flight: out},
		"we are driving down to Busan":           {flight: out},
		"오사카 시내는 기차로 가요":                         {},
		"The flights are already booked":         {flight: out},
		"We've booked the hotel for 450,000 won": {lodging: paid(450_000)},
		"budget 2 million won without flights":   {flight: out, budget: 2_000_000},
		"We're staying with my cousin":           {lodging: out},
		"We paid 300,000 won for the hotel":      {lodging: paid(300_000)},
		"38만원에 비행기 끊었어요":                         {flight: paid(380_000)},
		"호텔은 결제했음 1박 9만원":                        {lodging: paid(270_000)},
		"숙소는 이모댁에서 묵어요":                          {lodging: out},
		"Can you book the hotel?":                {},
	} {
		to := "osaka"
		for name, id := range map[string]string{"부산": "busan", "Busan": "busan", "제주": "jeju"} {
			if strings.Contains(text, name) {
				to = id
			}
		}
		for _, planned := range []bool{false, true} {
			r := slot.Read(text, slot.Context{Pack: pack(t), Today: today, Destination: to, Nights: 3, People: 2, Planned: planned, Language: "ko"})
			var budget int64
			if r.Budget != nil {
				budget = *r.Budget
			}
			if !reflect.DeepEqual(r.FlightCost, want.flight) || !reflect.DeepEqual(r.LodgingCost, want.lodging) || budget != want.budget && !r.Asks {
				t.Errorf("%q (planned %v): flight %+v, lodging %+v, budget %d, act %q", text, planned, r.FlightCost, r.LodgingCost, budget, r.Act)
			}
		}
	}
	r := slot.Read("비행기값 다시 넣어줘", slot.Context{Pack: pack(t), Today: today, Destination: "osaka", Nights: 3, People: 2, Planned: true, FlightCost: out})
	if !reflect.DeepEqual(r.FlightCost, again) {
		t.Errorf("again: %+v", r.FlightCost)
	}
}
