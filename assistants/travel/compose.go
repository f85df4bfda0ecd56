package travel

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/state"
)

// compose writes the answer of a run that had steps.
func (p *planner) compose(s *MultiAgentState) state.Response {
	sections := p.sections(s)
	r := state.Response{
		Type: state.ResponseAnswer, Answer: p.markdown(s, sections),
		StructuredData: &state.StructuredData{Sections: sections, Metadata: p.metadata(s)},
		TeamsUsed:      teamsUsed(s), Data: p.data(s),
	}
	if s.Document != nil {
		r.Type, r.DocumentType, r.Document = state.ResponseDocument, documentType, s.Document
	}
	return r
}

func teamsUsed(s *MultiAgentState) []string {
	used := []string{}
	for _, step := range s.Steps {
		if step.Status == state.StepCompleted {
			used = append(used, step.Team)
		}
	}
	return used
}

// sampled tells whether any price shown is illustrative; daily spending
// always is.
func sampled(s *MultiAgentState) bool { return len(s.FinalPlans) > 0 }

func (p *planner) metadata(s *MultiAgentState) state.AnswerMetadata {
	m := state.AnswerMetadata{
		Confidence: 1, Sources: []string{}, IntentType: s.Intent, AnsweredBy: "rules",
		SampleData: sampled(s), Today: s.Today,
	}
	if sampled(s) {
		m.Sources = append(m.Sources, in(s.Language, "여행 카탈로그(예시)", "Travel catalog (sample)"))
	}
	if len(s.FlightOptions) > 0 && s.FlightOptions[0].Source != catalog.SourceSample {
		m.Sources = append(m.Sources, in(s.Language, "항공권 검색 서비스", "Flight offers service"))
	}
	done := 0
	for _, step := range s.Steps {
		if step.Result != nil {
			done++
		}
	}
	if n := len(s.Steps); n > 0 {
		m.Confidence = float64(done) / float64(n)
	}
	for _, e := range s.RunErrors {
		m.Missing = append(m.Missing, e.Text)
	}
	return m
}

// sections are the answer in parts, the conclusion first.
func (p *planner) sections(s *MultiAgentState) []state.Section {
	l := s.Language
	var sections []state.Section
	add := func(title, icon, priority, kind string, lines []string) {
		if len(lines) > 0 {
			sections = append(sections, state.Section{
				Title: title, Content: lines, Icon: icon, Priority: priority, Expandable: len(lines) > 4, Type: kind,
			})
		}
	}
	add(in(l, "핵심 답변", "Key answer"), "target", "high", "text", p.core(s))
	if s.ItineraryPlanned {
		add(in(l, "일정", "Itinerary"), "info", "high", "text", dayLines(s))
	}
	add(in(l, "데이터 분석", "Figures"), "chart", "medium", "text", planLines(s))
	add(in(l, "고려사항", "Points to consider"), "alert", "medium", "warning", p.cautions(s))
	add(in(l, "추천사항", "Recommendations"), "lightbulb", "medium", "checklist", p.advice(s))
	add(in(l, "참고사항", "Notes"), "info", "low", "text", p.notes(s))
	return sections
}

// core is what the user wants to know first.
func (p *planner) core(s *MultiAgentState) []string {
	l := s.Language
	var lines []string
	if s.Document != nil {
		lines = append(lines, inf(l, "일정표를 만들었습니다: %s. 아래에서 문서나 캘린더 파일로 내려받을 수 있습니다.", "Your itinerary is ready: %s. Download it below as a document or a calendar.", s.Document.Title))
	}
	lines = append(lines, p.summary(s))
	switch {
	case s.Recommendation != nil:
		plan := s.plan(s.Recommendation.Type)
		lines = append(lines, inf(l, "추천은 %s 플랜입니다. 합계 %s, 1인 %s입니다.", "I recommend the %s plan: %s in all, %s a person.", planName(plan.Type, l), money(plan.Costs.Total, l), money(plan.Costs.PerPerson, l)))
		lines = append(lines, s.Recommendation.Reasons...)
		if text := flightText(plan.Flight, l); text != "" {
			lines = append(lines, text)
		}
	case s.PlansGenerated:
		lines = append(lines, p.unaffordable(s)...)
	default:
		lines = append(lines, in(l, "지금은 플랜을 끝까지 만들지 못했습니다. 잠시 후 다시 시도해 주세요.", "The plans could not be finished just now. Please try again in a moment."))
	}
	return lines
}

