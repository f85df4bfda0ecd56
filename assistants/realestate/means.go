package realestate

import (
	"embed"
	"slices"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

//go:embed examples/*.txt
var exampleFiles embed.FS

// examples are messages by what they do in a talk.
var examples = dialog.MustExamples(exampleFiles, "examples")

// What a message does in a talk.
const (
	doAsk     = "ask"
	doGoOn    = "go_on"
	doTell    = "tell"
	doCorrect = "correct"
	doWhy     = "why"
	doMemory  = "memory" // wants what is known of the user or was said before
)

// surely is how sure it has to be that a message asks where no mark or ending shows it:
// what is told is reckoned with, and asked for again in no time.
const surely = 0.9

// meant is what a message does by its examples, of what can be meant where it is said.
func meant(message string, can ...string) dialog.Meaning {
	return examples.Read(message, func(label string) bool { return slices.Contains(can, label) })
}

// asking tells whether a message asks, by its marks and endings.
func asking(message string) bool { return korean.Asks(message) || korean.EndsAsking(message) }

// wantsAnswer tells whether a message wants an answer, which marks and endings show or its
// examples: "6억 8천 아파트 사는데 복비 얼마에요" does not only tell of a home.
func wantsAnswer(message string) bool {
	if asking(message) {
		return true
	}
	m := meant(message, doAsk, doGoOn, doWhy, doTell, doCorrect)
	return m.Sure >= surely && m.Label != doTell && m.Label != doCorrect
}

// tellsMore tells whether a message surely says more of what the talk is about or puts it
// right, and asks for nothing else.
func (t *Talk) tellsMore(message string) bool {
	if t == nil || t.Asked == "" {
		return false
	}
	m := examples.Read(message, nil)
	return m.Sure >= dialog.Confident && (m.Label == doTell || m.Label == doCorrect)
}

// wantsReason tells whether a message surely asks why something is so, or what it rests on.
func (r *revision) wantsReason() bool {
	m := examples.Read(r.message, nil)
	return m.Sure >= dialog.Confident && m.Label == doWhy
}
