package document

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
)

// asksLetter tells whether a text asks to write a message or notice.
func (l *letters) asked(lower string) bool {
	return l.Choose("form", lower) != "" && phrases.Has(lower, "letter.write") && !phrases.Has(lower, "letter.not")
}

// purpose is the kind of letter that a text names, "" when it names none that the
// side would write.
func (l *letters) purpose(lower, side string) string {
	side = cmp.Or(l.Choose("side", lower), side)
	if side == "landlord" && phrases.Has(lower, "letter.own_use") {
		return "non_renewal"
	}
	if kind := l.Choose("kind", lower); kind != "" {
		if !writes(side, kind) {
			return ""
		}
		return kind
	}
	if len(korean.FindRates(lower)) > 0 {
		return "rent_proposal"
	}
	return ""
}

// writes tells whether a side has letters of a kind: the deposit is asked back by
// the tenant, the landlord answers that and asks for the rent.
func writes(side, kind string) bool {
	return !slices.Contains(map[string][]string{"landlord": {"deposit_return"}, "tenant": {"rent_demand", "deposit_reply"}}[side], kind)
}

// SideOf is the side of a lease that somebody who says a text is on, "landlord" or
// "tenant"; "" where nothing tells.
func SideOf(text string) string {
	return builtInLetters().Choose("side", forms.Lower(forms.Clean(text, maxMessageBytes)))
}

// refusesLetter names why a letter is not written: "threat", "insult",
// "untruth" or "".
func refusesLetter(lower string) string {
	for _, why := range []string{"threat", "insult", "untruth"} {
		// "협박처럼 들리지 않게" is the opposite of a threat.
		for _, at := range phrases.FindAll(lower, "letter."+why) {
			if why == "untruth" && phrases.Has(lower[:at[0]], "letter.theirs") {
				continue // who was lied to may write of it
			}
			if why == "untruth" || !phrases.Has(lower[at[1]:], "letter.without") && !strings.HasSuffix(strings.TrimSpace(lower[:at[0]]), "not") {
				return why
			}
		}
	}
	return ""
}

// letterReading is one message while it is read into a letter.
type letterReading struct {
	*forms.Message
	forms.Values
	form *letters
	// rate and sums tell what this message itself said.
	rate, sums bool
	bad        []string // days and rates that can't be so
}

// read fills the letter with what a message says and reports how many values
// it understood and which could not be taken.
func (l *letters) read(v forms.Values, message string, today time.Time) (int, []string) {
	r := &letterReading{Message: forms.NewMessage(message), Values: v, form: l}
	if side := l.Choose("side", r.Lower); side != "" {
		turnAround(v, side)
	}
	if form := l.Choose("form", r.Lower); form != "" && (!v.Has("form") || l.asked(r.Lower) || phrases.Has(r.Lower, "letter.reform") && !phrases.Has(r.Lower, "letter.was_told")) {
		v.Set("form", form)
		r.Understood++
	}
	if l.Field("overdue").Yes.In(r.Lower) {
		v.Set("overdue", true) // before the days, which are past then
	}
	result := l.Read(v, r.Message, forms.Input{Today: today, Lang: "ko", Side: "sender", Sums: r.readSums})
	for _, issue := range result.Issues {
		r.bad = append(r.bad, issue.Values...)
	}
	r.readSpans(today)
	r.readDefects()
	if r.Yes("right_used") {
		r.drop("renewed") // it was spoken of, and can't be used again
	}
	if sum := r.Int("monthly_rent") * r.Int("months"); r.Text("kind") == "rent_demand" && !r.Has("sum") && sum > 0 {
		r.Set("sum", sum)
	}
	return r.Understood, r.bad
}

// readSpans takes the span of time within which something is to be done as its day ("2주
// 안에"), and for how many months a rent is owed, which the term of the lease does not tell.
func (r *letterReading) readSpans(today time.Time) {
	text := r.Rest() // without the days
	for _, p := range korean.FindPeriods(text) {
		before, after := around(text, p.Start, p.End, 24)
		switch {
		case p.Months > 0 && r.Text("kind") == "rent_demand" && (phrases.Has(after, "letter.owed") || phrases.Has(before, "letter.owed_head")):
			r.Set("months", p.Months)
			r.Understood++
		case p.Months < 12 && (phrases.Has(after, "letter.within") || phrases.Has(before, "letter.due_head")):
			r.Set("due_date", today.AddDate(0, p.Months, p.Days).Format(time.DateOnly))
			r.Understood++
		}
	}
}

// readSums takes the rate, the direction and the sums of a letter.
func (r *letterReading) readSums() {
	r.readRate()
	if kind := r.Text("kind"); kind == "" || kind == "rent_proposal" {
		if way := r.form.Choose("direction", r.Lower); way != "" {
			if known := r.Text("direction"); known != "" && known != way {
				r.Understood++
			}
			r.Set("direction", way)
			if way == "keep" {
				r.drop("rate_ppm", "ask_deposit", "ask_rent", "step_deposit", "step_rent")
			}
		}
	}
	r.readAmounts()
}

