package forms

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
)

// Tables are the figures of a YAML file, by their dotted path: "a.b.0.c", a
// negative number counting from a list's end.
type Tables map[string]any

// ReadTables reads a YAML file of figures.
func ReadTables(raw []byte) (Tables, error) {
	var t Tables
	if err := datafile.Decode(raw, (*map[string]any)(&t)); err != nil {
		return nil, fmt.Errorf("forms: tables: %w", err)
	}
	return t, nil
}

// Figure is the number at a path. Errors: a path that leads nowhere.
func (t Tables) Figure(path string) (float64, error) {
	var v any = map[string]any(t)
	for name := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[name]
		case []any:
			i, err := strconv.Atoi(name)
			if i < 0 {
				i += len(at)
			}
			if err != nil || i < 0 || i >= len(at) {
				return 0, fmt.Errorf("forms: no figure %s: the list has no %s", path, name)
			}
			v = at[i]
		default:
			v = nil
		}
	}
	n, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil {
		return 0, fmt.Errorf("forms: no figure %s: %v is no number", path, v)
	}
	return n, nil
}
