package forms

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/dialog"
)

// Decode reads one form file into a form, or into a struct that holds one
// inline, and Prepare readies it. Errors name file, line and what would mend
// it.
func Decode(files fs.FS, name string, into any) error {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("forms: %w", err)
	}
	err = datafile.Decode(raw, into)
	var where *placed
	switch {
	case errors.As(err, &where):
		return fmt.Errorf("forms: %s:%d: %w", name, where.line, where.err)
	case err != nil:
		return fmt.Errorf("forms: %s:%w", name, err)
	}
	return nil
}

// Load reads every form of a folder in the order of their names, each into a value that
// holds a form inline, and has it prepared.
func Load[T any](dir fs.FS, prepare func(one *T, dir fs.FS, name string) error) (list []*T, err error) {
	names, err := fs.Glob(dir, "*.yaml")
	for _, name := range names {
		one := new(T)
		if err := Decode(dir, name, one); err != nil {
			return nil, err
		}
		if err := prepare(one, dir, name); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, err
}

// Prepare checks a form that was decoded from a file and readies its readers.
func (f *Form) Prepare(file string, facts Facts) error {
	f.Kind, f.facts, f.byKey = strings.TrimSuffix(path.Base(file), path.Ext(file)), facts, map[string]*Field{}
	if lacks := f.Name.Lacks("ko", "en"); len(lacks) > 0 {
		return fmt.Errorf("forms: %s:1: the form has no name in %s: add it", file, lacks[0])
	}
	for _, x := range f.Fields {
		if err := f.add(x); err != nil {
			return fmt.Errorf("forms: %s: field %q: %w", file, x.Key, err)
		}
	}
	if err := f.references(); err != nil {
		return fmt.Errorf("forms: %s: %w", file, err)
	}
	return nil
}

func (f *Form) add(x *Field) error {
	switch {
	case x.Key == "":
		return errors.New("a field without a key: add one")
	case f.byKey[x.Key] != nil:
		return errors.New("the key stands twice: rename one")
	case !slices.Contains(types, x.Type):
		return fmt.Errorf("the type %q is unknown: one of %v", x.Type, types)
	case x.Type != Free && len(x.Name.Lacks("ko", "en")) > 0:
		return errors.New("no name in ko and en: add it")
	case x.Needed.Given() && len(x.Ask.Lacks("ko", "en")) > 0:
		return errors.New("a field that may be needed has no question in ko and en: add ask")
	case x.Type == Choice && len(x.Choices) == 0:
		return errors.New("a choice without choices: add them")
	}
	f.byKey[x.Key] = x
	var behind string
	switch x.Type {
	case Money, Payments:
		return f.money.add(x)
	case Day:
		return f.days.add(x)
	case Name, Names:
		behind = grammar.titled
	case List:
		behind = grammar.colon
	case Text, Line, Phone, Account:
		if behind = grammar.is; x.Strict {
			behind = grammar.colon
		}
	}
	if behind == "" || x.Said.Empty() {
		return nil
	}
	re, err := dialog.Compile("(?i)" + x.Said.expression() + behind)
	x.re = re
	return err
}

var types = []Type{Several, Money, Day, Text, Line, Phone, Account, Address, Unit, Name, Names, Choice, YesNo, Rate, Months, MonthDay, Area, List, Items, Payments, Free}

// references finds keys of fields that are not there.
func (f *Form) references() error {
	var errs []error
	check := func(err error) { errs = append(errs, err) }
	for _, x := range f.Fields {
		for _, c := range []*Cond{&x.Needed, &x.Shown, &x.Past, &x.Otherwise, &x.Reads} {
			check(f.CheckCond(c))
		}
		check(f.known(x.Said.line, append(append([]string{x.Then, x.Former, x.Days, x.With}, x.Forgets...), x.KnownBy...)...))
		for _, o := range x.Choices {
			check(f.known(o.Said.line, o.Forgets...))
			check(f.CheckCond(&o.When))
		}
	}
	for _, r := range f.Ranges {
		check(f.known(r.Behind.line, r.From, r.To, r.Months))
	}
	check(f.known(f.Split.Said.line, append(append([]string{f.Split.Whole, f.Split.Rest}, f.Split.Less...), f.Split.Parts...)...))
	for i := range f.Rules {
		r := &f.Rules[i]
		check(errors.Join(f.CheckCond(&r.When), f.Check(&r.Text), f.known(r.When.line, append(r.Fields, r.Order...)...)))
		for k := range r.Values {
			check(f.Check(&r.Values[k]))
		}
	}
	for i := range f.Derive {
		d := &f.Derive[i]
		check(errors.Join(f.CheckCond(&d.When), f.Check(&d.To), f.known(d.When.line, append(d.Forget, d.Set)...)))
	}
	for i := range f.Summary {
		check(f.Check(&f.Summary[i].Show))
	}
	return errors.Join(errs...)
}

// known tells which of the keys is of no field; "" is none.
func (f *Form) known(line int, keys ...string) error {
	for _, key := range keys {
		if key != "" && f.byKey[key] == nil {
			return at(line, fmt.Errorf("line %d: no field %q: it is misspelt, or missing under fields", line, key))
		}
	}
	return nil
}

// Check finds what a text names and is not there: fields of the form, figures
// of the facts.
func (f *Form) Check(t *Template) error { return f.look(t.line, t.calls) }

// CheckCond is Check of a condition.
func (f *Form) CheckCond(c *Cond) error { return f.look(c.line, c.calls) }

func (f *Form) look(line int, calls []call) error {
	for _, c := range calls {
		most, takesKeys := keyMethods[c.method]
		switch {
		case takesKeys:
			if err := f.known(line, c.texts[:min(cmp.Or(most, len(c.texts)), len(c.texts))]...); err != nil {
				return err
			}
		case f.facts != nil && slices.Contains(figureMethods, c.method): // without facts a form only reads messages
			if _, err := f.facts.Figure(c.texts[0]); err != nil {
				return at(line, fmt.Errorf("line %d: %w", line, err))
			}
		}
	}
	return nil
}

// figureMethods are the methods of Scope that take a figure of the facts.
var figureMethods = []string{"Fact", "Figure", "Pct", "Years"}
