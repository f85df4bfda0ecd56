// Package jsontest holds the fast JSON of the engine against encoding/json:
// what one process has written another must read, and a run that is played
// again must give the same bytes.
package jsontest

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	fast "github.com/goccy/go-json"
)

// rounds is how many random values of a type are compared.
const rounds = 200

// Same fails t unless random values of T have the same JSON by both, and are
// the same when they are read back.
func Same[T any](t *testing.T) {
	t.Helper()
	made := 0
	for seed := range uint64(rounds) {
		var v T
		f := filler{rand.New(rand.NewPCG(seed, 7))}
		f.fill(reflect.ValueOf(&v).Elem(), 0)
		want, err := slow(&v)
		if err != nil {
			continue // a value that the type refuses
		}
		made++
		got, err := fast.MarshalWithOption(&v, fast.DisableHTMLEscape())
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("seed %d: encoded as\n%s\ninstead of\n%s\n%v", seed, got, want, err)
		}
		var a, b T
		refused := json.Unmarshal(want, &a)
		if err := fast.Unmarshal(want, &b); (err == nil) != (refused == nil) {
			t.Fatalf("seed %d: decoded with %v instead of %v\n%s", seed, err, refused, want)
		}
		if refused == nil && !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: decoded as\n%+v\ninstead of\n%+v\nfrom %s", seed, b, a, want)
		}
	}
	if made < rounds/2 {
		t.Errorf("only %d of %d values could be encoded", made, rounds)
	}
}

// slow is what encoding/json makes of a value for the engine.
func slow(v any) ([]byte, error) {
	var paper bytes.Buffer
	e := json.NewEncoder(&paper)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(paper.Bytes(), []byte("\n")), err
}

// filler puts random values into what JSON knows.
type filler struct{ *rand.Rand }

// maxDepth bounds types that hold themselves.
const maxDepth = 12

func (f filler) fill(v reflect.Value, depth int) {
	if !v.CanSet() || depth > maxDepth {
		return
	}
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		*p = time.UnixMilli(f.Int64N(4e12)).UTC()
		return
	case *json.RawMessage:
		*p = f.raw()
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if f.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), depth+1)
		}
	case reflect.Slice:
		if n := f.IntN(4); n > 0 { // nil, empty or some
			v.Set(reflect.MakeSlice(v.Type(), n-1, n))
			for i := range v.Len() {
				f.fill(v.Index(i), depth+1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		f.fillMap(v, depth)
	default:
		f.scalar(v)
	}
}

func (f filler) fillMap(v reflect.Value, depth int) {
	n := f.IntN(5)
	if n == 0 {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range n - 1 {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, depth+1)
		f.fill(value, depth+1)
		v.SetMapIndex(key, value)
	}
}

func (f filler) scalar(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(f.text())
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(f.Int64() >> f.IntN(64) * int64(1-2*f.IntN(2)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(f.Uint64() >> f.IntN(64))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, 0.5, -1e-9, 1e21, 123456789.125, f.NormFloat64()}[f.IntN(6)])
	case reflect.Interface:
		if v.NumMethod() == 0 {
			v.Set(reflect.ValueOf([]any{f.text(), 1.5, true, []any{"가"}, map[string]any{"나": "다", "a": 2.0}}[f.IntN(5)]))
		}
	}
}

func (f filler) text() string {
	parts := []string{
		"", "전세금은 5,000만 원", "a<b>&c", "\"\\/", "\u2028\u2029", "\x00\x1f\x7f", "🏠", "\t\n\r", "\xff\xfe", "plain",
	}
	var b strings.Builder
	for range f.IntN(4) {
		b.WriteString(parts[f.IntN(len(parts))])
	}
	return b.String()
}

func (f filler) raw() json.RawMessage {
	all := []string{`null`, `{"a": [1, 2.50, "가 <b>"]}`, `"x"`, `[ ]`, `{"b":{"c":null},"a":1e3}`}
	if n := f.IntN(len(all) + 1); n < len(all) {
		return json.RawMessage(all[n])
	}
	return nil
}
