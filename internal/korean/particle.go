package korean

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// particles are the postpositions that may follow a noun, longest first in
// their group so that "에게서" is taken before "서".
var particles = []string{
	"이었으면", "이었다면", "에서부터", "으로부터", "에게서는", "이라고는", "이라도요", "까지만이라도",
	"였으면", "였다면", "이라는", "이라고", "이라면", "이라서", "이라도", "에서는", "에서도", "에게서", "으로는",
	"으로도", "까지는", "까지만", "까지도", "부터는", "한테서", "이랑은", "인가요", "인데요",
	"이에요", "이예요", "입니다", "인지요", "이네요", "이거든", "이었는", "이지만", "만큼은", "마다는", "처럼은",
	"에서", "에게", "으로", "까지", "부터", "한테", "이랑", "라는", "라고", "라면", "라서",
	"라도", "보다", "처럼", "만큼", "마다", "조차", "마저", "밖에", "이나", "이란", "이며",
	"이고", "인데", "인가", "인지", "이야", "예요", "에요", "이죠", "이지", "이라", "이면", "이든", "대로", "께서",
	"에는", "에도", "에만", "와는", "과는", "로는", "로도", "만은", "만이", "만도", "들이", "들은", "들을", "들의", "이요", "하고", "께",
	"이라던데", "라던데", "이라는데", "라는데", "이든지", "든지", "이래요", "래요", "이래", "이냐", "인듯", "이여",
	"지요", "이든", "든", "쯤", "씩", "뿐", "쪽", "죠", "냐", "임", "여", "용",
	"은", "는", "이", "가", "을", "를", "의", "에", "와", "과", "도", "만", "로", "랑", "나",
	"란", "며", "고", "야", "요", "님", "들", "면",
}

// endings are the forms a verb stem or a 하다-noun takes; what remains after
// them is the stem ("검토해주세요" leaves "검토").
var endings = []string{
	"하고싶습니다", "하고싶어요", "해주시겠어요", "해주십시오", "해주시기", "해주실래요", "해주실", "해주세요", "해줄래요", "해줄래", "해주라", "해줘요", "해줘",
	"해드려", "하려는데요", "하려는데", "하려고요", "하려고", "하려면", "하려", "하는지", "하는데", "하는게", "하는거", "하는", "했는데요", "했는데", "했어요",
	"했어", "했습니다", "합니다", "합니까", "하나요", "하네요", "하세요", "하십시오", "하자고", "하자는", "하자", "하면서", "하면", "하지만", "하지", "하고", "하기", "하게",
	"할까요", "할까", "할게요", "할게", "할때", "할지", "할수", "할", "한다고", "한다는", "한다", "한데", "한지", "한", "해서", "해야", "해도", "해요", "해라", "해봐", "해", "함",
	"됐는데", "됐어요", "됐어", "되나요", "되는지", "되는데", "되는", "되면", "되어", "된다", "된", "될까요", "될까", "될", "돼요", "돼",
	"시켜줘", "시켜", "받을", "받은", "받는", "당할", "당했", "당한",
	"줘요", "줘", "주세요", "주십시오", "주실", "좀",
}

// Stems lists the forms that a word is looked up by: itself, then itself
// without particles and endings, each stripped at most twice. The word has
// to be lower case already.
func Stems(word string) []string {
	stems := []string{word}
	if !strings.ContainsFunc(word, IsHangul) {
		return appendEnglishStem(stems, word)
	}
	for round, from := 0, 0; round < 2; round++ {
		end := len(stems)
		for ; from < end; from++ {
			stems = strip(stems, stems[from], particlesByEnd)
			stems = strip(stems, stems[from], endingsByEnd)
		}
	}
	return stems
}

// suffixes are lists by the last syllable of what they hold, each in the
// order of the whole list: a word is compared with the few that it may end in.
type suffixes map[string][]string

var particlesByEnd, endingsByEnd = byEnd(particles), byEnd(endings)

// syllable is how many bytes one is in UTF-8.
const syllable = 3

func byEnd(list []string) suffixes {
	s := suffixes{}
	for _, suffix := range list {
		end := lastSyllable(suffix)
		s[end] = append(s[end], suffix)
	}
	return s
}

func strip(stems []string, word string, by suffixes) []string {
	for _, suffix := range by[lastSyllable(word)] {
		stem, ok := strings.CutSuffix(word, suffix)
		if ok && stem != "" && !slices.Contains(stems, stem) && (utf8.RuneCountInString(stem) > 1 || len(suffix) <= 6) {
			stems = append(stems, stem)
		}
	}
	return stems
}

// appendEnglishStem adds the singular and the bare verb of an English word.
func appendEnglishStem(stems []string, word string) []string {
	for _, suffix := range []string{"'s", "ies", "es", "s", "ing", "ed"} {
		if len(word) < len(suffix)+3 || !strings.HasSuffix(word, suffix) {
			continue
		}
		stem := word[:len(word)-len(suffix)]
		if suffix == "ies" {
			stem += "y"
		}
		if !slices.Contains(stems, stem) {
			stems = append(stems, stem)
		}
	}
	return stems
}

// IsParticle tells whether a text is nothing but particles or an ending, as
// what is left of a word behind a known noun.
func IsParticle(rest string) bool {
	if rest == "" || isClosing(rest) {
		return true
	}
	return slices.ContainsFunc(particlesByEnd[lastSyllable(rest)], func(p string) bool {
		before, ok := strings.CutSuffix(rest, p)
		return ok && isClosing(before)
	})
}

// isClosing tells whether a text is one particle or one ending.
func isClosing(text string) bool {
	last := lastSyllable(text)
	return slices.Contains(particlesByEnd[last], text) || slices.Contains(endingsByEnd[last], text)
}

func lastSyllable(text string) string { return text[max(0, len(text)-syllable):] }
