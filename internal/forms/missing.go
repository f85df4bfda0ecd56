package forms

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/words"
)

// Missing is one value that a form needs and nobody has said.
type Missing struct {
	Key        string `json:"key"`
	Group      string `json:"group"` // asked together
	LabelKo    string `json:"label_ko"`
	LabelEn    string `json:"label_en"`
	QuestionKo string `json:"question_ko"`
	QuestionEn string `json:"question_en"`
	Required   bool   `json:"required"`
}

// NewMissing is a missing value with its name and question.
func NewMissing(key, group string, name, ask words.Text, required bool) Missing {
	return Missing{Key: key, Group: group, LabelKo: name.In("ko"), LabelEn: name.In("en"), QuestionKo: ask["ko"], QuestionEn: ask["en"], Required: required}
}

// Question is the question in a language.
func (m Missing) Question(lang string) string {
	return words.Text{"ko": m.QuestionKo, "en": m.QuestionEn}.In(lang)
}

// Label is the name of the value in a language.
func (m Missing) Label(lang string) string {
	return words.Text{"ko": m.LabelKo, "en": m.LabelEn}.In(lang)
}

// Missing lists what nobody has said yet: first what is needed, then what may
// be left blank.
func (f *Form) Missing(s *Scope) []Missing {
	var required, optional []Missing
	for _, x := range f.Fields {
		if x.Type == Free || len(x.Name) == 0 || !x.Shown.Holds(s, true) || s.known(x) {
			continue
		}
		if m := NewMissing(x.Key, x.Group, x.Name, x.Ask, x.Needed.Holds(s, false)); m.Required {
			required = append(required, m)
		} else {
			optional = append(optional, m)
		}
	}
	return append(required, optional...)
}

// known tells whether a field, or one that tells as much, is known.
func (s *Scope) known(f *Field) bool {
	if slices.ContainsFunc(f.KnownBy, s.Has) {
		return true
	}
	if p := s.form.paymentsOf(f.Key); p != nil {
		return !slices.ContainsFunc(s.Values.Rows(p.Key), func(r Row) bool { return r.Day == "" })
	}
	switch f.Type {
	case Rate, MonthDay, Area:
		return s.Float(f.Key) > 0
	}
	return s.Has(f.Key)
}

// NextQuestions are the required values of the first two groups that miss
// any: more questions at once are not answered.
func NextQuestions(missing []Missing) []Missing {
	var groups []string
	var out []Missing
	for _, m := range missing {
		if !m.Required {
			continue
		}
		if len(groups) == 0 || groups[len(groups)-1] != m.Group {
			if len(groups) == 2 {
				break
			}
			groups = append(groups, m.Group)
		}
		out = append(out, m)
	}
	return out
}

// AskTogether writes questions group by group, one line each.
func AskTogether(questions []Missing, lang string) []string {
	var lines []string
	for i := 0; i < len(questions); {
		j := i + 1
		labels := []string{questions[i].Label(lang)}
		for ; j < len(questions) && questions[j].Group == questions[i].Group; j++ {
			labels = append(labels, questions[j].Label(lang))
		}
		line := questions[i].Question(lang)
		if len(labels) > 1 {
			line = texts.Say(lang, "each", "labels", labels)
		}
		lines = append(lines, line)
		i = j
	}
	return lines
}

// KnownLines are what is known so far, so that a misreading shows.
func (f *Form) KnownLines(s *Scope) []string {
	var out []string
	for i := range f.Summary {
		k := &f.Summary[i]
		for line := range strings.Lines(k.Show.In(s)) {
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, k.Name.In(s.lang)+": "+line)
			}
		}
	}
	return out
}
