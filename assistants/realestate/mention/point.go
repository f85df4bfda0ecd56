package mention

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// pointer is a phrase that points at something said before: "그 집", "아까
// 말한 매물", "the second one".
type pointer struct {
	// start and end are where the phrase stands, noun is what it calls the
	// thing; "" is a bare "그거".
	start, end int
	noun       string
	// order is a place in a list, from 1; last is its end. best picks by
	// price: cheapest or dearest.
	order int
	last  bool
	best  string
	// when is the time that it was said at, "" if none is named.
	when string
	// seen is a home that the user saw, perhaps elsewhere.
	seen bool
	// loose points only if something fits, for phrases that may mean what
	// the query says itself or what happened elsewhere.
	loose bool
}

// The times that a phrase can name.
const (
	whenEarlier   = "earlier" // "아까"
	whenYesterday = "yesterday"
	whenWeek      = "last week"
	whenMonth     = "last month"
)

// Prices that a phrase can pick by.
const (
	cheapest = "cheapest"
	dearest  = "dearest"
)

const (
	nounKO = `(집|매물|물건|아파트|빌라|오피스텔|주택|방|상가|거래|계약서|문서|서류|초안|통지서|문자|대출|상품|거|것|곳|데)`
	whenKO = `(아까|방금|좀 ?전에|조금 ?전에|전에|이전에|지난번에?|저번에?|어제|그제|그저께|지난 ?주에?|저번 ?주에?|지난 ?달에?|저번 ?달에?|그때|위에서|앞서|며칠 ?전에?|일주일 ?전에?)`
	saidKO = `(?:(?:내가|제가|네가|우리가)\s?)?(?:말한|말했던|말하던|말씀하신|말씀드린|물어본|물어봤던|여쭤본|얘기한|얘기했던|이야기한|알려준|알려주신|보여준|보여주신|찾은|찾아준|찾아주신|추천한|추천해준|추천해주신|작성한|만든|써준|만들어준)`
	sawKO  = `(?:봤던|본|나온|나왔던|했던)`
	nounEN = `(one|home|house|apartment|flat|place|listing|property|unit|villa|officetel|studio|option|document|contract|draft|letter|loan|product)`
)

// phrase is a pattern with the groups that it reads; 0 reads none.
type phrase struct {
	re                            *regexp.Regexp
	when, noun, order, last, best int
	loose                         bool
}

// phrases are tried in their order: what says more comes first.
var phrases = []phrase{
	// 지난주에 본 마포 아파트, 아까 말한 그 집
	{re: regexp.MustCompile(whenKO + `\s?(?:` + saidKO + `|` + sawKO + `)\s?(?:그\s?)?(?:[가-힣0-9]{1,8}\s){0,2}?` + nounKO), when: 1, noun: 2},
	// 아까 그 집, 아까 집
	{re: regexp.MustCompile(whenKO + `\s?그\s?` + nounKO), when: 1, noun: 2},
	{re: regexp.MustCompile(`(아까|방금)\s` + nounKO), when: 1, noun: 2},
	// 말한 집, 추천해준 매물
	{re: regexp.MustCompile(saidKO + `\s?(?:그\s?)?(?:[가-힣0-9]{1,8}\s){0,1}?` + nounKO), noun: 1, loose: true},
	// 그 중에서 제일 싼 매물
	{re: regexp.MustCompile(`그\s?중에?서?\s?(?:제일|가장)\s?(싼|저렴한|비싼)\s?(?:` + nounKO + `)?`), best: 1, noun: 2},
	// 첫 번째 매물, 2번 매물, 마지막 거
	{re: regexp.MustCompile(`(첫|두|세|네|다섯)\s?번째(?:\s?` + nounKO + `)?`), order: 1, noun: 2, loose: true},
	{re: regexp.MustCompile(`([1-9])\s?번째?(?:\s?` + nounKO + `)?`), order: 1, noun: 2, loose: true},
	{re: regexp.MustCompile(`(마지막|맨 ?아래)\s?` + nounKO), last: 1, noun: 2, loose: true},
	// 그 집, 그거
	{re: regexp.MustCompile(`(?:그|저)\s?(집|매물|물건|아파트|빌라|오피스텔|상가|계약서|문서|서류|초안|통지서|대출|상품)`), noun: 1, loose: true},
	{re: regexp.MustCompile(`그(?:거|건|게|것)`), loose: true},

	{re: regexp.MustCompile(`(?i)\b(?:the|that)\s(?:\S+\s){0,2}?` + nounEN + `\s(?:that\s)?(?:i|we|you)\s(?:mentioned|talked about|asked about|showed me|showed|found|looked at|saw|discussed|drafted|wrote|recommended)(?:\s(?:me\s)?(earlier|before|yesterday|last week|last month|last time))?`), noun: 1, when: 2},
	{re: regexp.MustCompile(`(?i)\b(?:the|that)\s(?:\S+\s){0,2}?` + nounEN + `\sfrom\s(earlier|before|yesterday|last week|last month|last time)`), noun: 1, when: 2},
	{re: regexp.MustCompile(`(?i)\bthe\s(first|second|third|fourth|fifth)(?:\s` + nounEN + `)?\b`), order: 1, noun: 2, loose: true},
	{re: regexp.MustCompile(`(?i)\bthe\s(last)\s` + nounEN + `\b`), last: 1, noun: 2, loose: true},
	{re: regexp.MustCompile(`(?i)\bthe\s(cheapest|most expensive)\s(?:` + nounEN + `\s)?of (?:them|these|those)\b`), best: 1, noun: 2},
	{re: regexp.MustCompile(`(?i)\bthat\s` + nounEN + `\b`), noun: 1, loose: true},
}

