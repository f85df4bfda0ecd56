package slot

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/korean"
)

// origins are the airports that trips begin at.
var origins = map[string]string{
	"서울": "ICN", "인천": "ICN", "김포": "GMP", "부산": "PUS", "김해": "PUS", "대구": "TAE", "청주": "CJJ", "제주": "CJU",
	"seoul": "ICN", "incheon": "ICN", "gimpo": "GMP", "busan": "PUS", "gimhae": "PUS", "daegu": "TAE", "cheongju": "CJJ", "jeju": "CJU",
}

var (
	originKorean  = regexp.MustCompile(`(서울|인천|김포|부산|김해|대구|청주|제주)(?:공항|국제공항)?(?:에서)?\s?(?:출발|떠나|떠날)`)
	originFrom    = regexp.MustCompile(`(서울|인천|김포|부산|김해|대구|청주|제주)(?:공항|국제공항)?에서`)
	originEnglish = regexp.MustCompile(`(?i)\b(?:from|leaving|departing)\s(seoul|incheon|gimpo|busan|gimhae|daegu|cheongju|jeju)\b`)
	goingKorean   = regexp.MustCompile(`([가-힣A-Za-z]{2,15})(?:으로|로|에)\s?(?:여행|가고|갈래|갈게|가자|갈\s?거|갈거|가려|떠나|놀러|바꿔|변경|해줘|할게)`)
	goingEnglish  = regexp.MustCompile(`\b(?:to|visit|in)\s([A-Z][a-z]{2,14}(?:\s[A-Z][a-z]{2,14})?)\b`)
	instead       = regexp.MustCompile(`^\s?(?:말고|아니고|아니라|대신|빼고|보다는)`)
	yes           = regexp.MustCompile(`(?i)^\s?(?:네|넵|예|응|어|그래|좋아|좋습니다|맞아|오케이|ok|okay|yes|yep|yeah|sure)(?:요|!|\.|,|\s|$)`)
)

// place reads where the trip goes to and comes from.
func (m *message) place() {
	text, lower := m.text, m.lower
	m.text, m.lower = withoutCarriers(text, lower)
	defer func() { m.text, m.lower = text, lower }()
	m.origin()
	var cities []*catalog.Destination
	var sights []catalog.Mention
	for _, at := range m.Pack.Find(m.text) {
		m.named = append(m.named, [2]int{at.Start, at.End})
		switch {
		case m.isOrigin(at) || instead.MatchString(m.text[at.End:]):
		case at.Sight != nil:
			sights = append(sights, at)
		case !slices.Contains(cities, at.Destination):
			cities = append(cities, at.Destination)
		}
	}
	if m.r.Act == ActAsk {
		m.about(cities, sights)
		return
	}
	switch {
	case len(cities) == 1 || len(cities) > 1 && m.corrects():
		id := cities[len(cities)-1].ID
		m.r.Destination = &id
	case len(cities) > 1:
		m.r.problem(Destination, SeveralPlaces, "")
	case m.Suggested != "" && m.Asked == Destination && yes.MatchString(m.text):
		id := m.Suggested
		m.r.Destination = &id
	case len(sights) > 0 && m.Destination == "":
		id := sights[0].Destination.ID
		m.r.Destination = &id
	case len(sights) == 0:
		m.placeless = true
	}
	m.mustSee(sights)
}

// withoutCarriers blanks the names of airlines, which hold those of places
// ("제주항공"), and keeps every position.
func withoutCarriers(text, lower string) (string, string) {
	blank := func(s string, start, end int) string { return s[:start] + strings.Repeat(" ", end-start) + s[end:] }
	for _, c := range carriers {
		for _, name := range c.names {
			for i := strings.Index(lower, name); i >= 0; i = strings.Index(lower, name) {
				text, lower = blank(text, i, i+len(name)), blank(lower, i, i+len(name))
			}
		}
	}
	return text, lower
}