// flightText is a flight with its times; "" where the source has none.
func flightText(f *catalog.Flight, language string) string {
	if f == nil {
		return ""
	}
	var times [4]string
	for i, at := range []string{f.DepartAt, f.ArriveAt, f.ReturnAt, f.ReturnArrive} {
		parsed, err := time.Parse(clockLayout, at)
		if err != nil {
			return ""
		}
		times[i] = parsed.Format("01/02 15:04")
	}
	text := inf(language, "항공편: %s, 가는 편 %s → %s, 오는 편 %s → %s", "Flight: %s, out %s → %s, back %s → %s", slot.Plain(f.Airline), times[0], times[1], times[2], times[3])
	if f.Stops > 0 {
		return text + inf(language, ", 경유 %d회", ", %d stop(s)", f.Stops)
	}
	return text + in(language, ", 직항", ", direct")
}

// summary is the trip in one line.
func (p *planner) summary(s *MultiAgentState) string {
	l := s.Language
	first, last := s.start(), s.start().AddDate(0, 0, value(s.Duration))
	return inf(l, "%s %d박 %d일(%s~%s), %d명, 예산 %s입니다.", "%s, %d nights and %d days (%s to %s), %d traveller(s), budget %s.",
		p.cityName(s, l), value(s.Duration), value(s.Duration)+1, dayText(first, l), dayText(last, l), value(s.NumPeople), money(value(s.Budget), l))
}

func (p *planner) cityName(s *MultiAgentState, language string) string {
	if d := p.pack.Destination(value(s.Destination)); d != nil {
		return d.Name.In(language)
	}
	return value(s.Destination)
}

// unaffordable says how far the money is from the cheapest plan, and what
// would bring them together.
func (p *planner) unaffordable(s *MultiAgentState) []string {
	l := s.Language
	cheapest := s.FinalPlans[budget.Cheapest(costsOf(s.FinalPlans))]
	lines := []string{inf(l, "예산 %s에 맞는 플랜이 없습니다. 가장 저렴한 플랜도 %s이라 %s이 모자랍니다.", "No plan fits the budget of %s. The cheapest one comes to %s, which is %s too much.",
		money(*s.Budget, l), money(cheapest.Costs.Total, l), money(cheapest.Costs.OverBy, l))}
	if n := p.affordableNights(s, cheapest); n > 0 {
		lines = append(lines, inf(l, "같은 예산이면 %d박까지 가능합니다. 기간을 줄이거나 예산을 %s 이상으로 올려 주시면 다시 계획해 드립니다.", "The same money is enough for %d night(s). Make the trip shorter, or raise the budget to %s, and I will plan again.", n, money(cheapest.Costs.Total, l)))
	} else {
		lines = append(lines, inf(l, "기간을 줄여도 이 예산으로는 어렵습니다. 예산을 올리거나 더 가까운 여행지를 골라 주세요.", "Even a shorter stay is not possible. Please raise the budget or choose a nearer place."))
	}
	return lines
}

func (p *planner) affordableNights(s *MultiAgentState, plan Plan) int {
	d := p.pack.Destination(value(s.Destination))
	if d == nil || plan.Hotel == nil {
		return 0
	}
	prices := budget.Prices{Hotel: &plan.Hotel.TotalPrice, Daily: d.Daily.Of(plan.Type)}
	if plan.Flight != nil {
		prices.Flight = &plan.Flight.Price
	}
	return budget.NightsWithin(s.trip(), prices, plan.Hotel.TotalPrice/int64(max(*s.Duration, 1)))
}

