package forms

import (
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/words"
)

// Type says what a field holds and how it is read.
type Type string

// The types of a field.
const (
	Money    Type = "money"   // a sum, read by its label
	Day      Type = "day"     // YYYY-MM-DD, read by its label
	Text     Type = "text"    // up to the next comma behind its label
	Line     Type = "line"    // the rest of the line behind its label
	Phone    Type = "phone"   //
	Account  Type = "account" // a text with digits
	Address  Type = "address" //
	Unit     Type = "unit"    // which part of the building at the address
	Name     Type = "name"    // a person or company behind a title
	Names    Type = "names"   // several of them
	Choice   Type = "choice"  //
	Several  Type = "several" // the choices that a text names
	YesNo    Type = "yesno"   //
	Rate     Type = "rate"    // in basis points
	Months   Type = "months"  // a span of time
	MonthDay Type = "monthday"
	Area     Type = "area"  // m²
	List     Type = "list"  // texts behind a label and a colon
	Items    Type = "items" // names with sums
	Payments Type = "payments"
	// Free is filled by the program, not by the reader.
	Free Type = "free"
)

// Field is one value of a form.
type Field struct {
	Key  string     `yaml:"key"`
	Type Type       `yaml:"type"`
	Name words.Text `yaml:"name"` // what it is called
	// Ask is the question for it; questions of one group are asked together.
	Ask   words.Text `yaml:"ask"`
	Group string     `yaml:"group"`
	// Needed and Shown are conditions; a field without them is shown and may
	// stay blank. KnownBy are fields that tell as much.
	Needed  Cond     `yaml:"needed"`
	Shown   Cond     `yaml:"shown"`
	KnownBy []string `yaml:"known_by"`
	// Personal values are hidden from those who look into the program.
	Personal bool `yaml:"personal"`

	// Said are the phrases that announce the value. Before the value stands a
	// colon when Strict.
	Said   Phrases `yaml:"said"`
	Strict bool    `yaml:"strict"`
	// Ignore is left out of the text first, When has to be in it.
	Ignore Phrases `yaml:"ignore"`
	When   Phrases `yaml:"when"`
	// Yes, No and None answer without a value: None is zero, or an empty list.
	Yes  Phrases `yaml:"yes"`
	No   Phrases `yaml:"no"`
	None Phrases `yaml:"none"`
	// About is the subject of "there is" or "there is none" behind it.
	About Phrases `yaml:"about"`
	// Find is the value itself, wherever it stands.
	Find Phrases `yaml:"find"`
	// Items are the names of an entry of Items.
	Items   Phrases  `yaml:"items"`
	Choices []Option `yaml:"choices"`
	Means   []Means  `yaml:"means"`

	// Min and Max bound a number; outside of them the user is asked.
	Min int64 `yaml:"min"`
	Max int64 `yaml:"max"`
	// Monthly takes sums that are said to be monthly.
	Monthly bool `yaml:"monthly"`
	// Then is the field of the second sum in "1000에 50", Former the one that
	// keeps the sum before a raise.
	Then   string `yaml:"then"`
	Former string `yaml:"former"`
	// Past days without a year were lately rather than so many months ahead.
	Past       Cond `yaml:"past"`
	PastMonths int  `yaml:"past_months"`
	// Behind are words right behind a day of the field; Otherwise tells that
	// days that no word gives a place are the field's.
	Behind    Phrases `yaml:"behind"`
	Otherwise Cond    `yaml:"otherwise"`
	// Reads tells whether the field is read at all, Manual that the program
	// does it. A Closed name that no word announces ends as names do.
	Reads  Cond `yaml:"reads"`
	Manual bool `yaml:"manual"`
	Closed bool `yaml:"closed"`
	// Own is the side whose own name it is, who says it as "저는 …".
	Own string `yaml:"own"`
	// Sentence is a text that may be answered with any sentence.
	Sentence bool `yaml:"sentence"`
	// Noun is a text that names something: a sentence that says something of it
	// is no answer.
	Noun bool `yaml:"noun"`
	// Days is the field (without a value of its own) of the days of Payments.
	Days string `yaml:"days"`
	// With is the text field of the bracket behind a name.
	With string `yaml:"with"`
	// Forgets are fields that a "none" makes void.
	Forgets []string `yaml:"forgets"`

	re *dialog.Expression // Said and what stands between it and the value
}

