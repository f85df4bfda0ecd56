package compliance

import "slices"

// facts are what is known of a target.
type facts struct {
	known  map[string]value
	raised map[string]bool
	quotes map[string][]Quote // by question and by topic
	fields map[string]bool    // of the form, those that hold something
	labels map[string]string
	form   bool
}

func (r *Rules) gather(t Target) (f *facts, truncated bool) {
	f = &facts{
		known: map[string]value{targetType: {choice: t.Type}}, raised: map[string]bool{},
		quotes: map[string][]Quote{}, fields: map[string]bool{}, labels: map[string]string{}, form: t.Form,
	}
	for _, x := range t.Fields {
		f.fields[x.Key], f.labels[x.Key] = x.Text != "", x.Label
	}
	given := map[string]bool{}
	for _, a := range t.Known {
		if q := r.byKey[a.Key]; q != nil {
			r.take(f, q, a)
			given[a.Key] = true
		}
	}
	answers, raised, truncated := r.read(t)
	for _, a := range answers {
		if !given[a.Key] {
			r.take(f, r.byKey[a.Key], a)
		}
	}
	for _, at := range raised {
		f.raise(at.topic, at.quote)
	}
	return f, truncated
}

// take joins one answer to those that a question has.
func (r *Rules) take(f *facts, q *question, a Answer) {
	before, again := f.known[q.Key]
	now := value{num: a.Num, yes: a.Yes != nil && *a.Yes, choice: a.Choice, turn: a.turn}
	switch {
	case again && now.turn < before.turn:
		return
	case again && now.turn > before.turn: // "and for 90,000?"
		f.quotes[q.Key] = nil
	case again:
		switch {
		case q.Kind == kindChoice:
			if slices.Index(q.Options, before.choice) < slices.Index(q.Options, now.choice) {
				now = before
			}
		case !q.Kind.numeric():
			now.yes = now.yes || before.yes
		case q.Many == "sum":
			now.num += before.num
		case q.Many == "min":
			now.num = min(now.num, before.num)
		default:
			now.num = max(now.num, before.num)
		}
	}
	f.known[q.Key] = now
	f.raise(q.Key, a.Quote)
	if len(q.Topics) > 0 && (now.num > 0 || !q.Kind.numeric()) {
		f.raise(q.Topics[0], a.Quote)
	}
}

func (f *facts) raise(key string, at Quote) {
	f.raised[key] = true
	if !slices.Contains(f.quotes[key], at) && (at.End > at.Start || at.From != "" || at.Field != "") {
		f.quotes[key] = append(f.quotes[key], at)
	}
}

func (f *facts) has(key string) bool {
	if _, known := f.known[key]; known {
		return true
	}
	return f.fields[key]
}

// lacks tells that a field of a form is empty; what is no field of it is only
// not known.
func (f *facts) lacks(key string) bool {
	_, field := f.fields[key]
	return f.form && field && !f.has(key)
}
