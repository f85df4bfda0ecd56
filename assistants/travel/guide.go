package travel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// guide writes the guidance of a run without steps: what was understood,
// what was not taken, the answer to a question in between, and the next
// question.
func (p *planner) guide(s *MultiAgentState) state.Response {
	lines := p.guidance(s)
	message := strings.Join(lines, "\n\n")
	section := state.Section{Title: in(s.Language, "핵심 답변", "Key answer"), Content: lines, Icon: "target", Priority: "high", Type: "text"}
	return state.Response{
		Type: state.ResponseGuidance, Message: message, OriginalQuery: clip(s.Query, maxContentBytes), DetectedIntent: s.Intent,
		StructuredData: &state.StructuredData{
			Sections: []state.Section{section},
			Metadata: state.AnswerMetadata{Confidence: 1, Sources: []string{}, IntentType: s.Intent, AnsweredBy: "rules", Today: s.Today},
		},
		TeamsUsed: []string{}, Data: p.data(s),
	}
}

func (p *planner) guidance(s *MultiAgentState) []string {
	l := s.Language
	var lines []string
	add := func(text string) {
		if text != "" && !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	add(courtesy(s))
	add(p.understood(s))
	for _, n := range s.Notices {
		if n.Code != noticeTold {
			add(p.noticeText(s, n))
		}
	}
	if s.Topic != "" {
		add(p.topicText(s))
	}
	if s.Intent == slot.ActStatus {
		add(p.known(s))
	}
	if s.Intent == slot.ActChoose && s.PlansGenerated {
		add(p.chosen(s))
	}
	if len(lines) == 0 {
		add(in(l, "말씀을 여행 조건으로 이해하지 못했습니다.", "I could not read that as part of a trip."))
	}
	add(p.nextQuestion(s))
	return lines
}

// courtesy answers small talk.
func courtesy(s *MultiAgentState) string {
	l := s.Language
	switch s.Intent {
	case slot.ActGreet:
		return in(l, "안녕하세요! 여행 계획을 도와드리겠습니다.", "Hello! I'll help you plan a trip.")
	case slot.ActThanks:
		return in(l, "도움이 되었다니 기쁩니다.", "Glad to help.")
	case slot.ActWho:
		return in(l, "저는 여행 플래너입니다. 여행지, 기간, 예산, 인원, 스타일을 알려 주시면 항공과 숙소를 찾고 일정과 예산을 짜서 세 가지 플랜을 제안해 드립니다.",
			"I plan trips. Tell me where, how long, your budget, how many you are and what you like: I look for flights and lodging, lay out the days and offer three plans.")
	case slot.ActReset:
		return in(l, "새 여행을 처음부터 계획하겠습니다.", "Let us plan a new trip from the start.")
	}
	return ""
}

// understood repeats what this message told, so that a misreading shows.
func (p *planner) understood(s *MultiAgentState) string {
	var told []string
	for _, n := range s.Notices {
		if n.Code == noticeTold {
			told = append(told, p.slotText(s, n.Slot))
		}
	}
	if len(told) == 0 {
		return ""
	}
	return inf(s.Language, "%s 적어 두었습니다.", "Noted: %s.", joined(told, s.Language))
}

func joined(parts []string, language string) string {
	text := strings.Join(parts, ", ")
	if language == "en" {
		return text
	}
	return korean.Josa(text, "으로", "로")
}

// slotText is a slot's value in words.
func (p *planner) slotText(s *MultiAgentState, name slot.Name) string {
	l := s.Language
	switch name {
	case slot.Destination:
		return p.cityName(s, l)
	case slot.Duration:
		return inf(l, "%d박 %d일", "%d nights and %d days", value(s.Duration), value(s.Duration)+1)
	case slot.Budget:
		return inf(l, "예산 %s", "budget %s", money(value(s.Budget), l))
	case slot.NumPeople:
		return inf(l, "%d명", "%d traveller(s)", value(s.NumPeople))
	case slot.TravelStyle:
		if len(s.TravelStyle) == 0 {
			return in(l, "스타일 없음", "no style")
		}
		return styleNames(s.TravelStyle, l)
	case slot.StartDate:
		return inf(l, "%s 출발", "leaving %s", dayText(s.start(), l))
	case slot.Origin:
		return inf(l, "%s 출발", "from %s", value(s.Origin))
	case slot.Flexibility:
		return in(l, map[string]string{"strict": "예산 엄수", "flexible": "예산 10% 초과 허용"}[value(s.BudgetFlexibility)],
			map[string]string{"strict": "a strict budget", "flexible": "a budget that may be passed by 10 %"}[value(s.BudgetFlexibility)])
	case slot.Airline:
		c, _ := slot.CarrierByCode(value(s.PreferredAirline))
		return c.Name(l)
	case slot.Accommodation:
		return lodgingName(value(s.AccommodationPreference), l)
	case slot.Pace:
		return in(l, map[string]string{"relaxed": "여유로운 일정", "packed": "알찬 일정"}[value(s.Pace)], map[string]string{"relaxed": "a relaxed pace", "packed": "full days"}[value(s.Pace)])
	case slot.MustVisit:
		return inf(l, "꼭 갈 곳 %s", "must see %s", p.placeNames(s, s.MustVisitPlaces))
	case slot.Avoid:
		return inf(l, "빼는 곳 %s", "leave out %s", p.placeNames(s, s.AvoidPlaces))
	}
	return string(name)
}

func (p *planner) placeNames(s *MultiAgentState, ids []string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = p.placeName(s, id)
	}
	return strings.Join(names, ", ")
}

