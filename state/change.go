package state

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
)

// maxChangeValue bounds a value in a list of changes; the states themselves
// have the whole of it.
const maxChangeValue = 256

// Difference is a value that two states do not share, at its path
// ("planning.execution_steps.0.status"): From or To is nil where there is none.
type Difference struct {
	Path     string
	From, To json.RawMessage
}

// Differences lists at most so many of the values that two JSON texts differ in, in
// the order of their paths. It goes down as long as both sides are objects, or
// lists of one length; resized has it go into lists that grew or shrank at
// their end too, and else they are taken as a whole.
func Differences(from, to json.RawMessage, resized bool, most int) []Difference {
	d := differ{resized: resized, most: most}
	d.walk("", from, to)
	return d.list
}

type differ struct {
	resized bool
	most    int
	list    []Difference
}

// walk compares what is written: both sides come from one encoder, and to read
// every value again would cost more than the change did.
func (d *differ) walk(path string, a, b json.RawMessage) {
	switch {
	case len(d.list) >= d.most || bytes.Equal(a, b):
	case begins(a, '{') && begins(b, '{') && d.objects(path, a, b):
	case begins(a, '[') && begins(b, '[') && d.lists(path, a, b):
	default:
		d.list = append(d.list, Difference{path, a, b})
	}
}

// objects is false for what can't be read, which differs as a whole.
func (d *differ) objects(path string, a, b json.RawMessage) bool {
	var before, after map[string]json.RawMessage
	if json.Unmarshal(a, &before) != nil || json.Unmarshal(b, &after) != nil {
		return false
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		d.walk(join(path, name), before[name], after[name])
	}
	return true
}

// lists is false for those that are not compared element by element.
func (d *differ) lists(path string, a, b json.RawMessage) bool {
	var before, after []json.RawMessage
	if json.Unmarshal(a, &before) != nil || json.Unmarshal(b, &after) != nil || len(before) != len(after) && !d.resized {
		return false
	}
	for i := range max(len(before), len(after)) {
		d.walk(join(path, strconv.Itoa(i)), element(before, i), element(after, i))
	}
	return true
}

func element(list []json.RawMessage, i int) json.RawMessage {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// Changes lists the differences between the states of two steps. A large value is
// given as its kind and its length, and so is a list that grew (steps whose
// status changed kept its length). A first state, whose from is empty, has no
// changes: all of it is new.
func Changes(from, to json.RawMessage, fromStatus, toStatus string, at time.Time) []TransitionLog {
	if len(from) == 0 {
		return nil
	}
	var changes []TransitionLog
	for _, d := range Differences(from, to, false, math.MaxInt) {
		changes = append(changes, TransitionLog{
			Timestamp: at.Format(time.RFC3339Nano), FromStatus: fromStatus, ToStatus: toStatus,
			FieldChanged: d.Path, OldValue: short(d.From), NewValue: short(d.To),
		})
	}
	return changes
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
