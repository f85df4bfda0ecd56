package clause

import "slices"

// The concepts that the grammar of a clause is read by; the others are the
// pack's own.
const (
	negating  = "not"       // turns what is said around
	noNot     = "no_not"    // begins like a negation: 안방
	heedless  = "heedless"  // "without asking why": its negation denies nothing
	excusing  = "fault"     // whose fault it is clears nothing where nobody asks
	imposing  = "imposing"  // lays on whom it is done to: 청구한다, where 준다 pays them
	joining   = "joint"     // ends a statement, another follows
	notJoint  = "no_joint"  // looks like one
	evenIf    = "even_if"   // "although": in "need not" it is none
	needNot   = "need_not"  // a right that may stay unused is not taken
	either    = "or"        // joins two verbs that one negation is of
	thereof   = "it"        // stands for what the condition before it speaks of
	consented = "agreed"    // what both have agreed on
	granting  = "granting"  // "may", "has to": a right or duty is not just spoken of
	closing   = "closing"   // ends a statement before a comma
	outsider  = "outsider"  // a tenant before or after this one, no party
	condition = "condition" // ends a condition (Korean)
	onlyIf    = "if"        // begins a condition (English)
	subject   = "subject"   // particles behind who acts
	topic     = "topic"     // and behind whom the clause is about
	owning    = "of"        // behind whose something is
	facing    = "to"        // behind whom something is done to
)

// parties are the roles that a clause may name, each a concept: who gives the
// home, who takes it, who brings them together.
var parties = []string{"giver", taker, "broker"}

const taker = "taker"

// reading is a clause as it is understood: which concepts stand where, in
// statements that have somebody who acts.
type reading struct {
	letters    letters
	found      map[string][]span
	statements []statement
	mentions   []mention
	measures   map[string][]float64
	foreign    bool // not written in Hangul
}

// statement is a part of a clause with a verb of its own.
type statement struct {
	span
	conditional bool
}

// mention is a party named in a clause.
type mention struct {
	span
	role  string
	acts  bool // it does something
	topic bool // it is what the clause speaks of
	faces bool // something is done to it
	owns  bool // something is its own
}

func (c *Catalog) read(text string) reading {
	r := reading{letters: fold(text), measures: measures(text)}
	r.found = c.words.find(r.letters)
	r.foreign = !slices.ContainsFunc(r.letters.runes, func(r rune) bool { return r >= firstOnset && r < firstOnset+0x100 })
	r.found[negating] = apart(r.found[negating])
	for _, pair := range [][2]string{{negating, noNot}, {negating, heedless}, {excusing, heedless}, {evenIf, needNot}, {evenIf, "able"}} {
		r.found[pair[0]] = slices.DeleteFunc(r.found[pair[0]], func(s span) bool { return overlapping(s, r.found[pair[1]]) })
	}
	r.name(c.particles)
	r.cut()
	r.settle()
	return r
}

// arbitrary are the concepts of acting without asking.
var arbitrary = []string{"unasked", "will", "harsh", "whim"}

// settle takes what is not done without asking out of that: who acts only with the
// giver's consent ("갑의 동의 없이는") has to agree, and what the taker did without it is
// the case that follows is for.
func (r *reading) settle() {
	var agreed, other []span
	for _, s := range r.found[arbitrary[0]] {
		in := r.statementOf(s)
		for _, m := range r.mentions {
			if near := s.start - m.end; m.role == parties[0] && !m.acts && near >= 0 && near <= 2*syllable {
				agreed = append(agreed, s)
			}
		}
		if in.conditional && r.actsIn(taker, span{in.start, s.start}) {
			other = append(other, s)
		}
	}
	for _, concept := range arbitrary {
		r.found[concept] = slices.DeleteFunc(r.found[concept], func(s span) bool { return overlapping(s, agreed) || overlapping(s, other) })
	}
	r.found[consented] = append(r.found[consented], agreed...)
}

