package company

import (
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/drafts"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// message is what is read, with the state that it may point back at, which reading
// leaves as it is.
type message struct {
	*GlobalSessionState
	text, written     string              // as it is read, and as it came, which notes keep
	answers           bool                // a question about what was asked
	shown             map[string][]string // what the newest figures were of, by dimension
	listing           *semantic.Listing   // the newest answer of several rows
	previous, earlier []*semantic.Request // those that were answered last, and before
	resumes           bool                // something else was said since
}

// question is the message, or a part of it, for the semantic layer.
func (m message) question(text string, previous *semantic.Request) semantic.Question {
	q := semantic.Question{Text: text, Language: m.Language, Previous: previous, Person: m.Person, Today: m.Today, Answers: m.answers}
	if slices.Contains(m.previous, previous) { // what was shown is not of the clause before
		q.Shown, q.Listing = m.shown, m.listing
	}
	if previous == m.last() {
		q.Resumes = m.resumes
	}
	if len(m.FirstRequests) == 1 {
		q.First = m.FirstRequests[0]
	}
	if len(m.earlier) == 1 && len(m.previous) == 1 && previous == m.previous[0] {
		q.Earlier = m.earlier[0]
	}
	return q
}

// heard is what a message was read as; it is recorded, for reading looks at the
// names in the database.
type heard struct {
	Parts []part `json:"parts"`
	// Talk is a message that asks for no work: greet, thanks, help …
	Talk string `json:"talk,omitempty"`
	// Down tells that the numbers could not be asked.
	Down bool `json:"down,omitempty"`
	// Names are what talk names: who sees to the rules, which rules there are.
	Names []string `json:"names,omitempty"`
	// Elsewhere is the kind of question that is answered elsewhere, Again one that goes
	// on from such.
	Elsewhere string `json:"elsewhere,omitempty"`
	Again     bool   `json:"again,omitempty"`
	// Rework is a message that only reckons with the rows that were shown.
	Rework string `json:"rework,omitempty"`
	// Dropped tells that the form under way is given up, for something else or not.
	Dropped bool `json:"dropped,omitempty"`
	// Draft is the form that the message was read into, Changed what it told,
	// Open what the form still needs.
	Draft   *drafts.Draft   `json:"draft,omitempty" redact:"true"`
	Changed []string        `json:"changed,omitempty"`
	Open    []forms.Missing `json:"open,omitempty"`
	// Model chose a part, Tokens and Asked are what it took to ask one.
	Model  string `json:"model,omitempty"`
	Tokens int    `json:"tokens,omitempty"`
	Asked  int    `json:"asked,omitempty"`
}

// part is one wish of a message.
type part struct {
	Text     string            `json:"text"`
	Intent   Intent            `json:"intent"`
	Sure     float64           `json:"sure"`
	Document string            `json:"document,omitempty"`
	Reading  *semantic.Reading `json:"reading,omitempty"`
	// Told are the messages before it that told of the same case.
	Told []string `json:"told,omitempty"`
}

// maxRead is how much of a message is read, in bytes.
const maxRead = 4 << 10

// read finds out what a message wants.
func (d *desk) read(ctx context.Context, m message) (heard, error) {
	examples.Prepare()
	m.written = m.text[:min(len(m.text), maxRead)]
	m.text = uncourteous(m.written)
	talk := talkOf(m.text)
	if phrases.Has(m.written, "talk.thanks") { // "all right, thanks"
		talk = string(dialog.Thanks)
	}
	if talk != "" {
		return heard{Talk: talk, Names: d.talkNames(ctx, m, talk)}, nil
	}
	m.text = korean.Spoken(m.text)
	if h, ok := d.aside(ctx, m); ok {
		return h, nil
	}
	// What is named by a part of its name is named whole, for forms and notes too.
	if spelt, err := d.Numbers.Spell(ctx, m.Person, m.text); err != nil {
		d.Logger.Warn("names could not be looked up", "error", err)
	} else {
		m.text = spelt
	}
	h, rest := d.wishes(ctx, m)
	if rest == "" || h.Talk != "" {
		return h, nil
	}
	numbers, err := d.questions(ctx, m, m.pointed(rest), maxParts)
	if err != nil {
		if ctx.Err() != nil {
			return h, err
		}
		d.Logger.Warn("the numbers could not be asked", "error", err)
		h.Down = true
		numbers = []part{{Text: rest, Intent: IntentAnalysis, Sure: doubtful}}
	}
	h = d.orMeant(ctx, m, h.with(d.elsewhere(m, numbers)))
	if talk := m.instead(h); talk != "" {
		return heard{Talk: talk}, nil
	}
	h = h.stillLacking(m)
	if !h.Dropped && m.Paper != nil && m.Paper.Draft != nil && m.Paper.Open > 0 && h.unread(m) {
		if asking(m.text) {
			return heard{Talk: talkPaper}, nil
		}
		return heard{Talk: talkUnread}, nil // a word beside the form under way
	}
	return h, nil
}

// pointed is a question with what the form under way is of in the place of the words
// that point at it ("that medicine"), where no figures were shown of such things.
func (m message) pointed(text string) string {
	if m.Paper == nil || m.Paper.Draft == nil || m.Paper.Status == StatusSubmitted {
		return text
	}
	for _, key := range phrases.Under("paper.points") {
		field := strings.TrimPrefix(key, "paper.points.")
		if field == "there" { // the place of the figures, where any were shown
			field = "customer"
			if len(m.shown) > 0 {
				continue
			}
		}
		start, end, ok := phrases.Find(text, key)
		behind := strings.TrimLeftFunc(text[end:], korean.IsHangul)
		word := text[end : len(text)-len(behind)] // "that medicine's", but not "that pharmacy"
		if name := m.Paper.Draft.FormData.Text(field); ok && name != "" && len(m.shown[field]) == 0 && (word == "" || korean.IsParticle(word)) {
			text = text[:start] + " " + name + text[end:]
		}
	}
	return strings.TrimSpace(text)
}

// unread tells that nothing was understood of a message.
func (h heard) unread(m message) bool {
	switch h.refusal().Reason {
	case "unrelated":
		return true
	case "uncovered", "unclear", "cause", "write":
		return !asking(m.text) && !h.Parts[0].names("metric")
	}
	return false
}

// elsewhere leads a question that asks for no number to the rules where they
// say something of it, and has an export checked.
func (d *desk) elsewhere(m message, parts []part) []part {
	p := parts[0]
	named := d.rulesNamed(nil, p.Text, m.Language, m.day())
	sums, goesOn := len(korean.FindSums(p.Text)) > 0, phrases.Has(p.Text, "rule.goes_on") // changes one thing of the case
	other := len(named) > 0 && (!sums && !goesOn || !d.ofCaseBefore(m, named[0]))
	own := phrases.Has(p.Text, "rule.papers") || asking(p.Text) && other
	ofCase := len(parts) == 1 && !own && m.checkedBefore() && d.rules().Tells(p.Text) && p.Reading != nil
	if ofCase && !p.names("metric") && (!p.names("period") || sums) && (p.Reading.Request == nil || p.Reading.FollowUp || goesOn) {
		told := m.toldBefore()
		if intent := IntentCompliance; len(told) > 0 {
			o := m.weighedBefore() // a case that was checked is checked on
			if m.searchedBefore() && !sums && (o == nil || !slices.Contains(m.rulesBefore(), o.ValidationResults[0].Rule)) {
				intent = IntentRetrieval
			}
			return []part{{Text: p.Text, Intent: intent, Sure: doubtful, Told: told}}
		}
	}
	if slices.ContainsFunc(parts, func(p part) bool { return p.Reading == nil || p.Reading.Request != nil || p.Reading.Hidden != nil }) {
		return parts
	}
	if len(parts) > 1 { // "this one and that one, are they not different?"
		p.Text = m.text
	}
	switch {
	case p.Reading.Ambiguity != nil:
		if phrases.Has(m.text, "rule.differs") && !p.names("metric", "period") && len(d.rulesNamed(nil, m.text, m.Language, m.day())) > 0 {
			return []part{{Text: p.Text, Intent: IntentRetrieval, Sure: doubtful}}
		}
	case len(parts) == 1 && p.Reading.Refusal.Reason == "export":
		return append(parts, part{Text: p.Text, Intent: IntentCompliance, Sure: certain, Document: docExport})
	case p.Reading.Refusal.Reason == "uncovered", p.Reading.Refusal.Reason == "unrelated":
		if told, intent := d.ruled(m, p); intent != "" {
			return []part{{Text: p.Text, Intent: intent, Sure: doubtful, Told: told}}
		}
	}
	return parts
}

// ofCaseBefore tells that a rule is one of the answer before, or of the case that was told.
func (d *desk) ofCaseBefore(m message, rule string) bool {
	return slices.Contains(m.rulesBefore(), rule) || slices.Contains(d.rulesNamed(nil, strings.Join(m.toldBefore(), "\n"), m.Language, m.day()), rule)
}

// names tells whether things of some sort were found in a part.
func (p part) names(sorts ...string) bool {
	return slices.ContainsFunc(p.Reading.Entities, func(e semantic.Entity) bool { return slices.Contains(sorts, e.Type) })
}

// claims are who answers a question that no number does, in their order: the data keeps what
// is a question of it, and says what it lacks; a form keeps a word beside it; then come the
// rules that are named and the case that was told, each only where the message itself says
// something that rules go by. The first whose condition holds has it; else it stays refused:
// what names lunch and nothing else asks where to eat.
func (d *desk) claims(m message, p part) []claim {
	told, rules := m.toldBefore(), d.rules()
	names := func(told []string) bool { return len(d.rulesNamed(told, p.Text, m.Language, m.day())) > 0 }
	metric, period, sum := p.names("metric"), p.names("period"), len(korean.FindSums(p.Text)) > 0
	ruled, bare := m.checkedBefore() || m.searchedBefore(), len(strings.Fields(p.Text)) <= maxBare
	may := phrases.HasAny(p.Text, "wish.may", "wish.which", "rule.differs")
	weighs := may || rules.Weighs(p.Text) || compliance.NamesPoint(p.Text)
	return []claim{
		{by: "data", of: func() bool { return period && (metric || phrases.Has(p.Text, "how_many")) }},                         // of what was, not of what may be
		{by: "data", of: func() bool { return !ruled && p.Reading.FollowUp && p.names("value", "location") }},                  // "without the transport" of what was shown
		{by: "form", of: func() bool { return m.Paper != nil && m.Paper.Draft != nil && m.Paper.Open > 0 && !asking(p.Text) }}, // a word beside it
		{by: "check", intent: IntentCompliance, of: func() bool { return !metric && sum && names(nil) }},                       // "I put 180,000 won of a dinner on the card"
		{by: "rules", intent: IntentRetrieval, told: d.ofCase(m), of: func() bool { return !metric && names(nil) && (weighs || bare || ruled) }},
		{by: "case", intent: IntentRetrieval, told: told, of: func() bool {
			return m.searchedBefore() && len(told) > 0 && !metric && !period && !sum && (may || rules.Tells(p.Text) || compliance.NamesPoint(p.Text) || phrases.Has(p.Text, "basis"))
		}}, // "with or without tax?"
		{by: "case", intent: IntentCompliance, told: told, of: func() bool {
			return m.checkedBefore() && !metric && !period && rules.Tells(p.Text) && !phrases.Has(p.Text, "rule.papers")
		}}, // "and if there are five of them?"
		{by: "documents", intent: IntentRetrieval, of: func() bool { return weighs && len(rules.Search(nil, p.Text, m.Language, m.day(), maxRules)) > 0 }},
	}
}

// claim is somebody who may answer a question, of which they do, and with what was told of
// the same case before; without an intent it stays refused as it was read.
type claim struct {
	by     string
	intent Intent
	told   []string
	of     func() bool
}

// ruled is what the rules, or texts that were found before, are asked in the place of
// a question that no number answers, and with what was told before; "" for nothing.
func (d *desk) ruled(m message, p part) (told []string, intent Intent) {
	for _, c := range d.claims(m, p) {
		if c.of() {
			return c.told, c.intent
		}
	}
	return nil, ""
}

// with puts what is asked of numbers before what is to be done with them. Words
// that ask for no number say nothing beside another wish.
func (h heard) with(numbers []part) heard {
	if len(h.Parts) > 0 && len(numbers) == 1 && numbers[0].Reading != nil && numbers[0].Reading.Refusal != nil {
		return h
	}
	h.Parts = append(numbers, h.Parts...)
	return h
}
