package slot

import (
	"regexp"
	"slices"
	"strings"
)

// Carrier is an airline.
type Carrier struct {
	Code   string `json:"code"` // IATA
	KO, EN string
}

// Name is the airline's name in a language.
func (c Carrier) Name(language string) string {
	if language == "en" {
		return c.EN
	}
	return c.KO
}

// carriers are those that fly from Korea, and the names they go by.
var carriers = []struct {
	Carrier
	names []string
}{
	{Carrier{"KE", "대한항공", "Korean Air"}, []string{"대한항공", "korean air"}},
	{Carrier{"OZ", "아시아나항공", "Asiana Airlines"}, []string{"아시아나", "asiana"}},
	{Carrier{"7C", "제주항공", "Jeju Air"}, []string{"제주항공", "제주 항공", "jeju air"}},
	{Carrier{"LJ", "진에어", "Jin Air"}, []string{"진에어", "jin air"}},
	{Carrier{"TW", "티웨이항공", "T'way Air"}, []string{"티웨이", "t'way", "tway"}},
	{Carrier{"BX", "에어부산", "Air Busan"}, []string{"에어부산", "air busan"}},
	{Carrier{"ZE", "이스타항공", "Eastar Jet"}, []string{"이스타", "eastar"}},
	{Carrier{"RS", "에어서울", "Air Seoul"}, []string{"에어서울", "air seoul"}},
	{Carrier{"YP", "에어프레미아", "Air Premia"}, []string{"에어프레미아", "air premia"}},
}

// CarrierByCode finds an airline by its IATA code.
func CarrierByCode(code string) (Carrier, bool) {
	for _, c := range carriers {
		if c.Code == code {
			return c.Carrier, true
		}
	}
	return Carrier{}, false
}

var (
	lodgings = []struct {
		kind  string
		words []string
	}{
		{"airbnb", []string{"에어비앤비", "에어비엔비", "에어비", "공유숙박", "airbnb"}},
		{"guesthouse", []string{"게스트하우스", "게하", "호스텔", "민박", "guesthouse", "guest house", "hostel"}},
		{"hotel", []string{"호텔", "hotel"}},
	}
	relaxed = regexp.MustCompile(`(?i)여유|느긋|천천히|널널|한가|\b(relaxed|slow(ly)?|easy pace|leisurely)\b`)
	packed  = regexp.MustCompile(`(?i)빡빡|빡세|알차|꽉\s?차|최대한\s?많이|바쁘게|\b(packed|busy|as much as possible|full days)\b`)
	mustSee = regexp.MustCompile(`([가-힣A-Za-z0-9][가-힣A-Za-z0-9 ]{1,19}?)(?:은|는|을|를|에는|에|도)?\s?(?:꼭|반드시|무조건)\s?(?:가|들|보|넣|방문)`)
	mustDo  = regexp.MustCompile(`(?:꼭|반드시)\s?([가-힣A-Za-z0-9][가-힣A-Za-z0-9 ]{1,19}?)(?:은|는|을|를|에는|에|도)?\s?(?:가고|갈|들르|보고|넣어|방문)`)
	mustGo  = regexp.MustCompile(`(?i)\b(?:must|have to|want to|definitely) (?:see|visit) (?:the )?([A-Za-z][A-Za-z' ]{2,20})`)
)

// wishes reads what is nice to know: airline, lodging, pace, places.
func (m *message) wishes() {
	if m.r.Act == ActAsk || m.r.Act == ActChoose {
		return
	}
	m.airline()
	for _, l := range lodgings {
		if m.has(l.words...) && m.r.Accommodation == nil && !m.lodgingOut(l.words) {
			kind := l.kind
			m.r.Accommodation = &kind
		}
	}
	pace := ""
	switch {
	case relaxed.MatchString(m.text):
		pace = PaceRelaxed
	case packed.MatchString(m.text):
		pace = PacePacked
	}
	if pace != "" {
		m.r.Pace = &pace
	}
	m.unknownSight()
}

func (m *message) airline() {
	for _, c := range carriers {
		if m.has(c.names...) {
			chosen := c.Carrier
			m.r.Airline = &chosen
			return
		}
	}
}

func (m *message) lodgingOut(words []string) bool {
	for _, w := range words {
		if i := strings.Index(m.lower, w); i >= 0 && (instead.MatchString(m.text[i+len(w):]) || styleOut.MatchString(m.text[i+len(w):])) {
			return true
		}
	}
	return false
}

// unknownSight keeps a place that must be seen and that no list has, in the
// user's words.
func (m *message) unknownSight() {
	for _, re := range []*regexp.Regexp{mustSee, mustDo, mustGo} {
		match := re.FindStringSubmatchIndex(m.text)
		if match == nil {
			continue
		}
		start, end := match[2], match[3]
		known := slices.ContainsFunc(m.named, func(n [2]int) bool { return start < n[1] && n[0] < end })
		words := strings.Fields(m.text[start:end])
		if known || len(words) == 0 {
			continue
		}
		name := Plain(words[len(words)-1])
		if len(words) > 1 && len([]rune(name)) < 3 {
			name = Plain(strings.Join(words[len(words)-2:], " "))
		}
		if re == mustGo {
			name = Plain(strings.Join(words, " "))
		}
		if len([]rune(name)) > 1 && styleOf(name) == "" && !common[name] {
			m.r.MustVisit = append(m.r.MustVisit, name)
			return
		}
	}
}