// about is the place that a question is about.
func (m *message) about(cities []*catalog.Destination, sights []catalog.Mention) {
	switch {
	case len(cities) > 0:
		m.r.About = cities[0].ID
	case len(sights) > 0:
		m.r.About = sights[0].Destination.ID
	}
	if m.r.About != "" && m.Destination == "" {
		m.r.Suggested = m.r.About
	}
}

// mustSee keeps the sights of the trip's destination that were named.
func (m *message) mustSee(sights []catalog.Mention) {
	to := m.Destination
	if m.r.Destination != nil {
		to = *m.r.Destination
	}
	for _, s := range sights {
		id, ok := m.local(s, to)
		list := &m.r.MustVisit
		if styleOut.MatchString(m.text[s.End:]) {
			list = &m.r.Avoid
		}
		if ok && !slices.Contains(*list, id) {
			*list = append(*list, id)
		}
	}
}

// local is the sight of the trip's own city that goes by the name that was
// said; several cities have a "유니버설 스튜디오".
func (m *message) local(at catalog.Mention, to string) (string, bool) {
	d := m.Pack.Destination(to)
	if d == nil {
		return "", false
	}
	said := m.text[at.Start:at.End]
	for _, s := range d.Sights {
		if s.ID == at.Sight.ID || strings.EqualFold(s.Name.KO, said) || strings.EqualFold(s.Name.EN, said) ||
			slices.ContainsFunc(s.Aliases, func(a string) bool { return strings.EqualFold(a, said) }) {
			return s.ID, true
		}
	}
	return "", false
}

func (m *message) corrects() bool {
	return m.has("아니", "말고", "바꿔", "변경", "대신", "instead", "actually", "change", "rather")
}

func (m *message) origin() {
	for _, re := range []*regexp.Regexp{originKorean, originEnglish} {
		if loc := re.FindStringSubmatchIndex(m.text); loc != nil {
			code := origins[m.lower[loc[2]:loc[3]]]
			m.r.Origin = &code
			m.named = append(m.named, [2]int{loc[0], loc[1]})
			return
		}
	}
	// "부산에서 오사카 가려고": a from needs a to; "부산에서 맛집" has none.
	if loc := originFrom.FindStringSubmatchIndex(m.text); loc != nil {
		for _, at := range m.Pack.Find(m.text[loc[1]:]) {
			if at.Sight == nil {
				code := origins[m.text[loc[2]:loc[3]]]
				m.r.Origin = &code
				m.named = append(m.named, [2]int{loc[0], loc[1]})
				return
			}
		}
	}
}

func (m *message) isOrigin(at catalog.Mention) bool {
	return m.r.Origin != nil && slices.ContainsFunc(m.named[:len(m.named)-1], func(n [2]int) bool { return n[0] <= at.Start && at.End <= n[1] })
}

// unknown looks for a place that no trip can be planned to. Once the trip has
// a destination, words that tell something else name none by the way ("중국
// 음식", "출발로 바꿔줘").
func (m *message) unknown() {
	if !m.placeless || m.r.Origin != nil {
		return
	}
	text, lower := m.text, m.lower
	m.text, m.lower = withoutCarriers(text, lower)
	defer func() { m.text, m.lower = text, lower }()
	moves := m.has("바꿔", "변경", "가고", "갈래", "여행", "to ", "visit")
	if m.Destination != "" && (m.r.Told() || !moves && m.Asked != Destination) {
		return
	}
	if name, country := m.country(); name != "" {
		m.inCountry(name, country)
		return
	}
	if name := m.farCity(); name != "" {
		m.r.problem(Destination, UnknownPlace, name)
		return
	}
	if name := m.going(); name != "" {
		m.r.problem(Destination, UnknownPlace, name)
		return
	}
	if m.Asked == Destination && m.r.Act == ActNone && looksLikeName(m.text) {
		m.r.problem(Destination, UnknownPlace, m.text)
	}
}

// country is a country of the catalog that was named instead of a city.
func (m *message) country() (name, code string) {
	for _, c := range countries {
		for _, n := range c.names {
			if i := strings.Index(m.lower, n); i >= 0 && (c.names[0] == n || wordAt(m.lower, i, i+len(n))) && !instead.MatchString(m.text[i+len(n):]) {
				return n, c.code
			}
		}
	}
	return "", ""
}

