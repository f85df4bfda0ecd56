package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// maxWrong and maxWrongText bound what a model is told of its mistakes.
const (
	maxWrong     = 5
	maxWrongText = 300
)

// CheckSchema refuses what is no JSON Schema that answers and arguments can be
// held against.
func CheckSchema(text json.RawMessage) error {
	_, err := compileSchema(text)
	return err
}

// compileSchema reads a JSON Schema (draft 2020-12). It may not refer to
// other documents.
func compileSchema(text json.RawMessage) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(jsonschema.SchemeURLLoader{})
	if err := compiler.AddResource("https://schema.invalid/answer.json", doc); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	c, err := compiler.Compile("https://schema.invalid/answer.json")
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return c, nil
}

// violations lists where a JSON text is not what the schema asks for.
func violations(schema *jsonschema.Schema, text json.RawMessage) []string {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return []string{"it is not JSON"}
	}
	var bad *jsonschema.ValidationError
	if err := schema.Validate(value); err == nil {
		return nil
	} else if !errors.As(err, &bad) {
		return []string{"it does not fit the schema"}
	}
	var out []string
	leaves(bad, func(e *jsonschema.ValidationError) {
		if len(out) < maxWrong {
			at := "/" + strings.Join(e.InstanceLocation, "/")
			out = append(out, short(at+": "+e.ErrorKind.LocalizedString(english)))
		}
	})
	return out
}

var english = message.NewPrinter(language.English)

// leaves calls f with the errors that have no closer cause.
func leaves(e *jsonschema.ValidationError, f func(*jsonschema.ValidationError)) {
	if len(e.Causes) == 0 {
		f(e)
	}
	for _, c := range e.Causes {
		leaves(c, f)
	}
}

// short is a text cut to what a model needs to be told.
func short(text string) string {
	if len(text) <= maxWrongText {
		return text
	}
	return strings.ToValidUTF8(text[:maxWrongText], "") + "…"
}