func (r *letterReading) drop(keys ...string) {
	for _, key := range keys {
		delete(r.Values, key)
	}
}

// maxRatePPM bounds the rates that are believed: 100 %.
const maxRatePPM = 1_000_000

// readRate takes the rate of the proposal: of several the last one that is
// not put aside ("5% 말고 4%").
func (r *letterReading) readRate() {
	text := r.Rest()
	for _, m := range korean.FindRates(text) {
		before, after := around(text, m.Start, m.End, 24)
		r.Blank(m.Start, m.End)
		if kind := r.Text("kind"); kind != "" && kind != "rent_proposal" {
			continue
		}
		if phrases.Has(after, "letter.rate_not") && !phrases.Has(after, "letter.rate_only") || phrases.Has(before, "letter.rate_head") {
			continue
		}
		ppm := int64(m.Value*10_000 + 0.5)
		if m.Value <= 0 || m.Value > 100 || ppm == 0 || ppm > maxRatePPM {
			r.bad = append(r.bad, text[m.Start:m.End])
			continue
		}
		// A proposal by a rate takes the place of one by sums.
		r.Set("rate_ppm", ppm)
		r.rate = true
		r.drop("ask_deposit", "ask_rent", "step_deposit", "step_rent")
		if r.Text("direction") == "keep" {
			r.drop("direction")
		}
		r.Understood++
		if what := phrases.First(before, "letter.rate_of_rent", "letter.rate_of_deposit"); what != "" {
			r.Set("only", strings.TrimPrefix(what, "letter.rate_of_"))
		}
	}
}

// around are up to n bytes before and behind a place, within its sentence.
func around(text string, from, to, n int) (before, after string) {
	before, after = text[max(0, from-n):from], text[to:min(len(text), to+n)]
	if i := max(strings.LastIndexAny(before, ",;\n"), strings.LastIndex(before, ". ")); i >= 0 {
		before = before[i+1:]
	}
	if i := strings.IndexAny(after, ",;\n"); i >= 0 {
		after = after[:i]
	}
	return strings.ToValidUTF8(before, ""), strings.ToValidUTF8(after, "")
}

// Bounds beyond which a sum of a letter is not believed.
const (
	maxContractWon = 1_000_000_000_000 // 1조
	maxMonthlyWon  = 1_000_000_000     // 10억 a month
)

func fits(won, limit int64) bool { return won > 0 && won <= limit }

// readAmounts gives every sum its place by the words around it.
func (r *letterReading) readAmounts() {
	text := r.Rest()
	last, end, sums := "", 0, forms.FindSums(text)
	for i, m := range sums {
		before, after := around(text, m.Start, m.End, 36)
		if m.Start-end < len(before) {
			before = text[end:m.Start]
		}
		shorthand := last == "deposit" && phrases.Has(before, "letter.shorthand")
		leads := i+1 < len(sums) && phrases.Has(text[m.End:sums[i+1].Start], "letter.shorthand")
		if m.Bare && !phrases.HasAny(before, "letter.deposit", "letter.rent") && !shorthand ||
			phrases.Has(after, "letter.sum_not") || phrases.Has(before, "letter.fee") {
			continue
		}
		what, amount, named := "rent", forms.Amount(m), shorthand
		switch {
		case leads:
			what, named = "deposit", true
		case !shorthand:
			what, named = sumWhat(before, after, last), sumWhat(before, after, "") != ""
		}
		end = m.End
		if !fits(amount, maxContractWon) {
			r.bad = append(r.bad, strings.TrimSpace(text[m.Start:m.End]))
			continue
		}
		last = r.putSum(what, named, leads || shorthand, before, after, amount)
	}
}

// sumWhat tells deposit and rent apart: by the word before the sum, else by
// what the sum before was, else by the word behind it ("" is unknown).
func sumWhat(before, after, last string) string {
	deposit, rent := phrases.FindAll(before, "letter.deposit"), phrases.FindAll(before, "letter.rent")
	place := func(found [][]int, i int) int {
		if len(found) == 0 {
			return -1
		}
		return found[(i+len(found))%len(found)][0]
	}
	switch d, m := place(deposit, -1), place(rent, -1); {
	case d > m:
		return "deposit"
	case m > d:
		return "rent"
	case last != "":
		return last
	}
	d, m := place(phrases.FindAll(after, "letter.deposit"), 0), place(phrases.FindAll(after, "letter.rent"), 0)
	switch {
	case d >= 0 && d < 12 && (m < 0 || d < m):
		return "deposit"
	case m >= 0 && m < 12:
		return "rent"
	}
	return ""
}

