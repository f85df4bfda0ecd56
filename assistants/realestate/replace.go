package realestate

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/planning"
)

// replace puts the facts of a message in the places of those that they take
// in the question. With a fact that takes no place the message itself is
// added: in front where it says what somebody is, since what is said first of
// that counts. In a message that supposes, corrects or keeps all else the only sum
// is taken for the one that is meant, whatever it stands for.
func (r *revision) replace(message string) {
	loosely := r.passing || does(r.message, dialog.Correct) || phrases.Has(r.message, "same")
	named := func(deal string) bool {
		return slices.ContainsFunc(r.said.Facts, func(f planning.Said) bool { return f.Kind == planning.KindAmount && f.Role == deal })
	}
	taken, rest, status := map[int]bool{}, false, false
	for _, new := range r.pairs() {
		i := r.place(new, loosely, taken)
		if r.besideRest(new, i) || r.raisesTo(new, i) {
			i = -1
		}
		switch {
		case new.Kind == planning.KindAttribute:
			rest, status = true, true
		case i < 0 && new.Kind == planning.KindContractType && named(new.Value): // "월세가 32였음" says what the sum is of
		case i < 0:
			rest = true
		default:
			taken[i] = true
			r.put(r.before.Facts[i].Start, r.before.Facts[i].End, new.Text)
		}
	}
	switch text := strings.TrimSpace(message); {
	case !rest:
	case status:
		r.edits = append(r.edits, edit{0, 0, strings.TrimRight(text, ".,!?~ ") + ". "})
	default:
		r.append(text)
	}
	if rest && len(taken) == 0 {
		r.added(message)
	}
}

// pairs are the facts of a message, a deposit and the rent right behind it ("1000/60") as one
// where the question has no rent.
func (r *revision) pairs() (facts []planning.Said) {
	rented := slices.ContainsFunc(r.before.Facts, func(f planning.Said) bool { return f.Role == estate.MonthlyRent })
	for _, f := range r.said.Facts {
		if n := len(facts) - 1; !rented && n >= 0 && facts[n].Role == estate.Deposit && f.Role == estate.MonthlyRent && strings.Trim(r.message[facts[n].End:f.Start], " ") == "/" {
			facts[n].End, facts[n].Text = f.End, r.message[facts[n].Start:f.End]
			continue
		}
		facts = append(facts, f)
	}
	return facts
}

// add puts a message behind the question, of which it tells more.
func (r *revision) add(message string) {
	r.append(message)
	r.added(message)
}

// append puts a text behind the question, apart from its sums, which it tells nothing of.
func (r *revision) append(text string) {
	behind := " " + strings.TrimSpace(text)
	if slices.ContainsFunc(r.before.Facts, func(f planning.Said) bool { return f.Kind == planning.KindAmount }) {
		behind = strings.TrimPrefix(planning.Join(r.asked, text), r.asked)
	}
	r.edits = append(r.edits, edit{len(r.asked), len(r.asked), behind})
}

// added tells the user that what they say is taken in.
func (r *revision) added(message string) {
	if asking(message) || phrases.Has(message, "supposes") {
		r.adds = true // which the answer shows
		return
	}
	r.told = strings.TrimRight(strings.TrimSpace(message), ".?!,~ ")
	r.changes = append(r.changes, texts.Say(r.language, "revised.added", "text", r.told))
}

// raisesTo tells whether a sum is what something paid now is to become instead of what one
// side asks for ("보증금을 8천으로 올리고"): what is paid now stays what it was.
func (r *revision) raisesTo(new planning.Said, place int) bool {
	demanded := slices.ContainsFunc(r.before.Facts, func(f planning.Said) bool {
		return f.Role == estate.ProposedRent || f.Role == estate.ProposedDeposit
	})
	return place >= 0 && demanded && new.Kind == planning.KindAmount && slices.Contains(r.said.Moves, "rent_increase") &&
		slices.Contains([]string{estate.Deposit, estate.CurrentDeposit, estate.MonthlyRent}, r.before.Facts[place].Role)
}

