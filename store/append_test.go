package store

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

// A state can be stored exactly when what it has of its own can, where the
// one before it was.
func FuzzStorableEdits(f *testing.F) {
	f.Add([]byte(`{"a":"가나"}`), []byte(`{"a":"가다"}`))
	f.Add([]byte(`{"a":"가"}`), []byte("{\"a\":\"\xea\xb0\"}"))
	f.Add([]byte("가"), []byte("\xb0\x80"))
	f.Add([]byte("가나"), []byte("가\x00나"))
	f.Add([]byte("가나"), []byte("\xea\xb0\x98"))
	f.Add([]byte{}, []byte("\xff"))
	f.Add([]byte("aa"), []byte("a"))
	f.Add([]byte(`{"a":"가","b":1,"c":"나"}`), []byte(`{"a":"각","b":1,"c":"낙"}`))
	f.Add([]byte(`{"a":"가","b":1,"c":"나"}`), []byte("{\"a\":\"각\",\"b\":1,\"c\":\"\xeb\x82\"}"))
	valid := func(b []byte) bool { return utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 }
	f.Fuzz(func(t *testing.T, before, after []byte) {
		if !valid(before) {
			return
		}
		_, err := delta(before, after)
		if got, want := err == nil, valid(after); got != want {
			t.Errorf("%q after %q: %v", after, before, err)
		}
	})
}
