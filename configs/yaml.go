package configs

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// applyYAML sets what the file names. It walks the tree key by key instead
// of decoding the whole, because the decoder stops at the first mistake and
// an operator should see all of them.
func (l *loading) applyYAML(name string, text []byte) {
	file, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		l.yamlError(name, "", nil, err)
		return
	}
	for i, doc := range file.Docs {
		if i > 0 {
			l.fail("", place(name, doc.Start), "only one YAML document is allowed")
			return
		}
		l.applyNode(name, "", doc.Body, reflect.ValueOf(&l.settings).Elem())
	}
}

func (l *loading) applyNode(name, path string, node ast.Node, v reflect.Value) {
	var entries []*ast.MappingValueNode
	switch n := node.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return // an empty file or group sets nothing
	case *ast.MappingNode:
		entries = n.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{n}
	default:
		l.fail(strings.TrimSuffix(path, "."), place(name, node.GetToken()), "must be a list of `name: value` lines")
		return
	}
	known := map[string]field{}
	for _, f := range fields(v, path, true) {
		if f.path == path+f.name() {
			known[f.name()] = f
		}
	}
	seen := map[string]bool{}
	for _, e := range entries {
		key := e.Key.GetToken()
		f, ok := known[key.Value]
		switch {
		case !ok:
			l.fail(path+key.Value, place(name, key), "unknown setting%s", suggestion(key.Value, known))
		case seen[key.Value]:
			l.fail(f.path, place(name, key), "set twice")
		case f.group():
			l.applyNode(name, f.path+".", e.Value, f.value)
		default:
			l.applyLeaf(name, f, e.Value)
		}
		seen[key.Value] = true
	}
}

func (l *loading) applyLeaf(name string, f field, node ast.Node) {
	at := place(name, node.GetToken())
	l.source[f.path] = at
	if _, null := node.(*ast.NullNode); null {
		l.fail(f.path, at, "has no value; write \"\" for an empty one or leave the line out")
		return
	}
	if !fits(f.value.Type(), node) {
		l.fail(f.path, at, "must be %s", kindOf(f.value.Type()))
		return
	}
	// A fresh value: decoding into the default would keep its list entries
	// when the file's list is shorter.
	fresh := reflect.New(f.value.Type())
	if err := yaml.NodeToValue(node, fresh.Interface(), yaml.Strict()); err != nil {
		l.yamlError(name, f.path, f.value.Type(), err)
		return
	}
	f.value.Set(fresh.Elem())
}

// fits refuses what the decoder would bend: a bare number as a duration
// would be nanoseconds, a number as a text loses its spelling.
func fits(t reflect.Type, node ast.Node) bool {
	_, text := node.(*ast.StringNode)
	if _, literal := node.(*ast.LiteralNode); literal {
		text = true
	}
	switch {
	case t == durationType, t.Kind() == reflect.String:
		return text
	case t.Kind() == reflect.Bool:
		_, ok := node.(*ast.BoolNode)
		return ok
	case t.Kind() == reflect.Int:
		_, ok := node.(*ast.IntegerNode)
		return ok
	case t.Kind() == reflect.Float64:
		_, whole := node.(*ast.IntegerNode)
		_, float := node.(*ast.FloatNode)
		return whole || float
	case t.Kind() == reflect.Slice:
		list, ok := node.(*ast.SequenceNode)
		if !ok {
			return false
		}
		for _, item := range list.Values {
			if !fits(t.Elem(), item) {
				return false
			}
		}
	}
	return true
}

// yamlError takes only message and position from the decoder's error; its
// full text quotes the file, which may hold a password.
func (l *loading) yamlError(name, path string, t reflect.Type, err error) {
	var bad yaml.Error
	if !errors.As(err, &bad) {
		if t != nil {
			l.fail(path, l.source[path], "must be %s", kindOf(t))
			return
		}
		l.fail(path, name, "not valid YAML")
		return
	}
	if t != nil {
		l.fail(path, place(name, bad.GetToken()), "must be %s", kindOf(t))
		return
	}
	l.fail(path, place(name, bad.GetToken()), "not valid YAML: %s", bad.GetMessage())
}

func place(name string, tk *token.Token) string {
	if tk == nil || tk.Position == nil {
		return name
	}
	return fmt.Sprintf("%s:%d:%d", name, tk.Position.Line, tk.Position.Column)
}

// suggestion names the known setting that a mistyped one is closest to.
func suggestion(typed string, known map[string]field) string {
	best, least := "", 3
	for name := range known {
		if d := distance(typed, name); d < least || d == least && best != "" && name < best {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// distance is the number of edits (Levenshtein) between two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost++
			}
			last = row[j+1]
			row[j+1] = min(cost, row[j]+1, last+1)
		}
	}
	return row[len(b)]
}
