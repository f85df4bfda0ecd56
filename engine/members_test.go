package engine

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// page is a state with a field of each kind that layouts know of.
type page struct {
	Name    string          `json:"name"`
	Title   string          `json:"title,omitempty"`
	Found   *finding        `json:"found,omitempty" state:"fixed"`
	Answer  *finding        `json:"answer" state:"fixed,run"`
	Plan    *finding        `json:"plan,omitempty"`
	At      *time.Time      `json:"at,omitempty" state:"fixed"`
	Steps   []string        `json:"steps"`
	Log     []string        `json:"log,omitempty" state:"run"`
	Results map[string]int  `json:"results"`
	Count   int             `json:"count,omitempty"`
	Share   float64         `json:"share"`
	Done    bool            `json:"done,omitempty"`
	Pair    [2]int          `json:"pair,omitempty"`
	Inner   finding         `json:"inner,omitempty"`
	Any     any             `json:"any,omitempty"`
	Marks   map[string]int  `json:"marks" state:"fixed"`
	Bytes   []byte          `json:"bytes"`
	Raw     json.RawMessage `json:"raw"`
	Names   names           `json:"names"`
	Level   level           `json:"level"`
	Hidden  string          `json:"-"`
	Plain   string
	private string
}

type finding struct {
	Text  string   `json:"text"`
	Lines []string `json:"lines"`
}

// names and level are written in their own way.
type (
	names []string
	level int
)

func (n names) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `"%d names"`, len(n)), nil }

func (n *names) UnmarshalJSON(b []byte) error { *n = make(names, int(b[1]-'0')); return nil }

func (l level) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "level %d", int(l)), nil }

func (l *level) UnmarshalText(b []byte) error { *l = level(b[len(b)-1] - '0'); return nil }

