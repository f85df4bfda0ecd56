package forms

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/goccy/go-yaml"
)

// Decode reads one form file into a form, or into a struct that holds one
// inline, and Prepare readies it. Errors name file, line and what would mend
// it.
func Decode(files fs.FS, name string, into any) error {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("forms: %w", err)
	}
	err = yaml.NewDecoder(bytes.NewReader(raw), yaml.Strict()).Decode(into)
	var where *placed
	switch {
	case errors.As(err, &where):
		return fmt.Errorf("forms: %s:%d: %w", name, where.line, where.err)
	case err != nil:
		return fmt.Errorf("forms: %s: %w", name, err)
	}
	return nil
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
		var where *placed
		if errors.As(err, &where) && where.line > 0 {
			return fmt.Errorf("forms: %s:%d: %w", file, where.line, where.err)
		}
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
		behind = grammar.named + grammar.person
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
	re, err := regexp.Compile("(?i)" + x.Said.expression() + behind)
	x.re = re
	return err
}

var types = []Type{Several, Money, Day, Text, Line, Phone, Account, Address, Unit, Name, Names, Choice, YesNo, Rate, Months, MonthDay, Area, List, Items, Payments, Free}

// references finds keys of fields that are not there.
func (f *Form) references() error {
	known := func(line int, keys ...string) error {
		for _, key := range keys {
			if key != "" && f.byKey[key] == nil {
				return at(line, fmt.Errorf("no field %q: it is misspelt, or missing under fields", key))
			}
		}
		return nil
	}
	check := func(line int, list ...*template.Template) error {
		for _, t := range list {
			if err := keysRead(t, func(key string) error { return known(line, key) }); err != nil {
				return err
			}
		}
		return nil
	}
	var errs []error
	for _, x := range f.Fields {
		errs = append(errs, check(x.Needed.line, x.Needed.t), check(x.Shown.line, x.Shown.t), check(x.Past.line, x.Past.t), check(x.Otherwise.line, x.Otherwise.t), check(x.Reads.line, x.Reads.t), known(0, x.Then, x.Former, x.Days, x.With), known(0, x.Forgets...), known(0, x.KnownBy...))
		for _, o := range x.Choices {
			errs = append(errs, known(x.Said.line, o.Forgets...))
		}
	}
	for _, r := range f.Ranges {
		errs = append(errs, known(0, r.From, r.To, r.Months))
	}
	errs = append(errs, known(0, f.Split.Whole, f.Split.Rest), known(0, f.Split.Less...), known(0, f.Split.Parts...))
	for _, r := range f.Rules {
		errs = append(errs, check(r.When.line, r.When.t), check(r.Text.line, r.Text.all()...), known(r.When.line, r.Fields...), known(r.When.line, r.Order...))
		for _, v := range r.Values {
			errs = append(errs, check(v.line, v.all()...))
		}
	}
	for _, d := range f.Derive {
		errs = append(errs, check(d.When.line, d.When.t), check(d.To.line, d.To.all()...), known(d.When.line, d.Set), known(d.When.line, d.Forget...))
	}
	for _, k := range f.Summary {
		errs = append(errs, check(k.Show.line, k.Show.all()...))
	}
	return errors.Join(errs...)
}

// Check finds keys of fields that templates name and the form lacks.
func (f *Form) Check(t *Template) error {
	return errors.Join(f.checkAll(t.line, t.all()...))
}

// CheckCond is Check of a condition.
func (f *Form) CheckCond(c *Cond) error { return f.checkAll(c.line, c.t) }

func (f *Form) checkAll(line int, list ...*template.Template) error {
	for _, t := range list {
		if err := keysRead(t, func(key string) error {
			if f.byKey[key] == nil {
				return fmt.Errorf("line %d: no field %q: it is misspelt, or missing under fields", line, key)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func (t *Template) all() []*template.Template {
	list := make([]*template.Template, 0, len(t.by))
	for _, parsed := range t.by {
		list = append(list, parsed)
	}
	return list
}
