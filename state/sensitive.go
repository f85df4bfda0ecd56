package state

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// redactTag marks a field whose value nobody is shown outside of the work
// itself: `redact:"true"`.
const redactTag = "redact"

// maxSensitiveDepth ends the walk over a type that holds itself.
const maxSensitiveDepth = 12

// Sensitive lists the fields of a type that carry the tag `redact:"true"`,
// by their paths in its JSON: names joined by dots, "*" for an element of a
// list or a map.
func Sensitive(t reflect.Type) []string {
	var w sensitiveWalk
	w.walk(t, nil)
	slices.Sort(w.paths)
	return slices.Compact(w.paths)
}

// sensitive is a type that knows its sensitive paths itself: its JSON has
// members that are no fields.
type sensitive interface{ SensitivePaths() []string }

type sensitiveWalk struct{ paths []string }

func (w *sensitiveWalk) walk(t reflect.Type, at []string) {
	if len(at) > maxSensitiveDepth {
		return
	}
	if own, ok := reflect.Zero(t).Interface().(sensitive); ok && t.Kind() == reflect.Struct {
		for _, path := range own.SensitivePaths() {
			w.paths = append(w.paths, strings.Join(append(slices.Clone(at), path), "."))
		}
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		w.walk(t.Elem(), at)
	case reflect.Slice, reflect.Array, reflect.Map:
		w.walk(t.Elem(), append(slices.Clone(at), "*"))
	case reflect.Struct:
		for i := range t.NumField() {
			w.field(t.Field(i), at)
		}
	}
}

func (w *sensitiveWalk) field(f reflect.StructField, at []string) {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" || !f.IsExported() && !f.Anonymous {
		return
	}
	below := slices.Clone(at)
	if !f.Anonymous || name != "" { // an embedded struct lies flat
		name = cmp.Or(name, f.Name)
		below = append(below, name)
	}
	if f.Tag.Get(redactTag) == "true" {
		w.paths = append(w.paths, strings.Join(below, "."))
		return
	}
	w.walk(f.Type, below)
}
