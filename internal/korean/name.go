package korean

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// surnames are the first syllables of Korean names (99 % of the people by
// the 2015 census); those of two syllables stand apart.
const surnames = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용예봉경사부"

var longSurnames = []string{"남궁", "황보", "제갈", "사공", "선우", "서문", "독고", "동방"}

var (
	nameTail    = regexp.MustCompile(`(?:이라고\s?합니다|입니다|인데요?|이시고|이구요|이라는|이에요|예요|이고요|이고|이며|이랑|으로|씨|님|이야|이요|라고|께서|한테|에게|하고)$`)
	notNameTail = regexp.MustCompile(`(?:줘|세요|어요|아요|해요|까요|나요|습니다|할게|싶어|주라|주기|하기|한다|된다|없음|있음)$`)
	oneParticle = regexp.MustCompile(`(?:은|는|이|가|을|를|의|와|과|도|로|야|요|랑|씨|고)$`)
)

// noNames are words that follow a person's title and begin with a syllable
// that is also a surname.
var noNames = []string{
	"계좌", "주소", "전화", "연락", "동의", "성함", "성명", "명의", "주민", "정보", "전입", "변경", "보호", "신분",
	"확인", "책임", "권리", "수리", "모두", "유리", "서명", "실거주", "신탁", "인감", "위임", "대리", "부담", "의무",
	"방문", "지급", "반환", "해지", "해제", "갱신", "요구", "통지", "인도", "협의", "승낙", "허락", "이름", "측",
	"본인", "누구", "없음", "있음", "미정", "아직", "나중", "모름", "몰라", "이사", "고지", "제공", "소유", "현재",
	"계약", "보증금", "월세", "임대", "임차", "매도", "매수", "공동", "한테", "에게", "입장", "관련", "기준", "우리",
	"전세", "잔금", "중도금", "관리비", "기간", "입주", "주거", "오늘", "내일", "서울", "부산", "대구", "인천", "광주",
	"대전", "울산", "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주", "만료", "시작", "종료",
	"매월", "매달", "특약", "선순위", "미납", "체납", "신규", "재계", "위약", "하자", "토지", "근저당", "직거래", "중개",
	"도배", "장판", "보일러", "전용", "면적", "고쳐", "안녕", "저예요", "저입니다", "인데", "이랑", "이고", "하고", "승계",
	"있습", "있어", "없습", "없어", "없이", "한명", "한 명", "두명", "추가", "지정", "정해", "안내", "조건", "문제", "이 ",
	"나가", "나간", "들어",
}

// maxNameWord is how long a word with a name is at most, in bytes.
const maxNameWord = 64

// PersonName is the name that a word in Hangul begins with ("김철수입니다"),
// "" if it is none. Names have two to four syllables; what follows is a
// particle. A name that is announced as one ("이름:") needs no known surname.
func PersonName(word string, announced bool) string {
	if len(word) > maxNameWord || hasPrefix(word, noNames...) || notNameTail.MatchString(word) {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(word)
	limit := 3
	if hasPrefix(word, longSurnames...) {
		limit = 4
	} else if !announced && !strings.ContainsRune(surnames, first) {
		return ""
	}
	name, whole := nameTail.ReplaceAllString(word, ""), utf8.RuneCountInString(word)
	if name == word && whole > limit {
		name = oneParticle.ReplaceAllString(word, "")
	}
	if n := utf8.RuneCountInString(name); n < 2 || n > limit {
		return ""
	}
	return name
}

// notLatinNames are words that end a name in Latin letters.
var notLatinNames = []string{
	"and", "the", "is", "has", "will", "with", "from", "deposit", "rent", "tenant", "landlord", "lessor", "lessee",
	"buyer", "seller", "agent", "owner", "to", "pays", "wants", "for", "of", "in", "on", "at", "until", "monthly",
	"address", "phone", "price", "balance", "starts", "contract", "not", "but", "can", "must", "should", "may", "shall",
	"name", "a", "an", "my", "his", "her", "or", "who", "that", "agrees", "owes", "registered", "live", "lives",
}

// LatinName is the name that a text begins with, up to the first word that is
// none, and where it ends; a name is written with capitals.
func LatinName(text string) (name string, end int) {
	var kept []string
	for _, w := range strings.Fields(text[:min(len(text), 2*maxNameWord)]) {
		if slices.Contains(notLatinNames, strings.ToLower(strings.Trim(w, ".'’"))) || w[0] < 'A' || w[0] > 'Z' {
			break
		}
		kept = append(kept, w)
		end += strings.Index(text[end:], w) + len(w)
	}
	return strings.TrimRight(strings.Join(kept, " "), ".'’ "), end
}
