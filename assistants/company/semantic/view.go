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

// predicate keeps rows whose dimension has a value of the person.
type predicate struct {
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
	if p.CompanyID != l.company {
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
			if slices.Contains(r.Groups, pr.dimension.Name) && !r.keptTo(pr) {
				return nil, hidden(language, "rows", say(language, "hidden.by", "title", title, "by", pr.dimension.Title.In(language))), nil
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
	return slices.ContainsFunc(v[e.Dataset], func(p predicate) bool { return !slices.Contains(v[e.Of], p) })
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

// predicate settles a rule. Rows that are kept to the person themself are cut by what the rule
// names for them: one's own customers may be seen wherever they are. Else it is the first
// dimension of the rule that all data of the request has and that is of what it names, else
// that all data has, else that the dataset itself has.
func (l *Layer) predicate(rule access.Rule, dataset string, all []string, r Request, p access.Person) (predicate, error) {
	value, _ := p.Attribute(rule.Person)
	has := func(d *dimension, datasets ...string) bool {
		return !slices.ContainsFunc(datasets, func(ds string) bool { return !l.c.reaches(ds, d) })
	}
	own := slices.ContainsFunc(r.Filters, func(f Filter) bool {
		return f.Op == In && len(f.Values) == 1 && f.Values[0] == p.ID && slices.Contains(l.c.Self["id"], f.Dimension)
	})
	if own {
		for _, name := range rule.Own {
			if d := l.c.dimensions[name]; has(d, all...) {
				return predicate{d, value}, nil
			}
		}
	}
	for _, fits := range []func(*dimension) bool{
		func(d *dimension) bool { return has(d, all...) && l.c.names(r, d.Dataset) },
		func(d *dimension) bool { return has(d, all...) },
		func(d *dimension) bool { return has(d, dataset) },
	} {
		for _, name := range rule.Dimensions {
			if d := l.c.dimensions[name]; fits(d) {
				return predicate{d, value}, nil
			}
		}
	}
	return predicate{}, fmt.Errorf("semantic: %s has none of %s, by which a policy cuts it", dataset, strings.Join(rule.Dimensions, ", "))
}

// names tells whether a request lists, keeps to or is broken down by things of a
// dataset.
func (c *catalogue) names(r Request, dataset string) bool {
	return len(r.Metrics) == 0 && r.Rows == dataset ||
		slices.ContainsFunc(r.broken(), func(d string) bool { return c.dimensions[d].Dataset == dataset })
}

// keptTo tells whether a request asks for the person's own value alone: who
// sees one region only can't be told which region is the first.
func (r Request) keptTo(pr predicate) bool {
	return slices.ContainsFunc(r.Filters, func(f Filter) bool {
		return f.Dimension == pr.dimension.Name && f.Op == In && len(f.Values) == 1 && f.Values[0] == pr.value
	})
}

// outside is what a request names that lies outside what the person sees: it
// is told as hidden, where an empty result would say that there is nothing.
func (l *Layer) outside(ctx context.Context, by *asker, r Request, dataset string, pr predicate) (string, error) {
	named := slices.Clone(r.Filters)
	if len(r.Only) > 0 && r.Grain == "" && len(r.Bundles) == 0 {
		named = append(named, Filter{Dimension: r.Groups[0], Op: In, Values: r.Only})
	}
	for _, f := range named {
		d := l.c.dimensions[f.Dimension]
		if f.Op != In || len(f.Values) == 0 || !l.c.reaches(dataset, d) {
			continue
		}
		for _, value := range f.Values {
			out, err := l.isOutside(ctx, by, d, value, pr)
			if err != nil {
				return "", err
			}
			if out {
				return l.label(d, value, r.Language), nil
			}
		}
	}
	return "", nil
}

// isOutside tells whether a value of a dimension has no row that the person may
// see, by the rows of the two dimensions' own datasets.
func (l *Layer) isOutside(ctx context.Context, by *asker, d *dimension, value string, pr predicate) (bool, error) {
	if d == pr.dimension {
		return value != pr.value, nil
	}
	root := d.Dataset
	if !l.c.reaches(root, pr.dimension) {
		if root = pr.dimension.Dataset; !l.c.reaches(root, d) {
			return false, nil
		}
	}
	if l.c.datasets[root].Time != nil {
		return false, nil // an attribute of what happened: to cut it is no secret
	}
	s := &statement{dialect: l.db.dialect}
	q := newSource(s, l.c, l.c.datasets[root], "t")
	q.filter(Filter{Dimension: d.Name, Op: In, Values: []string{value}})
	seen := "CASE WHEN " + text(q.column(pr.dimension)) + " = " + s.bind(pr.value) + " THEN 1 ELSE 0 END"
	if s.err != nil {
		return false, s.err
	}
	rows, err := by.rows(ctx, "SELECT "+float("COUNT(*)")+", "+float("COALESCE(SUM("+seen+"), 0)")+" "+q.from()+q.conditions(), s.args)
	if err != nil {
		return false, err
	}
	return *rows[0][0].Number > 0 && *rows[0][1].Number == 0, nil
}
