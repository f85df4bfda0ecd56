package asyncapi

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws"
)

type pointer struct {
	Ref string `json:"$ref"`
}

type parsed struct {
	Info       struct{ Version string }
	Channels   map[string]struct{ Messages map[string]pointer }
	Operations map[string]struct{ Messages []pointer }
	Components struct {
		Messages map[string]struct{ Name, Summary string }
		Schemas  map[string]struct {
			Properties           map[string]property
			Required             []string
			AdditionalProperties *bool
		}
	}
}

// property is a field's schema; that of any JSON value is true.
type property struct {
	Const string
	Enum  []any
	OneOf []struct{ Type string }
}

func (p *property) UnmarshalJSON(raw []byte) error {
	if string(raw) == "true" {
		return nil
	}
	type plain property
	return json.Unmarshal(raw, (*plain)(p))
}

func read(t *testing.T) (doc parsed, text string) {
	t.Helper()
	raw := Document("1.2.3")
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	return doc, string(raw)
}

// Every type of frame and command that the code knows is described, and
// nothing else.
func TestEveryTypeIsDescribed(t *testing.T) {
	t.Parallel()
	doc, _ := read(t)
	for direction, files := range map[string]map[string][]string{
		"frame":   {"../../state/frame.go": {"Event", "Frame"}},
		"command": {"../command.go": {"Command"}},
	} {
		var known, described []string
		for file, prefixes := range files {
			known = append(known, constants(t, file, prefixes)...)
		}
		if direction == "frame" && !slices.Contains(known, "answer_delta") {
			known = append(known, "answer_delta")
		}
		for _, m := range doc.Operations[direction].Messages {
			name := m.Ref[strings.LastIndex(m.Ref, "/")+1:]
			message := doc.Components.Messages[name]
			kind := doc.Components.Schemas[name].Properties["type"].Const
			if message.Name != kind || message.Summary == "" || doc.Channels[channelName].Messages[name].Ref != "#/components/messages/"+name {
				t.Errorf("message %s: %+v of type %q", name, message, kind)
			}
			described = append(described, kind)
		}
		slices.Sort(known)
		slices.Sort(described)
		if diff := cmp.Diff(known, described); diff != "" {
			t.Errorf("%ss (-known +described):\n%s", direction, diff)
		}
	}
}

// constants are the texts of a file's constants whose names begin so.
func constants(t *testing.T, file string, prefixes []string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(spec.Names[0].Name, p) }) {
			return true
		}
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		return true
	})
	return texts
}

// choices are the closed lists that fields' tags repeat, by the field's name.
var choices = map[string][][]any{
	"on_busy":        {words("enqueue", "reject", "interrupt")},
	"language":       {words(fault.Languages()...)},
	"rating":         {words("positive", "negative")},
	"action":         {words(state.InterruptActions()...)},
	"reason":         {words(ws.ReasonUnknown, ws.ReasonEpoch, ws.ReasonTooFar, ws.ReasonPruned)},
	"interrupt_type": {words(state.InterruptClarification, state.InterruptApproval, state.InterruptInput, state.InterruptPlanReview)},
	"type":           {words(state.ResponseAnswer, state.ResponseGuidance, state.ResponseDocument, state.ResponseError, state.ResponseCancelled)},
	"priority":       {words("high", "medium", "low")},
	"status":         {words("success", "failed", "skipped")},
	"change":         {words("added", "removed", "changed")},
	"code":           {words(fault.Codes()...)},
}

func TestFieldsAreWhatIsOnTheWire(t *testing.T) {
	t.Parallel()
	doc, text := read(t)
	if doc.Info.Version != "1.2.3" {
		t.Errorf("version %q", doc.Info.Version)
	}
	schemas := doc.Components.Schemas
	for _, m := range regexp.MustCompile(`"\$ref": "#/components/schemas/([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if _, ok := schemas[m[1]]; !ok {
			t.Errorf("schema %s is named but not there", m[1])
		}
	}
	if strings.Contains(text, "$defs") {
		t.Error("a schema is still under $defs")
	}
	for field, list := range choices {
		for _, words := range list {
			found := false
			for _, s := range schemas {
				found = found || cmp.Equal(words, s.Properties[field].Enum)
			}
			if !found {
				t.Errorf("no %s has the choices %v", field, words)
			}
		}
	}
	plan := schemas["PlanReadyEvent"]
	for _, field := range []string{"type", "seq", "event_id", "timestamp", "intent", "keywords"} {
		if !slices.Contains(plan.Required, field) {
			t.Errorf("plan_ready may be without %s", field)
		}
	}
	if slices.Contains(plan.Required, "run_id") || plan.AdditionalProperties != nil {
		t.Errorf("plan_ready: %+v", plan)
	}
	step := schemas["ExecutionStep"].Properties
	if started := step["started_at"].OneOf; len(started) != 2 || started[1].Type != "null" {
		t.Errorf("started_at %+v", started)
	}
	if diff := cmp.Diff([]any{"pending", "in_progress", "completed", "failed", "skipped"}, step["status"].Enum); diff != "" {
		t.Error(diff)
	}
	if query := schemas["QueryCommand"]; query.AdditionalProperties == nil || *query.AdditionalProperties || !slices.Equal(query.Required, []string{"type", "query"}) {
		t.Errorf("query: %+v", query)
	}
	if _, numbered := schemas["StepProgressEvent"].Properties["seq"]; numbered {
		t.Error("step_progress has a number")
	}
}