// apart are the places that do not overlap, the longest of those that begin
// together.
func apart(all []span) []span {
	slices.SortStableFunc(all, func(a, b span) int { return (a.start-b.start)*1000 - (a.end - b.end) })
	var kept []span
	for _, s := range all {
		if len(kept) == 0 || s.start >= kept[len(kept)-1].end {
			kept = append(kept, s)
		}
	}
	return kept
}

// modifying is the sound that ends a verb before a noun.
const modifying = beforeCoda + 4

// cut finds the statements.
func (r *reading) cut() {
	type mark struct {
		at           int
		ends, begins bool // a condition
	}
	var marks []mark
	for _, concept := range []string{joining, condition} {
		for _, s := range r.found[concept] {
			if !overlapping(s, r.found[notJoint]) {
				marks = append(marks, mark{at: s.end, ends: concept == condition})
			}
		}
	}
	for _, s := range r.found[onlyIf] {
		marks = append(marks, mark{at: s.start, begins: true})
	}
	for _, at := range slices.Concat(r.letters.stops, r.dividing(), []int{len(r.letters.runes)}) {
		marks = append(marks, mark{at: at})
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return a.at - b.at })
	from, conditional := 0, false
	for _, m := range marks {
		if m.at > from {
			r.statements = append(r.statements, statement{span{from, m.at}, conditional || m.ends})
		}
		from, conditional = max(from, m.at), m.begins
	}
	if len(r.statements) == 1 && r.foreign {
		r.statements[0].conditional = false // "At any time", "After the payment": no comma tells where it ends
	}
}

// dividing are the commas that divide statements: in Korean those behind a noun that
// stands for a verb ("계약금 반환, 위약금 없음").
func (r *reading) dividing() []int {
	if r.foreign {
		return r.letters.dividing()
	}
	return slices.DeleteFunc(slices.Clone(r.letters.commas), func(at int) bool {
		return !slices.ContainsFunc(r.found[closing], func(s span) bool { return s.end == at })
	})
}

func overlapping(s span, others []span) bool {
	return slices.ContainsFunc(others, func(o span) bool { return s.start < o.end && o.start < s.end })
}

// name finds the parties and which of them act.
func (r *reading) name(particles map[string][][]rune) {
	for _, role := range parties {
		for _, s := range r.found[role] {
			if overlapping(s, r.found[outsider]) {
				continue
			}
			m := mention{span: s, role: role, topic: r.ends(s, particles[topic])}
			m.acts = m.topic || r.ends(s, particles[subject])
			m.faces = !m.acts && r.ends(s, particles[facing])
			if m.owns = r.ends(s, particles[owning]); r.foreign {
				m.acts = !m.owns
			}
			r.mentions = append(r.mentions, m)
		}
	}
	slices.SortStableFunc(r.mentions, func(a, b mention) int { return a.start - b.start })
}

// syllable is the most letters of one.
const syllable = 3

// ends tells whether a particle ends a name or stands behind it.
func (r *reading) ends(name span, particles [][]rune) bool {
	return slices.ContainsFunc(particles, func(p []rune) bool {
		behind := r.letters.has(p, name.end) && !r.letters.closed(name.end+len(p)) && (len(p) > syllable || !r.letters.begins[name.end]) // 을의 동의: 도 is none
		return behind || r.letters.has(p, name.end+1) && r.foreign || name.end-len(p) >= name.start && r.letters.has(p, name.end-len(p)) && r.letters.runes[name.start] >= firstOnset
	})
}

// statementOf is the statement that a place stands in.
func (r *reading) statementOf(s span) statement {
	for _, st := range r.statements {
		if s.start < st.end {
			return st
		}
	}
	return statement{}
}

// sentenceOf is what stands around a place between two full stops.
func (r *reading) sentenceOf(s span) statement {
	in := span{0, len(r.letters.runes)}
	for _, at := range r.letters.stops {
		if at > s.start {
			in.end = at
			break
		}
		in.start = at
	}
	return statement{span: in}
}

