package eval

import "regexp"

// personal is what may not leave the store in a set: more specific patterns
// come first, since what they mask is no longer seen by the others.
var personal = []struct {
	pattern *regexp.Regexp
	mask    string
}{
	{regexp.MustCompile(`[A-Za-z0-9._%+\-]+@[A-Za-z0-9.\-]+\.[A-Za-z]{2,}`), "[이메일]"},
	// Resident and foreigner numbers: a date of birth, then seven digits.
	{regexp.MustCompile(`\b\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-\s]?[0-9]\d{6}\b`), "[주민등록번호]"},
	{regexp.MustCompile(`\b\d{4}[-\s]\d{4}[-\s]\d{4}[-\s]\d{4}\b`), "[카드번호]"},
	{regexp.MustCompile(`(?:\+82[-.\s]?|\b0)\d{1,2}[-.\s]?\d{3,4}[-.\s]?\d{4}\b`), "[전화번호]"},
	// Accounts: three or more groups of digits that are no date.
	{regexp.MustCompile(`\b\d{2,6}-\d{2,6}-\d{4,8}(?:-\d{1,3})?\b`), "[계좌번호]"},
}

// Redact masks what tells who somebody is: e-mail addresses, resident
// numbers, cards, telephones and accounts.
func Redact(text string) string {
	for _, p := range personal {
		text = p.pattern.ReplaceAllString(text, p.mask)
	}
	return text
}
