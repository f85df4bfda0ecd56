package realestate

// tailAt is where the brackets and the full stop behind a sentence's verb
// begin; a bracket may hold others, but not deeper ones.
func tailAt(text string) int {
	at := len(text)
	if at > 0 && text[at-1] == '.' {
		at--
	}
	for {
		open := bracketBefore(text, at)
		if open < 0 {
			return at
		}
		for at = open; at > 0 && isBlank(text[at-1]); {
			at--
		}
	}
}

// bracketBefore is where the bracket opens that closes right before a place,
// -1 where none does.
func bracketBefore(text string, at int) int {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			if depth++; depth > 2 {
				return -1
			}
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
		if depth == 0 { // it is no bracket that stands there
			return -1
		}
	}
	return -1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }
