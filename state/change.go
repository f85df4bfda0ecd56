package state

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"
)

// maxChangeValue bounds a value in a list of changes; the states themselves
// have the whole of it.
const maxChangeValue = 256

// Changes lists the fields that differ between two states, by their path
// ("planning.execution_steps.0.status") and in its order. A large value is
// given as its kind and its length. A first state, whose from is empty, has
// no changes: all of it is new.
func Changes(from, to json.RawMessage, fromStatus, toStatus string, at time.Time) []TransitionLog {
	if len(from) == 0 {
		return nil
	}
	c := changes{stamp: at.Format(time.RFC3339Nano), from: fromStatus, to: toStatus}
	c.walk("", from, to)
	return c.list
}

type changes struct {
	stamp, from, to string
	list            []TransitionLog
}

func (c *changes) walk(path string, a, b json.RawMessage) {
	if bytes.Equal(a, b) {
		return
	}
	switch {
	case begins(a, '{') && begins(b, '{'):
		c.objects(path, a, b)
	case begins(a, '[') && begins(b, '['):
		c.lists(path, a, b)
	default:
		c.add(path, a, b)
	}
}

func (c *changes) objects(path string, a, b json.RawMessage) {
	var before, after map[string]json.RawMessage
	if json.Unmarshal(a, &before) != nil || json.Unmarshal(b, &after) != nil {
		c.add(path, a, b)
		return
	}
	keys := slices.Collect(maps.Keys(before))
	for k := range after {
		if _, ok := before[k]; !ok {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		c.walk(join(path, k), before[k], after[k])
	}
}

// lists goes into the elements of lists that kept their length (steps whose
// status changed) and takes others as a whole.
func (c *changes) lists(path string, a, b json.RawMessage) {
	var before, after []json.RawMessage
	if json.Unmarshal(a, &before) != nil || json.Unmarshal(b, &after) != nil || len(before) != len(after) {
		c.add(path, a, b)
		return
	}
	for i := range before {
		c.walk(join(path, strconv.Itoa(i)), before[i], after[i])
	}
}

func (c *changes) add(path string, a, b json.RawMessage) {
	c.list = append(c.list, TransitionLog{
		Timestamp: c.stamp, FromStatus: c.from, ToStatus: c.to,
		FieldChanged: path, OldValue: short(a), NewValue: short(b),
	})
}

func begins(raw json.RawMessage, open byte) bool { return len(raw) > 0 && raw[0] == open }

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// short is the value itself, or what it is and how long when it is large.
func short(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	if len(raw) <= maxChangeValue {
		return raw
	}
	kind := "string"
	switch raw[0] {
	case '{':
		kind = "object"
	case '[':
		kind = "array"
	}
	return json.RawMessage(`{"kind":"` + kind + `","bytes":` + strconv.Itoa(len(raw)) + `}`)
}
