package state

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Field is the value at a path of Differences in a JSON text, nil when there is
// none.
func Field(value []byte, path string) json.RawMessage {
	var compact bytes.Buffer
	if json.Compact(&compact, value) != nil {
		return nil
	}
	return fieldIn(compact.Bytes(), path)
}

// fieldIn looks among the members by their own names, because a name may
// have dots too.
func fieldIn(text json.RawMessage, path string) json.RawMessage {
	members := membersOf(text)
	if v, ok := members[path]; ok {
		return v
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if rest, ok := strings.CutPrefix(path, name+"."); ok {
			if v := fieldIn(members[name], rest); v != nil {
				return v
			}
		}
	}
	return nil
}

// membersOf are an object's members by their names, or a list's elements by their
// numbers.
func membersOf(text json.RawMessage) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	var elements []json.RawMessage
	if json.Unmarshal(text, &elements) == nil {
		for i, e := range elements {
			members[strconv.Itoa(i)] = e
		}
		return members
	}
	if json.Unmarshal(text, &members) != nil {
		return nil
	}
	return members
}
