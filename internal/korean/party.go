package korean

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Party is a number of people found in a text.
type Party struct {
	Count      int
	Start, End int
}

const (
	headCount = `(\d{1,4}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열두|열|[일이삼사오육칠팔구십])`
	// ofKind is a number behind those whom it counts.
	ofKind = `들?(?:은|는|이)?\s?(\d{1,4}|하나|둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열두|열|한|두|세|네)\s?(?:명|분)?`
	// person are those who come along, each one of them.
	person    = `친구|남자친구|여자친구|남친|여친|애인|연인|아내|와이프|남편|신랑|배우자|엄마|아빠|어머니|아버지|동생|언니|오빠|누나|형|딸|아들|아이|아기|애|할머니|할아버지|동료|조카|사촌`
	joined    = `(?:이랑|랑|하고|과|와|이\s?함께|\s?(?:데리고|함께|같이|모시고))`
	relative  = `wife|husband|girlfriend|boyfriend|partner|spouse|friend|mom|mother|dad|father|son|daughter|brother|sister|colleague`
	twoOfThem = `parents|grandparents|in-laws|folks`
	english   = `(\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
)

var (
	partyGrown   = regexp.MustCompile(`(?:어른|성인)` + ofKind)
	partyYoung   = regexp.MustCompile(`(?:아이|어린이|소아|유아|아기|애기|청소년|초등학생|초딩|애|딸|아들|조카)` + ofKind)
	partyLinked  = regexp.MustCompile(`(?:둘|셋|넷|다섯|여섯|\d\s?명)(?:이?랑|하고|에|과|와)\s`) // "둘이랑 아기 한 명"
	partyBaby    = regexp.MustCompile(`^(?:이?랑|하고|에|과|와|,)?\s?(?:\S{1,6}\s)?(?:아기|애기|아이|애)(?:랑|하고|도|까지|요)?(?:[\s,.!~]|$)`)
	partyMore    = regexp.MustCompile(`^\s?(?:더|추가)`)
	partyAges    = regexp.MustCompile(`\d{1,2}\s?(?:살|세)(?:[^가-힣]|이|고|랑|하고|와|짜리|$)`)
	partyHeads   = regexp.MustCompile(headCount + `\s?(명|인|사람|식구)`)
	partyNative  = regexp.MustCompile(`(둘|셋|넷|다섯|여섯|일곱|여덟|아홉|열)(이서|이|끼리|만|\s?명)?`)
	partyWho     = regexp.MustCompile(`(?:^|[^가-힣])(?:여자|남자|친구|우리|저희|식구|동기|어른|성인)$`) // "여자셋"
	partyHonored = regexp.MustCompile(`(두|세|네|다섯|여섯)\s?분(?:만|끼리|이서|이\s?(?:가|다녀|여행))`)
	partyAlone   = regexp.MustCompile(`(?i)혼자|나\s?홀로|저\s?혼자|혼행|\b(?:just me|only me|alone|solo|by myself|on my own)\b`)
	partyCouple  = regexp.MustCompile(`(?i)부부|커플|신혼여행|\b(?:couple|honeymoon)\b`)
	partyCouples = regexp.MustCompile(`(?i)(\d|두|세|네)\s?(?:커플|쌍|부부)|\b` + english + `\scouples\b`)
	partyFriends = regexp.MustCompile(`(?:` + person + `)\s?(?:(\d{1,2}|[한두세네]|둘|셋|넷)\s?(?:명|분)?)` + joined)
	partyPerson  = regexp.MustCompile(`(` + person + `)` + joined)
	partyListed  = regexp.MustCompile(`(` + person + `)[ ,·]+(?:` + person + `)`) // "엄마 아빠 모시고"
	partyParents = regexp.MustCompile(`부모님\s?(?:을\s|두\s?분\s?)?` + joined)
	englishHeads = regexp.MustCompile(`(?i)\b` + english + `\s(?:people|persons?|travell?ers?|guests|pax|of us)\b|\bwe(?: are|'re)\s` + english + `\b|\bfor\s` + english + `(?:\s*$|\s*[,.;!?])|(?:^|[,.;!]\s?|\b(?:it's|it is|actually|just|so|make it)\s)` + english + `\snow\b`)
	englishTotal = regexp.MustCompile(`(?i)\b(?:family|party|group) of\s` + english + `\b`)
	englishGrown = regexp.MustCompile(`(?i)\b` + english + `\sadults?\b`)
	englishYoung = regexp.MustCompile(`(?i)\b(\d{1,4}|an?|one|two|three|four|five|six)\s(?:child|children|kids?|infants?|toddlers?|bab(?:y|ies)|sons?|daughters?)\b`)
	englishWith  = regexp.MustCompile(`(?i)\bwith\s(?:my\s)?(\d{1,4}|two|three|four|five|six)\s(?:\w+\s)?(?:friends|colleagues|siblings|children|kids)\b`)
	englishMe    = regexp.MustCompile(`(?i)\b(?:me|i) (?:and|&) (?:my )?` + english + `\s(?:\w+\s)?friends\b|\b` + english + `\s(?:\w+\s)?friends (?:and|&) (?:me|i)\b`)
	englishTwo   = regexp.MustCompile(`(?i)\b(?:me|i|with),?\s(?:and\s|&\s)?my\s(?:` + twoOfThem + `)\b|\bmy\s(?:` + twoOfThem + `)(?:\s\([^)]{1,20}\))?\s(?:and|&)\s(?:i|me)\b`) // "my parents (72 and 75) and I"
	englishPair  = regexp.MustCompile(`(?i)\b(?:me|i|with),?\s?(?:and|&)?\s?(?:my|a)\s(?:` + relative + `)\b|\bmy\s(?:` + relative + `)\s(?:and|&)\s(?:i|me)\b`)
)

// partyRule is one way of naming a number of people: what a group counts with
// those that it leaves out, or a number by itself.
type partyRule struct {
	re      *regexp.Regexp
	more    int
	times   int // whom each of the number counts; 0 is one
	fixed   int
	isParty func(s string, loc []int) bool // nil is always
}

// partyRules are tried in this order; an earlier rule owns its characters.
var partyRules = []partyRule{
	{re: partyCouples, times: 2},
	{re: partyFriends, more: 1}, {re: englishWith, more: 1}, {re: englishMe, more: 1}, {re: partyHeads, isParty: countsPeople}, {re: englishHeads}, {re: partyHonored},
	{re: partyNative, isParty: nativePeople}, {re: partyAlone, fixed: 1}, {re: partyCouple, fixed: 2},
}

// count is the number of people of a match.
func (r partyRule) count(s string, loc []int) (int, bool) {
	if r.fixed > 0 {
		return r.fixed, true
	}
	for i := 1; i < len(loc)/2; i++ {
		if n, ok := ParseCount(group(s, loc, i)); ok {
			return n*max(r.times, 1) + r.more, r.isParty == nil || r.isParty(s, loc)
		}
	}
	return 0, false
}

// FindParties lists the numbers of people that a text names, in their order:
// "3명", "친구랑 둘이", "어른 둘 아이 하나", "혼자", "친구 두 명이랑" (who come
// along: three), "family of four". Groups of unknown size ("친구들") are none.
// Who comes along is said at the beginning of a message: no more is read.
func FindParties(s string) []Party {
	s = beginning(s)
	if all := englishTotal.FindStringSubmatchIndex(s); all != nil { // "a family of five (2 adults, kids 11, 8, 2)"
		if n, ok := ParseCount(group(s, all, 1)); ok {
			return []Party{{n, all[0], all[1]}}
		}
	}
	if p, ok := grownAndYoung(s); ok {
		return []Party{inAll(s, p)}
	}
	var found []Party
	var taken []Span
	for _, rule := range partyRules {
		for _, loc := range rule.re.FindAllStringSubmatchIndex(s, maxFound) {
			if n, ok := rule.count(s, loc); ok && !overlaps(taken, loc[0], loc[1]) {
				found, taken = append(found, Party{n, loc[0], loc[1]}), append(taken, Span{loc[0], loc[1]})
			}
		}
	}
	if len(found) == 0 {
		found = along(s)
	}
	slices.SortStableFunc(found, func(a, b Party) int { return a.Start - b.Start })
	return found
}

// inAll is the number of all that is told behind some who are counted: "부부랑 초등학생
// 하나 이렇게 다섯 명".
func inAll(s string, some Party) Party {
	for _, loc := range partyHeads.FindAllStringSubmatchIndex(s, maxFound) {
		if n, ok := ParseCount(group(s, loc, 1)); ok && loc[0] >= some.End && n > some.Count && countsPeople(s, loc) {
			return Party{n, loc[0], loc[1]}
		}
	}
	return some
}

// grownAndYoung adds up "어른 2명 아이 1명" and "2 adults and a child".
func grownAndYoung(s string) (Party, bool) {
	grown, young := partyGrown, partyYoung
	if englishGrown.MatchString(s) {
		grown, young = englishGrown, englishYoung
	}
	a := grown.FindStringSubmatchIndex(s)
	var base, start, end int
	if a != nil {
		n, ok := ParseCount(group(s, a, 1))
		if !ok {
			return Party{}, false
		}
		base, start, end = n, a[0], a[1]
	} else if c := partyCouple.FindStringIndex(s); c != nil {
		base, start, end = 2, c[0], c[1]
	} else if p, ok := withYoung(s); ok {
		return p, true
	} else {
		return Party{}, false
	}
	b := counted(s, young)
	if b == nil {
		ages := len(partyAges.FindAllStringIndex(s, maxFound)) // "애들은 5살 2살, 어른은 둘"
		if at := partyBaby.FindStringIndex(s[end:]); at != nil && ages == 0 && !hasPrefix(s[end+at[1]:], "없", "안 ", "못 ", "빼") {
			ages, end = 1, end+at[1] // "어른 둘에 아기"
		}
		return Party{Count: base + ages, Start: start, End: end}, a != nil || ages > 0
	}
	n, ok := ParseCount(group(s, b, 1))
	return Party{Count: base + n, Start: min(start, b[0]), End: max(end, b[1])}, ok
}

// withYoung adds children to those who are named one by one, or counted and linked
// with them: "남편이랑 애 둘", "둘이요 애기 하나 더요".
func withYoung(s string) (Party, bool) {
	young := counted(s, partyYoung)
	if young == nil {
		young = counted(s, englishYoung)
	}
	if young == nil || WithinWord(s, young[0]) {
		return Party{}, false
	}
	n, ok := ParseCount(group(s, young, 1))
	rest := s[:young[0]] + strings.Repeat(" ", young[1]-young[0]) + s[young[1]:]
	if with := along(rest); ok && with != nil {
		return Party{Count: with[0].Count + n, Start: min(with[0].Start, young[0]), End: max(with[0].End, young[1])}, true
	}
	if listed := partyListed.FindStringIndex(s[:young[0]]); ok && listed != nil && !WithinWord(s, listed[0]) { // "아빠 엄마 애 둘"
		return Party{Count: 2 + n, Start: listed[0], End: young[1]}, true
	}
	grown := partyNative.FindStringSubmatchIndex(s[:young[0]])
	if !ok || grown == nil || WithinWord(s, grown[0]) || !partyLinked.MatchString(s[grown[0]:young[0]]) && !partyMore.MatchString(s[young[1]:]) {
		return Party{}, false
	}
	base, ok := ParseCount(group(s, grown, 1))
	return Party{Count: base + n, Start: grown[0], End: young[1]}, ok
}

// counted is the first number of a kind of people that is no age ("애들 5살") and no date.
func counted(s string, kind *regexp.Regexp) []int {
	for _, loc := range kind.FindAllStringSubmatchIndex(s, maxFound) {
		if !hasPrefix(strings.TrimLeft(s[loc[1]:], " "), "살", "세", "개월", "학년", "월", "일", "박", "시") {
			return loc
		}
	}
	return nil
}

// along counts the user and those that are named one by one.
func along(s string) []Party {
	count, start, end := 1, len(s), 0
	take := func(loc []int, n int) { count, start, end = count+n, min(start, loc[0]), max(end, loc[1]) }
	for _, loc := range partyPerson.FindAllStringIndex(s, maxFound) {
		if !WithinWord(s, loc[0]) {
			take(loc, 1)
		}
	}
	if count > 1 {
		for _, loc := range partyListed.FindAllStringSubmatchIndex(s, maxFound) {
			if !WithinWord(s, loc[0]) {
				take(loc[2:4], 1)
			}
		}
	}
	for _, loc := range slices.Concat(partyParents.FindAllStringIndex(s, maxFound), englishTwo.FindAllStringIndex(s, maxFound)) {
		take(loc, 2)
	}
	for _, loc := range englishPair.FindAllStringIndex(s, maxFound) {
		take(loc, 1)
	}
	if count == 1 {
		return nil
	}
	return []Party{{Count: count, Start: start, End: end}}
}

// countsPeople refuses "1인당", "2인실" and "이 사람".
func countsPeople(s string, loc []int) bool {
	number, unit := group(s, loc, 1), group(s, loc, 2)
	if digitAround(s, loc[0], loc[1]) || spelt(number) && WithinWord(s, loc[0]) || number == "이" && unit != "인" {
		return false
	}
	rest := s[loc[1]:]
	if hasPrefix(strings.TrimLeft(rest, " "), "당", "실", "용", "기준", "분의") {
		return false
	}
	return unit != "인" || !hasPrefix(rest, "데", "지", "거", "걸") && (!spelt(number) || !goesOn(rest)) // "일인데", "150인데"
}

// maxWho bounds the word for those who travel that a number is written onto, in bytes.
const maxWho = 12

// nativePeople keeps 둘이, 셋이서, 여자셋 and a bare 둘 at the end; "둘 다" and "열이"
// in a word count no people.
func nativePeople(s string, loc []int) bool {
	rest := s[loc[1]:]
	are := group(s, loc, 2) == "이" && hasPrefix(rest, "다", "야", "에", "고", "예") // "다시 둘이다"
	if WithinWord(s, loc[0]) && !partyWho.MatchString(s[max(0, loc[0]-maxWho):loc[0]]) || !are && hasPrefix(strings.TrimLeft(rest, " ")+" ", "다 ", "중", "째") {
		return false
	}
	return group(s, loc, 2) != "" || !goesOn(rest) || IsParticle(rest)
}

// goesOn tells whether a word in Hangul goes on with rest.
func goesOn(rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return finalOf(next) >= 0
}
