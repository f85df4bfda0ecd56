package knowledge

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"
)

// lineOf is the line at which entry i of a top-level list starts, 0 when it
// can't be found. It parses again: only a broken pack pays for it.
func lineOf(data []byte, list string, i int) int {
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return 0
	}
	path, err := yaml.PathString(fmt.Sprintf("$.%s[%d]", list, i))
	if err != nil {
		return 0
	}
	node, err := path.FilterFile(file)
	if err != nil {
		return 0
	}
	return node.GetToken().Position.Line
}
