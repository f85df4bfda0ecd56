package clause

import (
	"slices"
	"strings"
	"unicode"
)

// letters are a text as phrases are looked for in it: lower case, syllables of
// Hangul as their sounds, so that a stem is found in each of its forms (돌려주
// in 돌려준다), without the spaces that people leave out or put in. Between
// two words of another script one space stays.
type letters struct {
	runes  []rune
	begins []bool // of each rune: it begins a word
	commas []int  // places behind a comma or semicolon
	stops  []int  // places behind a full stop
}

const (
	firstSyllable, lastSyllable             = '가', '힣'
	firstOnset, firstVowel, beforeCoda      = 'ᄀ', 'ᅡ', 'ᆧ'
	syllablesOfOnset, syllablesOfVowel      = 588, 28
	wordEnd                            rune = ' '
)

func fold(text string) letters {
	var l letters
	begins, foreign := true, false
	add := func(r rune, first bool) {
		l.runes, l.begins = append(l.runes, r), append(l.begins, first)
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= firstSyllable && r <= lastSyllable:
			i := r - firstSyllable
			add(firstOnset+i/syllablesOfOnset, begins || foreign) // 2주 후 has two words more
			add(firstVowel+i%syllablesOfOnset/syllablesOfVowel, false)
			if coda := i % syllablesOfVowel; coda > 0 {
				add(beforeCoda+coda, false)
			}
			begins, foreign = false, false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if begins && foreign {
				add(wordEnd, false)
			}
			add(r, begins)
			begins, foreign = false, true
		default:
			switch {
			case r == ',' || r == ';' || r == '(' && !foreign:
				l.commas = append(l.commas, len(l.runes))
			case r == '.' && !foreign: // 3.6억 has a number before it
				l.stops = append(l.stops, len(l.runes))
			}
			begins = true
		}
	}
	if foreign {
		add(wordEnd, false)
	}
	return l
}

// maxAside is the length in letters of what two commas only set off: "shall not, for
// any reason, cut".
const maxAside = 24

// dividing are the commas that divide statements.
func (l letters) dividing() []int {
	var places []int
	for i := 0; i < len(l.commas); i++ {
		if i+1 < len(l.commas) && l.commas[i+1]-l.commas[i] <= maxAside {
			i++
			continue
		}
		places = append(places, l.commas[i])
	}
	return places
}

// phrase is one way of saying a concept: parts that follow each other closely.
type phrase struct {
	concept    string
	parts      [][]rune
	begin, end bool // it begins, ends a word
}

// maxGap is how far apart two parts of a phrase may stand, in letters.
const maxGap = 40

// newPhrase reads a phrase of the pack: "a..b" is a and b with words between
// them, "^" before it and "$" behind it are the ends of a word. One syllable and
// words of other scripts begin a word anyway.
func newPhrase(concept, text string) phrase {
	p := phrase{concept: concept}
	text, p.begin = strings.CutPrefix(text, "^")
	text, p.end = strings.CutSuffix(text, "$")
	for part := range strings.SplitSeq(text, "..") {
		runes := fold(part).runes
		if n := len(runes); n > 0 && runes[n-1] == wordEnd && !p.end {
			runes = runes[:n-1]
		}
		if len(runes) > 0 {
			p.parts = append(p.parts, runes)
		}
	}
	if len(p.parts) > 0 {
		p.begin = p.begin || len(p.parts[0]) < 4 && !p.end || p.parts[0][0] < firstOnset
		p.end = p.end && p.parts[len(p.parts)-1][0] >= firstOnset
	}
	return p
}

// contractions are the last vowels of stems as they run into an ending: 미루 is
// 미뤄, 떨어지 is 떨어져, 나오 is 나와.
var contractions = map[rune]rune{firstVowel + 8: firstVowel + 9, firstVowel + 13: firstVowel + 14, firstVowel + 20: firstVowel + 6}

// contracted is the phrase as a stem that runs into its ending.
func (p phrase) contracted() (phrase, bool) {
	last := len(p.parts) - 1
	part := slices.Clone(p.parts[last])
	vowel, ok := contractions[part[len(part)-1]]
	if !ok || p.end || len(part) < 4 {
		return p, false
	}
	part[len(part)-1] = vowel
	p.parts = append(slices.Clone(p.parts[:last]), part)
	return p, true
}

// at is where the phrase ends when it begins at a place, -1 when it does not.
func (p phrase) at(l letters, i int) int {
	if p.begin && !l.begins[i] || !l.has(p.parts[0], i) {
		return -1
	}
	end := i + len(p.parts[0])
	if !l.begins[i] && !slices.Contains([]string{negating, condition, notJoint}, p.concept) && slices.Contains(l.begins[i:end], true) {
		return -1 // the end of one word and the beginning of the next: 을이 자기 is no 이자
	}
	for _, part := range p.parts[1:] {
		for stop := end + maxGap; !l.has(part, end); end++ {
			if end >= min(stop, len(l.runes)) {
				return -1
			}
		}
		end += len(part)
	}
	if end < len(l.runes) && !l.begins[end] && (p.end || l.closed(end) && !strings.ContainsRune(inflecting, l.runes[end])) {
		return -1
	}
	return end
}

// inflecting are the codas with which an ending closes an open stem: 이사간 is 이사가, but
// 이상 is no 이사.
const inflecting = string(rune(beforeCoda+4)) + string(rune(beforeCoda+8)) + string(rune(beforeCoda+16)) + string(rune(beforeCoda+17)) + string(rune(beforeCoda+20))

// closed tells whether a coda closes the syllable whose vowel ends at a place: 인 is no 이.
func (l letters) closed(end int) bool {
	vowel := l.runes[end-1] >= firstVowel && l.runes[end-1] < beforeCoda
	return vowel && end < len(l.runes) && l.runes[end] > beforeCoda && l.runes[end] < firstOnset+0x100
}

func (l letters) has(part []rune, i int) bool {
	return i+len(part) <= len(l.runes) && slices.Equal(l.runes[i:i+len(part)], part)
}

// vocabulary is all phrases by their first letters.
type vocabulary map[[2]rune][]phrase

func (v vocabulary) add(p phrase) {
	key := [2]rune(p.parts[0][:2])
	v[key] = append(v[key], p)
}

// span is a place in letters.
type span struct{ start, end int }

// find lists where each concept stands.
func (v vocabulary) find(l letters) map[string][]span {
	found := map[string][]span{}
	for i := 0; i+1 < len(l.runes); i++ {
		for _, p := range v[[2]rune(l.runes[i:i+2])] {
			if end := p.at(l, i); end >= 0 {
				found[p.concept] = append(found[p.concept], span{i, end})
			}
		}
	}
	return found
}
