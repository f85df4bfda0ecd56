package planning

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
)

// Description is what a model is told of the configuration.
type Description struct {
	Intents []IntentLine
	Actions []ActionLine
	// Comprehensive is the intent of a query that asks for several kinds of
	// work, "" for none.
	Comprehensive string
}

// IntentLine is an intent and the actions that may serve it.
type IntentLine struct{ Key, Kind, Description, Actions string }

// ActionLine is an action, the tool of a team.
type ActionLine struct{ Key, Team, Description string }

// Describe tells of the configuration in "ko" or "en".
func (p *Planner) Describe(language string) Description {
	d := Description{Comprehensive: p.comprehensive()}
	for _, in := range p.cfg.Intents {
		d.Intents = append(d.Intents, IntentLine{in.Key, in.Kind, in.Description.In(language), strings.Join(p.serving(in.Key), ", ")})
	}
	for _, key := range p.actionKeys() {
		i := slices.IndexFunc(p.cfg.Actions, func(a Action) bool { return a.Key == key })
		a := p.cfg.Actions[i]
		d.Actions = append(d.Actions, ActionLine{key, a.Team, a.Task.In(language)})
	}
	return d
}

// serving lists the actions that an intent may have: always, or when a
// condition or a model chooses them.
func (p *Planner) serving(intent string) []string {
	keys := slices.Clone(p.cfg.Intents[p.intents[intent]].Actions)
	for _, a := range p.cfg.Actions {
		if slices.Contains(a.Intents, intent) && !a.Strict {
			keys = appendNew(keys, a.Key)
		}
	}
	return keys
}

// appendNew adds a word that is neither empty nor there.
func appendNew(list []string, word string) []string {
	if word == "" || slices.Contains(list, word) {
		return list
	}
	return append(list, word)
}

// maxShown is how much of a query a model is shown, in characters.
const maxShown = 4000

// elision stands where a quotation was: the words of a clause or a pasted
// contract ask nothing, and what they say to a model is not heard.
const elision = `"…"`

// shown is a query as a model is shown it.
func shown(r *reading) string {
	var b strings.Builder
	at := 0
	for _, q := range r.quotes {
		_, from, to := r.span(q.Start, q.End)
		b.WriteString(r.raw[at:from] + elision)
		at = to
	}
	return cut.Runes(strings.ToValidUTF8(b.String()+r.raw[at:], " "), maxShown)
}

// PromptData fills the prompt of a plan. The user's words are JSON strings,
// so that none of them can look like the end of the data.
type PromptData struct {
	Description
	Query, Previous string
	// Talk and Profile are JSON lists of strings.
	Talk, Profile string
}

// PromptData is what a model is shown of a request.
func (p *Planner) PromptData(req Request) PromptData {
	language := req.Language
	if language == "" {
		language = DetectLanguage(req.Query)
	}
	data := PromptData{Description: p.Describe(language), Query: quote(shown(p.read(req.Query))), Previous: "null"}
	data.Talk, data.Profile = p.quoteList(req.Talk), p.quoteList(req.Profile)
	if req.Topic != "" {
		data.Previous = quote(shown(p.read(req.Topic)))
	}
	return data
}

// quoteList is a JSON list of texts as a model is shown them.
func (p *Planner) quoteList(list []string) string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = quote(shown(p.read(text)))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func quote(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always encodes
	}
	return string(raw)
}
