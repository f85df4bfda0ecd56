package planning

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// ErrReading is what PlanWith refuses a reading with that breaks a rule.
var ErrReading = errors.New("planning: the reading can't be used")

// Reading is how a language model reads a query: what Planner.Schema asks
// for. Nothing of it counts before Planner.Check has found it in the query
// and in the configuration.
type Reading struct {
	Intent     string  `json:"intent"`
	Confidence float64 `json:"confidence"` // 0-1
	// IsIrrelevant says the same as the irrelevant intent; a reading that
	// contradicts itself is refused.
	IsIrrelevant bool `json:"is_irrelevant"`
	// FollowUp tells that the query goes on with Request.Topic.
	FollowUp bool `json:"follow_up"`
	// Parts are the questions of the query in its own words; one part is a
	// query that asks one thing.
	Parts []ReadPart `json:"parts"`
}

// ReadPart is one question and the actions that answer it.
type ReadPart struct {
	Text    string   `json:"text"`
	Intent  string   `json:"intent"`
	Actions []string `json:"actions"`
}

// The bounds of a reading.
const (
	maxReadParts   = 6
	maxReadActions = 8
)

// DecodeReading reads a model's JSON.
func DecodeReading(raw json.RawMessage) (Reading, error) {
	var r Reading
	if err := json.Unmarshal(raw, &r); err != nil {
		return Reading{}, fmt.Errorf("%w: %w", ErrReading, err)
	}
	return r, nil
}

// object is a JSON Schema of an object all of whose fields are required.
func object(fields map[string]any) map[string]any {
	required := make([]string, 0, len(fields))
	for name := range fields {
		required = append(required, name)
	}
	slices.Sort(required)
	return map[string]any{"type": "object", "properties": fields, "required": required, "additionalProperties": false}
}

func listOf(items any) map[string]any { return map[string]any{"type": "array", "items": items} }

func oneOfThese(values []string) map[string]any {
	return map[string]any{"type": "string", "enum": values}
}

// Schema is the JSON Schema of a Reading for this configuration: intents,
// actions and kinds of facts are closed lists.
func (p *Planner) Schema() json.RawMessage {
	var intents, work []string
	for _, in := range p.cfg.Intents {
		intents = append(intents, in.Key)
		if in.Kind == KindWork && in.Key != p.comprehensive() {
			work = append(work, in.Key)
		}
	}
	text := map[string]any{"type": "string"}
	schema := object(map[string]any{
		"intent":        oneOfThese(intents),
		"confidence":    map[string]any{"type": "number"},
		"is_irrelevant": map[string]any{"type": "boolean"},
		"follow_up":     map[string]any{"type": "boolean"},
		"parts":         listOf(object(map[string]any{"text": text, "intent": oneOfThese(work), "actions": listOf(oneOfThese(p.actionKeys()))})),
	})
	raw, err := json.Marshal(schema)
	if err != nil {
		panic(err) // maps, lists and strings always encode
	}
	return raw
}

func (p *Planner) actionKeys() []string {
	var keys []string
	for _, a := range p.cfg.Actions {
		keys = appendNew(keys, a.Key)
	}
	return keys
}
