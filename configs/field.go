package configs

import (
	"reflect"
	"strings"
	"time"
)

var durationType = reflect.TypeFor[time.Duration]()

// field is one setting as the sources, the checks and the example see it.
type field struct {
	path   string // "limits.burst"
	goName string // "Burst", by which the environment's library tells of it
	value  reflect.Value
	tag    reflect.StructTag
}

func (f field) env() string  { return f.tag.Get("env") }
func (f field) flag() string { return f.tag.Get("flag") }
func (f field) doc() string  { return f.tag.Get("doc") }
func (f field) name() string { return f.path[strings.LastIndexByte(f.path, '.')+1:] }
func (f field) group() bool  { return f.value.Kind() == reflect.Struct }

// fields lists the settings of a struct in the order of the source; a group
// (limits) comes before its members when groups are asked for.
func fields(v reflect.Value, prefix string, groups bool) []field {
	var out []field
	for i := range v.NumField() {
		sf := v.Type().Field(i)
		f := field{path: prefix + sf.Tag.Get("yaml"), goName: sf.Name, value: v.Field(i), tag: sf.Tag}
		if !f.group() {
			out = append(out, f)
			continue
		}
		if groups {
			out = append(out, f)
		}
		out = append(out, fields(f.value, f.path+".", groups)...)
	}
	return out
}

func (s *Settings) fields() []field {
	return fields(reflect.ValueOf(s).Elem(), "", false)
}
