package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/state"
)

// A run writes its whole state after every transition, of which most is what
// it was before. An assistant whose states are large says in its fields' tags
// which of them need no second look:
//
//	state:"fixed"  a pointer to what never changes as long as the state holds it,
//	               or a map that doesn't
//	state:"run"    a field that Begin sets anew whatever it holds
//
// Both may be told of one field, with a comma between.

// layout encodes states of one type member by member, and those that are as
// they were not again.
type layout struct {
	fields []field
}

// field is one field of a state.
type field struct {
	index     []int  // from the state, through what it embeds
	name      string // as it stands in the text, with the quotes and the colon
	omitEmpty bool
	fixed     bool
	run       bool
	// keeps tells that it may come again as it was: it is fixed or a string.
	// Of a list without elements, and of an int, nobody need be asked.
	keeps, list, number bool
}

// written is how a field was written last.
type written struct {
	at   uintptr // of a fixed field
	held any     // that, so that nothing else comes to stand there
	text string  // of a string
	raw  []byte  // nil is not known
}

// layoutOf is the layout of a type of which at least one field has a tag of
// ours; nil is to encode it as a whole. It panics where the type can't be
// encoded so: a programmer's error.
func layoutOf(t reflect.Type) *layout {
	if t.Kind() != reflect.Struct || !slices.ContainsFunc(reflect.VisibleFields(t), tagged) {
		return nil
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]()) {
		panic(fmt.Sprintf("engine: %s writes itself, so its fields' tags mean nothing", t))
	}
	l := &layout{}
	l.addAll(t, nil)
	return l
}

// addAll adds a struct's fields; those of a struct that it embeds lie flat,
// where it stands.
func (l *layout) addAll(t reflect.Type, at []int) {
	for i := range t.NumField() {
		f, index := t.Field(i), append(slices.Clone(at), i)
		switch {
		case f.Anonymous && f.IsExported() && f.Type.Kind() == reflect.Struct && f.Tag.Get("json") == "":
			l.addAll(f.Type, index)
		case f.IsExported() || f.Anonymous:
			l.add(f, index)
		}
	}
}

func tagged(f reflect.StructField) bool {
	_, ok := f.Tag.Lookup("state")
	return ok
}

// add adds a field, unless it isn't encoded.
func (l *layout) add(f reflect.StructField, index []int) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" && options == "" {
		return
	}
	if name == "" {
		name = f.Name
	}
	one := field{index: index, name: strconv.Quote(name) + ":", omitEmpty: options == "omitempty"}
	for tag := range strings.SplitSeq(f.Tag.Get("state"), ",") {
		one.fixed = one.fixed || tag == "fixed"
		one.run = one.run || tag == "run"
	}
	kind := f.Type.Kind()
	if f.Anonymous || one.fixed && kind != reflect.Pointer && kind != reflect.Map || !one.omitEmpty && options != "" {
		panic(fmt.Sprintf("engine: field %s has a tag that does not suit it", f.Name))
	}
	if slices.ContainsFunc(l.fields, func(had field) bool { return had.name == one.name }) {
		panic(fmt.Sprintf("engine: two fields are written as %s", one.name))
	}
	one.keeps = one.fixed || kind == reflect.String
	one.number = f.Type == reflect.TypeFor[int]()
	one.list = kind == reflect.Slice && f.Type.Name() == "" && f.Type.Elem().Kind() != reflect.Uint8
	l.fields = append(l.fields, one)
}

// maxDraft is how large drafts are kept for the next state.
const maxDraft = 1 << 20

// drafts are for texts whose length shows when they are there.
var drafts = sync.Pool{New: func() any { return new([]byte) }}

// encode writes a state, a pointer to which value is, and notes in was how.
// The text is that of encode.
func (l *layout) encode(value any, was []written) ([]byte, []state.Member, error) {
	v := reflect.ValueOf(value).Elem()
	draft := drafts.Get().(*[]byte)
	b := append((*draft)[:0], '{')
	defer func() {
		if cap(b) <= maxDraft {
			*draft = b
			drafts.Put(draft)
		}
	}()
	members := make([]state.Member, 0, len(l.fields))
	for i := range l.fields {
		f, one := &l.fields[i], v.FieldByIndex(l.fields[i].index)
		if f.omitEmpty && isEmpty(one) {
			was[i] = written{}
			continue
		}
		if len(members) > 0 {
			b = append(b, ',')
		}
		m := state.Member{Start: len(b)}
		b = append(b, f.name...)
		m.Value = len(b)
		var err error
		if b, err = f.append(b, one, &was[i]); err != nil {
			return nil, nil, err
		}
		m.End = len(b)
		members = append(members, m)
	}
	b = append(b, '}')
	text := append([]byte(nil), b...)
	l.note(text, members, was)
	if failpoint.Enabled {
		mustEqual(value, text)
	}
	return text, members, nil
}

