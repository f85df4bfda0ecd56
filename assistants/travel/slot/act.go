package slot

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
)

// actRules are tried in this order; the first that matches is the act.
var actRules = []struct {
	act string
	re  *regexp.Regexp
}{
	{ActReset, regexp.MustCompile(`(?i)처음부터\s?(다시|새로|시작)|다시\s?처음부터|새로\s?시작|새로운?\s?여행|다른\s?여행\s?(을|계획)|초기화|\b(start over|reset|new trip|from scratch)\b`)},
	{ActExport, regexp.MustCompile(`(?i)pdf|\.ics|\bics\b|캘린더|달력|내보내|다운로드|다운\s?받|파일로|문서로|저장해|저장\s?하|일정표\s?(로|를)?\s?(만들|뽑|줘|주)|\b(export|download|save (it|this|the)|calendar)\b`)},
	{ActRetry, regexp.MustCompile(`(?i)다시\s?(검색|찾|조회|시도)|재검색|\b(search again|try again|retry)\b`)},
	{ActChoose, regexp.MustCompile(`(?i)([123])\s?번|(프리미엄|고급|스탠다드|표준|절약|알뜰|저가|가성비|premium|standard|budget)\s?(형|안|플랜|plan|option)`)},
	{ActStatus, regexp.MustCompile(`(?i)지금까지|뭐\s?(정했|말했)|어디까지|현재\s?(상태|조건)|정리해|요약|\b(so far|summary|what do you have)\b`)},
	{ActWho, regexp.MustCompile(`(?i)누구(세요|야|니|냐)|뭐\s?(할\s?수|하는)|무엇을\s?(할|도와)|도움말|사용법|\b(who are you|what can you do|help me|help)\b`)},
}

var (
	greeting = regexp.MustCompile(`(?i)안녕|하이|반가|여보세요|\b(hello|hi|hey|good (morning|evening|afternoon))\b`)
	thanks   = regexp.MustCompile(`(?i)고마|고맙|감사|땡큐|수고|\b(thank(s| you)|cheers)\b`)
	question = regexp.MustCompile(`(?i)\?|？|어때|어떤|뭐|무엇|언제|얼마|어떻게|어디|있어|있나|필요|알려|궁금|추천|되나|인가|\b(what|when|how|do i|does|is|are|where|which|tell me|any)\b`)
)

// topicRules name what a question is about.
var topicRules = []struct {
	topic string
	re    *regexp.Regexp
}{
	{TopicEntry, regexp.MustCompile(`(?i)비자|여권|입국|신분증|\b(visa|passport|entry)\b`)},
	{TopicMoney, regexp.MustCompile(`(?i)환율|환전|통화|화폐|현지\s?돈|\b(currency|exchange)\b`)},
	{TopicFlight, regexp.MustCompile(`(?i)비행\s?시간|몇\s?시간|\b(flight time|how long.*(flight|fly))\b`)},
	{TopicTransport, regexp.MustCompile(`(?i)교통|공항에서|어떻게\s?(가|이동)|이동\s?방법|\b(transport|get around|airport to|from the airport)\b`)},
	{TopicSeason, regexp.MustCompile(`(?i)날씨|계절|성수기|시기|언제\s?(가|쯤)|\b(weather|season|best time|when should)\b`)},
	{TopicPlaces, regexp.MustCompile(`(?i)어디(로|를)?\s?(갈|가면|가는|있|가능|추천|좋)|(추천\s?)?여행지\s?(추천|목록|뭐|어디|알려|가|는)|\b(which (cities|destinations|places)|where can|where should)\b`)},
	{TopicSights, regexp.MustCompile(`(?i)볼거리|명소|가\s?볼|뭐가\s?유명|할\s?거|구경할|\b(what to see|things to do|sights|attractions)\b`)},
	{TopicCost, regexp.MustCompile(`(?i)얼마|경비|비용|\b(how much|cost)\b`)},
}

// act reads what a message wants besides telling slots.
func (m *message) act() {
	r := m.r
	for _, rule := range actRules {
		loc := rule.re.FindStringSubmatch(m.text)
		if loc == nil {
			continue
		}
		r.Act = rule.act
		if r.Act == ActChoose {
			r.Plan = band(loc)
		}
		return
	}
	if question.MatchString(m.text) {
		for _, rule := range topicRules {
			if rule.re.MatchString(m.text) {
				r.Act, r.Topic = ActAsk, rule.topic
				return
			}
		}
	}
	switch {
	case thanks.MatchString(m.text):
		r.Act = ActThanks
	case greeting.MatchString(m.text):
		r.Act = ActGreet
	}
}

// band is the plan that was chosen, by its number or its name.
func band(match []string) string {
	switch match[1] {
	case "1":
		return catalog.Budget
	case "2":
		return catalog.Standard
	case "3":
		return catalog.Premium
	}
	switch strings.ToLower(match[2]) {
	case "프리미엄", "고급", "premium":
		return catalog.Premium
	case "스탠다드", "표준", "standard":
		return catalog.Standard
	}
	return catalog.Budget
}
