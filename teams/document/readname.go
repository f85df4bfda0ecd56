package document

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// role is a word for a party with the key of its name.
type role struct {
	key string
	re  *regexp.Regexp
}

const (
	// The particle stands right behind the title: in "임차인 이영희" the 이 is
	// the surname.
	named    = `(?:의|'s)?(?:\s*(?:이름|성함|성명|명의|name))?(?:은|는|이|가|도|\s+is)?(?:\s*[:：=]\s*|\s+)`
	hangul   = `[가-힣]{2,12}`
	latin    = `[a-z][a-z.'’-]*(?:\s+[a-z][a-z.'’-]*){1,3}`
	company  = `(?:주식회사|유한회사|\(주\)|㈜)\s*[가-힣a-z0-9]{1,20}`
	personRE = `(` + company + `|` + hangul + `|` + latin + `)`
)

var (
	leaseRoles = sync.OnceValue(func() []role {
		return []role{
			{"registered_owner", regexp.MustCompile(`(?:등기부\s*(?:등본|상|등본상)?의?\s*)?(?:소유자|소유주|등기\s*명의자|명의인|registered owner|owner)` + named + personRE)},
			{"lessor_name", regexp.MustCompile(`(?:임대인|집주인|landlord|lessor)` + named + personRE)},
			{"lessee_name", regexp.MustCompile(`(?:공동\s*)?(?:임차인|세입자|tenants?|lessees?)` + named + personRE)},
			{"agent_name", regexp.MustCompile(`(?:대리인|agent)` + named + personRE)},
		}
	})
	salesRoles = sync.OnceValue(func() []role {
		return []role{
			{"registered_owner", regexp.MustCompile(`(?:등기부\s*(?:등본|상|등본상)?의?\s*)?(?:소유자|소유주|등기\s*명의자|명의인|registered owner|owner)` + named + personRE)},
			{"seller_name", regexp.MustCompile(`(?:매도인|파는\s*사람|seller)` + named + personRE)},
			{"buyer_name", regexp.MustCompile(`(?:매수인|사는\s*사람|buyers?)` + named + personRE)},
			{"tenants", regexp.MustCompile(`(?:임차인|세입자|tenants?)` + named + personRE)},
		}
	})
	nextName    = regexp.MustCompile(`^\s*(?:님|씨)?\s*(?:,|、|·|/|및|와|과|&|and)\s*` + personRE)
	insteadName = regexp.MustCompile(`^\s*(?:씨|님)?\s*(?:이|가|은|는)?\s*(?:아니라|아니고|말고)\s*` + personRE)
	relation    = regexp.MustCompile(`^\s*(?:씨|님)?\s*\(([가-힣a-z ]{1,20})\)`)
	nameTail    = regexp.MustCompile(`(?:이라고\s?합니다|입니다|인데요?|이시고|이구요|이라는|이에요|예요|이고요|이고|이며|이랑|으로|씨|님|이야|이요|라고|께서|한테|에게|하고)$`)
	notNameTail = regexp.MustCompile(`(?:줘|세요|어요|아요|해요|까요|나요|습니다|할게|싶어|주라|주기|하기|한다|된다|없음|있음)$`)
	oneParticle = regexp.MustCompile(`(?:은|는|이|가|을|를|의|와|과|도|로|야|요|랑|씨)$`)
)

// surnames are the first syllables of Korean names (99 % of the people by
// the 2015 census); two-syllable ones are listed apart.
const surnames = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용"

var longSurnames = []string{"남궁", "황보", "제갈", "선우", "독고", "사공", "서문"}

// noNames are words that follow a party's title and begin with a syllable
// that is also a surname.
var noNames = []string{
	"계좌", "주소", "전화", "연락", "동의", "성함", "성명", "명의", "주민", "정보", "전입", "변경", "보호", "신분",
	"확인", "책임", "권리", "수리", "모두", "유리", "서명", "실거주", "신탁", "인감", "위임", "대리", "부담", "의무",
	"방문", "지급", "반환", "해지", "해제", "갱신", "요구", "통지", "인도", "협의", "승낙", "허락", "이름", "측",
	"본인", "누구", "없음", "있음", "미정", "아직", "나중", "모름", "몰라", "이사", "고지", "제공", "소유", "현재",
	"계약", "보증금", "월세", "임대", "임차", "매도", "매수", "공동", "한테", "에게", "입장", "관련", "기준", "우리",
	"전세", "잔금", "중도금", "관리비", "기간", "입주", "주거", "오늘", "내일", "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주", "만료", "시작", "종료", "매월", "매달", "특약", "선순위", "미납", "체납", "신규", "재계", "위약", "하자", "토지", "근저당", "직거래", "중개", "도배", "장판", "보일러", "전용", "면적", "인감", "고쳐", "안녕",
	"저예요", "저입니다", "인데", "이랑", "이고", "하고", "승계", "있습", "있어", "없습", "없어", "없이", "한명", "한 명", "두명", "추가", "지정", "정해", "안내", "선순위", "조건", "문제", "이 ", "나가", "나간", "들어",
}

