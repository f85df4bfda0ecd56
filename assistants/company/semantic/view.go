package semantic

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/company/access"
)

// view is what a person may see of the data that a request reads: what each dataset
// is cut to.
type view map[string][]predicate

// predicate keeps rows that have any of the values; the first is that of the rule itself,
// the others are of what the rule shows besides.
type predicate []grant

// grant is a value of the person in a dimension.
type grant struct {
	dimension *dimension
	value     string
}

// uses are the names that a request reads: datasets, dimensions and metrics.
type uses struct {
	datasets, fields []string
}

func (c *catalogue) uses(r Request) uses {
	var u uses
	switch {
	case len(r.Metrics) > 0:
		for _, m := range r.baseMetrics(c) {
			u.datasets = append(u.datasets, m.Dataset)
			u.fields = append(u.fields, m.Name)
			if m.Of != "" {
				u.fields = append(u.fields, m.Of)
			}
		}
	case r.Rows != "": // else it is not known yet what to look at
		u.datasets = append(u.datasets, r.Rows)
		u.fields = append(u.fields, c.datasets[r.Rows].List...)
	}
	for _, e := range r.Exists {
		u.datasets = append(u.datasets, e.Dataset)
	}
	u.fields = append(append(append(u.fields, r.Fields...), r.Groups...), orderField(c, r)...)
	for _, f := range r.Filters {
		u.fields = append(u.fields, f.Dimension)
	}
	return u
}

// policy is what a person may see. Data of a company is nobody's of another,
// whatever they are there.
func (l *Layer) policy(p access.Person) (access.Policy, bool) {
	if p.CompanyID != l.cfg.Company {
		return access.Policy{}, false
	}
	policy, ok := l.c.Policies[p.Role]
	return policy, ok
}

// foreign is a question of somebody of another company: that it asks for figures
// is all that is read of it, for the names of things are the company's too.
func (r *reader) foreign() Reading {
	if r.scan(); r.names(isMetric) {
		return Reading{Hidden: r.l.nobodys(r.q.Language)}
	}
	return Reading{Refusal: refusal(r.q, "unrelated")}
}

// nobodys is what those are told who see nothing at all.
func (l *Layer) nobodys(language string) *Hidden {
	return &Hidden{What: []string{l.c.Title.In(language)}, Reason: "role", Text: say(language, "hidden.role")}
}

// look finds what the person may see of a request; nothing when all of it is
// hidden.
func (l *Layer) look(ctx context.Context, r Request, by *asker) (view, *Hidden, error) {
	language := r.Language
	p := by.person
	policy, ok := l.policy(p)
	if !ok {
		return nil, l.nobodys(language), nil
	}
	u := l.c.uses(r)
	for _, name := range u.datasets {
		if !policy.Sees(name) {
			title := l.c.datasets[name].Title.In(language)
			return nil, hidden(language, "field", title), nil
		}
	}
	rules := l.rules(policy, u)
	if title := l.kept(policy, u, r); title != "" {
		return nil, hidden(language, "field", title), nil
	}
	v := view{}
	for _, dataset := range slices.Sorted(maps.Keys(rules)) {
		for _, rule := range rules[dataset] {
			pr, err := l.predicate(rule.Rule, dataset, u.datasets, r, p)
			if err != nil {
				return nil, nil, err
			}
			title := l.c.titleOfField(rule.of, language)
			if first := pr[0]; slices.Contains(r.Groups, first.dimension.Name) && !slices.ContainsFunc(pr, r.keptTo) {
				return nil, hidden(language, "rows", say(language, "hidden.by", "title", title, "by", first.dimension.Title.In(language))), nil
			}
			what, err := l.outside(ctx, by, r, dataset, pr)
			if err != nil || what != "" {
				return nil, hidden(language, "rows", say(language, "hidden.of", "what", what, "title", title)), err
			}
			v[dataset] = append(v[dataset], pr)
		}
	}
	for _, e := range r.Exists {
		if e.Not && v.half(e) {
			return nil, hidden(language, "rows", l.c.datasets[e.Dataset].Title.In(language)), nil
		}
	}
	return v, nil, nil
}

// half tells whether the person sees some rows of a dataset of things that are
// seen whole: that there are none of it can't be told then.
func (v view) half(e Exists) bool {
	return slices.ContainsFunc(v[e.Dataset], func(p predicate) bool {
		return !slices.ContainsFunc(v[e.Of], func(of predicate) bool { return slices.Equal(p, of) })
	})
}

