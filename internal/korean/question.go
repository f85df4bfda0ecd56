package korean

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	askingEnd   = regexp.MustCompile(`(?:[나까]요|니까|을까|나|냐|죠|는지|건지|지요)$`)
	askingStem  = regexp.MustCompile(`([가-힣])가요?$`) // "한가", "인가요", not "나가요"
	chatted     = regexp.MustCompile(`([나까가죠])(?:여|용|욤)$`)
	askingFirst = regexp.MustCompile(`^(?:what|why|how|when|where|which|who|what's|whats|왜|뭐|define)(?:\s|$)`)
)

// Asks tells whether a text asks something: by its mark, by a word that asks
// or by its first word.
func Asks(text string) bool {
	folded := strings.TrimSpace(Fold(text))
	if strings.Count(folded, "?") == len(folded) { // "?", ""
		return false
	}
	return strings.Contains(folded, "?") || holds(Plain(folded), lists.Asking...) || askingFirst.MatchString(folded)
}

// EndsAsking tells whether a text ends as a Korean question does, with or
// without its mark.
func EndsAsking(text string) bool {
	text = strings.TrimRight(text, " .,~!?")
	text = chatted.ReplaceAllString(text[max(0, len(text)-maxEnd):], "${1}요")
	if strings.HasSuffix(text, "죠요") {
		return true
	}
	if stem := askingStem.FindStringSubmatch(text); stem != nil {
		letter, _ := utf8.DecodeRuneInString(stem[1])
		return finalOf(letter) == finalN
	}
	return askingEnd.MatchString(text) && !notAsking.MatchString(text)
}

// maxEnd is how much of a text's end is looked at, in bytes.
const maxEnd = 12

// notAsking are nouns and verbs that end as a question does, and reasons ("모르니까요").
var notAsking = regexp.MustCompile(`(?:^|[^가-힣])(?:하나|나)$|(?:끝|만|태어|일어|떠|남아|혼)나요?$|니까요$`)