// readPeople takes the names of the parties.
func (r *reading) readPeople() {
	roles := leaseRoles()
	if r.draft.Sales != nil {
		roles = salesRoles()
	}
	for _, role := range roles {
		for _, m := range role.re.FindAllStringSubmatchIndex(r.rest(), 4) {
			r.takeName(role.key, m)
		}
	}
}

// takeName stores the name at group 1 of a match, with the further names
// that follow it and a correction ("김철수가 아니라 박민수").
func (r *reading) takeName(key string, m []int) {
	explicit := strings.ContainsAny(r.text[m[0]:m[2]], ":：=") || strings.Contains(r.text[m[0]:m[2]], "이름") || strings.Contains(r.text[m[0]:m[2]], "성함")
	name, end, ok := r.nameAt(m[2], m[3], explicit)
	if !ok {
		return
	}
	if again := insteadName.FindStringSubmatchIndex(r.rest()[end:]); again != nil {
		if other, stop, good := r.nameAt(end+again[2], end+again[3], true); good {
			name, end = other, stop
		}
	}
	names := []string{name}
	one, list := r.draft.nameSlot(key)
	for list != nil && len(names) < maxPeople {
		next := nextName.FindStringSubmatchIndex(r.rest()[end:])
		if next == nil {
			break
		}
		other, stop, good := r.nameAt(end+next[2], end+next[3], false)
		if !good || isHangul([]rune(other)[0]) && len([]rune(other)) < 3 {
			break // two syllables behind a comma are more often a word
		}
		names, end = append(names, other), stop
	}
	if key == "agent_name" {
		if rel := relation.FindStringSubmatchIndex(r.rest()[end:]); rel != nil {
			r.draft.Lease.AgentRelation = plainValue(r.text[end+rel[2]:end+rel[3]], 20)
			end += rel[1]
		}
	}
	if one != nil {
		*one = names[0]
	} else if list != nil {
		*list = distinct(names)
	}
	r.used(m[0], end)
}

// nameAt reads one name out of the text found at from..to and returns where
// it ends.
func (r *reading) nameAt(from, to int, explicit bool) (string, int, bool) {
	raw := r.text[from:to]
	if !strings.ContainsFunc(raw, isHangul) {
		return latinName(raw, from)
	}
	if strings.HasPrefix(raw, "주식회사") || strings.HasPrefix(raw, "유한회사") || strings.HasPrefix(raw, "(주)") || strings.HasPrefix(raw, "㈜") {
		name := oneLine(nameTail.ReplaceAllString(raw, ""), maxNameRunes)
		return name, from + len(name), true
	}
	name := koreanName(raw, explicit)
	return name, from + len(name), name != ""
}

// koreanName is the name at the beginning of a Hangul word, "" if the word
// is none. Names have two to four syllables; what follows is a particle.
func koreanName(word string, explicit bool) string {
	for _, w := range noNames {
		if strings.HasPrefix(word, w) {
			return ""
		}
	}
	if notNameTail.MatchString(word) {
		return ""
	}
	runes := []rune(word)
	long := slices.Contains(longSurnames, string(runes[:min(2, len(runes))]))
	if !explicit && !long && !strings.ContainsRune(surnames, runes[0]) {
		return ""
	}
	limit := 3
	if long {
		limit = 4
	}
	if len(runes) <= limit {
		name := nameTail.ReplaceAllString(word, "")
		if len([]rune(name)) < 2 {
			return ""
		}
		return name
	}
	stem := nameTail.ReplaceAllString(word, "")
	if len([]rune(stem)) == len(runes) {
		stem = oneParticle.ReplaceAllString(word, "")
	}
	if n := len([]rune(stem)); n == len(runes) || n < 2 || n > limit {
		return ""
	}
	return stem
}

// notLatinNames are words that end a Latin name within a sentence.
var notLatinNames = []string{
	"and", "the", "is", "has", "will", "with", "from", "deposit", "rent", "tenant", "landlord", "lessor", "lessee",
	"buyer", "seller", "agent", "owner", "to", "pays", "wants", "for", "of", "in", "on", "at", "until", "monthly",
	"address", "phone", "price", "balance", "starts", "contract", "not", "but", "can", "must", "should", "may", "shall",
	"name", "a", "an", "my", "his", "her", "or", "who", "that", "agrees", "owes", "registered", "live", "lives",
}

// latinName keeps the words of a name up to the first that is none; a name
// is written with capitals.
func latinName(raw string, from int) (string, int, bool) {
	var kept []string
	end := 0
	for _, w := range strings.Fields(raw) {
		at := end + strings.Index(raw[end:], w)
		if slices.Contains(notLatinNames, strings.ToLower(strings.Trim(w, ".'’"))) || w[0] < 'A' || w[0] > 'Z' {
			break
		}
		kept = append(kept, w)
		end = at + len(w)
	}
	name := strings.TrimRight(strings.Join(kept, " "), ".'’ ")
	return name, from + end, len(kept) > 0 && len(name) >= 2
}

func isHangul(r rune) bool { return r >= 0xAC00 && r <= 0xD7A3 }