// negations counts those of what a statement says at a place: an odd number takes it
// back. In Korean they stand behind it or are its first syllable (안 돌려준다).
func (r *reading) negations(at span, in statement) (n int) {
	from := at.start
	if r.foreign {
		from = in.start
	}
	joined := len(r.letters.runes) // "막거나 늦추지" denies once
	for _, s := range slices.Backward(r.found[negating]) {
		behind := s.start >= from || s.end > from && !r.foreign
		if behind && s.start < in.end && !(s.start >= at.start && s.end <= at.end) {
			if !r.near(either, statement{span: span{s.end, min(joined, s.end+maxGap)}}) || joined >= in.end {
				n++
			}
			joined = s.start
		}
	}
	return n
}

// actsIn tells whether a role is named between two places as one that acts.
func (r *reading) actsIn(role string, in span) bool {
	return slices.ContainsFunc(r.mentions, func(m mention) bool { return m.role == role && m.acts && m.start >= in.start && m.start < in.end })
}

// concedes tells whether a place stands in what is only conceded ("법이 열 해를 주더라도"),
// and is not what concedes it.
func (r *reading) concedes(s span) bool {
	in := r.statementOf(s)
	return in.conditional && slices.ContainsFunc(r.found[evenIf], func(e span) bool {
		return !r.foreign && e.end == in.end && s.end <= e.start || r.foreign && e.start <= in.start && e.end > in.start && s.start >= e.end
	})
}

// embedded tells whether a party acts in words that describe a noun before a
// place: in 을이 고친 값을 물어 준다 it is not 을 who pays.
func (r *reading) embedded(m mention, at span) bool {
	if m.topic || r.foreign {
		return false
	}
	for i := m.end + syllable; i < min(at.start, m.end+maxGap); i++ {
		if r.letters.begins[i] && r.letters.runes[i-1] == modifying {
			return true
		}
	}
	return false
}

// acts tells whether a role does what stands at a place: as the topic of the
// statement, else as who acts in it, else as before, else as who is named behind
// it; nobody named is anybody but who it is done to.
func (r *reading) acts(role string, at span, in statement) bool {
	var topics, actors, behind, earlier []string
	before, faced := "", false
	for _, m := range r.mentions {
		faced = faced || m.faces && m.role == role && m.start >= in.start && m.start < at.end
		switch {
		case !m.acts || m.start >= in.end:
		case m.start >= at.end:
			behind = append(behind, m.role)
		case m.start < in.start && m.topic:
			before, earlier = m.role, nil
		case m.start < in.start:
			earlier = append(earlier, m.role)
		case before != "" && r.embedded(m, at):
		case m.topic:
			topics = append(topics, m.role)
		default:
			actors = append(actors, m.role)
		}
	}
	switch {
	case len(topics) > 0:
		return slices.Contains(topics, role)
	case before == role || slices.Contains(actors, role):
		return true
	case before != "" || len(actors) > 0 || faced:
		return false
	case len(earlier) > 0:
		return slices.Contains(earlier, role)
	case len(behind) > 0:
		return slices.Contains(behind, role)
	}
	return true
}

// bears tells whether a role is the last that is named before a place, in its
// statement if anybody is; whoever acts there comes before who is only named. Where
// nobody is named who could bear it, who takes the home does, unless another acts
// or it is done to that one.
func (r *reading) bears(role string, at span, in statement) bool {
	last, inside, acting, other := "", false, false, false
	for _, m := range r.mentions {
		here := m.start >= in.start && m.start < in.end
		switch {
		case m.owns && last != "" && at.start > m.end+2*syllable:
		case m.start >= in.end || m.start >= at.end && !(r.foreign && !inside):
			other = other || here && m.acts && m.role != taker
		case m.faces && !overlapping(at, r.found[imposing]):
			other = other || m.role == taker
		case (here || last != "") && r.embedded(m, at):
		case here && (m.acts && !r.foreign || !acting):
			last, inside, acting = m.role, true, acting || m.acts && !r.foreign
		case m.acts && !inside:
			last = m.role
		}
	}
	return last == role || last == "" && role == taker && !other
}
