package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"path"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/invopop/jsonschema"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/store"
)

// openAPI is the part of an OpenAPI 3.1 document that this door needs.
type openAPI struct {
	OpenAPI    string                          `json:"openapi"`
	Info       apiInfo                         `json:"info"`
	Tags       []apiTag                        `json:"tags"`
	Paths      map[string]map[string]operation `json:"paths"`
	Components components                      `json:"components"`
}

type apiInfo struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Version     string `json:"version"`
}

type apiTag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

type operation struct {
	OperationID string             `json:"operationId"`
	Summary     string             `json:"summary"`
	Tags        []string           `json:"tags"`
	Parameters  []apiParameter     `json:"parameters,omitempty"`
	RequestBody *apiBody           `json:"requestBody,omitempty"`
	Responses   map[string]apiBody `json:"responses"`
}

type apiParameter struct {
	Name        string             `json:"name"`
	In          string             `json:"in"`
	Description string             `json:"description,omitempty"`
	Required    bool               `json:"required,omitempty"`
	Schema      *jsonschema.Schema `json:"schema"`
}

// apiBody is a request body or a response; only a response must have a
// description.
type apiBody struct {
	Description string               `json:"description"`
	Content     map[string]mediaType `json:"content,omitempty"`
}

type mediaType struct {
	Schema *jsonschema.Schema `json:"schema,omitempty"`
}

type components struct {
	Schemas map[string]*jsonschema.Schema `json:"schemas"`
}

// describe makes the routes that show the table, themselves included.
func (d *door) describe(routes []route) []route {
	var document func() []byte // written when it is first asked for: that takes a while
	self := route{method: http.MethodGet, path: "/openapi.json", tag: "pages", action: policy.Public, summary: "This description", media: "application/json"}
	self.handle = func(q *request) (any, error) { return nil, send(q, http.StatusOK, document()) }
	all := append(routes, self)
	document = sync.OnceValue(func() []byte { return encodeOpenAPI(newOpenAPI(all, d.cfg.Version)) })
	return []route{self}
}

// encodeOpenAPI is the document's text; every part of it is known when the
// program is built, so that it can't fail on a user's data.
func encodeOpenAPI(doc openAPI) []byte {
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		panic("api: encode openapi: " + err.Error())
	}
	return append(bytes.ReplaceAll(text, []byte(`"#/$defs/`), []byte(`"#/components/schemas/`)), '\n')
}

func newOpenAPI(routes []route, version string) openAPI {
	s := schemas{defs: map[string]*jsonschema.Schema{}, named: map[string]reflect.Type{}}
	doc := openAPI{
		OpenAPI: "3.1.0",
		Info: apiInfo{"Madang", "Chatbots whose work is done by teams. Queries and their events go over the WebSocket; " +
			"this is everything else.", version},
		Tags: []apiTag{
			{"sessions", "Conversations and their messages"},
			{"websocket", "The way of queries and events"},
			{"assistants", "Kinds of conversation"},
			{"runs", "Turns of a conversation"},
			{"checkpoints", "The committed states of a conversation"},
			{"documents", "What teams wrote"},
			{"memories", "What is kept of a user"},
			{"knowledge", "What operators have ingested"},
			{"operations", "Health and figures"},
			{"pages", "What a browser opens"},
		},
		Paths: map[string]map[string]operation{},
	}
	for _, r := range routes {
		at := openPath(r.path)
		if doc.Paths[at] == nil {
			doc.Paths[at] = map[string]operation{}
		}
		doc.Paths[at][strings.ToLower(r.method)] = s.operation(r)
	}
	doc.Components.Schemas = s.defs
	return doc
}

// openPath is a router's path as OpenAPI writes it.
func openPath(path string) string {
	return pathName.ReplaceAllStringFunc(path, func(part string) string { return "{" + partName(part) + "}" })
}

func partName(part string) string {
	if part == "*" {
		return "file"
	}
	return part[1:]
}

// schemas collects the named types that routes speak of.
type schemas struct {
	defs  map[string]*jsonschema.Schema
	named map[string]reflect.Type // whose name in defs is whose
}

