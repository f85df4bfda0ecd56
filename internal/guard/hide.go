package guard

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Hidden stands where something was that has no part which may be shown.
const Hidden = "***"

// What Mask leaves, since a reader of the conversation needs it.
var (
	passport      = regexp.MustCompile(`\b[A-Z]\d{3}[A-Z]\d{4}\b|\b[A-Z]{1,2}\d{8}\b`)
	streetAddress = regexp.MustCompile(`(?i)\b\d{1,5}(?:-\d{1,4})?,? (?:[a-z][a-z-]*,? ){0,4}?(?:[a-z]+-?(?:ro|gil|daero)|street|st|avenue|ave|road|rd|lane|boulevard|blvd)\b\.?(?:,? ?(?:[a-z]+-(?:gu|si|dong|do)|seoul|busan))*(?:,? ?(?:apt|apartment|unit|suite|room|no|#)\.? ?\d{1,5})?`)
	// secret is what opens something: tokens that begin as such, and what stands
	// behind the word for one.
	secret = regexp.MustCompile(`\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?|\b(?:sk|pk|ghp|gho|xox[abp]|mdg)[-_][\w-]{12,}|\bAKIA[0-9A-Z]{16}\b|(?i:\bbearer +)[\w.~+/-]{8,}=*|(?i:\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)["']? ?[:=] ?["']?)[^\s"',;&]{4,}|(?:비밀번호|비번)(?:는|은|:|=)? ?[!-~]{4,}`)
	// login is a password within an address.
	login = regexp.MustCompile(`(://[^\s/:@]*:)[^\s/@]+@`)
	// announced is how a name is told as one, introduced how people say who they are.
	announced  = regexp.MustCompile(`(?:(?:이름|성함)은|(?:이름|성명|성함|예금주|임대인|임차인) ?:) ?([가-힣]{2,24})|(?i:my name is|name:) ([A-Z][a-z]+(?: [A-Z][a-z]+){0,2})`)
	introduced = regexp.MustCompile(`(?:저는|제가) ([가-힣]{3})(?:입니다|이에요|예요|라고|이라고)`)
)

// HideContacts is Mask without addresses of homes and passports.
func HideContacts(text string) string {
	return passport.ReplaceAllString(streetAddress.ReplaceAllString(korean.HideAddresses(Mask(text), Hidden), Hidden), Hidden)
}

// Hide is HideContacts for those who are no part of a conversation (a log, a set of
// examples, a provider of a model): secrets, and names that are told as names, can't
// be read either.
func Hide(text string) string {
	text = HideContacts(secrets(text))
	text = names(text, announced, true)
	return names(text, introduced, false)
}

func names(text string, pattern *regexp.Regexp, announced bool) string {
	return pattern.ReplaceAllStringFunc(text, func(found string) string {
		m := pattern.FindStringSubmatch(found)
		name := korean.PersonName(m[1], announced)
		if m[1] == "" {
			name = m[2]
		}
		if name == "" {
			return found
		}
		return strings.Replace(found, name, Hidden, 1)
	})
}

func secrets(text string) string {
	if strings.Contains(text, "://") {
		text = login.ReplaceAllString(text, "${1}"+Hidden+"@")
	}
	return secret.ReplaceAllStringFunc(text, func(found string) string {
		if at := strings.LastIndexAny(found, ":= "); at >= 0 {
			return found[:at+1] + Hidden
		}
		return Hidden
	})
}
