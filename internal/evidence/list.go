package evidence

import (
	"slices"
	"strconv"
)

// List is the facts of an answer, those that it states first.
type List struct {
	facts []*Fact
	used  []*Fact
	byID  map[string]*Fact
	// asked are the figures that the user named, which need no source;
	// named are the articles.
	asked Figures
	named map[string]bool
}

// NewList is a list of facts, for a question and further figures that the
// user has named.
func NewList(question string, also Figures, facts ...*Fact) *List {
	r := read(question)
	asked := Figures{}
	asked.Add(r.figures, also)
	asked.widen()
	return &List{facts: facts, asked: asked, named: r.articles}
}

// Use notes that the answer states facts.
func (l *List) Use(facts ...*Fact) {
	for _, f := range facts {
		if !slices.Contains(l.used, f) {
			l.used = append(l.used, f)
		}
	}
}

// TakeUsed is Used, of which none is left then.
func (l *List) TakeUsed() []*Fact {
	used := l.used
	l.used = nil
	return used
}

// Used are the facts that the answer states, in the order in which it does.
func (l *List) Used() []*Fact { return l.used }

// Number gives every fact its id, those that are used first.
func (l *List) Number() {
	order := slices.Clone(l.used)
	for _, f := range l.facts {
		if !slices.Contains(order, f) {
			order = append(order, f)
		}
	}
	l.facts, l.byID = order, make(map[string]*Fact, len(order))
	for i, f := range order {
		f.ID = "F" + strconv.Itoa(i+1)
		l.byID[f.ID] = f
	}
}

// All are the facts; once they are numbered, in that order.
func (l *List) All() []*Fact { return l.facts }

// Fact is the numbered fact with that id, nil for none.
func (l *List) Fact(id string) *Fact { return l.byID[id] }

// Keyed is the fact of a key, nil for none.
func (l *List) Keyed(key string) *Fact {
	i := slices.IndexFunc(l.facts, func(f *Fact) bool { return key != "" && f.Key == key })
	if i < 0 {
		return nil
	}
	return l.facts[i]
}

// unsourced are the figures of a text that none of the facts has and the user did
// not name, and the articles that none of the facts names.
func (l *List) unsourced(text string, facts []*Fact) (figures, articles []string) {
	r, known := read(text), []Figures{l.asked}
	for _, f := range facts {
		known = append(known, f.reading.figures)
	}
	for article := range r.articles {
		if !slices.ContainsFunc(facts, func(f *Fact) bool { return f.reading.articles[article] }) {
			articles = append(articles, article)
		}
	}
	figures = r.figures.Beyond(known...)
	slices.Sort(figures)
	slices.Sort(articles)
	return figures, articles
}

// Oldest is the oldest day of the facts that are used, "" if none has one.
func (l *List) Oldest() string {
	oldest := ""
	for _, f := range l.used {
		if f.AsOf != "" && (oldest == "" || f.AsOf < oldest) {
			oldest = f.AsOf
		}
	}
	return oldest
}

// Dated are the used facts of more than so many months before today.
func (l *List) Dated(today string, months int) []*Fact {
	var list []*Fact
	for _, f := range l.used {
		if f.Older(today, months) {
			list = append(list, f)
		}
	}
	return list
}

// Beyond are the figures and articles of a text that are neither in a fact,
// which may be nil, nor named by the user.
func (l *List) Beyond(text string, f *Fact) []string {
	var facts []*Fact
	if f != nil {
		f.Read()
		facts = []*Fact{f}
	}
	figures, articles := l.unsourced(text, facts)
	return append(figures, slices.DeleteFunc(articles, func(a string) bool { return l.named[a] })...)
}