func (s *MultiAgentState) plan(band string) Plan {
	i := slices.IndexFunc(s.FinalPlans, func(p Plan) bool { return p.Type == band })
	return s.FinalPlans[max(i, 0)]
}

// dayText is a day as it is written in a language.
func dayText(day time.Time, language string) string {
	if language == "en" {
		return day.Format("Mon, 2 Jan 2006")
	}
	return fmt.Sprintf("%d월 %d일(%s)", day.Month(), day.Day(), []string{"일", "월", "화", "수", "목", "금", "토"}[day.Weekday()])
}

func dayOf(d itinerary.Day, language string) string {
	day, err := time.Parse(time.DateOnly, d.Date)
	if err != nil {
		return d.Date
	}
	return dayText(day, language)
}

// dayLines are the days, one a line.
func dayLines(s *MultiAgentState) []string {
	l := s.Language
	lines := make([]string, 0, len(s.Itinerary.Days))
	for _, d := range s.Itinerary.Days {
		head := inf(l, "%d일차 %s · %s", "Day %d, %s · %s", d.Day, dayOf(d, l), d.Area.In(l))
		if len(d.Places) == 0 {
			lines = append(lines, head+": "+freeText(d, l))
			continue
		}
		var visits []string
		for _, place := range d.Places {
			visits = append(visits, place.Start+" "+place.Name.In(l))
		}
		lines = append(lines, head+": "+strings.Join(visits, " → "))
	}
	return lines
}

func freeText(d itinerary.Day, language string) string {
	switch d.Kind {
	case itinerary.Arrival:
		return in(language, "도착해서 숙소에서 쉽니다.", "arrive and rest")
	case itinerary.Departure:
		return in(language, "아침을 먹고 공항으로 갑니다.", "breakfast and off to the airport")
	}
	return in(language, "자유 일정입니다.", "free")
}

// planLines are the plans, one a line.
func planLines(s *MultiAgentState) []string {
	l := s.Language
	var lines []string
	for _, p := range s.FinalPlans {
		c := p.Costs
		line := inf(l, "%s 플랜: 항공 %s + 숙박 %s + 현지 지출 %s = %s (1인 %s)", "%s plan: flights %s + lodging %s + spending %s = %s (%s a person)",
			planName(p.Type, l), sumText(c.Flights, l), sumText(c.Hotel, l), money(c.Daily, l), money(c.Total, l), money(c.PerPerson, l))
		lines = append(lines, line+" · "+fitText(p, s, l))
	}
	return lines
}

func sumText(won *int64, language string) string {
	if won == nil {
		return in(language, "확인 못 함", "unknown")
	}
	return money(*won, language)
}

func fitText(p Plan, s *MultiAgentState, language string) string {
	c := p.Costs
	switch {
	case c.Fit == budget.Within:
		return inf(language, "%s 남음", "%s left", money(c.Remaining, language))
	case p.Excluded && s.flexibility() == budget.Strict:
		return inf(language, "%s 초과로 제외", "excluded, %s over", money(c.OverBy, language))
	default:
		return inf(language, "%s 초과", "%s over", money(c.OverBy, language))
	}
}

