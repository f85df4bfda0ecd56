package datafile

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Leaf is one text of a file that holds nothing but texts. Key is the way to it:
// {rent: {max: …}} is rent.max.
type Leaf struct {
	Key, Text string
	File      string
	Line      int
}

// Leaves are the texts of a folder's YAML files, in their order. Those of a list have
// its key, or where they are numbered one each: tips.0. Errors name file and line: a
// file or a folder without texts, a key that stands twice, a value that is no text.
func Leaves(files fs.FS, dir string, numbered bool) (all []Leaf, err error) {
	names, err := fs.Glob(files, path.Join(dir, "*.yaml"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("no files in %s (%w)", dir, cmp.Or(err, fs.ErrNotExist))
	}
	for _, name := range names {
		file, err := Open(files, name)
		if err != nil {
			return nil, err
		}
		tree, err := Node(file.Text)
		if err == nil && tree == nil {
			err = &Error{Line: 1, Column: 1, Text: "there is no text in it"}
		}
		if err == nil {
			err = walk("", tree, numbered, func(key string, n *yaml.Node) { all = append(all, Leaf{key, n.Value, name, n.Line}) })
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%w", name, err)
		}
	}
	return all, nil
}

// walk visits the texts below a node.
func walk(key string, n *yaml.Node, numbered bool, visit func(key string, n *yaml.Node)) error {
	below := func(name string) string { return strings.TrimPrefix(key+"."+name, ".") }
	switch {
	case n.Kind == yaml.MappingNode:
		seen := map[string]bool{}
		for i := 0; i < len(n.Content); i += 2 {
			name := n.Content[i]
			if seen[name.Value] {
				return &Error{name.Line, name.Column, fmt.Sprintf("the key %q stands twice: keep one", name.Value), nil}
			}
			seen[name.Value] = true
			if err := walk(below(name.Value), n.Content[i+1], numbered, visit); err != nil {
				return err
			}
		}
	case n.Kind == yaml.SequenceNode:
		for i, value := range n.Content {
			at := key
			if numbered {
				at = below(strconv.Itoa(i))
			}
			if err := walk(at, value, numbered, visit); err != nil {
				return err
			}
		}
	case n.ShortTag() == "!!str":
		visit(key, n)
	default:
		return &Error{n.Line, n.Column, fmt.Sprintf("%q is no text: write it in quotes", key), nil}
	}
	return nil
}
