package documents

import "strings"

// Escape writes foreign text so that Markdown reads it as plain text in
// running text, lists and table cells, and HTML finds no tag in it. Runs of
// white space become one space.
func Escape(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	var b strings.Builder
	number := true // only digits so far: "1." would begin a list
	for i, r := range s {
		switch r {
		case '&':
			b.WriteString("&amp;")
			continue
		case '<':
			b.WriteString("&lt;")
			continue
		case '>':
			b.WriteString("&gt;")
			continue
		}
		if strings.ContainsRune("\\`*_{}[]#!|~$=", r) ||
			i == 0 && (r == '-' || r == '+') ||
			i > 0 && number && (r == '.' || r == ')') ||
			r == ':' && strings.HasPrefix(s[i:], "://") { // a bare address becomes a link in some readers
			b.WriteByte('\\')
		}
		number = number && r >= '0' && r <= '9'
		b.WriteRune(r)
	}
	return b.String()
}
