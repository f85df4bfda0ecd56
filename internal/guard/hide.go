package guard

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// hidden stands where something was that has no part which may be shown.
const hidden = "***"

// What Mask leaves, since a reader of the conversation needs it.
var (
	passport      = regexp.MustCompile(`\b[A-Z]\d{3}[A-Z]\d{4}\b|\b[A-Z]{1,2}\d{8}\b`)
	streetAddress = regexp.MustCompile(`(?i)\b\d{1,5}(?:-\d{1,4})?,? (?:[a-z][a-z-]*,? ){0,4}?(?:[a-z]+-?(?:ro|gil|daero)|street|st|avenue|ave|road|rd|lane|boulevard|blvd)\b\.?(?:,? ?(?:[a-z]+-(?:gu|si|dong|do)|seoul|busan))*(?:,? ?(?:apt|apartment|unit|suite|room|no|#)\.? ?\d{1,5})?`)
	// secret is what opens something: tokens that begin as such, and what stands
	// behind the word for one.
	secret = regexp.MustCompile(`\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?|\b(?:sk|pk|ghp|gho|xox[abp]|mdg)[-_][\w-]{12,}|\bAKIA[0-9A-Z]{16}\b|(?i:\bbearer +)[\w.~+/-]{8,}=*|(?i:\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)["']? ?[:=] ?["']?)[^\s"',;&]{4,}|(?:비밀번호|비번)(?:는|은|:|=)? ?[!-~]{4,}`)
	// login is a password within an address.
	login = regexp.MustCompile(`(://[^\s/:@]*:)[^\s/@]+@`)
	// called is how people say who they are.
	called = regexp.MustCompile(`(?:이름은|이름:|성함은|성명:?|예금주:?|임대인:?|임차인:?|저는|제가) ?([가-힣]{2,24})|(?i:my name is|i am|i'm|name:) ([A-Z][a-z]+(?: [A-Z][a-z]+){1,2})`)
)

// Hide is Mask for those who are no part of a conversation (a log, a set of
// examples, a provider of a model): addresses of homes, passports, secrets and names
// that are introduced as such can't be read either.
func Hide(text string) string {
	text = Mask(secrets(text))
	text = passport.ReplaceAllString(streetAddress.ReplaceAllString(korean.HideAddresses(text, hidden), hidden), hidden)
	return called.ReplaceAllStringFunc(text, func(found string) string {
		m := called.FindStringSubmatch(found)
		name := m[2]
		if m[1] != "" {
			announced := strings.ContainsAny(found[:len(found)-len(m[1])], ":") || strings.HasPrefix(found, "이름") || strings.HasPrefix(found, "성")
			name = korean.PersonName(m[1], announced)
		}
		if name == "" {
			return found
		}
		return strings.Replace(found, name, hidden, 1)
	})
}

func secrets(text string) string {
	if strings.Contains(text, "://") {
		text = login.ReplaceAllString(text, "${1}"+hidden+"@")
	}
	return secret.ReplaceAllStringFunc(text, func(found string) string {
		if at := strings.LastIndexAny(found, ":= "); at >= 0 {
			return found[:at+1] + hidden
		}
		return hidden
	})
}
