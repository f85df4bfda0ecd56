package engine

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/madang-dev/madang/state"
)

// maxChangeValue bounds a value in the change log; the checkpoint itself
// has the whole of it.
const maxChangeValue = 256

// fieldChanges lists the fields that differ between two states, by path.
// The first state of a session has no changes: all of it is new.
func fieldChanges(from, to json.RawMessage, fromStatus, toStatus string, at time.Time) []state.TransitionLog {
	if from == nil {
		return nil
	}
	d := differ{stamp: at.Format(time.RFC3339Nano), from: fromStatus, to: toStatus}
	d.walk("", from, to)
	return d.changes
}

type differ struct {
	stamp, from, to string
	changes         []state.TransitionLog
}

func (d *differ) walk(path string, a, b json.RawMessage) {
	if bytes.Equal(a, b) {
		return
	}
	switch {
	case isKind(a, '{') && isKind(b, '{'):
		d.objects(path, a, b)
	case isKind(a, '[') && isKind(b, '['):
		d.arrays(path, a, b)
	default:
		d.add(path, a, b)
	}
}

func (d *differ) objects(path string, a, b json.RawMessage) {
	var before, after map[string]json.RawMessage
	if json.Unmarshal(a, &before) != nil || json.Unmarshal(b, &after) != nil {
		d.add(path, a, b)
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
		d.walk(join(path, k), before[k], after[k])
	}
}

// arrays goes into the elements of lists that kept their length (steps
// whose status changed) and takes others as a whole.
func (d *differ) arrays(path string, a, b json.RawMessage) {
	var before, after []json.RawMessage
	if json.Unmarshal(a, &before) != nil || json.Unmarshal(b, &after) != nil || len(before) != len(after) {
		d.add(path, a, b)
		return
	}
	for i := range before {
		d.walk(join(path, strconv.Itoa(i)), before[i], after[i])
	}
}

func (d *differ) add(path string, a, b json.RawMessage) {
	d.changes = append(d.changes, state.TransitionLog{
		Timestamp: d.stamp, FromStatus: d.from, ToStatus: d.to,
		FieldChanged: path, OldValue: bounded(a), NewValue: bounded(b),
	})
}

func isKind(raw json.RawMessage, open byte) bool { return len(raw) > 0 && raw[0] == open }

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// bounded is the value itself, or what it is and how long when it is large.
func bounded(raw json.RawMessage) json.RawMessage {
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