// ruled is a rule and what it is about: a dataset or a field.
type ruled struct {
	access.Rule
	of string
}

func hidden(language, reason, what string) *Hidden {
	return &Hidden{What: []string{what}, Reason: reason, Text: say(language, "hidden."+reason, "what", what)}
}

// rules are those of the datasets that are read, and of fields that are shown
// for the person's own rows only.
func (l *Layer) rules(policy access.Policy, u uses) map[string][]ruled {
	rules := map[string][]ruled{}
	for _, dataset := range u.datasets {
		rules[dataset] = nil // it may be read several times
		for _, rule := range policy.Rows[dataset] {
			rules[dataset] = append(rules[dataset], ruled{rule, dataset})
		}
	}
	for _, field := range u.fields {
		if own := policy.Fields[field].Own; own != nil {
			var dataset string
			if d := l.c.dimensions[field]; d != nil {
				dataset = d.Dataset
			} else {
				dataset = l.c.metrics[field].Dataset
			}
			rules[dataset] = append(rules[dataset], ruled{*own, field})
		}
	}
	return rules
}

// kept tells a field that the policy keeps back altogether, or beside what the
// request breaks it down by; "" for none.
func (l *Layer) kept(policy access.Policy, u uses, r Request) string {
	for _, field := range u.fields {
		rule := policy.Fields[field]
		by := slices.IndexFunc(rule.NotBy, func(d string) bool { return slices.Contains(u.fields, d) })
		if rule.Hidden || by >= 0 {
			title := l.c.titleOfField(field, r.Language)
			if by >= 0 {
				title = say(r.Language, "hidden.by", "title", title, "by", l.c.dimensions[rule.NotBy[by]].Title.In(r.Language))
			}
			return title
		}
	}
	return ""
}

// predicate settles a rule for a dataset. A request that is kept to one's own rows is cut to
// those alone, by whatever makes them one's own: nothing of it is kept back. Else what is seen
// besides is cut by one dimension as the rule itself is, for a colleague's figure that is but
// the part of it with one's own customers would be taken for the whole.
func (l *Layer) predicate(rule access.Rule, dataset string, all []string, r Request, p access.Person) (predicate, error) {
	if rule.Or == nil {
		first, err := l.grant(rule, dataset, all, r, p)
		return predicate{first}, err
	}
	var own predicate
	value, _ := p.Attribute(rule.Or.Person)
	for _, name := range rule.Or.Dimensions {
		if d := l.c.dimensions[name]; l.c.reaches(dataset, d) {
			own = append(own, grant{d, value})
		}
	}
	if slices.ContainsFunc(own, r.keptTo) {
		return own, nil
	}
	first, err := l.grant(rule, dataset, all, r, p)
	if err != nil {
		return nil, err
	}
	if l.sideBySide(r, first, rule.Or) {
		return predicate{first}, nil
	}
	besides, err := l.grant(*rule.Or, dataset, all, r, p)
	return predicate{first, besides}, err
}

// sideBySide tells figures of people, or of what else makes rows one's own, whose rows the
// rule cuts by something else: with what is shown besides, the person's own figure would be
// whole beside the parts of their colleagues. What is of one thing by its name is whole anyway.
func (l *Layer) sideBySide(r Request, first grant, or *access.Rule) bool {
	cut := first.dimension.Dataset
	named := func(f Filter) bool { return f.Op == In && f.Dimension == l.c.datasets[cut].Entity }
	return len(r.Metrics) > 0 && !slices.ContainsFunc(r.Filters, named) && slices.ContainsFunc(or.Dimensions, func(name string) bool {
		of := l.c.dimensions[name].Dataset
		return of != cut && l.c.names(r, of)
	})
}

// grant settles what a rule cuts by: the first of its dimensions that all data of the request
// has and that is of what it names, else that all data has, else that the dataset itself has.
func (l *Layer) grant(rule access.Rule, dataset string, all []string, r Request, p access.Person) (grant, error) {
	value, _ := p.Attribute(rule.Person)
	has := func(d *dimension, datasets ...string) bool {
		return !slices.ContainsFunc(datasets, func(ds string) bool { return !l.c.reaches(ds, d) })
	}
	for _, fits := range []func(*dimension) bool{
		func(d *dimension) bool { return has(d, all...) && l.c.names(r, d.Dataset) },
		func(d *dimension) bool { return has(d, all...) },
		func(d *dimension) bool { return has(d, dataset) },
	} {
		for _, name := range rule.Dimensions {
			if d := l.c.dimensions[name]; fits(d) {
				return grant{d, value}, nil
			}
		}
	}
	return grant{}, fmt.Errorf("semantic: %s has none of %s, by which a policy cuts it", dataset, strings.Join(rule.Dimensions, ", "))
}

