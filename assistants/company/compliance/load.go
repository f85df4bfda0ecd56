package compliance

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed rules/*.yaml phrases/*.yaml texts/*.yaml
var files embed.FS

var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
)

const questionsFile = "questions.yaml"

var shipped = datafile.Shipped(func() (*Rules, error) { return Open("") })

// Shipped are the built-in rules, loaded once, by the first who asks.
func Shipped() *Rules { return shipped() }

// Open are the rules of a folder over the built-in ones: each of its files stands in
// the place of that of its name, or beside them. "" is the built-in ones. Errors are
// those of Load, and of a folder that can't be read.
func Open(dir string) (*Rules, error) {
	if err := datafile.Folder(dir); err != nil {
		return nil, err
	}
	return Load(datafile.Over(dir, datafile.Sub(files, "rules")))
}

// Load reads a folder of rules: questions.yaml, and every other file's rules
// in the order of their names. Errors name file and rule, and what would mend
// it.
func Load(dir fs.FS) (*Rules, error) {
	r := &Rules{byKey: map[string]*question{}}
	names, err := fs.Glob(dir, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("compliance: %w", err)
	}
	sum := sha256.New()
	for _, name := range append([]string{questionsFile}, slices.DeleteFunc(names, func(n string) bool { return n == questionsFile })...) {
		raw, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("compliance: %w", err)
		}
		sum.Write(raw)
		if err := r.decode(name, raw); err != nil {
			return nil, fmt.Errorf("compliance: %s: %w", name, err)
		}
	}
	r.version = hex.EncodeToString(sum.Sum(nil))[:12]
	for _, x := range r.list {
		for _, id := range x.Sanction {
			if !slices.ContainsFunc(r.list, func(y *Rule) bool { return y.ID == id }) {
				return nil, fmt.Errorf("compliance: rule %q: sanction names %q, which no rule has: correct it", x.ID, id)
			}
		}
	}
	return r, r.overlaps()
}

func (r *Rules) decode(name string, raw []byte) error {
	var file struct {
		AsOf      string      `yaml:"as_of"`
		Questions []*question `yaml:"questions"`
		Topics    []string    `yaml:"topics"`
		Rules     []*Rule     `yaml:"rules"`
	}
	if err := datafile.Decode(raw, &file); err != nil {
		return err
	}
	r.topics = append(r.topics, file.Topics...)
	for _, q := range file.Questions {
		if err := r.ask(q); err != nil {
			return fmt.Errorf("question %q: %w", q.Key, err)
		}
	}
	if _, err := time.Parse(time.DateOnly, file.AsOf); err != nil && len(file.Rules) > 0 {
		return errors.New("as_of is no day: add the day of the sources, as 2026-11-21")
	}
	for _, x := range file.Rules {
		x.asOf = file.AsOf
		if x.Version == 0 {
			x.Version = 1
		}
		if err := r.check(x); err != nil {
			return fmt.Errorf("rule %q: %w", x.ID, err)
		}
		for _, title := range x.Title {
			x.topics = append(x.topics, korean.Topics(title))
		}
		r.list = append(r.list, x)
	}
	return nil
}

func (r *Rules) ask(q *question) error {
	switch {
	case q.Key == "" || r.byKey[q.Key] != nil:
		return errors.New("the key is empty or stands twice: give it one of its own")
	case !slices.Contains(kinds, q.Kind):
		return fmt.Errorf("the kind %q is unknown: one of %v", q.Kind, kinds)
	case len(q.Ask.Lacks("ko", "en")) > 0:
		return errors.New("no question in ko and en: add ask")
	case q.Kind == kindChoice && len(q.Options) == 0:
		return errors.New("a choice without options: add them")
	case q.Within != nil && r.byKey[q.Within.Of] == nil:
		return fmt.Errorf("within is of %q, which no question before it has: correct it", q.Within.Of)
	}
	r.questions, r.byKey[q.Key] = append(r.questions, q), q
	return nil
}

// check finds what a rule names and is not there.
func (r *Rules) check(x *Rule) error {
	for _, text := range []words.Text{x.Title, x.Article} {
		if len(text.Lacks("ko", "en")) > 0 {
			return errors.New("title or article lacks ko or en: add it")
		}
	}
	switch {
	case x.ID == "" || len(x.Targets) == 0 || !x.Keep.Given():
		return errors.New("id, targets and keep are needed: add them")
	case !slices.Contains(severities, x.Severity):
		return fmt.Errorf("the severity %q is unknown: one of %v", x.Severity, severities)
	case !slices.Contains(statuses, x.Status):
		return fmt.Errorf("the status %q is unknown: one of %v", x.Status, statuses)
	case !slices.Contains(categories, x.Category):
		return fmt.Errorf("the category %q is unknown: one of %v", x.Category, categories)
	}
	for _, day := range []string{x.From, x.To} {
		if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
			return fmt.Errorf("%q is no day: write it as 2026-07-01", day)
		}
	}
	if x.Of != "" && r.byKey[x.Of] == nil {
		return fmt.Errorf("of %q is no question: correct it, or add it to %s", x.Of, questionsFile)
	}
	for _, topic := range x.About {
		if r.byKey[topic] == nil && !slices.Contains(r.topics, topic) {
			return fmt.Errorf("about %q is neither a topic nor a question: correct it, or add it to %s", topic, questionsFile)
		}
	}
	return r.checkFormulas(x)
}

func (r *Rules) checkFormulas(x *Rule) error {
	for _, key := range append(x.Keep.Calls("Num", "Yes", "No", "Is"), x.When.Calls("Num", "Yes", "No", "Is")...) {
		if r.byKey[key] == nil && key != targetType {
			return fmt.Errorf("the formula asks %q, which is no question: correct it, or add it to %s", key, questionsFile)
		}
	}
	for _, list := range [][]string{x.Keep.Calls("Fig"), x.When.Calls("Fig"), x.Message.Calls("Fig", "Pct")} {
		for _, name := range list {
			if _, ok := x.Figures[name]; !ok {
				return fmt.Errorf("no figure %q: add it under figures", name)
			}
		}
	}
	return nil
}

// overlaps refuses two entries of a rule that hold on one day.
func (r *Rules) overlaps() error {
	by := map[string][]*Rule{}
	for _, x := range r.list {
		by[x.ID] = append(by[x.ID], x)
	}
	for _, id := range slices.Sorted(maps.Keys(by)) {
		list := by[id]
		slices.SortStableFunc(list, func(a, b *Rule) int { return strings.Compare(a.From, b.From) })
		for i := 1; i < len(list); i++ {
			if before := list[i-1]; before.To == "" || before.To >= list[i].From {
				return fmt.Errorf("compliance: versions %d and %d of %s hold on one day: end the first with to", before.Version, list[i].Version, id)
			}
		}
	}
	return nil
}

var _ forms.View = (*view)(nil)