func (m *message) inCountry(name, code string) {
	var cities []*catalog.Destination
	for _, d := range m.Pack.Destinations {
		if d.Country == code {
			cities = append(cities, d)
		}
	}
	switch {
	case len(cities) == 0:
		m.r.problem(Destination, UnknownPlace, name)
	case slices.ContainsFunc(cities, func(d *catalog.Destination) bool { return d.ID == m.Destination }):
		// "일본 여행이요" says nothing new once Osaka is known.
	case len(cities) == 1:
		m.r.Suggested = cities[0].ID
		m.r.problem(Destination, SeveralCities, code)
	default:
		m.r.problem(Destination, SeveralCities, code)
	}
}

func (m *message) farCity() string {
	for _, city := range farCities {
		if i := strings.Index(m.lower, city); i >= 0 && wordAt(m.lower, i, i+len(city)) {
			return city
		}
	}
	return ""
}

func (m *message) going() string {
	if match := goingKorean.FindStringSubmatch(m.text); match != nil && !common[match[1]] && !m.partOfSlot(match[1]) {
		return match[1]
	}
	if match := goingEnglish.FindStringSubmatch(m.text); match != nil && !common[strings.ToLower(match[1])] {
		return match[1]
	}
	return ""
}

// partOfSlot tells whether a word before 로 is no place: "5일로", "둘로".
func (m *message) partOfSlot(word string) bool {
	return len(korean.FindStays(word)) > 0 || len(korean.FindMoney(word)) > 0 || len(korean.FindParties(word)) > 0 || styleOf(word) != ""
}

// common are words before 로 and 에 that name no place.
var common = map[string]bool{
	"여행": true, "위주": true, "이번": true, "이번에": true, "다음": true, "겨울": true, "여름": true, "주말": true, "방학": true, "휴가": true, "어디": true, "정도": true,
	"거기": true, "여기": true, "그걸": true, "이걸": true, "그거": true, "이거": true, "해외": true, "프리미엄": true, "표준": true, "예산": true, "호텔": true, "게스트하우스": true, "에어비앤비": true,
	"다시": true, "출발": true, "일정": true, "계획": true, "날짜": true, "기간": true, "인원": true, "그대로": true, "이대로": true, "스타일": true, "플랜": true, "처음": true, "오전": true, "오후": true, "저녁": true, "맛집": true, "신혼": true, "가족": true, "혼자": true, "january": true, "february": true, "march": true, "april": true, "may": true,
	"june": true, "july": true, "august": true, "september": true, "october": true, "november": true, "december": true, "korean": true, "the": true, "total": true,
}

// looksLikeName tells whether an answer to "where to?" is one or two words
// that nothing else explains.
func looksLikeName(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 2 || utf8.RuneCountInString(text) > 15 {
		return false
	}
	letters := 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsSpace(r) && r != '.' && r != '!':
			return false
		}
	}
	last := words[len(words)-1]
	for _, ending := range []string{"요", "다", "까", "어", "지", "네", "ㅋ", "ㅎ", "ㅠ", "야", "해", "줘"} {
		if strings.HasSuffix(last, ending) {
			return false
		}
	}
	return letters > 1
}

// wordAt tells whether no letter of the same script touches a Latin name, and
// none goes before a Hangul one.
func wordAt(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	if first, _ := utf8.DecodeRuneInString(text[start:]); unicode.Is(unicode.Latin, first) {
		return !unicode.Is(unicode.Latin, before) && !unicode.Is(unicode.Latin, after)
	}
	return !unicode.Is(unicode.Hangul, before) && (unicode.IsSpace(after) || !unicode.Is(unicode.Hangul, after) || korean.IsParticle(leading(text[end:])) || strings.HasPrefix(text[end:], "여행"))
}

// leading is the word that a text begins with.
func leading(text string) string {
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); i >= 0 {
		return text[:i]
	}
	return text
}
