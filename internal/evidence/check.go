package evidence

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// Sentence is one that somebody wrote on the facts that it names.
type Sentence struct {
	Text  string   `json:"text"`
	Facts []string `json:"facts"`
	// Item puts it into a list.
	Item bool `json:"item,omitempty"`
}

// maxSentence bounds one sentence, in letters.
const maxSentence = 500

// minShare is how much of a sentence's words have to be those of its facts
// or of the question: it keeps out what is on something else altogether.
const minShare = 0.25

// Check lists what keeps a sentence from being shown: a figure, an article or
// a law that is in none of the facts that it names, words that have little to
// do with them, a verdict that turns round that of a reckoning or a review, orders
// to send money, names and accounts that no fact has, another language, links
// and markup. The reasons are for its writer.
func (l *List) Check(s Sentence, language, question string) []string {
	if wrong := form(s.Text, language); len(wrong) > 0 {
		return wrong
	}
	var named []*Fact
	for _, id := range s.Facts {
		f := l.Fact(id)
		if f == nil {
			return []string{fmt.Sprintf("there is no fact %.20q", id)}
		}
		f.Read()
		named = append(named, f)
	}
	if len(named) == 0 {
		return append(l.checkFree(s.Text, question), strangers(s.Text, question, l.facts)...)
	}
	wrong := append(l.beyond(s.Text, named), l.against(s.Text, named)...)
	wrong = append(wrong, strangers(s.Text, question, named)...)
	if !wordsFit(s.Text, question, language, named) {
		wrong = append(wrong, fmt.Sprintf("%.60q has little to do with the facts that it names", s.Text))
	}
	return wrong
}

// checkFree is for a sentence that names no fact: only a question back, or
// words that lead to a list, may do so, on what the user has named.
func (l *List) checkFree(text, question string) []string {
	end := strings.TrimRight(text, " *)\"”")
	if !strings.HasSuffix(end, "?") && !strings.HasSuffix(end, ":") {
		return []string{fmt.Sprintf("%.60q names no fact", text)}
	}
	wrong := l.beyond(text, nil)
	said := []map[string]bool{korean.Topics(question)}
	for _, f := range l.facts {
		f.Read()
		said = append(said, f.topics)
	}
	if !about(text, minShare, said...) {
		wrong = append(wrong, fmt.Sprintf("%.60q has little to do with any fact", text))
	}
	return wrong
}

// Asked tells whether a text is something that a question asks for, and
// nothing more than that.
func (l *List) Asked(text, question, language string) bool {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > maxAsked || len(form(text, language)) > 0 {
		return false
	}
	r := read(text)
	for article := range r.articles {
		if !l.named[article] {
			return false
		}
	}
	return r.figures.Within(l.asked) && about(text, 0.5, korean.Topics(question))
}

// maxAsked bounds what was asked for and not found, in letters.
const maxAsked = 120

// beyond lists what a text states that is neither in the facts nor, but for
// articles, the user's.
func (l *List) beyond(text string, facts []*Fact) (wrong []string) {
	figures, articles := l.unsourced(text, facts)
	for _, figure := range figures {
		wrong = append(wrong, fmt.Sprintf("%s in %.60q is in none of the facts that it names", figure, text))
	}
	for _, article := range articles {
		wrong = append(wrong, fmt.Sprintf("article %s in %.60q is in none of the facts that it names", article, text))
	}
	for _, law := range korean.FindLaws(text) {
		if !slices.ContainsFunc(facts, func(f *Fact) bool { return f.names(law) }) {
			wrong = append(wrong, fmt.Sprintf("the law %q is in none of the facts that %.60q names", law, text))
		}
	}
	return wrong
}

// wordsFit tells whether a text is about its facts. Of facts in another
// language that can't be told.
func wordsFit(text, question, language string, facts []*Fact) bool {
	said := []map[string]bool{korean.Topics(question)}
	for _, f := range facts {
		if language == "en" && latin(f.topics) < 5 {
			return true
		}
		said = append(said, f.topics)
	}
	return about(text, minShare, said...)
}

// markup is what no answer holds: tags, pictures, links, addresses, code.
var markup = regexp.MustCompile("(?i)</?[a-z!]|!\\[|\\]\\(|://|www\\.|`|\\b[a-z0-9-]+\\.(?:com|net|org|io|kr|co|me|ly)\\b|[\\w.]+@[\\w.]+|^\\s*#|\\[F\\d+\\]")

// form lists what is wrong with a text whatever it states.
func form(text, language string) []string {
	switch {
	case strings.TrimSpace(text) == "":
		return []string{"a sentence is empty"}
	case utf8.RuneCountInString(text) > maxSentence:
		return []string{fmt.Sprintf("a sentence has more than %d letters", maxSentence)}
	case !utf8.ValidString(text) || strings.ContainsFunc(text, hidden):
		return []string{"a sentence has letters that can't be seen, or a line end"}
	case markup.MatchString(text):
		return []string{fmt.Sprintf("%.60q has a link, a tag, code or a mark of a fact", text)}
	case Language(text) != language:
		return []string{fmt.Sprintf("%.60q is not written in the user's language", text)}
	}
	return nil
}

// hidden tells letters that a reader does not see, which could hide text.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r)
}

// about tells whether at least a share of a text's topics are of others too; a text
// without topics is about anything.
func about(text string, least float64, others ...map[string]bool) bool {
	topics := korean.Topics(text)
	return len(topics) == 0 || korean.Share(topics, others...) >= least
}

// latin counts the Latin words.
func latin(topics map[string]bool) int {
	n := 0
	for topic := range topics {
		if !strings.ContainsFunc(topic, korean.IsHangul) {
			n++
		}
	}
	return n
}

// Language is the one that a text is written in, "ko" or "en", by its
// letters; "" is neither.
func Language(text string) string {
	hangul, latin := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.IsLetter(r):
			return ""
		}
	}
	switch {
	case hangul+latin == 0:
		return ""
	case 2*hangul >= latin: // names of laws and products stay Korean in English, abbreviations Latin in Korean
		return "ko"
	}
	return "en"
}
