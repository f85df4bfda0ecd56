package eval

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/madang-dev/madang/internal/datafile"
)

// Kind is what a set measures.
type Kind string

// The kinds of sets.
const (
	Intents   Kind = "intents"   // what a query wants
	Retrieval Kind = "retrieval" // which articles answer it
	Answers   Kind = "answers"   // what a whole answer says
	Strangers Kind = "strangers" // the same of questions, clauses and dialogues written apart
)

// The halves of a set: what may be looked at while something is changed, and
// what is only counted.
const (
	Tune   = "tune"
	Report = "report"
)

// Set is labelled cases of one kind.
type Set struct {
	Name  string `yaml:"name"`
	Title string `yaml:"title"`
	Kind  Kind   `yaml:"kind"`
	// Assistant is whom the cases are put to; "" is the adviser.
	Assistant string `yaml:"-"`
	Cases     []Case `yaml:"cases"`
	// Review lists queries whose answers were rated badly: nobody knows yet
	// what is right, so they are for people to read and are not measured.
	Review []Complaint `yaml:"review,omitempty"`
}

// Case is a query and what is right for it. Which fields count depends on
// the set's kind.
type Case struct {
	ID       string `yaml:"id"`
	Text     string `yaml:"text"`
	Language string `yaml:"lang,omitempty"`
	Register string `yaml:"register,omitempty"`
	Split    string `yaml:"split,omitempty"`

	// Intent is the right reading of the query.
	Intent string `yaml:"intent,omitempty"`
	// Want lists articles ("주택임대차보호법 제7조"), any of which answers
	// the query; none says that nothing may be found.
	Want []string `yaml:"want,omitempty"`
	// Expect is what the whole answer is checked for.
	Expect *Expect `yaml:"expect,omitempty"`
	// Row is that of a stranger.
	Row *stranger `yaml:"-"`
}

// Expect is what an answer has to say and must not say. Texts are compared
// without white space and case.
type Expect struct {
	// Cites are sources, each of which has to be among the answer's.
	Cites []string `yaml:"cites,omitempty"`
	// CitesAny are sources of which one is enough.
	CitesAny []string `yaml:"cites_any,omitempty"`
	Contains []string `yaml:"contains,omitempty"`
	Absent   []string `yaml:"absent,omitempty"`
	// Numbers are amounts in won or plain numbers that the answer states, in
	// whatever spelling.
	Numbers []float64 `yaml:"numbers,omitempty"`
	// NotFound tells that the answer has to admit that it has nothing to go
	// by: it cites nothing.
	NotFound bool `yaml:"not_found,omitempty"`
}

// Complaint is a query whose answer was rated badly.
type Complaint struct {
	ID      string `yaml:"id"`
	Text    string `yaml:"text"`
	Comment string `yaml:"comment,omitempty"`
}

// ErrSet is that a set contradicts itself.
var ErrSet = errors.New("eval: not a set")

// file is a set as it may be written: the sets of this package, or the
// labelled files that planning and knowledge keep for their own tests.
type file struct {
	Set `yaml:",inline"`
	// Queries are planning's: what they want are entities, which its own tests compare.
	Queries   []Case     `yaml:"queries"`
	Questions []question `yaml:"questions"`
	Nothing   []string   `yaml:"nothing"`
}

// question is a labelled question of knowledge.
type question struct {
	Text    string   `yaml:"text"`
	Law     string   `yaml:"law"`
	Article string   `yaml:"article"`
	Also    []string `yaml:"also"`
}

// ParseSet reads a set. Its name is used where it has none of its own.
func ParseSet(name string, data []byte) (Set, error) {
	var f file
	if err := datafile.Decode(data, &f); err != nil {
		return Set{}, fmt.Errorf("set %s: %w", name, err)
	}
	s := f.Set
	s.Name = cmp.Or(s.Name, name)
	for _, q := range f.Queries {
		s.Kind, q.Want = Intents, nil
		s.Cases = append(s.Cases, q)
	}
	for i, q := range f.Questions {
		s.Kind = Retrieval
		want := append([]string{q.Law + " " + q.Article}, q.Also...)
		s.Cases = append(s.Cases, Case{ID: fmt.Sprintf("q%03d", i+1), Text: q.Text, Want: want})
	}
	for i, text := range f.Nothing {
		s.Kind = Retrieval
		s.Cases = append(s.Cases, Case{ID: fmt.Sprintf("n%03d", i+1), Text: text})
	}
	return s, s.validate()
}

func (s Set) validate() error {
	if !slices.Contains([]Kind{Intents, Retrieval, Answers, Strangers}, s.Kind) {
		return fmt.Errorf("%w: %s: kind %q is unknown", ErrSet, s.Name, s.Kind)
	}
	if len(s.Cases)+len(s.Review) == 0 {
		return fmt.Errorf("%w: %s has no cases", ErrSet, s.Name)
	}
	seen := map[string]bool{}
	for _, c := range s.Cases {
		switch {
		case c.ID == "" || seen[c.ID]:
			return fmt.Errorf("%w: %s: id %q is empty or used twice", ErrSet, s.Name, c.ID)
		case c.Text == "" && (s.Kind != Retrieval || len(c.Want) > 0):
			return fmt.Errorf("%w: %s: %s has no text", ErrSet, s.Name, c.ID)
		case c.Split != "" && c.Split != Tune && c.Split != Report:
			return fmt.Errorf("%w: %s: %s: split %q is unknown", ErrSet, s.Name, c.ID, c.Split)
		case s.Kind == Intents && c.Intent == "":
			return fmt.Errorf("%w: %s: %s has no intent", ErrSet, s.Name, c.ID)
		case s.Kind == Answers && c.Expect == nil:
			return fmt.Errorf("%w: %s: %s expects nothing", ErrSet, s.Name, c.ID)
		}
		seen[c.ID] = true
	}
	return nil
}

// Half is the set's cases of one split; "" is all of them.
func (s Set) Half(split string) Set {
	if split != "" {
		s.Cases = slices.DeleteFunc(slices.Clone(s.Cases), func(c Case) bool { return c.Split != split })
	}
	return s
}
