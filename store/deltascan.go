package store

import (
	"bytes"

	"github.com/madang-dev/madang/state"
)

// cursor goes through the members of a JSON object or the elements of a
// list in a text without spaces. It checks no more than it needs to find
// their ends.
type cursor struct {
	text   []byte
	pos    int // at an item, the comma before it or the closing bracket
	end    int // of the closing bracket
	object bool
	// known are items that need not be looked for, in their order.
	known []state.Member
}

// enter is a cursor on the first item; a value that has none to go through
// gives none.
func enter(text []byte, s span) (cursor, bool) {
	if s.len() < 2 {
		return cursor{}, false
	}
	open, closing := text[s.start], text[s.end-1]
	if (open != '{' || closing != '}') && (open != '[' || closing != ']') {
		return cursor{}, false
	}
	return cursor{text: text, pos: s.start + 1, end: s.end - 1, object: open == '{'}, true
}

// item is the next item, which the cursor doesn't pass; none at the end or
// where the text isn't as it should be. An element of a list has no name: its
// Start is its Value.
func (c *cursor) item() (state.Member, bool) {
	i := state.Member{Start: c.pos}
	if c.pos < c.end && c.text[c.pos] == ',' {
		i.Start++
	}
	if known, ok := c.at(i.Start); ok {
		return known, true
	}
	i.Value = i.Start
	text := c.text[:c.end]
	if c.object {
		if i.Value >= c.end || text[i.Value] != '"' {
			return i, false
		}
		i.Value = stringEnd(text, i.Value)
		if i.Value >= c.end || text[i.Value] != ':' {
			return i, false
		}
		i.Value++
	}
	if i.Value >= c.end {
		return i, false
	}
	i.End = valueEnd(text, i.Value)
	return i, i.End > i.Value && (i.End == c.end || text[i.End] == ',')
}

// at is the known item that begins at a place.
func (c *cursor) at(start int) (state.Member, bool) {
	for len(c.known) > 0 && c.known[0].Start < start {
		c.known = c.known[1:]
	}
	if len(c.known) == 0 {
		return state.Member{}, false
	}
	k := c.known[0]
	return k, k.Start == start && k.Start <= k.Value && k.Value < k.End && k.End <= c.end
}

// valueEnd is where the value that begins at i ends.
func valueEnd(text []byte, i int) int {
	switch text[i] {
	case '"':
		return stringEnd(text, i)
	case '{', '[':
		return nestedEnd(text, i)
	}
	for i < len(text) && text[i] != ',' && text[i] != '}' && text[i] != ']' {
		i++
	}
	return i
}

func nestedEnd(text []byte, i int) int {
	for depth := 0; i < len(text); {
		switch text[i] {
		case '"':
			i = stringEnd(text, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return len(text)
}

// stringEnd is behind the closing quote of the string that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		n := bytes.IndexByte(text[i:], '"')
		if n < 0 {
			break
		}
		i += n
		escaped := false
		for k := i - 1; text[k] == '\\'; k-- { // the opening quote ends it
			escaped = !escaped
		}
		if !escaped {
			return i + 1
		}
	}
	return len(text)
}