// besideRest tells whether a fact was left out of the question and is told beside its
// rest, where nothing stands for the same or what does is one of several that add up.
func (r *revision) besideRest(new planning.Said, place int) bool {
	if !phrases.Has(r.message, "left_out") || does(r.message, dialog.Correct) {
		return false
	}
	return place < 0 || r.before.Facts[place].Role != new.Role || new.Role == estate.Debt || new.Role == estate.Loan
}

// place is the index of the fact that a new one takes the place of, or -1.
func (r *revision) place(new planning.Said, loosely bool, taken map[int]bool) int {
	var kind, same []int
	for i, old := range r.before.Facts {
		if old.Kind != new.Kind || taken[i] || (old.Kind == planning.KindPeriod || old.Kind == planning.KindAmount && !loosely) && !new.Like(old) {
			continue
		}
		kind = append(kind, i)
		if old.Role == new.Role && (old.Role != "" || old.Kind != planning.KindAmount) {
			same = append(same, i)
		}
	}
	switch {
	case new.Kind == planning.KindDate && new.Role == "" && new.Value == r.today.Format(time.DateOnly):
		return -1 // "오늘 말하면" is when, and no other end of the lease
	case len(same) > 0:
		i, _ := r.likest(new, same)
		return i
	case len(kind) == 1 && (loosely && (r.corrects(new) || own[new.Role] == own[r.before.Facts[kind[0]].Role]) || new.Role == "" && new.Kind != planning.KindAmount):
		return kind[0]
	case len(kind) > 1 && loosely:
		if i, words := r.likest(new, kind); words > 0 || r.corrects(new) {
			return i
		}
	}
	return -1
}

// own are the roles that take the place of nothing else: sums that are somebody's, and by
// how much a rate moves.
var own = map[string]bool{
	estate.Income: true, estate.MonthlyIncome: true, estate.Asset: true, estate.Debt: true, estate.Loan: true, estate.InterestChange: true,
	estate.Partner + estate.Income: true, estate.Partner + estate.MonthlyIncome: true,
}

// corrects tells whether a message puts right a sum, its only one, and does not say what
// it is of: that may be any, even what somebody earns.
func (r *revision) corrects(new planning.Said) bool {
	other := func(f planning.Said) bool { return f.Kind == new.Kind && f != new }
	return new.Kind == planning.KindAmount && new.Role == "" && does(r.message, dialog.Correct) && !slices.ContainsFunc(r.said.Facts, other)
}

// likest is the fact of several that is said in the words of the new one, and how
// much of them: "1억 남기면" takes the place of "5천만 남기고" and not of the sum
// that is divided. Where no words decide it is the first, or the sum that is nearest to
// the one that puts it right.
func (r *revision) likest(new planning.Said, of []int) (best, most int) {
	said := korean.PairsOf(behind(r.message, new.End))
	best = of[0]
	for _, i := range of {
		n := said.Common(korean.PairsOf(behind(r.asked, r.before.Facts[i].End)))
		if n > most || n == most && r.corrects(new) && new.Times(r.before.Facts[i]) < new.Times(r.before.Facts[best]) {
			best, most = i, n
		}
	}
	return best, most
}

// put notes an edit and what the user is told of it.
func (r *revision) put(start, end int, new string) {
	old := r.asked[start:end]
	if strings.EqualFold(old, new) {
		return
	}
	r.edits = append(r.edits, edit{start, end, new})
	r.changes = append(r.changes, texts.Say(r.language, "revised.replaced", "old", old, "new", new))
}

// apply makes the question anew by its edits, from the last to the first.
func (r *revision) apply() {
	slices.SortStableFunc(r.edits, func(a, b edit) int { return cmp.Or(b.start-a.start, b.end-a.end) })
	end := len(r.asked) + 1
	for _, e := range r.edits {
		if e.end < end {
			r.query, end = r.query[:e.start]+e.new+r.query[e.end:], max(e.start, 1)
		}
	}
}