// maxPointing is how long a query that points at something is at most, in
// bytes: a longer one tells of a case by itself.
const maxPointing = 1000

// Points tells whether a query may point at something; it takes little.
func Points(query string) bool {
	return len(query) <= maxPointing && slices.ContainsFunc(phrases, func(f phrase) bool { return f.re.MatchString(query) })
}

// point finds the phrase of a query that points at something said before.
func point(query string, facts state.Entities) (pointer, bool) {
	for i := range phrases {
		m := phrases[i].re.FindStringSubmatchIndex(query)
		if m == nil {
			continue
		}
		p := phrases[i].read(query, m)
		if wordAt(query, p) && !p.within(query, facts) {
			return p, true
		}
	}
	return pointer{}, false
}

func (f phrase) read(query string, m []int) pointer {
	group := func(n int) string {
		if n == 0 || m[2*n] < 0 {
			return ""
		}
		return strings.ToLower(query[m[2*n]:m[2*n+1]])
	}
	p := pointer{start: m[0], end: m[1], noun: group(f.noun), last: f.last > 0, loose: f.loose}
	p.seen = seenKO.MatchString(query[m[0]:m[1]])
	p.order, p.when = ordinals[group(f.order)], times(group(f.when))
	switch group(f.best) {
	case "싼", "저렴한", "cheapest":
		p.best = cheapest
	case "비싼", "most expensive":
		p.best = dearest
	}
	return p
}

var seenKO = regexp.MustCompile(`봤던|본\s`)

var ordinals = map[string]int{
	"첫": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5,
}

func times(word string) string {
	word = strings.TrimSuffix(strings.ReplaceAll(word, " ", ""), "에")
	switch word {
	case "":
		return ""
	case "어제", "yesterday":
		return whenYesterday
	case "지난주", "저번주", "일주일전", "lastweek":
		return whenWeek
	case "지난달", "저번달", "lastmonth":
		return whenMonth
	}
	return whenEarlier
}

// wordAt tells whether the phrase stands by itself: "그 집주인" does not say
// "그 집", "2번째로" is no place in a list.
func wordAt(query string, p pointer) bool {
	if before, _ := utf8.DecodeLastRuneInString(query[:p.start]); unicode.IsLetter(before) || unicode.IsDigit(before) {
		return false
	}
	rest := query[p.end:]
	word := rest
	if i := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); i >= 0 {
		word = rest[:i]
	}
	if p.order > 0 && p.noun == "" { // "두 번째 주택", "the first year", "2번 봤어"
		next := strings.TrimLeft(rest[len(word):], " ")
		if word == "" && next != "" && !strings.ContainsRune("?!.,", rune(next[0])) && !asksOn(next) {
			return false
		}
	}
	return korean.IsParticle(word) || p.noun == "" && slices.Contains([]string{"은", "는", "이", "가", "을", "를", "도", "로"}, word)
}

// asksOn tells whether what follows goes on with a question about the thing.
func asksOn(next string) bool {
	next = strings.ToLower(next)
	for _, w := range []string{"어때", "어떤", "얼마", "위험", "괜찮", "대출", "시세", "말고", "자세히", "is ", "looks", "how", "please"} {
		if strings.HasPrefix(next, w) {
			return true
		}
	}
	return false
}

// within tells whether the phrase means what the query itself has named
// before it: "전세 3억 집인데 그 집 근저당이 1억이야".
func (at pointer) within(query string, facts state.Entities) bool {
	if !at.loose || at.order > 0 || at.last {
		return false
	}
	for _, a := range facts.Amounts {
		if a.Start < at.start {
			return true
		}
	}
	for _, r := range facts.Regions {
		if r.Start < at.start {
			return true
		}
	}
	return at.noun != "" && strings.Contains(query[:at.start], at.noun)
}