// cautions are what the figures and days can't promise.
func (p *planner) cautions(s *MultiAgentState) []string {
	l := s.Language
	var lines []string
	if sampled(s) {
		lines = append(lines, sampleText(s))
	}
	for _, e := range s.RunErrors {
		lines = append(lines, e.Text)
	}
	if len(s.FinalPlans) > 0 {
		for _, part := range s.FinalPlans[0].Costs.Missing {
			lines = append(lines, in(l, map[string]string{"flights": "항공료는 합계에 들어 있지 않습니다.", "hotel": "숙박비는 합계에 들어 있지 않습니다."}[part],
				map[string]string{"flights": "The totals are without flights.", "hotel": "The totals are without lodging."}[part]))
		}
	}
	for _, n := range s.Notices {
		if text := p.noticeText(s, n); text != "" && n.Code != noticeTold {
			lines = append(lines, text)
		}
	}
	for _, name := range s.Itinerary.Unplaced {
		lines = append(lines, inf(l, "%s: 운영 시간이나 이동 시간이 맞지 않아 일정에 넣지 못했습니다.", "%s did not fit: its hours or the way there leave no room.", name.In(l)))
	}
	return lines
}

// sampleText says which prices are illustrative.
func sampleText(s *MultiAgentState) string {
	if len(s.FlightOptions) > 0 && s.FlightOptions[0].Source != catalog.SourceSample {
		return in(s.Language, "항공료는 조회한 값이고, 숙박과 현지 지출은 설명용 예시입니다. 예약 전에 실제 가격을 확인해 주세요.",
			"Fares were looked up; lodging and spending are illustrative. Check real prices before you book.")
	}
	return in(s.Language, "항공·숙박·지출 금액은 설명용 예시이며 실시간 시세가 아닙니다. 예약 전에 실제 가격을 확인해 주세요.",
		"Prices of flights, lodging and spending are an illustrative sample, not live ones. Check real prices before you book.")
}

// advice is what to do next.
func (p *planner) advice(s *MultiAgentState) []string {
	l := s.Language
	var lines, book []string
	for _, d := range s.Itinerary.Days {
		for _, place := range d.Places {
			if place.Book {
				book = append(book, place.Name.In(l))
			}
		}
	}
	if len(book) > 0 {
		lines = append(lines, inf(l, "미리 예약하면 좋은 곳: %s", "Worth booking ahead: %s", strings.Join(book, ", ")))
	}
	if s.Itinerary.RainOption != nil {
		lines = append(lines, inf(l, "비가 오거나 쉬는 날이면 실내인 %s에 가 보세요.", "If it rains or something is closed, try %s, which is indoors.", s.Itinerary.RainOption.In(l)))
	}
	if len(s.FlightOptions) > 0 {
		lines = append(lines, s.AgentResults[flightExpert].Tips...)
	}
	return lines
}

// notes are facts of the place and what one can say next.
func (p *planner) notes(s *MultiAgentState) []string {
	l := s.Language
	var lines []string
	if d := p.pack.Destination(value(s.Destination)); d != nil && s.PlansGenerated {
		lines = append(lines, d.Entry.In(l), d.Transport.In(l))
	}
	if s.Topic != "" {
		lines = append([]string{p.topicText(s)}, lines...)
	}
	if s.PlansGenerated && s.Document == nil {
		lines = append(lines, in(l, "조건을 바꾸려면 \"아니 5일로\"처럼 말씀해 주세요. \"PDF로 저장해줘\"나 \"캘린더로 내보내줘\"라고 하시면 일정표를 만들어 드립니다.",
			"To change something just say so (\"make it 4 nights\"). Say \"save it as PDF\" or \"export to my calendar\" for an itinerary file."))
	}
	return lines
}

// travelStyles are the names of styles in English.
var travelStyles = map[string]string{"관광": "sightseeing", "맛집": "food", "쇼핑": "shopping", "휴양": "relaxation", "자연": "nature", "문화": "culture"}

func styleNames(styles []string, language string) string {
	names := make([]string, len(styles))
	for i, style := range styles {
		names[i] = in(language, style, travelStyles[style])
	}
	return strings.Join(names, ", ")
}

// placeName is the name of a place that must be seen.
func (p *planner) placeName(s *MultiAgentState, id string) string {
	if d := p.pack.Destination(value(s.Destination)); d != nil {
		if sight, ok := d.Sight(id); ok {
			return sight.Name.In(s.Language)
		}
	}
	return slot.Plain(id)
}
