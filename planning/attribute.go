package planning

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// fact is an attribute that a pattern finds; value rewrites what the first
// group holds and may refuse it.
type fact struct {
	name  string
	re    *regexp.Regexp
	guard korean.Guard
	value func(group string) (string, bool)
	when  []string // one of these signs is needed; empty is none
}

func countUpTo(limit int) func(string) (string, bool) {
	return func(s string) (string, bool) {
		n, ok := korean.ParseCount(strings.TrimSpace(s))
		return strconv.Itoa(n), ok && n >= 0 && n <= limit
	}
}

func always(value string) func(string) (string, bool) {
	return func(string) (string, bool) { return value, true }
}

// borrowing keeps the term of a lease from being taken for that of a loan.
var borrowing = []string{"loan", "home_loan", "repayment", "interest", "loan_ratio"}

var facts = []fact{
	{"house_count", regexp.MustCompile(`(\d|일|이|삼|한|두|세)\s?주택`), korean.Guard{All: [][]string{{"주택"}}}, countUpTo(9), nil},
	{"house_count", regexp.MustCompile(`(?:집|주택|아파트)(?:이|을|를)?\s?(\d|한|두|세|네|다섯)\s?채`), korean.Guard{All: [][]string{{"채"}}}, countUpTo(9), nil},
	{"house_count", regexp.MustCompile(`(?:own|have)\s(\d|one|two|three)\s(?:houses?|homes?|apartments?)`), korean.Guard{All: [][]string{{"own", "have"}}}, countUpTo(9), nil},
	{"age", regexp.MustCompile(`(?:만\s?)?(\d{1,3})\s?(?:살|세(?:이|인|예|입|에|\s|$|,|의|고))`), korean.Guard{Digit: true, All: [][]string{{"살", "세"}}}, ageOf, nil},
	{"age", regexp.MustCompile(`((?:열|스물|스무|서른|마흔|쉰)(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉)?)\s?살`), korean.Guard{All: [][]string{{"살"}}}, countUpTo(120), nil},
	{"age", regexp.MustCompile(`(\d{1,3})(?:\s|-)years?(?:\s|-)old`), korean.Guard{Digit: true, All: [][]string{{"old"}}}, ageOf, nil},
	{"age", regexp.MustCompile(`\bi(?:'m|\sam)\s(\d{2})\b`), korean.Guard{Digit: true, All: [][]string{{"i'm", "am"}}}, ageOf, nil},
	{"children", regexp.MustCompile(`(?:자녀|아이|애|아기)(?:가|는|이)?\s?(\d|하나|한|둘|두|셋|세|넷|네)\s?(?:명|인|있|$|\s|이)`), korean.Guard{All: [][]string{{"자녀", "아이", "애", "아기"}}}, childCount, nil},
	{"children", regexp.MustCompile(`(\d)\s?(?:자녀|kids|children)`), korean.Guard{Digit: true, All: [][]string{{"자녀", "kids", "children"}}}, countUpTo(9), nil},
	{"children", regexp.MustCompile(`(다자녀)`), korean.Guard{All: [][]string{{"다자녀"}}}, always("2+"), nil},
	{"loan_term_years", regexp.MustCompile(`(\d{1,2})\s?년\s?(?:만기|상환|동안|간|으로|이면|짜리|거치|원리금|원금|갚|$|\s)`), korean.Guard{Digit: true, All: [][]string{{"년"}}}, countUpTo(50), borrowing},
	{"loan_term_years", regexp.MustCompile(`(\d{1,2})[\s-]years?\s(?:mortgage|loan|term)`), korean.Guard{Digit: true, All: [][]string{{"year"}}}, countUpTo(50), borrowing},
	// "false" is a contract made anew, to which the 5 % cap of article 7 is
	// not applied without dispute.
	{"renewal_right", regexp.MustCompile(`(?:갱신(?:요구|청구)?권|청구권)(?:을|를|은|는)?\s?(?:안|못|없이)()`), korean.Guard{All: [][]string{{"권"}}}, always("false"), nil},
	{"renewal_right", regexp.MustCompile(`(?:새로|신규로?)\s?(?:맺는?|체결하?는?)?\s?계약()`), korean.Guard{All: [][]string{{"새로", "신규"}}}, always("false"), nil},
	{"renewal_right", regexp.MustCompile(`(?:갱신(?:요구|청구)?권|청구권|갱신요구)(?:을|를|은|는)?\s?(?:쓰|사용|행사|써|쓸|썼)()`), korean.Guard{All: [][]string{{"권", "갱신요구"}}}, always("used"), nil},
}