func (s schemas) operation(r route) operation {
	op := operation{
		OperationID: operationID(r), Summary: r.summary, Tags: []string{r.tag},
		Responses: map[string]apiBody{},
	}
	for _, part := range pathName.FindAllString(r.path, -1) {
		op.Parameters = append(op.Parameters, apiParameter{Name: partName(part), In: "path", Required: true, Schema: &jsonschema.Schema{Type: "string"}})
	}
	for _, p := range r.query {
		op.Parameters = append(op.Parameters, apiParameter{Name: p.name, In: "query", Description: p.doc, Required: p.required, Schema: p.schema()})
	}
	if r.body != nil {
		op.RequestBody = &apiBody{Description: "JSON object", Content: map[string]mediaType{"application/json": {s.of(r.body)}}}
	}
	if r.file != "" {
		op.RequestBody = fileBody(r.file)
	}
	status := cmp.Or(r.status, http.StatusOK)
	answer := apiBody{Description: http.StatusText(status)}
	switch {
	case r.reply != nil:
		answer.Content = map[string]mediaType{"application/json": {s.of(r.reply)}}
	case r.media != "":
		answer.Content = map[string]mediaType{r.media: {}}
	}
	op.Responses[strconv.Itoa(status)] = answer
	if r.missing && strings.HasPrefix(r.path, base) {
		op.Responses["404"] = apiBody{"Session not found", map[string]mediaType{"application/json": {s.of(detail{})}}}
	} else if r.missing {
		op.Responses["404"] = apiBody{"Not found", map[string]mediaType{"application/problem+json": {s.of(problem{})}}}
	}
	op.Responses["default"] = apiBody{"What went wrong", map[string]mediaType{"application/problem+json": {s.of(problem{})}}}
	return op
}

// fileBody is a form with a file.
func fileBody(field string) *apiBody {
	form := &jsonschema.Schema{Type: "object", Required: []string{field}, Properties: jsonschema.NewProperties()}
	form.Properties.Set(field, &jsonschema.Schema{Type: "string", ContentMediaType: "application/octet-stream"})
	return &apiBody{Description: "Form with a file", Content: map[string]mediaType{"multipart/form-data": {form}}}
}

// operationID is the route in words: get_api_v1_runs_run_id.
func operationID(r route) string {
	words := strings.FieldsFunc(strings.ToLower(r.method)+" "+openPath(r.path), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_'
	})
	return strings.Join(words, "_")
}

func (p parameter) schema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: p.kind, Default: p.standard}
	if p.kind == "integer" {
		s.Minimum, s.Maximum = json.Number(strconv.Itoa(p.min)), json.Number(strconv.Itoa(p.max))
	}
	return s
}

// of is the schema of a value's type; what has a name goes to defs.
func (s schemas) of(v any) *jsonschema.Schema {
	r := jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true, Namer: s.name, Mapper: wireSchema}
	schema := r.Reflect(v)
	schema.Version = ""
	for name, def := range schema.Definitions {
		s.defs[name] = def
	}
	schema.Definitions = nil
	return schema
}

// wireNames are what other rooms' types are called on the wire.
var wireNames = map[reflect.Type]string{
	reflect.TypeFor[store.KnowledgePack](): "PackEntry", reflect.TypeFor[store.KnowledgeSource](): "SourceEntry",
	reflect.TypeFor[store.UsageDay](): "DayUsage", reflect.TypeFor[store.UsageRun](): "RunUsage",
	reflect.TypeFor[store.RatedRun](): "Feedback", reflect.TypeFor[store.FieldValue](): "FieldPoint",
	reflect.TypeFor[engine.ReplayReport](): "Replay",
}

// name is a type's name with a capital: what is unexported in Go is public
// on the wire. A second type of a name has its package's before it.
func (s schemas) name(t reflect.Type) string {
	n := cmp.Or(wireNames[t], capital(t.Name()))
	if n == "" {
		return ""
	}
	if other, taken := s.named[n]; taken && other != t {
		n = capital(path.Base(t.PkgPath())) + n
	}
	s.named[n] = t
	return n
}

func capital(s string) string {
	n := []rune(s)
	if len(n) == 0 {
		return ""
	}
	n[0] = unicode.ToUpper(n[0])
	return string(n)
}

// wireSchema knows the types that are on the wire not what they are in Go.
func wireSchema(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[json.RawMessage]():
		return &jsonschema.Schema{Description: "Any JSON value"}
	case reflect.TypeFor[userID]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "integer"}}}
	}
	return nil
}
