package korean

import (
	"regexp"
	"strings"
)

var (
	askingEnd   = regexp.MustCompile(`(?:나요|까요|니까|가요|을까|나|냐|죠|는지|건지|지요)$`)
	askingFirst = regexp.MustCompile(`^(?:what|why|how|when|where|which|who|what's|whats|왜|뭐|define)(?:\s|$)`)
)

// askingWords ask wherever they stand in a text without its spaces.
var askingWords = []string{
	"뭐야", "뭔가요", "뭔지", "뭐예요", "뭐에요", "뭐죠", "뭘까", "무엇", "무슨뜻", "뜻이", "왜그", "왜안", "왜이", "어떻게", "어떤거",
	"차이가", "차이점", "차이를", "궁금", "인가요", "한가요", "되나요", "있나요", "설명해", "알려줘", "알려주", "가르쳐",
	"예를들어줘", "예시를들어", "에대해", "difference", "explain", "tellmeabout",
}

// Asks tells whether a text asks something: by its mark, by a word that asks
// or by its first word.
func Asks(text string) bool {
	folded := strings.TrimSpace(Fold(text))
	if strings.Count(folded, "?") == len(folded) { // "?", ""
		return false
	}
	return strings.Contains(folded, "?") || holds(Plain(folded), askingWords...) || askingFirst.MatchString(folded)
}

// EndsAsking tells whether a text ends as a Korean question does, with or
// without its mark.
func EndsAsking(text string) bool {
	text = strings.TrimRight(text, " .,~!?")
	return askingEnd.MatchString(text[max(0, len(text)-len("건지")):])
}
