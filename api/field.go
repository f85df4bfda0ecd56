package api

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

const (
	maxFieldPath = 500  // bytes
	maxChanges   = 1000 // of one diff
)

// fieldChange is one field that two states differ in. Its path is that of
// the transition log: names and list positions joined by dots.
type fieldChange struct {
	Field string `json:"field"`
	Op    string `json:"op" jsonschema:"enum=added,enum=removed,enum=changed"`
	// From and To are null where there is no value.
	From json.RawMessage `json:"from"`
	To   json.RawMessage `json:"to"`
}

// parseField splits the path that a parameter or a member has; list positions may be
// written .0 or [0].
func parseField(name, path string) ([]string, error) {
	if path == "" || len(path) > maxFieldPath {
		return nil, wrong(name, "must be a path of 1 to 500 bytes")
	}
	parts := strings.Split(strings.NewReplacer("[", ".", "]", "").Replace(path), ".")
	if slices.Contains(parts, "") {
		return nil, wrong(name, "has an empty part")
	}
	return parts, nil
}

// sameJSON tells whether two values mean the same, however they are written.
func sameJSON(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// fieldChanges lists the fields that differ, in the order of their names;
// truncated tells that there were more than are listed.
func fieldChanges(from, to json.RawMessage) (changes []fieldChange, truncated bool) {
	changes = []fieldChange{}
	// All of them: 1 and 1.0 would take the places of fields that did change.
	for _, d := range state.Differences(from, to, true, math.MaxInt) {
		c := fieldChange{Field: d.Path, Op: "changed", From: d.From, To: d.To}
		switch {
		case d.From == nil:
			c.Op = "added"
		case d.To == nil:
			c.Op = "removed"
		case sameJSON(d.From, d.To): // 1 and 1.0
			continue
		}
		if len(changes) == maxChanges {
			return changes, true
		}
		changes = append(changes, c)
	}
	return changes, false
}
