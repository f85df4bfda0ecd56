package korean

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// surnames are the first syllables of Korean names (99 % of the people by
// the 2015 census); those of two syllables are a list.
const surnames = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용예봉경사부"

var (
	nameTail    = regexp.MustCompile(`(?:이라고\s?합니다|입니다|인데요?|이시고|이구요|[고구]요|이라는|이에요|예요|이고요|이고|이며|이랑|으로|씨|님|이야|이요|라고|께서|한테|에게|하고)$`)
	notNameTail = regexp.MustCompile(`(?:줘|세요|어요|아요|해요|까요|나요|습니다|할게|싶어|주라|주기|하기|[친는긴진린킨신준낸간온본쓴한된]다|없음|있음)$`)
	oneParticle = regexp.MustCompile(`(?:은|는|이|가|을|를|의|와|과|도|로|야|요|랑|씨|고|임)$`)
)

// maxNameWord is how long a word with a name is at most, in bytes.
const maxNameWord = 64

// PersonName is the name that a word in Hangul begins with ("김철수입니다"),
// "" if it is none. Names have two to four syllables; what follows is a
// particle. A name that is announced as one ("이름:") needs no known surname.
func PersonName(word string, announced bool) string {
	if len(word) > maxNameWord || hasPrefix(word, lists.NoNames...) || notNameTail.MatchString(word) {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(word)
	limit := 3
	if hasPrefix(word, lists.LongSurnames...) {
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

// LatinName is the name that a text begins with, up to the first word that is
// none, and where it ends; a name is written with capitals.
func LatinName(text string) (name string, end int) {
	var kept []string
	for _, w := range strings.Fields(text[:min(len(text), 2*maxNameWord)]) {
		if slices.Contains(lists.NotLatinNames, strings.ToLower(strings.Trim(w, ".'’"))) || w[0] < 'A' || w[0] > 'Z' {
			break
		}
		kept = append(kept, w)
		end += strings.Index(text[end:], w) + len(w)
	}
	return strings.TrimRight(strings.Join(kept, " "), ".'’ "), end
}
