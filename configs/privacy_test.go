package configs

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"github.com/google/go-cmp/cmp"
)

// What a provider of a model is told is listed in docs/privacy.md: a field that a
// prompt is filled with and nobody lists would leave the house unseen.
func TestPrivacyListsWhatPromptsAreFilledWith(t *testing.T) {
	doc, err := os.ReadFile("../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	listed, filled := map[string][]string{}, map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` (\\|.*\\|.*)\\|$").FindAllStringSubmatch(string(doc), -1) {
		for _, field := range regexp.MustCompile("`([A-Z]\\w*)`").FindAllStringSubmatch(row[2], -1) {
			listed[row[1]] = append(listed[row[1]], field[1])
		}
	}
	files, err := fs.Glob(FS, "prompts/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(FS, file)
		if err != nil {
			t.Fatal(err)
		}
		tree := parse.New(file)
		tree.Mode = parse.SkipFuncCheck
		if _, err := tree.Parse(string(text), "", "", map[string]*parse.Tree{}); err != nil {
			t.Fatal(err)
		}
		filled[strings.TrimSuffix(path.Base(file), ".md")] = fieldsOf(tree.Root)
	}
	for _, fields := range listed {
		slices.Sort(fields)
	}
	if diff := cmp.Diff(filled, listed); diff != "" {
		t.Errorf("docs/privacy.md (-prompts +listed):\n%s", diff)
	}
}

// fieldsOf are the names of the data that a template is filled with, sorted; what
// stands within a range is said by the field that is ranged over.
func fieldsOf(n parse.Node) (names []string) {
	var in func(parse.Node)
	branch := func(b *parse.BranchNode, list *parse.ListNode) {
		in(b.Pipe)
		if list != nil {
			in(list)
		}
		if b.ElseList != nil {
			in(b.ElseList)
		}
	}
	in = func(n parse.Node) {
		switch n := n.(type) {
		case *parse.ListNode:
			for _, one := range n.Nodes {
				in(one)
			}
		case *parse.ActionNode:
			in(n.Pipe)
		case *parse.IfNode:
			branch(&n.BranchNode, n.List)
		case *parse.RangeNode:
			branch(&n.BranchNode, nil)
		case *parse.WithNode:
			branch(&n.BranchNode, nil)
		case *parse.PipeNode:
			for _, c := range n.Cmds {
				in(c)
			}
		case *parse.CommandNode:
			for _, a := range n.Args {
				in(a)
			}
		case *parse.FieldNode:
			names = append(names, n.Ident[0])
		}
	}
	in(n)
	slices.Sort(names)
	return slices.Compact(names)
}