func lodgingName(kind, language string) string {
	switch kind {
	case catalog.KindGuesthouse:
		return in(language, "게스트하우스", "a guesthouse")
	case catalog.KindAirbnb:
		return in(language, "에어비앤비", "an Airbnb")
	}
	return in(language, "호텔", "a hotel")
}

// known lists all that is known of the trip.
func (p *planner) known(s *MultiAgentState) string {
	var parts []string
	for _, name := range slot.Required() {
		if s.knows(name) {
			parts = append(parts, p.slotText(s, name))
		}
	}
	if s.StartDate != nil {
		parts = append(parts, p.slotText(s, slot.StartDate))
	}
	if len(parts) == 0 {
		return in(s.Language, "아직 정해진 조건이 없습니다.", "Nothing is settled yet.")
	}
	return inf(s.Language, "지금까지 정한 조건: %s", "So far: %s", strings.Join(parts, ", "))
}

// chosen confirms the plan that the user took.
func (p *planner) chosen(s *MultiAgentState) string {
	l := s.Language
	plan := s.plan(value(s.ChosenPlan))
	text := inf(l, "%s 플랜으로 정했습니다. 합계 %s, 1인 %s입니다.", "The %s plan it is: %s in all, %s a person.", planName(plan.Type, l), money(plan.Costs.Total, l), money(plan.Costs.PerPerson, l))
	if plan.Costs.OverBy > 0 {
		text += inf(l, " 예산보다 %s 많으니 확인해 주세요.", " Mind that it is %s over the budget.", money(plan.Costs.OverBy, l))
	}
	return text + " " + sampleText(s)
}

// nextQuestion asks for the first thing that is missing, or says what one
// can do with the plans.
func (p *planner) nextQuestion(s *MultiAgentState) string {
	l := s.Language
	switch s.question() {
	case slot.Destination:
		if slices.ContainsFunc(s.Notices, func(n Notice) bool { return n.Slot == slot.Destination && n.Code != noticeTold }) {
			return "" // the notice has asked already
		}
		return in(l, "어디로 여행 가고 싶으세요?", "Where would you like to go?")
	case slot.Duration:
		return in(l, "몇 박 며칠 계획이신가요?", "How many nights will you stay?")
	case slot.Budget:
		return in(l, "예산은 얼마 정도 생각하세요?", "What is your budget, in won?")
	case slot.NumPeople:
		return in(l, "몇 분이 함께 가시나요?", "How many of you are travelling?")
	case slot.TravelStyle:
		return inf(l, "어떤 여행을 좋아하세요? (%s)", "What do you like? (%s)", styleNames(slot.Styles(), l))
	}
	if s.PlansGenerated {
		return in(l, "일정을 바꾸거나 \"PDF로 저장해줘\"처럼 일정표를 받을 수 있습니다.", "You can change the trip, or get the itinerary as a file (\"save it as PDF\").")
	}
	return in(l, "말씀해 주시면 이어서 플랜을 만들겠습니다. 그대로 진행하려면 \"계속\"이라고 해 주세요.", "Tell me and I will go on with the plans; say \"go on\" to leave it as it is.")
}

// cityNames lists destinations, all or those of a country.
func (p *planner) cityNames(country, language string) string {
	var names []string
	for _, d := range p.pack.Destinations {
		if country == "" || d.Country == country {
			names = append(names, d.Name.In(language))
		}
	}
	return strings.Join(names, ", ")
}

