package knowledge

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// abroad are the places outside the library's country whose law a question
// asks for. None where the question also speaks of a place at home.
func (l *Lexicon) abroad(text string) []string {
	text = normalise(text)
	for _, home := range l.Home {
		if _, ok := standing(text, home); ok {
			return nil
		}
	}
	var places []string
	for _, place := range l.Abroad {
		if at, ok := standing(text, place); ok && !ofAPerson(text[:at], text[at+len(place):]) {
			places = append(places, place)
		}
	}
	return places
}

// standing is where a name begins a word; a Latin one has to be a whole word.
func standing(text, name string) (at int, ok bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return 0, false
		}
		at = from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(name):])
		if !isWord(before) && (!isLatin(name) || !isWord(after) || after > unicode.MaxASCII) {
			return at, true
		}
		from = at + len(name)
	}
}

// What makes a place a matter of somebody and not of the law: where they
// live, come from or go to.
var (
	personAfter  = regexp.MustCompile(`^(?:(?:에서|에)\s*(?:서\s*)?(?:사는|사시|살|계신|계시|있는|있어|거주|온|오신|왔|일하|근무|출장|유학|체류|머무|지내|송금|보낸|들어온|나가|가 있|가있)|인|\s*(?:사람|국적|시민|영주권|교포|동포|유학|주재원|여권|은행|국민)|(?:으로|로)\s*(?:발령|이민|이사|출국|유학|출장|떠|가|갔|돌아))`)
	personBefore = regexp.MustCompile(`(?:from|lives? in|living in|lived in|moved? to|moving to|moved back to|work(?:s|ing)? in|citizens? of|born in|stays? in|staying in|currently in|is in|am in|an?)\s+(?:the\s+)?$`)
	personBehind = regexp.MustCompile(`^(?:n\b|\s+(?:citizen|national|passport|expat|embassy|bank|army|military|soldier|company|person|landlord|tenant|owner))`)
)

func ofAPerson(before, after string) bool {
	return personAfter.MatchString(after) || personBefore.MatchString(before) || personBehind.MatchString(after)
}
