package knowledge

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	// existenceKorean and existenceEnglish are questions whether there is
	// such a rule at all: then all that they say of the rule is asked for.
	existenceKorean  = regexp.MustCompile(`(?:조항|조문|규정|제도|법|법률|법령|특약|혜택|원칙)(?:이|가|은|는|도|에)?\s*(?:정말\s*|진짜\s*|따로\s*|혹시\s*)?(?:있나|있어|있는지|있는 거|있는거|있는가|있습니까|있을까|있다던데|있다는데|어디|존재|뭐)`)
	existenceEnglish = regexp.MustCompile(`\b(?:is|are) there (?:an?|any|some)\b.*\b(?:clause|rule|law|provision|article|right|scheme|regulation|exemption)s?\b|\b(?:clause|rule|law|provision|article|regulation)s? (?:that|which|saying|says?|allows?|forbids?|requires?)\b|\bdoes the law\b`)
)

// What a word begins or ends with tells what it does in its sentence.
var (
	// interrogatives ask for the thing that stands before them.
	interrogatives = [...]string{
		"얼마", "몇", "며칠", "언제", "어디", "어떻게", "어떤", "누가", "누구", "무엇", "뭐", "뭔", "무슨", "뭘", "왜", "알려", "설명", "가르쳐", "궁금",
	}
	// stories end a clause that tells what happened and asks for nothing.
	stories = [...]string{
		"는데", "는데요", "은데", "은데요", "인데", "인데요", "던데", "던데요", "한데", "더니", "니까", "아서", "어서", "해서", "와서", "라서", "지만", "다가", "면서",
		"거든", "거든요", "어요", "아요", "해요", "니다", "고", "며",
	}
	// subjects and objects mark what a question is about.
	subjects = [...]string{"은", "는", "이", "가", "란", "이라는", "의"}
	objects  = [...]string{"을", "를"}
	// attributes say a thing in the way of a verb, "면제된다는", "감면하는":
	// longer ones first.
	attributes = [...]string{
		"해준다는", "시킨다는", "된다는", "된다고", "된다면", "한다는", "한다고", "해주는", "받는다는", "되나요", "하나요", "되는", "하는", "되면", "하면", "할", "될", "한", "된",
	}
	// bound nouns close what a verb before them tells: "낸 거", "갈 때".
	bound          = [...]string{"거", "것", "때", "수", "데", "줄", "건", "게", "지", "중", "후", "전"}
	boundParticles = [...]string{"", "은", "는", "이", "가", "을", "를", "도", "에"}
)

func beginsWithAny(word string, list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(word, s) })
}

func endsWithAny(word string, list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.HasSuffix(word, s) })
}

// interrogative tells whether a word asks for the thing that stands before it.
func interrogative(word string) bool { return beginsWithAny(word, interrogatives[:]) }

// boundNoun tells a bound noun, with its particle or without.
func boundNoun(word string) bool {
	return slices.ContainsFunc(bound[:], func(noun string) bool {
		particle, ok := strings.CutPrefix(word, noun)
		return ok && slices.Contains(boundParticles[:], particle)
	})
}

// IsExistence tells a question whether there is a rule at all.
func IsExistence(text string) bool {
	text = strings.ToLower(text)
	// Most texts hold none of the words: looking is cheaper.
	return containsAny(text, "있", "어디", "존재", "뭐") && containsAny(text, "조항", "조문", "규정", "제도", "법", "특약", "혜택", "원칙") && existenceKorean.MatchString(text) ||
		containsAny(text, "there a", "there some", "clause", "rule", "law", "provision", "article", "regulation") && existenceEnglish.MatchString(text)
}

// asked are the words of a normalised text for the thing that is asked
// about: the run of nouns before the question word, or, where the question is
// whether there is such a rule, all of them.
func (l *Lexicon) asked(text string) []span {
	all := words(text)
	if IsExistence(text) {
		return nouns(all)
	}
	all = all[lastClause(text, all):]
	for i, w := range all {
		if !interrogative(w.text) {
			continue
		}
		return chain(all[:i])
	}
	return nil
}

// bindsNext tells a verb by the bound noun behind it: "내보낼 수", "뜯은 것".
func bindsNext(all []span, i int) bool {
	return i+1 < len(all) && boundNoun(all[i+1].text) && adnominal(all[i].text)
}

// adnominal tells whether a word may be a verb before a noun, by its last
// syllable: it ends in ㄴ or ㄹ.
func adnominal(word string) bool {
	const first, finals, finalN, finalL = '가', 28, 4, 8
	last, _ := utf8.DecodeLastRuneInString(word)
	final := (last - first) % finals
	return last >= first && (final == finalN || final == finalL)
}

// nouns are the words without those that are verbs before a bound noun.
func nouns(all []span) []span {
	var list []span
	for i, w := range all {
		if !bindsNext(all, i) {
			list = append(list, w)
		}
	}
	return list
}

// lastClause is the place of the first word behind the story that a question
// begins with.
func lastClause(text string, all []span) int {
	asks := false // whether anything from the word on does
	for i := len(all) - 1; i > 0; i-- {
		asks = asks || interrogative(all[i].text)
		if !asks || i > len(all)-2 {
			continue
		}
		if strings.ContainsAny(text[all[i-1].end:all[i].start], ".,?!\n") || endsWithAny(all[i-1].text, stories[:]) {
			return i
		}
	}
	return 0
}

// chain is the nouns at the end of the words: the last one with its particle,
// and those right before it without any.
func chain(list []span) []span {
	from := len(list)
	for i := len(list) - 1; i >= 0; i-- {
		if boundNoun(list[i].text) {
			break
		}
		marked := endsWithAny(list[i].text, subjects[:]) || endsWithAny(list[i].text, objects[:])
		last := i == len(list)-1
		if !last && marked && !strings.HasSuffix(list[i].text, "의") || verbLike(list[i].text) {
			break
		}
		if last && !marked && len(stemsOf(list[i].text)) > 1 {
			break // an adverb or a place: "주인에게", "법으로"
		}
		from = i
	}
	return list[from:]
}

// nounOf is what a word speaks of without what makes a verb of it.
func nounOf(word string) string {
	for _, a := range attributes {
		if noun, ok := strings.CutSuffix(word, a); ok && utf8.RuneCountInString(noun) > 1 {
			return noun
		}
	}
	stems := stemsOf(word)
	return stems[len(stems)-1]
}

// verbLike tells a verb or adjective by its ending.
func verbLike(word string) bool { return endsWithAny(word, verbEndings[:]) }

var verbEndings = [...]string{
	"요", "다", "까", "죠", "지", "데", "서", "래", "네", "니", "고", "면", "해", "돼", "어", "아", "야", "려", "라", "게", "줘", "재", "든", "싶은", "하는", "되는",
}

func containsAny(text string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}