// change gives one field of the page another value.
func (p *page) change(r *rand.Rand) {
	word := []string{"", "전세", "a<b>&c", `"\`, "보증금 5%", "\u2028"}[r.IntN(6)]
	f := &finding{Text: word, Lines: []string{word, "x"}}
	switch r.IntN(25) {
	case 0:
		p.Name = word
	case 1:
		p.Title = word
	case 2:
		p.Found = f
	case 3:
		p.Found = nil
	case 4:
		p.Answer = f
	case 5:
		p.Answer = nil
	case 6:
		p.Plan = f
	case 7:
		if p.Plan != nil { // not fixed: it may change where it is
			p.Plan.Text = word
		}
	case 8:
		at := time.Unix(int64(r.IntN(1e9)), 0).UTC()
		p.At = &at
	case 9:
		p.Steps = append(p.Steps, word)
	case 10:
		p.Steps = []string{}
	case 11:
		p.Steps = nil
	case 12:
		p.Log = append(p.Log, word)
	case 13:
		p.Results = map[string]int{word: r.IntN(3)}
	case 14:
		p.Results = nil
	case 15:
		p.Count = r.IntN(2)
	case 16:
		p.Share = float64(r.IntN(3)) / 2
	case 17:
		p.Done = !p.Done
	case 18:
		p.Any = word
	case 20:
		p.Marks = map[string]int{word: r.IntN(3)}
	case 21:
		p.Marks = map[string]int{}
	case 22:
		p.Bytes = []byte(word)
	case 23:
		p.Raw = json.RawMessage(`[1]`)[:3:3]
	case 24:
		p.Names, p.Level = make(names, r.IntN(2)), level(r.IntN(3))
	case 19:
		p.Plain, p.Hidden, p.private, p.Inner.Text, p.Pair[0] = word, word, word, word, r.IntN(2)
	}
}

// A state is written member by member as it is written as a whole, with what
// is known of how it was written last and without, and read back.
func TestMembersAreWrittenAsTheWhole(t *testing.T) {
	t.Parallel()
	l := layoutOf(reflect.TypeFor[page]())
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		var p page
		was := make([]written, len(l.fields))
		for range 30 {
			p.change(r)
			text, members, err := l.encode(&p, was)
			want, _ := encode(&p)
			if err != nil || string(text) != string(want) {
				t.Fatalf("seed %d: %s instead of %s: %v", seed, text, want, err)
			}
			at := 1
			for _, m := range members {
				var name string
				if m.Start != at || json.Unmarshal(text[m.Start:m.Value-1], &name) != nil || !json.Valid(text[m.Value:m.End]) {
					t.Fatalf("seed %d: member %+v of %s", seed, m, text)
				}
				at = m.End + 1
			}
			if at != len(text) {
				t.Fatalf("seed %d: members end at %d of %s", seed, at, text)
			}
			if r.IntN(5) > 0 {
				continue
			}
			p, was = page{}, make([]written, len(l.fields))
			if err := l.decode(text, members, &p, false, was); err != nil {
				t.Fatal(err)
			}
			var whole page
			if err := decode(want, &whole); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(whole, p, cmp.AllowUnexported(page{})); diff != "" {
				t.Fatalf("seed %d: %s", seed, diff)
			}
		}
	}
}

// What is fixed is written once, also where it was read; a run's own is not
// read for the next.
func TestWhatIsFixedIsWrittenOnce(t *testing.T) {
	t.Parallel()
	l := layoutOf(reflect.TypeFor[page]())
	p := page{Found: &finding{Text: "a"}, Answer: &finding{Text: "b"}, Log: []string{"c"}, Count: 1}
	text, members, err := l.encode(&p, make([]written, len(l.fields)))
	if err != nil {
		t.Fatal(err)
	}
	var next page
	was := make([]written, len(l.fields))
	if err := l.decode(text, members, &next, true, was); err != nil {
		t.Fatal(err)
	}
	if next.Found == nil || next.Count != 1 || next.Answer != nil || next.Log != nil {
		t.Errorf("%+v", next)
	}
	if got := string(find(was, next.Found)); got != `{"text":"a","lines":null}` {
		t.Errorf("%s", got)
	}
	next.Found.Text = "which is not allowed"
	again, _, err := l.encode(&next, was)
	if err != nil {
		t.Fatal(err)
	}
	var got page
	if err := json.Unmarshal(again, &got); err != nil || got.Found.Text != "a" {
		t.Errorf("%s, %v", again, err)
	}
	if find(was, &finding{}) != nil {
		t.Error("another value is known")
	}
}

// A run takes over the fixed values of the one before, but not its own, and
// only with the very text that they were written as.
func TestWhatIsFixedIsTakenOver(t *testing.T) {
	t.Parallel()
	l := layoutOf(reflect.TypeFor[page]())
	p := page{Found: &finding{Text: "a"}, Answer: &finding{Text: "b"}}
	was := make([]written, len(l.fields))
	text, members, err := l.encode(&p, was)
	if err != nil {
		t.Fatal(err)
	}
	read := func(text []byte) (next page) {
		t.Helper()
		if err := l.decode(text, members, &next, false, slices.Clone(l.carried(was))); err != nil {
			t.Fatal(err)
		}
		return next
	}
	if next := read(text); next.Found != p.Found || next.Answer == p.Answer || next.Answer.Text != "b" {
		t.Errorf("%+v", next)
	}
	if next := read(slices.Clone(text)); next.Found == p.Found || next.Found.Text != "a" {
		t.Errorf("%+v", next)
	}
}

// ownText writes itself.
type ownText struct {
	A *string `json:"a" state:"fixed"`
}

func (ownText) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

// Embedded is embedded.
type Embedded struct {
	B []string `json:"b" state:"run"`
}

func TestAnEmbeddedStructLiesFlat(t *testing.T) {
	t.Parallel()
	type outer struct {
		Before string `json:"before"`
		Embedded
		After *finding `json:"after" state:"fixed"`
	}
	v := outer{Before: "x", Embedded: Embedded{B: []string{"y"}}, After: &finding{Text: "z"}}
	l := layoutOf(reflect.TypeFor[outer]())
	text, members, err := l.encode(&v, make([]written, len(l.fields)))
	if want, _ := encode(&v); err != nil || string(text) != string(want) {
		t.Fatalf("%s instead of %s: %v", text, want, err)
	}
	var whole, next outer
	if err := l.decode(text, members, &whole, false, make([]written, len(l.fields))); err != nil {
		t.Fatal(err)
	}
	if err := l.decode(text, members, &next, true, make([]written, len(l.fields))); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(v, whole); diff != "" || next.B != nil || next.Before != "x" {
		t.Errorf("%+v, %s", next, diff)
	}
}

func TestLayouts(t *testing.T) {
	t.Parallel()
	type untagged struct {
		finding
		A *string `json:"a,omitzero"`
	}
	if layoutOf(reflect.TypeFor[untagged]()) != nil || layoutOf(reflect.TypeFor[int]()) != nil {
		t.Error("a type without a tag of ours has a layout")
	}
	refused := map[string]reflect.Type{
		"a fixed text": reflect.TypeFor[struct {
			A string `json:"a" state:"fixed"`
		}](),
		"another option": reflect.TypeFor[struct {
			A *string `json:"a,string" state:"fixed"`
		}](),
		"its own encoding": reflect.TypeFor[ownText](),
		"an embedded pointer": reflect.TypeFor[struct {
			*Embedded
			A *string `state:"fixed"`
		}](),
		"a name twice": reflect.TypeFor[struct {
			Embedded
			A *string `json:"b" state:"fixed"`
		}](),
	}
	for name, typ := range refused {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("has a layout")
				}
			}()
			layoutOf(typ)
		})
	}
	names := func(l *layout) (list []string) {
		for _, f := range l.fields {
			list = append(list, f.name)
		}
		return list
	}(layoutOf(reflect.TypeFor[page]()))
	if !slices.Contains(names, `"Plain":`) || slices.Contains(names, `"Hidden":`) || slices.Contains(names, `"private":`) {
		t.Errorf("%q", names)
	}
}
