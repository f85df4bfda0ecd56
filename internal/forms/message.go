package forms

import (
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Message is one message while it is read. What has been understood is
// blanked out at the same offsets, so that an account number is not read
// again as a sum of money.
type Message struct {
	Written string // cleaned, as the user wrote it
	Lower   string // Written with Latin letters in lower case, at the same offsets
	// Understood counts the values that were read.
	Understood int
	left       []byte
}

// NewMessage is a message to read; beyond 4 KiB it is not looked at.
func NewMessage(text string) *Message {
	m := &Message{Written: Clean(text, maxMessageBytes)}
	m.Lower = Lower(m.Written)
	m.left = []byte(m.Lower)
	return m
}

// Lower lowers Latin letters only, so that byte offsets stay the same.
func Lower(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, s)
}

// Rest is what has not been understood yet, in lower case.
func (m *Message) Rest() string { return string(m.left) }

// Use notes that a value was read from a part of the message.
func (m *Message) Use(from, to int) {
	m.Blank(from, to)
	m.Understood++
}

// Blank hides a part of the message from what is read later.
func (m *Message) Blank(from, to int) {
	for i := from; i < to; i++ {
		m.left[i] = ' '
	}
}

// segments cuts a text at commas, line ends, semicolons and full stops, the
// reach of a label; a comma between digits is part of a number.
func segments(text string) []korean.Span {
	var out []korean.Span
	start := 0
	for i := range len(text) {
		switch text[i] {
		case ',':
			if i > 0 && i+1 < len(text) && isDigit(text[i-1]) && isDigit(text[i+1]) {
				continue
			}
		case '.':
			if i+1 < len(text) && text[i+1] != ' ' && text[i+1] != '\n' {
				continue
			}
		case ';', '\n':
		default:
			continue
		}
		out = append(out, korean.Span{Start: start, End: i})
		start = i + 1
	}
	return append(out, korean.Span{Start: start, End: len(text)})
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
