package realestate

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/teams/search"
)

// What nobody can look up: how a thing will turn out, how the law will be,
// and what only somebody else knows.
var (
	verdictAsked = guarded{regexp.MustCompile(`누구 편|이길까|이길 수|이기나요|이길지|승소할까|승소할 수|승률|질까요|판결이 어떻게 (?:날|나올)|who will win|(?:will|would|can) (?:i|we) win|going to win|chances? of winning`), korean.Guard{All: [][]string{{"누구 편", "이길", "이기나요", "승소", "승률", "질까요", "판결이", "win"}}}}
	ahead        = regexp.MustCompile(`내년|다음 ?달|다음 ?해|내후년|앞으로|향후|미래|조만간|(?:년|달|개월) (?:뒤|후)에|next (?:year|month)|in the future|in \d+ years`)
	foretell     = guarded{regexp.MustCompile(`될까|될지|바뀔|바뀌나|바뀌는지|바꾸나|바꿀|오를까|오를지|내릴까|내릴지|변할|개정되나|개정될|어떻게 되나요|어떻게 될|전망|예측|얼마가 될|will (?:it|there|they|the|rents?|prices?|fees?|tax(?:es)?) |going to (?:be|change|rise|fall)`), korean.Guard{All: [][]string{{"될", "바뀔", "바뀌", "바꾸나", "바꿀", "오를", "내릴", "변할", "개정되나", "어떻게 되나요", "전망", "예측", "will ", "going to "}}}}
	privately    = guarded{regexp.MustCompile(`(?:집주인|임대인|건물주|세입자|임차인|옆집|이웃|윗집|아랫집|중개사|landlord|neighbou?r|tenant)\S*\s?(?:\S+\s)?(?:전화번호|연락처|휴대폰|핸드폰|주민번호|주민등록번호|계좌번호|비밀번호|직업|나이|phone number|email|bank account)\S*\s?(?:좀 |을 |를 )?(?:알려|뭐|가르쳐|어떻게 되|$|\?)|(?:옆집|이웃|윗집|아랫집|남의|다른 사람)\S*\s.*(?:뭐라고|뭐라) ?(?:적|썼|써|말)`), korean.Guard{All: [][]string{
		{"집주인", "임대인", "건물주", "세입자", "임차인", "옆집", "이웃", "윗집", "아랫집", "중개사", "landlord", "neighb", "tenant", "남의", "다른 사람"},
		{"번호", "연락처", "휴대폰", "핸드폰", "직업", "나이", "phone number", "email", "bank account", "뭐라"},
	}}}
	yearOf    = regexp.MustCompile(`\b((?:19|20|21)\d{2})년?`)
	inYear    = guarded{regexp.MustCompile(`((?:19|20)\d{2})년(?:도)?(?:에는|에|엔|의| 당시|쯤)|\bin ((?:19|20)\d{2})\b`), korean.Guard{Digit: true, All: [][]string{{"년", "in "}}}}
	pastTense = regexp.MustCompile(`[었았였했](?:나|어|는지|을까|습니까|던가|지)|\b(?:was|were|did)\b`)
)

// guarded is an expression that is only tried on texts in which it may find
// something, which few questions are.
type guarded struct {
	re    *regexp.Regexp
	guard korean.Guard
}

// in tells whether the expression finds something in a text.
func (g guarded) in(text string) bool { return g.guard.Passes(text) && g.re.MatchString(text) }

// unknowable says why nobody can look up what is asked; "" when they can.
func (a *answer) unknowable() string {
	query := strings.ToLower(a.state.Query)
	switch {
	case privately.in(query):
		return a.words.notPrivate
	case verdictAsked.in(query):
		return a.words.noOutcome
	case foretell.in(query) && (ahead.MatchString(query) || a.yearAhead(query)):
		return a.words.noFuture
	}
	if year := a.yearBefore(query); year != "" && pastTense.MatchString(query) {
		return fmt.Sprintf(a.words.noPast, year)
	}
	return ""
}

// thisYear is the year of the answer.
func (a *answer) thisYear() int {
	year, _, _ := strings.Cut(a.state.Today, "-")
	n, _ := strconv.Atoi(year)
	return n
}

func (a *answer) yearAhead(query string) bool {
	for _, m := range yearOf.FindAllStringSubmatch(query, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil && n > a.thisYear() {
			return true
		}
	}
	return false
}

// yearBefore is a year whose law is asked for and that no article which was
// found speaks of; "" without one.
func (a *answer) yearBefore(query string) string {
	if !inYear.guard.Passes(query) {
		return ""
	}
	m := inYear.re.FindStringSubmatch(query)
	if m == nil {
		return ""
	}
	year := m[1] + m[2]
	if n, err := strconv.Atoi(year); err != nil || n >= a.thisYear() {
		return ""
	}
	for _, r := range a.state.SearchTeamState.LegalResults {
		if speaksOf(r, year) {
			return ""
		}
	}
	return year
}

func speaksOf(r search.LegalResult, year string) bool {
	if strings.Contains(r.Gist, year) {
		return true
	}
	for _, t := range r.Tables {
		if strings.Contains(t.Text(), year) {
			return true
		}
	}
	return false
}
