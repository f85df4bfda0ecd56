package analysis

import (
	"cmp"
	"reflect"
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

// conclude adds what an outcome concludes, with what it rests on and what to know
// about it.
func (r *run) conclude(c *Calculation, out Outcome, args Inputs) {
	f := Finding{
		Method: r.method, Question: r.state.InputData.Question, Rule: out.Rule,
		Title:    r.words.Say(cmp.Or(out.Title, "title."+r.method)),
		Headline: r.sentence(r.halved(c, out, r.message(c.key(cmp.Or(out.Verdict, "headline")), args))),
		Formula:  r.words.Text(r.message(c.key(cmp.Or(out.Formula, "formula")), args)), Verified: !out.Unverified,
	}
	if out.Loan != nil {
		f.Product = out.Loan.Product
	}
	note := func(kind string, m words.Message) {
		f.Remarks = answer.Add(f.Remarks, answer.Statement{Kind: answer.Kind(kind), Key: m.Key, Text: r.sentence(m)})
	}
	for _, s := range append([]Source{c.source(r.Tables, out)}, out.Sources...) {
		if f.AsOf == "" || s.AsOf < f.AsOf {
			f.AsOf = s.AsOf
		}
		if !s.Status.verified() {
			f.Verified = false
			args := map[string]any{"name": s.name(), "as_of": s.AsOf}
			note("caveat", words.Message{Key: "source." + string(s.Status), Args: args})
		}
	}
	for _, n := range out.Notes {
		kind, key, _ := strings.Cut(n, " ")
		note(kind, r.message(c.key(key), args))
	}
	for _, m := range out.Remarks {
		note("condition", m)
	}
	f.Notes = answer.Texts(f.Remarks)
	names := texts.In(words.BaseOf(r.words.Language())) // names are not rewritten
	for _, m := range c.statute(out) {
		f.Sources = append(f.Sources, names.Text(m))
	}
	r.told, r.unverified = true, r.unverified || !f.Verified
	r.state.Report.Sources = union(r.state.Report.Sources, f.Sources)
	if len(r.state.Findings) < MaxFindings {
		r.state.Findings = append(r.state.Findings, f)
		r.state.Insights = append(r.state.Insights, f.insight(r.words.Language()))
	}
}

// source is that of an outcome's figures: its own, else that of the calculation's
// table.
func (c *Calculation) source(t *Tables, out Outcome) Source {
	switch {
	case out.Of != nil:
		return *out.Of
	case c.table != nil:
		if s, ok := reflect.ValueOf(c.table(t)).FieldByName("Source").Interface().(Source); ok {
			return s
		}
	}
	return arithmetic
}

// statute are the articles that an outcome rests on: its own, else the
// calculation's; a source of its own that comes without any stands for them.
func (c *Calculation) statute(out Outcome) (list []words.Message) {
	cites := out.Cites
	switch {
	case len(cites) > 0:
	case out.Of != nil && cites == nil:
		return []words.Message{words.M("report.text", "text", out.Of.name())}
	default:
		cites = c.Cites
	}
	for _, s := range cites {
		law, article, _ := strings.Cut(s, " ")
		list = append(list, cite(law, article))
	}
	return list
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
