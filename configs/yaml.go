package configs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/internal/datafile"
)

// applyYAML sets what the file names. It walks the tree key by key instead
// of decoding the whole, because the decoder stops at the first mistake and
// an operator should see all of them.
func (l *loading) applyYAML(name string, text []byte) {
	tree, err := datafile.Node(text)
	var bad *datafile.Error
	switch {
	case errors.As(err, &bad):
		// Its text alone: what it wraps may quote the file, which may hold a password.
		l.fail("", fmt.Sprintf("%s:%d:%d", name, bad.Line, bad.Column), "not valid YAML: %s", bad.Text)
	case err != nil:
		l.fail("", name, "not valid YAML")
	case tree != nil:
		l.applyNode(name, "", tree, reflect.ValueOf(&l.settings).Elem())
	}
}

func (l *loading) applyNode(name, path string, node *yaml.Node, v reflect.Value) {
	switch {
	case null(node):
		return // an empty file or group sets nothing
	case node.Kind != yaml.MappingNode:
		l.fail(strings.TrimSuffix(path, "."), place(name, node), "must be a list of `name: value` lines")
		return
	}
	known := map[string]field{}
	for _, f := range fields(v, path, true) {
		if f.path == path+f.name() {
			known[f.name()] = f
		}
	}
	seen := map[string]bool{}
	for i := 0; i < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		f, ok := known[key.Value]
		switch {
		case !ok:
			l.fail(path+key.Value, place(name, key), "unknown setting; \"server config\" prints all that there are")
		case seen[key.Value]:
			l.fail(f.path, place(name, key), "set twice")
		case f.group():
			l.applyNode(name, f.path+".", value, f.value)
		default:
			l.applyLeaf(name, f, value)
		}
		seen[key.Value] = true
	}
}

func (l *loading) applyLeaf(name string, f field, node *yaml.Node) {
	at := place(name, node)
	l.source[f.path] = at
	if null(node) {
		l.fail(f.path, at, "has no value; write \"\" for an empty one or leave the line out")
		return
	}
	// A fresh value: decoding into the default would keep its list entries
	// when the file's list is shorter.
	fresh := reflect.New(f.value.Type())
	if !fits(f.value.Type(), node) || node.Load(fresh.Interface(), yaml.WithKnownFields()) != nil {
		l.fail(f.path, at, "must be %s", kindOf(f.value.Type()))
		return
	}
	f.value.Set(fresh.Elem())
}

func null(n *yaml.Node) bool { return n.ShortTag() == "!!null" }

// fits refuses what the decoder would bend: a bare number as a duration
// would be nanoseconds, a number as a text loses its spelling.
func fits(t reflect.Type, node *yaml.Node) bool {
	tag := node.ShortTag()
	switch {
	case t == durationType, t.Kind() == reflect.String:
		return tag == "!!str"
	case t.Kind() == reflect.Bool:
		return tag == "!!bool"
	case t.Kind() == reflect.Int:
		return tag == "!!int"
	case t.Kind() == reflect.Float64:
		return tag == "!!int" || tag == "!!float"
	case t.Kind() == reflect.Slice:
		return tag == "!!seq" && !slices.ContainsFunc(node.Content, func(item *yaml.Node) bool { return !fits(t.Elem(), item) })
	}
	return true
}

func place(name string, n *yaml.Node) string { return fmt.Sprintf("%s:%d:%d", name, n.Line, n.Column) }
