package forms

import (
	"cmp"
	"strconv"
	"strings"
)

// Entry is a field of a form for clients that show it as a control: how it is
// called, what it may be, and what it is.
type Entry struct {
	Key     string `json:"key"`
	Group   string `json:"group"`
	LabelKo string `json:"label_ko"`
	LabelEn string `json:"label_en"`
	Type    Type   `json:"type"`
	// Options are the choices in the language of the scope.
	Options []string `json:"options,omitempty"`
	// Open tells that it is needed and not known.
	Open bool `json:"open,omitempty"`
	// Text is the value in words, "" of one that nobody has said.
	Text string `json:"text,omitempty" redact:"true"`
}

// Entries are the fields that people may fill in, in the form's order. Lists
// of rows are left out: no single line says them.
func (f *Form) Entries(s *Scope) []Entry {
	var list []Entry
	for _, x := range f.Fields {
		if x.Type == Free || x.Type == Items || x.Type == Payments || len(x.Name) == 0 || !x.Shown.Holds(s, true) {
			continue
		}
		e := Entry{Key: x.Key, Group: x.Group, LabelKo: x.Name.In("ko"), LabelEn: x.Name.In("en"), Type: x.Type, Text: s.Told(x), Open: x.Needed.Holds(s, false) && !s.known(x)}
		for _, o := range x.Choices {
			e.Options = append(e.Options, o.Name.In(s.lang))
		}
		if x.Type == YesNo {
			e.Options = []string{s.yes(), s.no()}
		}
		list = append(list, e)
	}
	return list
}

// Told is a field's value in words, "" of one that is not known.
func (s *Scope) Told(f *Field) string {
	if !s.Has(f.Key) {
		return ""
	}
	switch f.Type {
	case Money:
		return s.Won(s.Num(f.Key))
	case Choice:
		return s.Option(f.Key)
	case YesNo:
		return s.YesOrNo(f.Key)
	case Items:
		var told []string
		for _, r := range s.Values.Rows(f.Key) {
			told = append(told, r.Name+" "+s.Won(r.Amount))
		}
		return strings.Join(told, ", ")
	case MonthDay, Months:
		return strconv.FormatInt(s.Num(f.Key), 10)
	}
	return strings.Join(s.Values.List(f.Key), ", ")
}

// YesOrNo is an answer in words, a gap when there is none.
func (s *Scope) YesOrNo(key string) string {
	switch {
	case s.Yes(key):
		return s.yes()
	case s.No(key):
		return s.no()
	}
	return s.Blank()
}

func (s *Scope) yes() string { return cmp.Or(s.form.YesNo.Yes.In(s.lang), s.say("yes")) }
func (s *Scope) no() string  { return cmp.Or(s.form.YesNo.No.In(s.lang), s.say("none")) }
