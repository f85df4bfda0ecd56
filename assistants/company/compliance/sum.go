package compliance

import (
	"slices"
	"sort"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// markReach is how far from a sum a word may stand that says what kind of sum
// it is.
const markReach = 18

// sum is a sum of the text with the topics that the words beside it name.
type sum struct {
	korean.Money
	topics []string
	marks  []string
	heads  int64 // how many people share it
	total  bool  // of nobody knows how many people
}

// named is a word for topics.
type named struct {
	start, end int
	topics     []string
}

// sums gives every sum of the text its topics.
func (r *reader) sums() []sum {
	var found []sum
	for _, m := range korean.FindSums(r.text) {
		if len(found) == maxKept {
			r.full = true
			break
		}
		if !m.Negative {
			found = append(found, sum{Money: m, heads: 1})
		}
	}
	if len(found) == 0 {
		return nil
	}
	names, groups := r.names(), r.found.Groups("people")
	for i := range found {
		s := &found[i]
		if r.near(s, "mark.net") {
			s.marks = append(s.marks, "net")
		}
		if s.topics = r.topicsOf(found, i, names); s.topics == nil && i > 0 && (len(s.marks) > 0 || r.later(s)) {
			s.topics = found[i-1].topics // 8만원(세전 7만 3천원), "and 90,000?"
		}
		if s.topics == nil && r.later(s) {
			s.topics = toldLast(s, names)
		}
		if !r.near(s, "mark.head") {
			s.heads = r.people(s, groups)
			span := r.sentence([]int{s.Start, s.End})
			s.total = s.heads == 1 && r.found.Within("mark.total", span.Start, span.End, nil)
		}
	}
	return found
}

// names are the words for the topics of sums, in their order.
func (r *reader) names() []named {
	by := map[[2]int][]string{}
	for _, topic := range r.rules.topics {
		for _, at := range r.found.FindAll("topic." + topic) {
			by[[2]int{at[0], at[1]}] = append(by[[2]int{at[0], at[1]}], topic)
		}
	}
	var list []named
	for at, topics := range by {
		list = append(list, named{at[0], at[1], topics})
	}
	slices.SortFunc(list, func(a, b named) int { return a.start - b.start })
	return list
}

// topicsOf are the topics of the word that a sum belongs to: one in its
// clause before one behind a comma, one before it rather than behind, and
// none beyond another sum that is not the same one told again.
func (r *reader) topicsOf(all []sum, i int, names []named) []string {
	s := all[i]
	span := r.sentence([]int{s.Start, s.End})
	from, to := r.clause([]int{s.Start, s.End})
	first := sort.Search(len(names), func(k int) bool { return names[k].start >= s.Start })
	var before, behind *named
	if first > 0 && names[first-1].start >= span.Start && (i == 0 || names[first-1].start >= all[i-1].Start) {
		before = &names[first-1]
	}
	if first < len(names) && names[first].end <= span.End && !r.separated(all, i, names[first].start) {
		behind = &names[first]
	}
	switch {
	case before != nil && (before.start >= from || behind == nil || behind.end > to):
		return before.topics
	case behind != nil:
		return behind.topics
	}
	return nil
}

// separated tells whether another sum stands between one and a place behind
// it; the same sum before tax does not count.
func (r *reader) separated(all []sum, i, at int) bool {
	for _, o := range all[i+1:] {
		if o.Start >= at {
			return false
		}
		if !r.near(&o, "mark.net") {
			return true
		}
	}
	return false
}

// near tells whether a mark stands right before or behind a sum.
func (r *reader) near(s *sum, key string) bool {
	return r.found.Within(key, s.Start-markReach, s.Start, nil) || r.found.Within(key, s.End, s.End+markReach, nil)
}

// later tells that a sum was told after other messages of its case.
func (r *reader) later(s *sum) bool { return r.pieceAt(s.Start).turn > 0 }

// toldLast are the topics that were named last before a sum.
func toldLast(s *sum, names []named) (topics []string) {
	for _, n := range names {
		if n.start < s.Start {
			topics = n.topics
		}
	}
	return topics
}

// people is how many share a sum: those of its sentence, or a number that another message of the
// case tells alone ("there were four of us").
func (r *reader) people(s *sum, groups []dialog.Group) int64 {
	for _, g := range slices.Backward(groups) {
		turn := r.pieceAt(g.Start).turn
		if n, ok := korean.ParseCount(g.Named["n"]); ok && n > 0 && turn > r.pieceAt(s.Start).turn {
			return int64(n)
		}
	}
	span := r.sentence([]int{s.Start, s.End})
	return max(1, most(groups, span.Start, span.End))
}

// won takes the sums of a question's topics.
func (r *reader) won(q *question, sums []sum) {
	for _, s := range sums {
		if !slices.ContainsFunc(s.topics, func(t string) bool { return slices.Contains(q.Topics, t) }) ||
			q.Mark != "" != (len(s.marks) > 0) || q.Mark != "" && !slices.Contains(s.marks, q.Mark) {
			continue
		}
		if q.Share && s.total { // what each had is not told
			r.raise(q.Key, []int{s.Start, s.End})
			r.raise(q.Topics[0], []int{s.Start, s.End})
			continue
		}
		won := s.Won
		if q.Share {
			won /= s.heads
		}
		r.answer(Answer{Key: q.Key, Num: won}, []int{s.Start, s.End})
	}
}
