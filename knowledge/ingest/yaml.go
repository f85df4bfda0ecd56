package ingest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// What YAML may be, so that its parser stays within memory and its stack.
const (
	maxYAML      = 2 << 20
	maxYAMLDepth = 64
)

// entry is one mapping of a YAML file.
type entry struct {
	fields map[string]any
	line   int
}

// named is the value of a field by any of its names.
func (e entry) named(f *file, field string) (any, bool) {
	for name, v := range e.fields {
		if f.fieldOf(name) == field {
			return v, true
		}
	}
	return nil, false
}

// readYAML reads a list of records, or one.
func readYAML(_ context.Context, f *file) []Record {
	text, ok := decode(f.raw, &f.problems)
	if !ok {
		return nil
	}
	entries, line, err := decodeYAML(text)
	if err != nil {
		f.problems.add(line, "%v", err)
		return nil
	}
	var out []Record
	for _, e := range entries {
		out = append(out, f.record(e.fields, e.line))
	}
	return out
}

var nested = regexp.MustCompile(`(?m)^[ \t]*(?:[-?:] +){16,}`)

// decodeYAML reads the mappings of a text: of its list, or of its documents.
// An error comes with its line. References are refused: a few lines of them
// can stand for more than any memory holds.
func decodeYAML(text string) ([]entry, int, error) {
	if len(text) > maxYAML {
		return nil, 0, errors.New("YAML may have 2 MiB; JSONL may have more")
	}
	if line := tooDeep(text); line > 0 {
		return nil, line, errors.New("it is nested too deeply")
	}
	var out []entry
	// Document by document: the parser takes quadratic time for many at once.
	line := 0
	for _, text := range documents(text) {
		entries, at, err := decodeDocument(text)
		if err != nil {
			return nil, line + at, err
		}
		for _, e := range entries {
			e.line += line
			out = append(out, e)
		}
		line += strings.Count(text, "\n")
	}
	return out, 0, nil
}

var documentMark = regexp.MustCompile(`(?m)^---(?:[ \t]|$)`)

// documents cuts a text before each mark that begins one.
func documents(text string) []string {
	var out []string
	from := 0
	for _, at := range documentMark.FindAllStringIndex(text, -1) {
		if at[0] > from {
			out = append(out, text[from:at[0]])
		}
		from = at[0]
	}
	return append(out, text[from:])
}

func decodeDocument(text string) ([]entry, int, error) {
	doc, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		return nil, yamlLine(err), plainYAML(err)
	}
	var out []entry
	for _, d := range doc.Docs {
		if d.Body == nil {
			continue
		}
		guard := &references{}
		ast.Walk(guard, d.Body)
		if guard.line > 0 {
			return nil, guard.line, errors.New("references (& and *) are not read")
		}
		nodes := []ast.Node{d.Body}
		if list, ok := d.Body.(*ast.SequenceNode); ok {
			nodes = list.Values
		}
		for _, n := range nodes {
			e := entry{line: n.GetToken().Position.Line}
			if err := yaml.NodeToValue(n, &e.fields); err != nil {
				return nil, e.line, errors.New("a record has to be a mapping of names to texts")
			}
			out = append(out, e)
		}
	}
	return out, 0, nil
}

// tooDeep is the line where brackets, indentation or marks nest more than
// any record does, 0 for none.
func tooDeep(text string) int {
	if at := nested.FindStringIndex(text); at != nil {
		return lineAt([]byte(text), at[0])
	}
	depth, line := 0, 1
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		case '\n':
			line++
		}
		if depth > maxYAMLDepth {
			return line
		}
	}
	return indents(text)
}

// indents is the line where indentation has grown too often without coming
// back.
func indents(text string) int {
	var open []int
	for n, line := range strings.Split(text, "\n") {
		body := strings.TrimLeft(line, " ")
		if body == "" {
			continue
		}
		indent := len(line) - len(body)
		for len(open) > 0 && open[len(open)-1] >= indent {
			open = open[:len(open)-1]
		}
		if open = append(open, indent); len(open) > maxYAMLDepth {
			return n + 1
		}
	}
	return 0
}

type references struct{ line int }

func (r *references) Visit(n ast.Node) ast.Visitor {
	switch n.Type() {
	case ast.AnchorType, ast.AliasType, ast.MergeKeyType:
		if r.line == 0 {
			r.line = n.GetToken().Position.Line
		}
	}
	return r
}

func yamlLine(err error) int {
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		return at.GetToken().Position.Line
	}
	return 0
}

// plainYAML is the parser's message without the text around it.
func plainYAML(err error) error {
	var at yaml.Error
	if errors.As(err, &at) {
		return fmt.Errorf("this is no YAML: %s", at.GetMessage())
	}
	return errors.New("this is no YAML")
}
