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
	if _, note := noteIn(text); note {
		return ""
	}
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

// aside is a message that neither figures, rules nor forms answer: whom to ask is said
// at once, before a rule that shares a word with it is. Amid a form it may tell a field.
func (d *desk) aside(ctx context.Context, m message) (heard, bool) {
	if _, note := noteIn(m.written); note || m.Paper != nil && m.Paper.Draft != nil && m.Paper.Open > 0 {
		return heard{}, false
	}
	if key := phrases.First(m.text, phrases.Under("aside")...); key != "" {
		return heard{Talk: strings.TrimPrefix(key, "aside."), Names: d.officers(ctx, m)}, true
	}
	kind := strings.TrimPrefix(phrases.First(m.text, phrases.Under("elsewhere")...), "elsewhere.")
	switch kind {
	case "":
		kind = m.before().Elsewhere
		if kind == "" || d.leavesElsewhere(ctx, m) {
			return heard{}, false
		}
	case "received", "mail":
	case "form":
		if d.papers().Wanted(m.text) != "" {
			return heard{}, false
		}
	default:
		if phrases.Has(m.text, "for_others") || d.measures(ctx, m) {
			return heard{}, false
		}
	}
	return heard{Talk: talkElsewhere, Elsewhere: kind, Again: kind == m.before().Elsewhere, Names: d.officers(ctx, m)}, true
}

// leavesElsewhere tells that a message behind one that is answered elsewhere is of something
// else: of figures, a form, somebody outside the company, or of what the rules allow. All other
// words go on with it: "and in the first month?", "the hotel was 89,000 won".
func (d *desk) leavesElsewhere(ctx context.Context, m message) bool {
	allowed := (phrases.HasAny(m.text, "wish.check", "wish.may", "wish.which") || d.rules().IsQuestion(m.text)) && len(d.rulesNamed(nil, m.text, m.Language, m.day())) > 0
	if allowed || d.papers().Wanted(m.text) != "" || phrases.HasAny(m.text, "for_others", "wish.search", "wish.find", "wish.recall") {
		return true
	}
	r, err := d.Numbers.Read(ctx, m.question(m.text, m.last()))
	of := part{Reading: &r}
	return err == nil && (r.Request != nil && of.names("metric", "value", "location", "dimension", "dataset") || of.names("metric") && of.names("period"))
}

// before is the newest turn that was answered, an empty one where there is none.
func (s *GlobalSessionState) before() (last Exchange) {
	if n := len(s.ConversationHistory); n > 0 {
		last = s.ConversationHistory[n-1]
	}
	return last
}

// talkNames are what talk of a kind names.
func (d *desk) talkNames(ctx context.Context, m message, talk string) []string {
	if talk == talkRules {
		return d.rules().Titles(m.Language, m.day())
	}
	return d.officers(ctx, m)
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
