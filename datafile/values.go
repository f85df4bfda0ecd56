package datafile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Values are written in the order of a type's exported fields, without names:
// numbers as varints, and before what may be nil a 0, else its length plus
// one. encoding/gob would not do: it takes a pointer to 0 for none.

var errValues = errors.New("the values are damaged")

// pack appends a value's.
func pack(b []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint()), nil
	case reflect.Float32, reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float())), nil
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...), nil
	case reflect.Struct:
		return packFields(b, v)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0), nil
		}
		return pack(append(b, 1), v.Elem())
	case reflect.Slice:
		return packList(b, v)
	case reflect.Map:
		return packMap(b, v)
	}
	return nil, fmt.Errorf("%s can't be prepared", v.Type())
}

func packFields(b []byte, v reflect.Value) (_ []byte, err error) {
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		if b, err = pack(b, v.Field(i)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func packList(b []byte, v reflect.Value) (_ []byte, err error) {
	if v.IsNil() {
		return append(b, 0), nil
	}
	b = binary.AppendUvarint(b, uint64(v.Len())+1)
	for i := range v.Len() {
		if b, err = pack(b, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// packMap writes the keys in their order: one text has one form.
func packMap(b []byte, v reflect.Value) (_ []byte, err error) {
	if v.IsNil() {
		return append(b, 0), nil
	}
	if v.Type().Key().Kind() != reflect.String {
		return nil, fmt.Errorf("%s can't be prepared", v.Type())
	}
	b = binary.AppendUvarint(b, uint64(v.Len())+1)
	keys := v.MapKeys()
	slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) })
	for _, k := range keys {
		if b, err = pack(b, k); err != nil {
			return nil, err
		}
		if b, err = pack(b, v.MapIndex(k)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// unpack sets a value from what pack wrote, all of it.
func unpack(values string, v reflect.Value) error {
	r := reader{rest: values}
	r.read(v)
	if r.bad || r.rest != "" {
		return errValues
	}
	return nil
}

// reader takes values off a text, of which strings stay parts.
type reader struct {
	rest string
	bad  bool
}

func (r *reader) read(v reflect.Value) {
	if r.bad {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.take(1) == "\x01")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := r.uvarint()
		v.SetInt(int64(n>>1) ^ -int64(n&1))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.uvarint())
	case reflect.Float32, reflect.Float64:
		if bits := r.take(8); bits != "" {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64([]byte(bits))))
		}
	case reflect.String:
		v.SetString(r.take(r.uvarint()))
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() {
				r.read(field)
			}
		}
	case reflect.Pointer:
		if r.take(1) == "\x01" {
			v.Set(reflect.New(v.Type().Elem()))
			r.read(v.Elem())
		}
	case reflect.Slice:
		if n, ok := r.length(); ok {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := 0; i < n && !r.bad; i++ {
				r.read(v.Index(i))
			}
		}
	case reflect.Map:
		r.readMap(v)
	default:
		r.bad = true
	}
}

func (r *reader) readMap(v reflect.Value) {
	n, ok := r.length()
	if !ok {
		return
	}
	t := v.Type()
	v.Set(reflect.MakeMapWithSize(t, n))
	for i := 0; i < n && !r.bad; i++ {
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		r.read(key)
		r.read(value)
		v.SetMapIndex(key, value)
	}
}

// length is that of a list, false for nil.
func (r *reader) length() (int, bool) {
	n := r.uvarint()
	if n > uint64(len(r.rest))+1 { // an entry has a byte at least
		r.bad = true
	}
	if n == 0 || r.bad {
		return 0, false
	}
	return int(n - 1), true
}

func (r *reader) take(n uint64) string {
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, ""
		return ""
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) uvarint() (n uint64) {
	for shift := uint(0); shift < 64; shift += 7 {
		b := r.take(1)
		if b == "" {
			return 0
		}
		n |= uint64(b[0]&0x7f) << shift
		if b[0] < 0x80 {
			return n
		}
	}
	r.bad = true
	return 0
}

// describe appends all that decides how a type's values are read.
func describe(b []byte, t reflect.Type, seen map[reflect.Type]bool) []byte {
	b = append(append(b, t.Kind().String()...), ' ')
	if seen[t] {
		return append(b, t.String()...)
	}
	switch t.Kind() {
	case reflect.Struct:
		seen[t] = true
		b = strconv.AppendInt(b, int64(t.NumField()), 10)
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				b = append(append(append(b, ' '), f.Name...), ' ')
				b = append(append(b, f.Tag.Get("yaml")...), ' ')
				b = describe(b, f.Type, seen)
			}
		}
	case reflect.Pointer, reflect.Slice:
		b = describe(b, t.Elem(), seen)
	case reflect.Map:
		b = describe(describe(b, t.Key(), seen), t.Elem(), seen)
	}
	return b
}
