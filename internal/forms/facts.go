package forms

import (
	"fmt"
	"strconv"

	"github.com/madang-dev/madang/internal/datafile"
)

// Tables are the figures of a YAML file, by their dotted path (see datafile.At).
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
	v := datafile.At(map[string]any(t), path)
	n, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil {
		return 0, fmt.Errorf("forms: no figure %s: %v is no number", path, v)
	}
	return n, nil
}