// Option is one value of a Choice.
type Option struct {
	Value   string     `yaml:"is"`
	Name    words.Text `yaml:"name"`
	When    Cond       `yaml:"when"`
	Said    Phrases    `yaml:"said"`
	Unless  Phrases    `yaml:"unless"`
	Forgets []string   `yaml:"forgets"`
}

// Means is a word that stands for a number.
type Means struct {
	Said string `yaml:"said"`
	Is   int64  `yaml:"is"`
}

// Range is a span of days, and its length in months while an end is unknown.
type Range struct {
	From   string  `yaml:"from"`
	To     string  `yaml:"to"`
	Months string  `yaml:"months"`
	Behind Phrases `yaml:"behind"` // words before a range that is not the first
}

// Split is a sum with its parts: Whole without Less is the sum of Parts; Rest
// is the part that takes what is left.
type Split struct {
	Whole string   `yaml:"whole"`
	Less  []string `yaml:"less"`
	Parts []string `yaml:"parts"`
	Rest  string   `yaml:"rest"`
	Said  Phrases  `yaml:"said"`
}

// Rule is what the values of a form must not say. Order is two fields of
// days, the earlier first; else When tells that the rule is broken.
type Rule struct {
	Code   string     `yaml:"code"`
	Order  []string   `yaml:"order"`
	When   Cond       `yaml:"when"`
	Fields []string   `yaml:"fields"`
	Values []Template `yaml:"values"`
	Text   Template   `yaml:"text"`
}

// Derived is what follows from other values: To is written to Set, or Forget
// is forgotten.
type Derived struct {
	When   Cond     `yaml:"when"`
	Set    string   `yaml:"set"`
	To     Template `yaml:"to"`
	Forget []string `yaml:"forget"`
}

// Known is one line of what is known so far.
type Known struct {
	Name words.Text `yaml:"name"`
	Show Template   `yaml:"show"`
}

// Form is a form with its fields in the order in which they are asked for.
type Form struct {
	Kind    string     `yaml:"-"`
	Name    words.Text `yaml:"name"`
	Fields  []*Field   `yaml:"fields"`
	Ranges  []Range    `yaml:"ranges"`
	Split   Split      `yaml:"split"`
	Derive  []Derived  `yaml:"derive"`
	Rules   []Rule     `yaml:"rules"`
	Summary []Known    `yaml:"summary"`
	// Bare is what a small number without a unit counts in won; 0 is 만원.
	Bare int64 `yaml:"bare"`
	// Tight tells that a text also ends where another field's label begins.
	Tight bool `yaml:"tight"`
	// NotLabels are words that only begin like a label.
	NotLabels []string `yaml:"not_labels"`
	// YesNo are the words for an answer with yes or no; without them something is
	// there or none.
	YesNo struct {
		Yes words.Text `yaml:"yes"`
		No  words.Text `yaml:"no"`
	} `yaml:"yes_no"`
	// Classes are kinds of texts, such as regions that a law names.
	Classes map[string][]Option `yaml:"classes"`

	byKey       map[string]*Field
	money, days labels
	facts       Facts
}

// Facts are figures that a form reads from tables, by their dotted path.
type Facts interface {
	Figure(path string) (float64, error)
}

// Field is the field of a key, nil for none.
func (f *Form) Field(key string) *Field { return f.byKey[key] }

// Choose is the first choice of a field that a text names, "" for none. What
// somebody wants stands at the beginning of a message.
func (f *Form) Choose(key, text string) string {
	text = cut.Bytes(text, maxWishBytes)
	for _, o := range f.byKey[key].Choices {
		if o.Said.In(text) && !o.Unless.In(text) {
			return o.Value
		}
	}
	return ""
}

// Keys are the keys of the fields.
func (f *Form) Keys() []string {
	keys := make([]string, len(f.Fields))
	for i, x := range f.Fields {
		keys[i] = x.Key
	}
	return keys
}

// Personal are the keys of the fields that hold what is personal.
func (f *Form) Personal() []string {
	var keys []string
	for _, x := range f.Fields {
		if x.Personal {
			keys = append(keys, x.Key)
		}
	}
	return keys
}
