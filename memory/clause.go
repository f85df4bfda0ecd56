package memory

import (
	"strings"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
)

// Whom a clause is about.
const (
	self    = "self"
	partner = "partner"
	parents = "parents"
	other   = "other"
)

// clause is a part of a message that states one thing.
type clause struct {
	text  string
	start int // in the message
	// sentence is which of the message it is in.
	sentence int
	who      string
	// asking tells that the sentence goes on to ask something.
	asking bool
	// bounded tells that the sentence says of a sum that it is the most.
	bounded bool
	// tenancy tells that the message is of what is between its user and his landlord: what
	// is told of the lease is his.
	tenancy bool
}

func (c clause) has(keys ...string) bool { return phrases.HasAny(c.text, keys...) }

// The bounds of what is read of one message: a longer one is pasted, and nobody
// states a thing of himself at such length. Whom a clause is about is looked
// for around each person in it, which takes the square of its length.
const (
	maxClauses = 40
	maxMessage = 8 << 10 // bytes
	maxStated  = 600     // bytes of a clause
)

// stated are the clauses of a message in which its user states something: not
// what is quoted, pasted, asked, wished of the assistant, heard or supposed.
// Whom a clause is about holds on until somebody else is named.
func stated(message string) []clause {
	message = masked(begin(message))
	var list []clause
	who, pasted, tenancy := self, false, ofTenancy(message)
	for i, sentence := range korean.SentenceSpans(message) {
		text := message[sentence.Start:sentence.End]
		if guard.Addressed(text) {
			continue
		}
		asking := korean.Asks(text) || korean.EndsAsking(text)
		bounded := bounds(text)
		for _, part := range parts(text) {
			if part.End-part.Start > maxStated {
				continue
			}
			c := clause{text: text[part.Start:part.End], start: sentence.Start + part.Start, sentence: i, asking: asking, bounded: bounded, tenancy: tenancy}
			who = about(c.text, who)
			c.who = who
			pasted = (pasted || c.has("pasted")) && !(c.has("who.self") && who == self)
			if !pasted && len(list) < maxClauses && (states(c.text) || who != self && relates(c.text)) {
				list = append(list, c)
			}
			if who == parents && c.has("cue.with_us") || who != self && c.has("cue.gives") { // one of us, or of us what it makes possible
				who = self
			}
		}
	}
	return list
}

// ofTenancy tells whether a message is of what its user and the landlord of his home want
// of each other.
func ofTenancy(message string) bool {
	return phrases.Has(message, "landlord") && phrases.HasAny(message, "sum.kept_back", "lease.between") && !phrases.HasAny(message, "others_lease", "lease.of_shop")
}

// begin is what is read of a message: not the text of a file that came with it,
// which is nobody's word on himself.
func begin(message string) string {
	if at, _, handed := phrases.Find(message, "file"); handed {
		message = message[:at]
	}
	if len(message) > maxMessage {
		message = strings.ToValidUTF8(message[:maxMessage], "")
	}
	return message
}

func states(text string) bool {
	wish := phrases.HasAny(text, "cue.like", "cue.dislike") // "남향이면 좋겠어요"
	if phrases.HasAny(text, "memory.note", "note.style") {
		return true
	}
	asks := korean.Asks(text) || korean.EndsAsking(text) && !phrases.Has(text, "tells")
	return !asks && !phrases.HasAny(text, "command", "hearsay") && (wish || !phrases.Has(text, "supposed"))
}

// relates tells whether a text passes on what somebody said of himself: hearsay of
// the user is none of his words, but of a friend it is what is known of the friend.
func relates(text string) bool { return phrases.Has(text, "hearsay") && !phrases.Has(text, "command") }

// masked is a message with spaces in the place of what it quotes.
func masked(message string) string {
	b := []byte(message)
	hide := func(start, end int) {
		for i := start; i < end; i++ {
			b[i] = ' '
		}
	}
	for _, at := range phrases.FindAll(message, "quoted") {
		hide(at[0], at[1])
	}
	if pasted, ok := korean.PastedArticles(message); ok {
		hide(pasted.Start, pasted.End)
	}
	return string(b)
}

// parts are the clauses of a sentence.
func parts(sentence string) []korean.Span {
	var spans []korean.Span
	from := 0
	for _, at := range phrases.FindAll(sentence, "joint") {
		if phrases.Has(sentence[at[1]:min(len(sentence), at[1]+32)], "runs_on") || phrases.Has(sentence[from:at[1]], "no_joint") {
			continue
		}
		spans = append(spans, korean.Span{Start: from, End: at[1]})
		from = at[1]
	}
	return append(spans, korean.Span{Start: from, End: len(sentence)})
}

// about is whom a clause is about, who where it does not say. Of several the
// last counts, and others than the user only where the clause tells of them:
// not where somebody is only with them, nor beside what the user does.
func about(text, who string) string {
	begin, end, named := -1, -1, false
	for _, at := range phrases.FindAll(text, "who.self") {
		if phrases.Has(text[at[0]:], "former") { // "전 재산" is no "전"
			continue
		}
		who, begin, end, named = self, at[0], at[1], true
	}
	for _, kind := range []string{partner, parents, other} {
		for _, at := range phrases.FindAll(text, "who."+kind) {
			behind, before := text[at[1]:], text[:at[0]]
			ours := named && (at[0] <= end || end < at[0] && strings.TrimSpace(text[end:at[0]]) == "") // "제 동생"
			if at[0] < begin || phrases.Has(behind, "together") || !ours && phrases.Has(behind, "is_one") || phrases.Has(before, "together_before") {
				continue
			}
			if !named || ours || phrases.Has(behind, "subject") {
				who, begin = kind, at[0]
			}
		}
	}
	return who
}
