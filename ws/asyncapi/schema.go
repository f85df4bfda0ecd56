package asyncapi

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws"
)

// schemas collects the types that messages are made of, by their names.
type schemas struct {
	defs  map[string]*jsonschema.Schema
	types map[string]reflect.Type
}

func newSchemas() schemas {
	return schemas{defs: map[string]*jsonschema.Schema{}, types: map[string]reflect.Type{}}
}

// command is the name of a command's schema. The server refuses fields
// that a command does not have.
func (s schemas) command(d described) string {
	schema := s.body(d)
	schema.AdditionalProperties = jsonschema.FalseSchema
	return d.name
}

// frame is the name of a frame's schema; frames may get further fields.
func (s schemas) frame(d described) string {
	schema := s.body(d)
	if d.envelope == whole {
		return d.name
	}
	s.add(schema, ws.Frame{})
	if d.envelope == numbered {
		s.add(schema, ws.Numbering{})
	} else {
		schema.Properties.Set("run_id", &jsonschema.Schema{Type: "string"})
	}
	first(schema, d.kind)
	return d.name
}

func (s schemas) body(d described) *jsonschema.Schema {
	schema := s.expand(d.body)
	schema.Title = d.name
	schema.Description = d.summary
	first(schema, d.kind)
	s.defs[d.name] = schema
	s.types[d.name] = reflect.TypeOf(d.body)
	return schema
}

// first puts the type before the other fields, with its only value.
func first(schema *jsonschema.Schema, kind string) {
	rest := schema.Properties
	schema.Properties = jsonschema.NewProperties()
	schema.Properties.Set("type", &jsonschema.Schema{Type: "string", Const: kind})
	for p := rest.Oldest(); p != nil; p = p.Next() {
		if p.Key != "type" {
			schema.Properties.Set(p.Key, p.Value)
		}
	}
	required := []string{"type"}
	for _, name := range schema.Required {
		if name != "type" {
			required = append(required, name)
		}
	}
	schema.Required = required
}

// add puts the fields of v behind those that the schema has.
func (s schemas) add(schema *jsonschema.Schema, v any) {
	more := s.expand(v)
	for p := more.Properties.Oldest(); p != nil; p = p.Next() {
		schema.Properties.Set(p.Key, p.Value)
	}
	schema.Required = append(schema.Required, more.Required...)
}

// expand is the schema of v's own type; the named types in it go to defs.
func (s schemas) expand(v any) *jsonschema.Schema {
	r := jsonschema.Reflector{
		Anonymous: true, AllowAdditionalProperties: true, ExpandedStruct: true,
		Mapper: wireSchema, Namer: s.name,
	}
	schema := r.Reflect(v)
	schema.Version = ""
	for name, def := range schema.Definitions {
		if name != reflect.TypeOf(v).Name() {
			s.defs[name] = def
		}
	}
	schema.Definitions = nil
	return schema
}

// name notes the type behind a name.
func (s schemas) name(t reflect.Type) string {
	if t.Kind() == reflect.Struct && t.Name() != "" {
		s.types[t.Name()] = t
	}
	return t.Name()
}

// finish says of each field what its Go type leaves open: which texts it
// can be, and that it can be null.
func (s schemas) finish() map[string]*jsonschema.Schema {
	for name, schema := range s.defs {
		if t, ok := s.types[name]; ok {
			refine(schema, t)
		}
	}
	return s.defs
}

func refine(schema *jsonschema.Schema, t reflect.Type) {
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		property, ok := schema.Properties.Get(name)
		if !ok || property.Const != nil {
			continue
		}
		if name == "code" { // only errors have one
			property.Enum = words(fault.Codes()...)
		}
		if f.Type.Kind() == reflect.Pointer && !strings.Contains(options, "omitempty") {
			schema.Properties.Set(name, &jsonschema.Schema{OneOf: []*jsonschema.Schema{property, {Type: "null"}}})
		}
	}
}

// wireSchema knows the types that are on the wire not what they are in Go.
func wireSchema(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[json.RawMessage]():
		return &jsonschema.Schema{Description: "Any JSON value"}
	case reflect.TypeFor[state.SectionContent]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
			{Type: "string"}, {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
		}}
	case reflect.TypeFor[state.StepStatus]():
		return &jsonschema.Schema{Type: "string", Enum: words(state.StepPending, state.StepInProgress,
			state.StepCompleted, state.StepFailed, state.StepSkipped)}
	case reflect.TypeFor[state.Strategy]():
		return &jsonschema.Schema{Type: "string", Enum: words(state.Sequential, state.Parallel)}
	}
	return nil
}

func words[T ~string](list ...T) []any {
	all := make([]any, len(list))
	for i, w := range list {
		all[i] = string(w)
	}
	return all
}
