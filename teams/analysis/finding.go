package analysis

import (
	"strings"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
)

// MaxFindings bounds the conclusions of a state; the first ones are kept.
const MaxFindings = 100

// KeySample is the key of the remark that figures come from the built-in
// sample.
const KeySample = "market_stats.sample"

// Finding is one conclusion in its parts, as the section of the report tells
// it, in the language of the request.
type Finding struct {
	Method string `json:"method"` // the Method constant that found it
	// Question is the part of the query that it answers.
	Question string `json:"question,omitempty"`
	// Title is the heading of its section.
	Title    string `json:"title"`
	Headline string `json:"headline"`
	Formula  string `json:"formula"`
	// Sources are the articles and rules it rests on.
	Sources []string `json:"sources,omitempty"`
	// AsOf is the oldest day (YYYY-MM-DD) on which a used table was checked.
	AsOf string `json:"as_of,omitempty"`
	// Notes are what Remarks say, for clients that read no kinds.
	Notes []string `json:"notes,omitempty"`
	// Remarks are what there is to know beside the conclusion, by kind.
	Remarks []answer.Statement `json:"remarks,omitempty"`
	// Rule tells a conclusion that says what holds, whoever asks, from one
	// that tells figures.
	Rule bool `json:"rule,omitempty"`
	// Product is the id of the loan product that it is of.
	Product string `json:"product,omitempty"`
	// Verified tells that every used table was read in the law itself.
	Verified bool `json:"verified"`
}

// conclude adds a conclusion with its basis. A rule tells what holds, where no
// figure was reckoned.
func (r *run) conclude(headline words.Message, b Basis, rule bool) {
	r.told, r.unverified = true, r.unverified || !b.Verified
	sources := b.sources(r.words)
	r.cite(sources...)
	if len(r.state.Findings) >= MaxFindings {
		return
	}
	f := Finding{
		Method: r.method, Question: r.state.InputData.Question, Title: r.heading(), Headline: r.sentence(headline), Formula: r.words.Text(b.Formula),
		Sources: sources, AsOf: b.AsOf, Verified: b.Verified, Rule: rule, Product: b.Product,
	}
	for _, n := range b.Notes {
		f.Remarks = answer.Add(f.Remarks, answer.Statement{Kind: n.Kind, Key: n.Key, Text: r.sentence(n.Message)})
	}
	f.Notes = answer.Texts(f.Remarks)
	r.state.Findings = append(r.state.Findings, f)
	r.state.Insights = append(r.state.Insights, f.insight(r.words.Language()))
}

// insight is the conclusion in one line: with its formula and what it rests on.
func (f Finding) insight(language string) string {
	line := f.Headline + " [" + f.Formula
	if len(f.Sources) > 0 {
		line += texts.Say(language, "report.grounds") + strings.Join(f.Sources, ", ")
	}
	return line + "]"
}

// same tells whether two findings conclude the same thing.
func (f Finding) same(g Finding) bool {
	return f.Method == g.Method && f.Title == g.Title && f.Headline == g.Headline && f.Formula == g.Formula
}
