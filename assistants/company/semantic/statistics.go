package semantic

import (
	"math"
	"slices"
)

// statistics sum up each metric of a result with two rows or more.
func statistics(r Result) []Statistic {
	if len(r.Rows) < 2 {
		return nil
	}
	label := slices.IndexFunc(r.Columns, func(c Column) bool { return c.Role == "label" || c.Role == "time" })
	var all []Statistic
	for i, c := range r.Columns {
		if c.Role != "metric" || c.Kind != "number" {
			continue
		}
		if s, ok := statistic(r, i, label); ok {
			all = append(all, s)
		}
	}
	return all
}

func statistic(r Result, at, label int) (Statistic, bool) {
	s := Statistic{Column: r.Columns[at].Name, Min: math.Inf(1), Max: math.Inf(-1)}
	var values []float64
	sum := 0.0
	for _, row := range r.Rows {
		if row[at].Number == nil {
			continue
		}
		v, name := *row[at].Number, ""
		if label >= 0 {
			name = row[label].Text
		}
		if v < s.Min {
			s.Min, s.MinLabel = v, name
		}
		if v > s.Max {
			s.Max, s.MaxLabel = v, name
		}
		values, sum = append(values, v), sum+v
	}
	if s.Count = len(values); s.Count < 2 {
		return s, false
	}
	s.Mean = sum / float64(s.Count)
	if u := r.Columns[at].Unit; u != "percent" && u != "minute" {
		s.Sum = &sum
	}
	for _, v := range values {
		s.Deviation += (v - s.Mean) * (v - s.Mean)
	}
	s.Deviation = math.Sqrt(s.Deviation / float64(s.Count-1))
	if label >= 0 && r.Columns[label].Role == "time" {
		first, last := values[0], values[len(values)-1]
		s.First, s.Last = &first, &last
		if first != 0 {
			change := 100 * (last - first) / first
			s.ChangePercent = &change
		}
	}
	slices.Sort(values)
	s.Median = (values[(s.Count-1)/2] + values[s.Count/2]) / 2
	return s, true
}

// mean makes the averages those of all pieces of time of the period, with those
// in which nothing happened.
func (r *Result) mean(q Request, c *catalogue) {
	from, to := q.Period.days()
	pieces := 0
	for at := from; !at.After(to) && !from.IsZero(); pieces++ {
		at = q.Grain.beyond(at, 1)
	}
	for i, s := range r.Statistics {
		if pieces > 0 && s.Sum != nil && i < len(q.Metrics) && c.additive(q.Metrics[i]) {
			r.Statistics[i].Count, r.Statistics[i].Mean = pieces, *s.Sum/float64(pieces)
		}
	}
}
