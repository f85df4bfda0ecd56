package evidence

import (
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// The kinds of a fact.
const (
	KindLaw         = "law"
	KindCalculation = "calculation"
	KindMarket      = "market"
	KindLoan        = "loan"
	KindClause      = "clause" // what a contract's text says, and what that means
	KindDocument    = "document"
	KindTool        = "tool"       // what a tool says that is none of ours
	KindAssumption  = "assumption" // taken for granted; it says so itself
)

// Fact is one thing that was found, with where it comes from.
type Fact struct {
	// ID names the fact in an answer ("F1"); a List gives it. Key names it for
	// whoever made it, so that the source of a line need not be looked for in
	// its words.
	ID    string
	Key   string
	Kind  string
	Title string
	// Text is what the fact states.
	Text string
	// Also is text that states the same, such as another language's; it is
	// read for figures and not shown.
	Also string
	// Source is how an answer names where it is from.
	Source string
	// Law and Article are of a fact of law.
	Law, Article string
	// Guide tells that it applies the rule to a situation.
	Guide bool
	// AsOf is the day (YYYY-MM-DD) of which the fact is; "" is not known.
	AsOf   string
	Status string // verified | partly_verified | unverified; "" says nothing
	// Score is how well the fact fits the question, 0 to 1.
	Score float64
	URL   string

	taken
}

// whole is all that the fact says, for reading.
func (f *Fact) whole() string {
	return strings.Join([]string{f.Title, f.Text, f.Also, f.Source, f.Law + " " + f.Article, f.AsOf}, "\n")
}

// taken is a fact's text taken apart; nobody changes it afterwards.
type taken struct {
	reading reading
	topics  map[string]bool
}

// Read takes the fact's text apart, once.
func (f *Fact) Read() {
	if f.topics == nil {
		f.reading, f.topics = read(f.whole()), korean.Topics(f.whole())
		f.reading.figures.widen()
	}
}

// names tells whether the fact names a law.
func (f *Fact) names(law string) bool {
	return strings.Contains(f.Text, law) || strings.Contains(f.Source, law) || strings.Contains(f.Law, law) || strings.Contains(f.Also, law)
}

// maxSnippet bounds a source's text for clients, in letters.
const maxSnippet = 300

// Shown is the fact as clients are shown it.
func (f *Fact) Shown() state.Source {
	return state.Source{
		ID: f.ID, Kind: f.Kind, Title: f.Title, Source: f.Source, Law: f.Law, Article: f.Article,
		AsOf: f.AsOf, Status: f.Status, Text: clipped(f.Text, maxSnippet), URL: f.URL,
	}
}

// clipped is the text, cut behind a word where it is too long.
func clipped(text string, letters int) string {
	runes := []rune(text)
	if len(runes) <= letters {
		return text
	}
	short := string(runes[:letters])
	if at := strings.LastIndex(short, " "); at > len(short)/2 {
		short = short[:at]
	}
	return short + " …"
}

// Older tells whether the fact's day is more than so many months before
// today (YYYY-MM-DD). A fact without a day is not older.
func (f *Fact) Older(today string, months int) bool {
	now, err := time.Parse(time.DateOnly, today)
	if err != nil || f.AsOf == "" {
		return false
	}
	day, err := time.Parse(time.DateOnly, f.AsOf)
	return err == nil && day.Before(now.AddDate(0, -months, 0))
}