func ageOf(s string) (string, bool) {
	n, err := strconv.Atoi(s)
	return strconv.Itoa(n), err == nil && n >= 15 && n <= 120
}

func childCount(s string) (string, bool) {
	for i, w := range []string{"하나한", "둘두", "셋세", "넷네"} {
		if strings.Contains(w, s) && s != "" {
			return strconv.Itoa(i + 1), true
		}
	}
	return countUpTo(9)(s)
}

// attributes reads the named facts: by concept first, then by pattern.
func (x *extraction) attributes() {
	for _, h := range x.r.hits {
		for _, c := range h.term.concepts {
			if a := x.p.cfg.Concepts[c].Attribute; a != nil {
				raw, _, _ := x.r.span(h.start, h.end)
				x.attribute(a.Name, a.Value, raw)
			}
		}
	}
	for _, f := range facts {
		if !f.guard.Passes(x.r.norm) || len(f.when) > 0 && !hasAny(x.r.signs, f.when) {
			continue
		}
		m := f.re.FindStringSubmatchIndex(x.r.norm)
		if m == nil {
			continue
		}
		if value, ok := f.value(x.r.norm[m[2]:m[3]]); ok {
			raw, _, _ := x.r.span(m[0], m[1])
			x.attribute(f.name, value, strings.TrimSpace(raw))
		}
	}
}

// attribute adds a fact once; the first one named counts.
func (x *extraction) attribute(name, value, raw string) {
	if _, ok := x.found.Attr(name); !ok {
		x.found.Attributes = append(x.found.Attributes, state.Attribute{Name: name, Value: value, Text: raw})
	}
}

var (
	personText  = guarded{regexp.MustCompile(`(임대인|임차인|매도인|매수인|집주인|세입자)(?:의)?(?:\s?(?:성명|이름))?(?:은|는|이|가)?(?:\s|\s?:\s?)([가-힣]{2,7})`), korean.Guard{All: [][]string{{"임대인", "임차인", "매도인", "매수인", "집주인", "세입자"}}}}
	roadAddress = guarded{regexp.MustCompile(`(?:[가-힣]+(?:특별시|광역시|특별자치시|특별자치도|도|시)\s)?(?:[가-힣]+(?:시|군|구)\s){0,2}[가-힣0-9]+(?:로|길)\s?\d{1,5}(?:-\d{1,4})?(?:번길\s?\d{1,4})?(?:,?\s?\d{1,4}동)?(?:\s?\d{1,5}호)?`), korean.Guard{Digit: true, All: [][]string{{"로", "길"}}}}
	lotAddress  = guarded{regexp.MustCompile(`(?:[가-힣]+(?:시|군|구)\s){0,2}[가-힣]+(?:동|리|가)\s?\d{1,5}(?:-\d{1,4})(?:번지)?(?:\s?\d{1,4}동)?(?:\s?\d{1,5}호)?`), korean.Guard{Digit: true, All: [][]string{{"-"}, {"동", "리", "가"}}}}
)

// roleNames are the attributes of the parties of a contract.
var roleNames = map[string]string{
	"임대인": "lessor_name", "집주인": "lessor_name", "임차인": "lessee_name",
	"세입자": "lessee_name", "매도인": "seller_name", "매수인": "buyer_name",
}

