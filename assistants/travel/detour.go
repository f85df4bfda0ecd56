package travel

import (
	"strconv"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// topicText answers a question in between from the catalog.
func (p *planner) topicText(s *MultiAgentState) string {
	l := s.Language
	d := p.pack.Destination(s.About)
	if d == nil {
		d = p.pack.Destination(value(s.Destination))
	}
	if s.Topic == slot.TopicPlaces {
		return inf(l, "지금 계획해 드릴 수 있는 여행지는 %s입니다.", "I can plan trips to %s.", p.cityNames("", l))
	}
	if d == nil {
		return in(l, "여행지를 정하시면 그곳에 맞춰 답해 드리겠습니다.", "Choose a destination first and I will answer for it.")
	}
	text := placeFact(d, s.Topic, l)
	if s.Suggested != "" && s.Destination == nil {
		text += " " + inf(l, "%s 여행을 계획해 드릴까요?", "Shall I plan a trip to %s?", d.Name.In(l))
	}
	return text
}

func placeFact(d *catalog.Destination, topic, l string) string {
	name := d.Name.In(l)
	switch topic {
	case slot.TopicEntry:
		return name + ": " + d.Entry.In(l)
	case slot.TopicTransport:
		return name + ": " + d.Transport.In(l)
	case slot.TopicSeason:
		return inf(l, "%s에 가기 좋은 달은 보통 %s입니다. 날씨는 출발 전에 확인해 주세요.", "Good months for %s are usually %s. Check the weather before you leave.", name, months(d.BestMonths, l))
	case slot.TopicMoney:
		if d.Domestic() {
			return inf(l, "%s에서는 원화를 씁니다.", "%s uses the Korean won.", name)
		}
		return inf(l, "%s의 통화는 %s입니다. 환율은 환전하는 날 확인해 주세요.", "The currency of %s is %s. Check the rate on the day you exchange.", name, d.Currency)
	case slot.TopicFlight:
		return inf(l, "%s까지 직항으로 약 %s 걸립니다.", "A direct flight to %s takes about %s.", name, hours(d.Minutes, l))
	case slot.TopicSights:
		var names []string
		for _, sight := range d.Sights[:min(len(d.Sights), 6)] {
			names = append(names, sight.Name.In(l))
		}
		return inf(l, "%s에서 많이 찾는 곳: %s", "Well-known places in %s: %s", name, strings.Join(names, ", "))
	case slot.TopicCost:
		return inf(l, "%s 예시 금액(1인): 왕복 항공 %s부터, 하루 지출 %s부터, 숙소는 1박 %s부터입니다. 실시간 시세가 아닙니다.", "Illustrative prices for %s: round trip from %s a person, spending from %s a day, a room from %s a night. These are not live prices.",
			name, money(d.Flight.Budget, l), money(d.Daily.Budget, l), money(d.Hotel.Budget, l))
	}
	return in(l, "그 질문에는 답해 드리기 어렵습니다. 여행 계획을 도와드릴 수 있습니다.", "I can't answer that, but I can help you plan a trip.")
}

func months(list []int, language string) string {
	parts := make([]string, len(list))
	for i, m := range list {
		parts[i] = in(language, strconv.Itoa(m)+"월", []string{"", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}[m])
	}
	return strings.Join(parts, ", ")
}

func hours(minutes int, language string) string {
	if minutes%60 == 0 {
		return inf(language, "%d시간", "%d hours", minutes/60)
	}
	return inf(language, "%d시간 %d분", "%d h %d min", minutes/60, minutes%60)
}