// names tells whether a request lists, keeps to or is broken down by things of a
// dataset.
func (c *catalogue) names(r Request, dataset string) bool {
	return len(r.Metrics) == 0 && r.Rows == dataset ||
		slices.ContainsFunc(r.broken(), func(d string) bool { return c.dimensions[d].Dataset == dataset })
}

// keptTo tells whether a request asks for the person's own value alone: who
// sees one region only can't be told which region is the first.
func (r Request) keptTo(g grant) bool {
	return slices.ContainsFunc(r.Filters, func(f Filter) bool {
		return f.Dimension == g.dimension.Name && f.Op == In && len(f.Values) == 1 && f.Values[0] == g.value
	})
}

// namesRow tells whether a request is of one thing that a dimension is a property of: of a
// customer, where the dimension is the customer's region.
func (c *catalogue) namesRow(r Request, d *dimension) bool {
	entity := c.datasets[d.Dataset].Entity
	return entity != "" && slices.ContainsFunc(r.Filters, func(f Filter) bool {
		return f.Dimension == entity && f.Op == In && len(f.Values) == 1
	})
}

// outside is what a request names that lies outside what the person sees: it
// is told as hidden, where an empty result would say that there is nothing.
func (l *Layer) outside(ctx context.Context, by *asker, r Request, dataset string, pr predicate) (string, error) {
	if len(pr) > 1 && slices.ContainsFunc(pr[1:], r.keptTo) {
		return "", nil // all of it is one's own
	}
	named := slices.Clone(r.Filters)
	if len(r.Only) > 0 && r.Grain == "" && len(r.Bundles) == 0 {
		named = append(named, Filter{Dimension: r.Groups[0], Op: In, Values: r.Only})
	}
	for _, f := range named {
		d := l.c.dimensions[f.Dimension]
		if f.Op == NotIn && len(pr) > 1 && d == pr[0].dimension && slices.Contains(f.Values, pr[0].value) {
			// All that is left is one's own elsewhere, which is not all of the others.
			return l.filterText(f, r.Language), nil
		}
		if f.Op != In || len(f.Values) == 0 || !l.c.reaches(dataset, d) {
			continue
		}
		for _, value := range f.Values {
			// A region's figure that is only that of one's own customers there would be taken
			// for the region's.
			out := d == pr[0].dimension && value != pr[0].value
			for i := 0; i < len(pr) && !out; i++ {
				seen, err := l.sees(ctx, by, d, value, pr[i])
				if err != nil {
					return "", err
				}
				if seen {
					break
				}
				out = i == len(pr)-1
			}
			if out {
				return l.label(d, value, r.Language), nil
			}
		}
	}
	return "", nil
}

// sees tells whether a value of a dimension has a row that a grant shows, by the rows of the
// two dimensions' own datasets.
func (l *Layer) sees(ctx context.Context, by *asker, d *dimension, value string, g grant) (bool, error) {
	if d == g.dimension {
		return value == g.value, nil
	}
	root := d.Dataset
	if !l.c.reaches(root, g.dimension) {
		if root = g.dimension.Dataset; !l.c.reaches(root, d) {
			return true, nil
		}
	}
	if l.c.datasets[root].Time != nil {
		return true, nil // an attribute of what happened: to cut it is no secret
	}
	s := &statement{dialect: l.db.dialect}
	q := newSource(s, l.c, l.c.datasets[root], "t")
	q.filter(Filter{Dimension: d.Name, Op: In, Values: []string{value}})
	seen := "CASE WHEN " + text(q.column(g.dimension)) + " = " + s.bind(g.value) + " THEN 1 ELSE 0 END"
	if s.err != nil {
		return false, s.err
	}
	rows, err := by.rows(ctx, "SELECT "+float("COUNT(*)")+", "+float("COALESCE(SUM("+seen+"), 0)")+" "+q.from()+q.conditions(), s.args)
	if err != nil {
		return false, err
	}
	return *rows[0][0].Number == 0 || *rows[0][1].Number > 0, nil
}
