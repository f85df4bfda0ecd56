package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/madang-dev/madang/state"
)

// Tool is something that a model may have done.
type Tool struct {
	// Name is unique among those of a Set: letters, digits, _ and -.
	Name string
	// Description tells the model what it is for, in English.
	Description string
	// Schema is the JSON Schema of the arguments.
	Schema json.RawMessage
	// Approval has each call wait for the user's yes. Such a call is begun once
	// at most: where the process died under it nobody does it again.
	Approval bool
	// Timeout bounds one call; 0 is DefaultTimeout.
	Timeout time.Duration
	// TitleFunc is what users read of it; nil is the name.
	TitleFunc func(language string) string
	// CallFunc does it. An error is told to the model.
	CallFunc func(ctx context.Context, by Caller, arguments json.RawMessage) (Found, error)
}

// DefaultTimeout is how long a call may take whose tool does not say.
const DefaultTimeout = 20 * time.Second

// Caller is for whom a tool is called.
type Caller struct {
	Query, Language string
	Today           string // YYYY-MM-DD
	SessionID       string
	UserID          string
	// Key names the call wherever it is done again.
	Key string
	// Now is the step's time; a replay tells the same.
	Now time.Time
	// ProgressFunc shows how far the call is, of 100; nil shows nothing.
	ProgressFunc func(percent int, message string)
}

// Found is what a call brought: what the model reads, and what of it an answer
// may state, each with its source.
type Found struct {
	Text  string         `json:"text,omitempty"`
	Facts []state.Source `json:"facts,omitempty"`
}

// New is a tool whose arguments are an In; the schema is made of its fields
// (json and jsonschema tags). It panics where In is no struct.
func New[In any](name, description string, call func(ctx context.Context, by Caller, in In) (Found, error)) Tool {
	return Tool{
		Name: name, Description: description, Schema: SchemaOf[In](),
		CallFunc: func(ctx context.Context, by Caller, arguments json.RawMessage) (Found, error) {
			var in In
			if err := json.Unmarshal(arguments, &in); err != nil {
				return Found{}, fmt.Errorf("arguments of %s: %w", name, err)
			}
			return call(ctx, by, in)
		},
	}
}

// SchemaOf is the JSON Schema of a struct, in one piece.
func SchemaOf[In any]() json.RawMessage {
	reflector := jsonschema.Reflector{Anonymous: true, DoNotReference: true, ExpandedStruct: true}
	schema := reflector.Reflect(new(In))
	schema.Version = ""
	raw, err := json.Marshal(schema)
	if err != nil {
		panic("tools: " + err.Error())
	}
	return raw
}

// Title is what users read of the tool.
func (t Tool) Title(language string) string {
	if t.TitleFunc == nil {
		return t.Name
	}
	return t.TitleFunc(language)
}

// Limit is how long one call may take.
func (t Tool) Limit() time.Duration {
	if t.Timeout <= 0 {
		return DefaultTimeout
	}
	return t.Timeout
}

// names are those that every provider takes.
var names = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`)

// Set is the tools that a model is offered.
type Set []Tool

// Check refuses a set with a name twice, or one that providers don't take.
func (s Set) Check() error {
	known := map[string]bool{}
	for _, t := range s {
		switch {
		case !names.MatchString(t.Name):
			return fmt.Errorf("tools: the name %q: letters, digits, _ and -, up to 64", t.Name)
		case known[t.Name]:
			return fmt.Errorf("tools: two tools are called %q", t.Name)
		case t.CallFunc == nil:
			return fmt.Errorf("tools: %s does nothing", t.Name)
		}
		known[t.Name] = true
	}
	return nil
}

// Find is the tool of a name.
func (s Set) Find(name string) (Tool, bool) {
	for _, t := range s {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}
