package realestate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/planning"
)

// number is one as it is written, with the unit of a sum if it has one; digits are
// one without.
var (
	number = regexp.MustCompile(`\d(?:[\d,.]*\d)?(?:\s?[천백십]?[억만천]\s?(?:\d(?:[\d,.]*\d)?\s?[천백]?만?천?)?원?)?`)
	digits = regexp.MustCompile(`\d(?:[\d,.]*\d)?`)
)

// swapNumbers puts the number that is wanted in the place of the one of the
// question that is waved aside, whose unit stays where the new one has none; false
// is no such number.
func (r *revision) swapNumbers(denied, instead string) bool {
	old, new := strings.TrimSpace(last(number.FindAllString(denied, -1))), strings.TrimSpace(number.FindString(instead))
	if old == "" || new == "" {
		return false
	}
	for _, at := range number.FindAllStringIndex(r.asked, -1) {
		whole := strings.TrimSpace(r.asked[at[0]:at[1]])
		if whole == old || digits.FindString(whole) == old {
			return r.putNumber(at[0], at[0]+len(whole), new)
		}
	}
	return false
}

// putNumber puts a number in the place of another; false is one without a unit that
// would take the place of several ("1억 5천").
func (r *revision) putNumber(start, end int, new string) bool {
	old := r.asked[start:end]
	if all := digits.FindAllString(old, -1); digits.FindString(new) == new {
		if len(all) != 1 {
			return false
		}
		new = strings.Replace(old, all[0], new, 1)
	}
	r.put(start, end, new)
	return true
}

// numbered puts a number without its unit in the place of the one fact that it is
// of: of the kind that the message names ("면적을 100으로"), or a sum.
func (r *revision) numbered(message string) bool {
	if day := phrases.Named(message, "day_alone")["day"]; day != "" {
		return r.dayOfMonth(day)
	}
	if slices.ContainsFunc(r.said.Facts, func(f planning.Said) bool { return f.Kind != planning.KindContractType }) {
		return false
	}
	if kind := strings.TrimPrefix(phrases.First(message, phrases.Under("kind")...), "kind."); kind != "" {
		return r.putOnly(digits.FindString(message), func(f planning.Said) bool { return f.Kind == kind })
	}
	new := phrases.Named(message, "bare")["number"]
	sum := func(f planning.Said) bool { return f.Kind == planning.KindAmount && alike(f.Text, new) }
	if phrases.Has(message, "lone") {
		return r.putOnly(new, sum)
	}
	// What it is of is read with a unit: "월세가 … 230이래요".
	named := r.planner.Read(strings.Replace(message, new, new+"만원", 1), r.today).Facts
	return r.putOnly(new, func(f planning.Said) bool {
		return sum(f) && f.Role != "" && slices.ContainsFunc(named, func(n planning.Said) bool { return n.Role == f.Role || n.Value == f.Role })
	})
}

// dayOfMonth puts a day behind the only month of the question of which none was said:
// "15일이에요".
func (r *revision) dayOfMonth(day string) bool {
	for _, f := range r.before.Facts {
		whole := f.Text + " " + day
		if read := r.planner.Read(whole, r.today).Facts; f.Kind == planning.KindDate && len(read) == 1 && read[0].Kind == f.Kind && read[0].Text == whole {
			r.put(f.Start, f.End, whole)
			return true
		}
	}
	return false
}

// putOnly puts a number in the place of the only fact of some sort.
func (r *revision) putOnly(new string, of func(planning.Said) bool) bool {
	i := slices.IndexFunc(r.before.Facts, of)
	if new == "" || i < 0 || slices.ContainsFunc(r.before.Facts[i+1:], of) {
		return false
	}
	return r.putNumber(r.before.Facts[i].Start, r.before.Facts[i].End, new)
}

// alike tells whether a number may be another one of what a text says: no year or
// age becomes the sum.
func alike(text, number string) bool {
	old, err := strconv.ParseFloat(strings.ReplaceAll(digits.FindString(text), ",", ""), 64)
	new, failed := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	return err == nil && failed == nil && new <= old*maxAlike && old <= new*maxAlike
}

// maxAlike is how many times as much a number without its unit may be.
const maxAlike = 5
