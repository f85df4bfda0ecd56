package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
)

// What YAML may be, so that its parser stays within memory.
const (
	maxYAML      = 2 << 20
	maxYAMLDepth = 64
)

// entry is one mapping of a YAML file.
type entry struct {
	fields map[string]any
	line   int
}

// readYAML reads a list of records, or one.
func readYAML(_ context.Context, f *file) []Record {
	text := f.content
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

// decodeYAML reads the mappings of a text: of its list, or of its documents.
// An error comes with its line.
func decodeYAML(text string) (list []entry, line int, err error) {
	if len(text) > maxYAML {
		return nil, 0, errors.New("YAML may have 2 MiB; JSONL may have more")
	}
	in := yaml.NewDecoder(strings.NewReader(text))
	for {
		var doc yaml.Node
		if err := in.Decode(&doc); errors.Is(err, io.EOF) {
			return list, 0, nil
		} else if err != nil {
			return nil, 0, fmt.Errorf("this is no YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
		}
		nodes := doc.Content
		if len(nodes) == 1 && nodes[0].Kind == yaml.SequenceNode {
			nodes = nodes[0].Content
		}
		for _, n := range nodes {
			if line, err := tooMuch(n, 0); err != nil {
				return nil, line, err
			}
			e := entry{line: n.Line}
			if err := n.Decode(&e.fields); err != nil {
				return nil, n.Line, errors.New("a record has to be a mapping of names to texts")
			}
			list = append(list, e)
		}
	}
}

// tooMuch refuses what nests deeper than any record does, and references: a
// few lines of them can stand for more than any memory holds.
func tooMuch(n *yaml.Node, depth int) (line int, err error) {
	switch {
	case depth > maxYAMLDepth:
		return n.Line, errors.New("it is nested too deeply")
	case n.Anchor != "" || n.Kind == yaml.AliasNode:
		return n.Line, errors.New("references (& and *) are not read")
	}
	for _, below := range n.Content {
		if line, err := tooMuch(below, depth+1); err != nil {
			return line, err
		}
	}
	return 0, nil
}
