package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
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

// parseField splits a path; list positions may be written .0 or [0].
func parseField(path string) ([]string, error) {
	if path == "" || len(path) > maxFieldPath {
		return nil, wrong("field", "must be a path of 1 to 500 bytes")
	}
	parts := strings.Split(strings.NewReplacer("[", ".", "]", "").Replace(path), ".")
	if slices.Contains(parts, "") {
		return nil, wrong("field", "has an empty part")
	}
	return parts, nil
}

// fieldIn is the value at the path, and whether there is one.
func fieldIn(raw json.RawMessage, path []string) (json.RawMessage, bool) {
	for _, part := range path {
		next, found := child(raw, part)
		if !found {
			return nil, false
		}
		raw = next
	}
	return raw, true
}

func child(raw json.RawMessage, name string) (json.RawMessage, bool) {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) == nil {
		value, found := object[name]
		return value, found
	}
	var list []json.RawMessage
	i, err := strconv.Atoi(name)
	if err != nil || json.Unmarshal(raw, &list) != nil || i < 0 || i >= len(list) {
		return nil, false
	}
	return list[i], true
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
	d := differ{changes: []fieldChange{}}
	d.walk("", from, to)
	if len(d.changes) > maxChanges {
		return d.changes[:maxChanges], true
	}
	return d.changes, false
}

type differ struct{ changes []fieldChange }

// walk goes down as long as both sides are of one shape. A list that grew
// or shrank at its end is shown as elements added or removed.
func (d *differ) walk(path string, a, b json.RawMessage) {
	if len(d.changes) > maxChanges || sameJSON(a, b) {
		return
	}
	var objectA, objectB map[string]json.RawMessage
	if json.Unmarshal(a, &objectA) == nil && json.Unmarshal(b, &objectB) == nil && objectA != nil && objectB != nil {
		names := slices.AppendSeq(slices.Collect(maps.Keys(objectA)), maps.Keys(objectB))
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			d.walk(join(path, name), objectA[name], objectB[name])
		}
		return
	}
	var listA, listB []json.RawMessage
	if json.Unmarshal(a, &listA) == nil && json.Unmarshal(b, &listB) == nil && listA != nil && listB != nil {
		for i := range max(len(listA), len(listB)) {
			d.walk(join(path, strconv.Itoa(i)), at(listA, i), at(listB, i))
		}
		return
	}
	d.note(path, a, b)
}

func (d *differ) note(path string, a, b json.RawMessage) {
	op := "changed"
	switch {
	case a == nil:
		op = "added"
	case b == nil:
		op = "removed"
	}
	d.changes = append(d.changes, fieldChange{Field: path, Op: op, From: a, To: b})
}

func at(list []json.RawMessage, i int) json.RawMessage {
	if i < len(list) {
		return list[i]
	}
	return nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