// noticeText is a notice in words; "" for those that say nothing by
// themselves.
func (p *planner) noticeText(s *MultiAgentState, n Notice) string {
	l := s.Language
	switch n.Code {
	case slot.OutOfRange:
		return rangeText(n, l)
	case slot.Contradiction:
		return topic(l, quoted(n.Text), "박 수와 일 수가 서로 맞지 않습니다. 몇 박인지 알려 주세요.", ": the nights and days contradict each other. How many nights is it?")
	case slot.UnknownPlace:
		return inf(l, "%s 아직 계획해 드릴 수 없는 여행지입니다. 지금은 %s 가운데에서 고를 수 있습니다.", "I can't plan a trip to %s yet. You can choose from %s.", in(l, korean.Josa(quoted(n.Text), "은", "는"), quoted(n.Text)), p.cityNames("", l))
	case slot.SeveralPlaces:
		return in(l, "한 번에 한 도시만 계획해 드릴 수 있습니다. 어느 도시로 할까요?", "I plan one city at a time. Which one shall it be?")
	case slot.SeveralCities:
		if s.Suggested != "" {
			return inf(l, "그 나라에서는 %s 여행을 계획해 드릴 수 있습니다. %s 할까요?", "In that country I can plan %s. Shall I? (%[1]s)", p.cityNames(n.Text, l), korean.Josa(p.cityNames(n.Text, l), "으로", "로"))
		}
		return inf(l, "%s 가운데 어느 도시로 할까요?", "Which city: %s?", p.cityNames(n.Text, l))
	case slot.PastDate:
		return topic(l, n.Text, "이미 지난 날짜입니다. 오늘("+s.Today+") 이후로 출발일을 알려 주세요.", " is in the past. Please name a day after today ("+s.Today+").")
	case slot.ImpossibleDate:
		return topic(l, n.Text, "없는 날짜입니다. 출발일을 다시 알려 주세요.", " is no day of the calendar. Please name the day again.")
	case slot.OtherCurrency:
		return in(l, "예산은 원화로 알려 주세요. 예: 150만원", "Please tell the budget in won, for example 1.5 million won.")
	case noticeUnderstood:
		// The line is Korean; in English what was noted of it stands before.
		return in(l, "‘"+n.Text+"’로 이해했습니다. 다르면 말씀해 주세요.", "That is how I understood you. Tell me if it is wrong.")
	case noticeModelAway:
		return in(l, "언어 모델을 쓸 수 없어 규칙으로만 읽었습니다. ‘오사카, 3박 4일’처럼 짧게 말씀해 주세요.",
			"The language model could not be used, so I read this by rules alone. Short words will do, such as “Osaka, 3 nights”.")
	case noticeTruncated:
		return in(l, "메시지가 길어 앞부분만 읽었습니다.", "The message was long; I read only its beginning.")
	case noticeStartPassed:
		return in(l, "전에 정한 출발일이 지나 날짜를 다시 잡아야 합니다.", "The day of departure has passed; the dates have to be set again.")
	case noticeStartAssumed:
		return inf(l, "출발일은 %s 가정했습니다. 정해진 날이 있으면 알려 주세요.", "I assumed that you leave on %s. Tell me if you have another day.", in(l, korean.Josa(dayText(s.start(), l), "으로", "로"), dayText(s.start(), l)))
	case noticePerPerson:
		return inf(l, "1인당 %s이므로 %d명 예산을 %s으로 계산했습니다.", "%s a person makes a budget of %[3]s for %[2]d.", money(value(s.BudgetPerPerson), l), value(s.NumPeople), money(value(s.Budget), l))
	case noticeEach:
		return inf(l, "예산은 1인당 %s으로 적어 두었습니다.", "Noted: a budget of %s a person.", money(value(s.BudgetPerPerson), l))
	case noticeNotYet:
		return in(l, "아직 만든 플랜이 없습니다. 먼저 여행 조건을 마저 알려 주세요.", "There are no plans yet; let us settle the trip first.")
	}
	return ""
}

func quoted(text string) string { return `"` + text + `"` }

// topic is a sentence on something that was said.
func topic(language, said, ko, en string) string {
	return in(language, korean.Josa(said, "은", "는")+" "+ko, said+en)
}

func rangeText(n Notice, language string) string {
	said := ""
	if n.Text != "" {
		said = fmt.Sprintf(" (%s)", n.Text)
	}
	switch n.Slot {
	case slot.Duration:
		return in(language, "기간은 1박~14박이어야 합니다", "A trip has 1 to 14 nights") + said + "."
	case slot.Budget:
		return in(language, "예산은 최소 10만원 이상이어야 합니다", "The budget has to be at least ₩100,000") + said + in(language, ". 최대 1,000만원까지 계획해 드립니다.", ", and ₩10,000,000 at most.")
	}
	return in(language, "인원은 1명~10명이어야 합니다", "A party has 1 to 10 travellers") + said + "."
}