// surnames begin nearly all Korean names; without one a word behind
// "임대인" is no name.
const surnames = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용예봉경사부"

// people reads the names of the parties and the address.
func (x *extraction) people() {
	for _, m := range personText.all(x.r.norm) {
		role, name := x.r.norm[m[2]:m[3]], x.r.norm[m[4]:m[5]]
		if name, ok := x.name(name, m[4], m[5]); ok {
			x.attribute(roleNames[role], name, name)
		}
	}
	for _, address := range []guarded{roadAddress, lotAddress} {
		if m := address.first(x.r.norm); m != nil && strings.ContainsAny(x.r.norm[m[0]:m[1]], " ") {
			raw, _, _ := x.r.span(m[0], m[1])
			x.attribute("address", raw, raw)
			return
		}
	}
}

// name takes what can be a person's name: a surname and two syllables, at
// the end of its word or before a particle that closes a name.
func (x *extraction) name(word string, start, end int) (string, bool) {
	for _, tail := range []string{"입니다", "이며", "이고", "이에", "이야", "씨", "님"} {
		if i := strings.LastIndex(word, tail); i >= 6 {
			word = word[:i]
			end = start + i
		}
	}
	first, _ := utf8.DecodeRuneInString(word)
	n := utf8.RuneCountInString(word)
	rest := x.r.norm[end:]
	closed := rest == "" || !startsHangul(rest) || strings.HasPrefix(rest, "씨") || strings.HasPrefix(rest, "님") ||
		strings.HasPrefix(rest, "입니다") || strings.HasPrefix(rest, "이고") || strings.HasPrefix(rest, "이며") || strings.HasPrefix(rest, "이에요")
	if !closed || !x.nameLength(word, n, rest, start) || !strings.ContainsRune(surnames+compoundFirst, first) {
		return "", false
	}
	for _, h := range x.r.hits {
		if h.start >= start && h.start < end && h.term.runes >= 2 {
			return "", false // a word of the domain, not a name
		}
	}
	for _, ending := range []string{"이", "가", "은", "는", "을", "를", "에", "의", "도", "한", "해", "면", "고", "서", "로"} {
		if strings.HasSuffix(word, ending) && !strings.HasPrefix(rest, "씨") && !strings.HasPrefix(rest, "님") && !namedList(x.r.norm, start) {
			return "", false
		}
	}
	return word, true
}

// compound surnames have two syllables; their names have four.
var compound = []string{"남궁", "황보", "제갈", "사공", "선우", "서문", "독고", "동방"}

// compoundFirst begins the compound surnames that no other surname begins.
const compoundFirst = "독동"

// nameLength tells whether a word has as many syllables as a name: three,
// four with a compound surname, and two where nothing but a name can stand:
// in a list of parties and closed by 씨, 님, a mark or the end.
func (x *extraction) nameLength(word string, n int, rest string, start int) bool {
	switch n {
	case 3:
		return true
	case 4:
		return oneOf(compound, word[:6])
	case 2:
		marked := rest == "" || strings.HasPrefix(rest, "씨") || strings.HasPrefix(rest, "님") || strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "입니다") || strings.HasPrefix(rest, " 임차인") || strings.HasPrefix(rest, " 매수인")
		return marked && namedList(x.r.norm, start) && !x.knownWord(start, start+len(word))
	}
	return false
}

// knownWord tells whether a word of the lexicon lies in a stretch.
func (x *extraction) knownWord(start, end int) bool {
	for _, h := range x.r.hits {
		if h.start < end && h.end > start {
			return true
		}
	}
	return false
}

// namedList tells whether several parties are named, as for a contract;
// only then is a word that ends like a particle believed to be a name.
func namedList(s string, _ int) bool {
	n := 0
	for role := range roleNames {
		if strings.Contains(s, role) {
			n++
		}
	}
	return n >= 2
}

func startsHangul(s string) bool { return firstHangul(s) }
