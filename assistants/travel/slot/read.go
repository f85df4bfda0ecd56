package slot

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxRead bounds what is read of a message, in bytes: a trip is told in a few
// lines, and the time of reading grows with the length.
const maxRead = 2 << 10

// Read tells what a message says. It never fails: what can't be understood
// is left out, what can't be is a Problem.
func Read(text string, c Context) Reading {
	var r Reading
	text, r.Truncated = clip(text)
	m := &message{Context: c, text: text, lower: strings.ToLower(text), r: &r}
	if len(m.lower) != len(m.text) {
		m.lower = m.text
	}
	m.act()
	if r.Act == ActReset {
		// "처음부터 다시, 오사카 3박" may go on with the new trip.
		m.Destination, m.Asked = "", ""
	}
	m.place()
	m.stay()
	m.money()
	m.party()
	m.styles()
	m.wishes()
	m.change()
	m.unknown()
	m.settle()
	return r
}

// message is one message being read.
type message struct {
	Context
	text, lower string
	r           *Reading
	// dates are the spans of the text that are days, not lengths of stay.
	dates [][2]int
	// named are the spans of the text that name places; placeless tells that
	// there are none.
	named     [][2]int
	placeless bool
}

func (m *message) has(words ...string) bool {
	for _, w := range words {
		if strings.Contains(m.lower, w) {
			return true
		}
	}
	return false
}

// settle decides between the acts and the slots that one message holds.
func (m *message) settle() {
	r := m.r
	if r.Act == ActGreet || r.Act == ActThanks || r.Act == ActWho {
		if r.Told() || len(r.Problems) > 0 {
			r.Act = ActNone
		}
	}
	if r.Act == ActChoose && r.Plan == "" {
		r.Act = ActNone
	}
	// "오사카 3박이면 얼마 들어?" asks, and tells where to as well.
	if r.Act == ActAsk && r.About != "" && m.Destination == "" && r.Told() {
		id := r.About
		r.Destination, r.Suggested = &id, ""
	}
}

// clip is the beginning of a text, cut at a rune.
func clip(text string) (string, bool) {
	if len(text) <= maxRead {
		return text, false
	}
	cut := maxRead
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut], true
}

// maxPlain bounds words of the user that are shown again, in characters.
const maxPlain = 24

// Plain makes words of the user safe to show in Markdown, in a calendar and
// in a log: letters, digits and a few signs, on one line, cut short.
func Plain(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("·&,.'-%", r):
		case unicode.IsSpace(r) && b.Len() > 0:
			r = ' '
		default:
			continue
		}
		if n++; n > maxPlain {
			break
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