// append writes a field's value and notes of which value it is.
func (f *field) append(b []byte, v reflect.Value, was *written) ([]byte, error) {
	switch {
	case f.fixed:
		if was.raw != nil && was.at == v.Pointer() {
			return append(b, was.raw...), nil
		}
		*was = written{at: v.Pointer(), held: v.Interface()}
	case v.Kind() == reflect.String:
		if was.raw != nil && was.text == v.String() {
			return append(b, was.raw...), nil
		}
		*was = written{text: v.String()}
	case f.number:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case f.list && v.IsNil():
		return append(b, "null"...), nil
	case f.list && v.Len() == 0:
		return append(b, "[]"...), nil
	}
	raw, err := encode(v.Addr().Interface())
	return append(b, raw...), err
}

// note keeps where the values that may come again stand in a text, which
// nobody changes.
func (l *layout) note(text []byte, members []state.Member, was []written) {
	i := 0
	for _, m := range members {
		for l.fields[i].name != string(text[m.Start:m.Value]) {
			i++
		}
		if l.fields[i].keeps {
			was[i].raw = text[m.Value:m.End:m.End]
		}
	}
}

// carried is what the next run may know of how a state is written.
func (l *layout) carried(was []written) []written {
	list := slices.Clone(was)
	for i := range list {
		if l.fields[i].run {
			list[i] = written{}
		}
	}
	return list
}

// decode reads what encode has written with these members into a state, a
// pointer to which value is, but for the fields that are a run's own where
// the next one begins on it. What was holds of this very text is taken as it
// is held there.
func (l *layout) decode(text []byte, members []state.Member, value any, next bool, was []written) error {
	v := reflect.ValueOf(value).Elem()
	i := 0
	for _, m := range members {
		for i < len(l.fields) && l.fields[i].name != string(text[m.Start:m.Value]) {
			i++
		}
		if i == len(l.fields) {
			return fmt.Errorf("engine: no field %s", text[m.Start:m.Value])
		}
		f, one := &l.fields[i], v.FieldByIndex(l.fields[i].index)
		if f.run && next {
			continue
		}
		if held := was[i].heldOf(text[m.Value:m.End]); held != nil {
			one.Set(reflect.ValueOf(held))
			if failpoint.Enabled {
				mustBeRead(one, text[m.Value:m.End])
			}
			continue
		}
		if err := decode(text[m.Value:m.End], one.Addr().Interface()); err != nil {
			return err
		}
		switch {
		case f.fixed:
			was[i] = written{at: one.Pointer(), held: one.Interface(), raw: text[m.Value:m.End:m.End]}
		case one.Kind() == reflect.String:
			was[i] = written{text: one.String(), raw: text[m.Value:m.End:m.End]}
		}
	}
	return nil
}

// heldOf is the fixed value that was written as a text, not only as one like
// it; nil is not known.
func (w *written) heldOf(text []byte) any {
	if len(w.raw) == 0 || len(w.raw) != len(text) || &w.raw[0] != &text[0] {
		return nil
	}
	return w.held
}

// mustBeRead panics where a held value is not what reading its text gives.
func mustBeRead(v reflect.Value, text []byte) {
	read := reflect.New(v.Type())
	if err := decode(text, read.Interface()); err != nil || !reflect.DeepEqual(read.Elem().Interface(), v.Interface()) {
		panic(fmt.Sprintf("engine: %s is not read from %s as it is held: %v", v.Type(), text, err))
	}
}

// find is how a fixed value is written, to which pointer points; nil is not
// known.
func find[T any](was []written, pointer *T) json.RawMessage {
	for i := range was {
		if p, ok := was[i].held.(*T); ok && p == pointer {
			return was[i].raw
		}
	}
	return nil
}

// isEmpty is what omitempty leaves out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	default:
		return v.IsZero()
	}
}
