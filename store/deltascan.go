package store

import "bytes"

// cursor goes through the members of a JSON object or the elements of a
// list in a text without spaces. It checks no more than it needs to find
// their ends.
type cursor struct {
	text   []byte
	pos    int // at an item, the comma before it or the closing bracket
	end    int // of the closing bracket
	object bool
}

// item is a member of an object, or an element of a list.
type item struct {
	start int // of the name; of the value in a list
	value int
	end   int // behind the value
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
// where the text isn't as it should be.
func (c *cursor) item() (item, bool) {
	i := item{start: c.pos}
	if c.pos < c.end && c.text[c.pos] == ',' {
		i.start++
	}
	i.value = i.start
	text := c.text[:c.end]
	if c.object {
		if i.value >= c.end || text[i.value] != '"' {
			return i, false
		}
		i.value = stringEnd(text, i.value)
		if i.value >= c.end || text[i.value] != ':' {
			return i, false
		}
		i.value++
	}
	if i.value >= c.end {
		return i, false
	}
	i.end = valueEnd(text, i.value)
	return i, i.end > i.value && (i.end == c.end || text[i.end] == ',')
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
