package words

import (
	"fmt"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
)

// parseEntry reads a text; what has no action needs no template.
func parseEntry(key, source, tag string, at place) (*entry, error) {
	e := &entry{source: source, place: at}
	if !strings.Contains(source, "{{") {
		return e, nil
	}
	t, err := template.New(key).Option("missingkey=error").Funcs(Functions(tag)).Parse(source)
	if err != nil {
		return nil, fmt.Errorf("words: %s: %q: %w", at, key, err)
	}
	e.template = t
	walk(t.Root, true, func(n parse.Node, top bool) {
		name := ""
		switch n := n.(type) {
		case *parse.FieldNode:
			if top {
				name = n.Ident[0]
			}
		case *parse.VariableNode:
			if n.Ident[0] == "$" && len(n.Ident) > 1 {
				name = n.Ident[1]
			}
		}
		if name != "" && !slices.Contains(e.names, name) {
			e.names = append(e.names, name)
		}
	})
	slices.Sort(e.names)
	return e, nil
}

// walk visits what a template holds. top tells that a field is an argument of the
// text (.deposit in {{spoken .deposit}}): what stands inside range and with is
// relative to something else, but for $.name.
func walk(n parse.Node, top bool, visit func(n parse.Node, top bool)) {
	branch := func(n *parse.BranchNode, inside bool) {
		walk(n.Pipe, top, visit)
		walk(n.List, inside, visit)
		if n.ElseList != nil {
			walk(n.ElseList, top, visit)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			walk(child, top, visit)
		}
	case *parse.ActionNode:
		walk(n.Pipe, top, visit)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			walk(command, top, visit)
		}
	case *parse.CommandNode:
		visit(n, top)
		for _, arg := range n.Args {
			walk(arg, top, visit)
		}
	case *parse.IfNode:
		branch(&n.BranchNode, top)
	case *parse.RangeNode:
		branch(&n.BranchNode, false)
	case *parse.WithNode:
		branch(&n.BranchNode, false)
	default:
		visit(n, top)
	}
}
