package datafile

import (
	"crypto/sha256"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// every is a value of each kind that files hold.
type every struct {
	Text   string            `yaml:"text"`
	Whole  int64             `yaml:"whole"`
	Small  uint8             `yaml:"small"`
	Part   float64           `yaml:"part"`
	Yes    bool              `yaml:"yes"`
	List   []string          `yaml:"list"`
	Table  [][]int           `yaml:"table"`
	Named  map[string]inner  `yaml:"named"`
	Maybe  *int              `yaml:"maybe"`
	Nested inner             `yaml:"nested"`
	More   []*inner          `yaml:"more"`
	Words  map[string]string `yaml:"words"`
	hidden int               //nolint:unused // is left alone
}

type inner struct {
	A string `yaml:"a"`
	B *inner `yaml:"b"`
}

const text = `
text: 전세금 “5%”
whole: -9007199254740993
small: 200
part: 0.1
yes: true
list: []
table: [[1, -2], [], [3]]
named: {b: {a: x}, a: {b: {a: y}}}
maybe: 0
nested: {a: z}
more: [{a: p}, {b: {a: q}}]
`

// sealed is how long the name of text and type is.
const sealed = sha256.Size + 8

func parsed(t *testing.T, text string) every {
	t.Helper()
	var v every
	if err := (File{Text: []byte(text)}).Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func prepared(t *testing.T, text string) []byte {
	t.Helper()
	v := parsed(t, text)
	values, err := Prepare([]byte(text), &v)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func TestValuesSayWhatTheTextSays(t *testing.T) {
	t.Parallel()
	values := prepared(t, text)
	var got every
	if err := unpack(string(values[sealed:]), reflect.ValueOf(&got).Elem()); err != nil {
		t.Fatal(err)
	}
	same(t, got, parsed(t, text))
	if got.List == nil || got.Maybe == nil || got.Words != nil {
		t.Error("an empty list, a pointer to 0 or a missing map became another")
	}
	if again := prepared(t, text); string(again) != string(values) {
		t.Error("one text has two forms")
	}
}

// What does not fit the text or the type any more is not read.
func TestValuesOfSomethingElseAreNotRead(t *testing.T) {
	t.Parallel()
	values := prepared(t, text)
	changed := strings.Replace(text, "true", "false", 1)
	file := File{Text: []byte(changed), Values: values}
	var got every
	if err := file.Decode(&got); err != nil || got.Yes || file.Fresh(&got) {
		t.Errorf("%v: the values of another text were read", err)
	}
	type other struct {
		Text  string `yaml:"text"`
		Whole string `yaml:"whole"`
	}
	var o other
	file = File{Text: []byte("text: a\nwhole: b\n"), Values: prepared(t, text)}
	if err := file.Decode(&o); err != nil || o.Whole != "b" || file.Fresh(&o) {
		t.Errorf("%v %+v: the values of another type were read", err, o)
	}
}

func TestDamagedValuesAreNotRead(t *testing.T) {
	t.Parallel()
	whole, want := prepared(t, text), parsed(t, text)
	for n := range whole {
		var got every
		if err := (File{Text: []byte(text), Values: whole[:n]}).Decode(&got); err != nil {
			t.Fatal(n, err)
		}
		same(t, got, want)
	}
}

func TestUnknownKeysAreRefused(t *testing.T) {
	t.Parallel()
	var v inner
	err := File{Text: []byte("a: x\nc: y\n")}.Decode(&v)
	if err == nil || !strings.Contains(err.Error(), "[2:1]") {
		t.Errorf("%v does not name the line", err)
	}
	type strange struct {
		C chan int `yaml:"c"`
	}
	if _, err := Prepare(nil, &strange{}); err == nil {
		t.Error("a channel was prepared")
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"a.yaml": {Data: []byte(text)}, "a.yaml" + Ext: {Data: prepared(t, text)}, "b.yaml": {Data: []byte("text: b\n")},
	}
	for name, fresh := range map[string]bool{"a.yaml": true, "b.yaml": false} {
		file, err := Open(files, name)
		if err != nil || file.Fresh(new(every)) != fresh {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(files, "c.yaml"); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte{})
	f.Fuzz(func(_ *testing.T, values []byte) {
		var v every
		_ = unpack(string(values), reflect.ValueOf(&v).Elem()) // it returns, whatever it is
	})
}

func same(t *testing.T, got, want every) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(every{})); diff != "" {
		t.Error(diff)
	}
}
