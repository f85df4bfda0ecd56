package memory

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// inPlace is a text in which what is said instead stands in the place of the sum or
// the day that is waved aside, beside the words that tell what it is of ("월세 40 아니고
// 45야"); without such words both only stand for something else ("월세 50 말고 전세 2억").
// It is as long as before: places are looked up in it.
func (l *learner) inPlace(text string, at int, d dialog.Denial) string {
	blank := strings.Repeat(" ", len(d.Denied))
	behind := at + len(d.Denied)
	to := strings.Index(text[behind:], d.Instead)
	head := ""
	if len(keysOf(d.Instead, "deal")) == 0 && !slices.ContainsFunc(l.said.Regions, func(r estate.Region) bool { return strings.Contains(d.Instead, r.Text) }) {
		if sums := wonIn(d.Denied); len(sums) == 1 {
			head = d.Denied[:sums[0].Start]
		} else if days := korean.FindDays(d.Denied, l.said.Today); len(days) == 1 {
			head = d.Denied[:days[0].Start]
		}
	}
	if head == "" || to < 0 {
		return text[:at] + blank + text[behind:]
	}
	return text[:at] + strings.Repeat(" ", len(d.Denied)+to-len(head)) + head + text[behind+to:]
}

// instead is the place that is said in the place of a known one, whose name
// nobody may know, or the sum in the place of one that was said before; it tells
// whether that was of a known one.
func (l *learner) instead(c clause, denied, instead string) bool {
	if was, now := wonIn(denied), wonIn(instead); c.who == self && len(was) == 1 && len(now) == 1 {
		return l.corrected(c, denied, instead)
	}
	word, _, _ := strings.Cut(instead, " ")
	if c.who == self && place(denied) && !place(instead) && seeks(c) {
		stems := korean.Stems(word)
		l.add(Region, stems[min(1, len(stems)-1)], c.text)
	}
	return false
}

// corrected puts a sum in the place of the one that it was said to be: "3억 말고
// 2억이에요" is of the only thing known that is 300 million, of those that its words
// name where they name any ("월세 40 아니고 45야").
func (l *learner) corrected(c clause, denied, instead string) bool {
	was, now := wonIn(denied)[0], wonIn(instead)[0].Won
	names := [][]string{sumFields(denied), sumFields(instead)}
	of := slices.DeleteFunc(l.known(), func(p state.Preference) bool {
		won := l.won(p.Key)
		same := won == was.Won || was.Bare && digits(won) == digits(was.Won) // "15 million, not 10"
		return valueKind(p.Key) != sumKind || !same || now > won*muchAlike || won > now*muchAlike || slices.ContainsFunc(names, func(fields []string) bool {
			return len(fields) > 0 && !slices.ContainsFunc(fields, func(f string) bool { return under(p.Key, f) })
		})
	})
	if len(of) != 1 {
		return false
	}
	l.add(of[0].Key, withSum(of[0].Value, now), c.text)
	return true
}

// digits are those of a sum, whatever its unit.
func digits(won int64) string { return strings.TrimRight(strconv.FormatInt(won, 10), "0") }

// sumNames are the words that name sums, with the keys that they may be of.
var sumNames = map[string][]string{
	"sum.deposit": {BudgetOf("deposit"), HomeHeld}, "sum.monthly_rent": {BudgetOf("monthly_rent"), HomeRent},
	"sum.sale": {BudgetOf("sale")}, "sum.income": {"income"}, "sum.asset": {Assets},
}

// sumFields are the keys that the words beside a sum may name.
func sumFields(text string) (fields []string) {
	for cue, keys := range sumNames {
		if phrases.Has(text, cue) {
			fields = append(fields, keys...)
		}
	}
	return fields
}

// withSum is a value with another sum: of an income it stays so much a month or year.
func withSum(value string, won int64) string {
	var in Income
	if json.Unmarshal([]byte(value), &in) == nil && in.Won > 0 {
		in.Won = won
		if raw, err := json.Marshal(in); err == nil {
			return string(raw)
		}
	}
	return strconv.FormatInt(won, 10)
}