// rentBelow is the sum below which one without a name is taken for rent
// unless only the deposit is known: 500만원.
const rentBelow = 5_000_000

// guess is what a sum without a name is of.
func (r *letterReading) guess(won int64) string {
	switch deposit, rent := r.Has("deposit"), r.Has("monthly_rent"); {
	case deposit && !rent:
		return "deposit"
	case rent && !deposit, won < rentBelow:
		return "rent"
	}
	return "deposit"
}

// putSum stores a sum and returns what it was of; named tells that words beside it say so,
// paired that it is one of a deposit and its rent.
func (r *letterReading) putSum(what string, named, paired bool, before, after string, won int64) string {
	if what == "" {
		what = r.guess(won)
	}
	now, ask, step := "deposit", "ask_deposit", "step_deposit"
	if what == "rent" {
		if now, ask, step = "monthly_rent", "ask_rent", "step_rent"; won > maxMonthlyWon {
			return what
		}
	}
	kind := r.Text("kind")
	owed := map[string]string{"deposit_return": "deposit", "rent_demand": "sum", "termination": "sum"}[kind] // of which a part may have come
	proposes := kind == "" || kind == "rent_proposal"
	demands := slices.Contains([]string{"deposit_return", "rent_demand", "rent_refund", "termination", "repair_request"}, kind)
	switch {
	case phrases.Has(after, "letter.asked_by") && (r.rate || r.Text("direction") == "cut" || r.Text("direction") == "keep" || kind == "repair_request"):
		return what // what the other side wants is not what is proposed, nor was it paid
	case (phrases.Has(after, "letter.got") || phrases.Has(before, "letter.got_head")) && won < r.Int(owed):
		r.Set("sum", r.Int(owed)-won)
		r.Set("overdue", true)
		r.drop("months") // of which one is owed in part
	case demands && (phrases.Has(before, "letter.sum_head") || phrases.Has(after, "letter.sum_tail")):
		r.Set("sum", won)
	case (kind == "repair_request" || kind == "damages" || kind == "rent_demand") && !paired && !phrases.HasAny(before, "letter.deposit", "letter.rent"):
		r.Set("sum", won) // a deposit that is told is not what was spent
	case !proposes && kind != "rent_refund":
		if phrases.Has(after, "letter.step_tail") || r.Has(now) && !named && !phrases.Has(r.Lower, "words.change") {
			return what // what it once rose by, or a sum of something else
		}
		r.Set(now, won)
	case proposes && (phrases.Has(after, "letter.step_tail") || phrases.Has(before, "letter.step_head")):
		if r.rate {
			return what
		}
		r.Set(step, won)
		r.drop(ask, "rate_ppm")
	case phrases.Has(after, "letter.new_tail"), phrases.Has(before, "letter.new_head"), r.sums && r.Has(now) && !r.Has(ask) && kind == "rent_refund":
		if r.rate {
			return what
		}
		r.Set(ask, won)
		r.drop(step, "rate_ppm")
	default:
		r.Set(now, won)
	}
	r.sums = true
	r.Understood++
	return what
}

// readDefects names what is broken by the places, things and troubles of the
// message, when no label announces it.
func (r *letterReading) readDefects() {
	if r.Text("kind") != "repair_request" || r.Has("defects") && !phrases.HasAny(r.Lower, "defect.thing", "defect.trouble", "defect.english") {
		return
	}
	if start, _, ok := phrases.Find(r.Lower, "defect.label"); ok && start >= 0 {
		return
	}
	var found []string
	trouble := texts.Say("ko", "letter.defect.broken")
	place, seen := "", phrases.First(r.Lower, phrases.Under("defect.trouble")...)
	if start, end, ok := phrases.Find(r.Lower, "defect.place"); ok {
		place = r.Lower[start:end]
	}
	wet := slices.Contains([]string{"defect.trouble.leak", "defect.trouble.mold", "defect.trouble.dew"}, seen)
	name := ""
	if seen != "" {
		name = texts.Say("ko", "letter."+strings.Replace(seen, "trouble.", "", 1))
		if !wet {
			trouble = name
		}
	}
	for _, at := range phrases.FindAll(r.Lower, "defect.thing") {
		found = append(found, r.Lower[at[0]:at[1]]+" "+trouble)
	}
	if name != "" && seen != "defect.trouble.broken" && (len(found) == 0 || wet) {
		found = append(found, strings.TrimSpace(place+" "+name))
	}
	for _, at := range phrases.FindAll(r.Lower, "defect.english") {
		found = append(found, "broken "+r.Lower[at[0]:at[1]])
	}
	for _, at := range phrases.FindAll(r.Lower, "defect.english_trouble") {
		found = append(found, r.Lower[at[0]:at[1]])
	}
	if len(found) > 0 {
		r.Set("defects", bounded(forms.Distinct(found), maxListItems))
		r.Understood++
	}
}
