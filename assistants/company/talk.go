package company

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// uncourteous is a message without the thanks and moods around what it asks; one that is
// nothing else stays as it is.
func uncourteous(text string) string {
	rest := text
	for _, key := range []string{"courtesy.ahead", "courtesy.behind"} {
		if start, end, ok := phrases.Find(rest, key); ok {
			rest = strings.TrimSpace(rest[:start] + rest[end:])
		}
	}
	if korean.CountLetters(rest) == 0 {
		return text
	}
	return rest
}

// talkOf is what a message of few words does that asks for no work.
func talkOf(text string) string {
	if key := phrases.First(text, phrases.Under("talk")...); key != "" {
		return strings.TrimPrefix(key, "talk.")
	}
	if len(strings.Fields(text)) > maxTalk {
		return ""
	}
	for _, said := range dialog.Acts(text) {
		switch said.Act {
		case dialog.Greet, dialog.Thanks, dialog.Help:
			return string(said.Act)
		}
	}
	return ""
}

// officers are the names of those who see to the rules.
func (d *desk) officers(ctx context.Context, m message) (names []string) {
	people, err := d.People.People(ctx, m.Person.CompanyID)
	if err != nil {
		return nil // the text then names nobody
	}
	for _, p := range people {
		if p.Role == access.Compliance {
			names = append(names, p.Name)
		}
	}
	return names
}

// maxTalk is how many words a message has at most that asks for no work.
const maxTalk = 4
