package forms

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// A sum beyond maxSum is asked about rather than believed, unless its field
// says otherwise; a number without a unit below bareMan is in 만원 ("보증금
// 1000").
const (
	maxSum  = 1_000_000_000_000
	bareMan = 100_000
	// leastWon is what nobody means in won, whatever a form's numbers are in: a
	// fee of "80" is 800,000.
	leastWon = 500
)

// sumFound is one sum of a message with the field that it was given.
type sumFound struct {
	korean.Money
	field *Field
}

// Amount is a sum in won; a small number without a unit is in 만원.
func Amount(m korean.Money) int64 { return amountIn(m, 10_000) }

// Amount is a sum of the form, which says what a number without a unit is in.
func (f *Form) Amount(m korean.Money) int64 { return amountIn(m, cmp.Or(f.Bare, 10_000)) }

func amountIn(m korean.Money, unit int64) int64 {
	won := m.Won
	switch {
	case m.Bare && won < leastWon:
		won *= 10_000
	case m.Bare && won < bareMan:
		won *= unit
	}
	if m.Negative {
		return -won
	}
	return won
}

// maxSums is how many sums of a message are looked at.
const maxSums = 64

// FindSums lists the sums of a message, with the rent of a pair that is said in words
// ("오백에 사십오").
func FindSums(text string) []korean.Money {
	found := korean.FindMoney(text)
	for _, pair := range korean.FindSpokenPairs(text) {
		if rent := pair[1]; !slices.ContainsFunc(found, func(m korean.Money) bool { return m.Start < rent.End && rent.Start < m.End }) {
			found = append(found, rent)
		}
	}
	slices.SortStableFunc(found, func(a, b korean.Money) int { return a.Start - b.Start })
	return found[:min(len(found), maxSums)]
}

// readMoney gives every sum of the message its field by the words around it.
func (r *reading) readMoney() {
	text := r.Rest()
	lines := r.form.money.in(text, r.form.NotLabels)
	var last sumFound
	sums := FindSums(text)
	for i, m := range sums {
		f := sumFound{Money: m}
		f.field = r.claim(lines, m, last)
		if f.field == nil && i+1 < len(sums) && phrases.Has(text[m.End:sums[i+1].Start], "shorthand") {
			f.field = r.leads()
		}
		switch {
		case f.field == nil && glued(text, m):
		case phrases.Has(text[m.End:min(len(text), m.End+40)], "not_this"):
		case f.field == nil:
			r.looseSums = append(r.looseSums, r.form.Amount(f.Money))
		default:
			r.takeSum(f, last, text)
		}
		last = f
	}
	r.storeSums()
}

// claim finds the field of a sum: what is monthly, what a shorthand continues,
// else the label near it.
func (r *reading) claim(lines *lines, m korean.Money, last sumFound) *Field {
	text, seg := lines.text, lines.at(m.Start)
	head := text[lines.segments[seg].Start:m.Start]
	label := lines.last(seg, m.Start)
	if !m.Bare && (phrases.Has(tail(head, 24), "monthly_head") || phrases.Has(text[m.End:min(len(text), m.End+24)], "per_month")) {
		if monthly := r.monthly(label); monthly != nil {
			return monthly
		}
	}
	if last.field != nil && last.field.Then != "" && phrases.Has(text[last.End:m.Start], "shorthand") {
		return r.form.byKey[last.field.Then]
	}
	if m.Bare {
		if label != nil && m.Start-label.end <= 12 && (!glued(text, m) || korean.IsParticle(text[label.end:m.Start])) {
			label.claimed = true
			return label.field
		}
		return nil
	}
	if label = lines.near(m.Start, m.End, 9); label == nil {
		return nil
	}
	label.claimed = true
	return label.field
}

// leads is the field of the first sum of a shorthand ("5000에 55"), nil for none.
func (r *reading) leads() *Field {
	for _, f := range r.form.Fields {
		if f.Then != "" {
			return f
		}
	}
	return nil
}

// glued tells a number without a unit that is the end of a word, and so of a name:
// "clinic087" is no sum, "deposit1000" is one by its label.
func glued(text string, m korean.Money) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:m.Start])
	return m.Bare && unicode.IsLetter(before)
}

func tail(s string, n int) string { return s[max(0, len(s)-n):] }

// monthly is the field of a monthly sum: that of the label before it when it
// is one itself.
func (r *reading) monthly(label *labelHit) *Field {
	if label != nil && label.field.Monthly {
		return label.field
	}
	for _, f := range r.form.Fields {
		if f.Monthly {
			return f
		}
	}
	return nil
}

// takeSum notes the newest sum under its field. A correction ("3억 아니 2억",
// "3억에서 2억으로") takes the place of the sum before it; a raise keeps the
// older one as the former.
func (r *reading) takeSum(f, last sumFound, text string) {
	key := f.field.Key
	if older := r.said[key]; last.field == f.field && len(older) > 0 {
		between, was := text[last.End:f.Start], older[len(older)-1]
		stood := r.Int(key) == was || slices.ContainsFunc(r.Values.Rows(key), func(row Row) bool { return row.Amount == was })
		if (phrases.Has(between, "replaces") || stood && phrases.Has(text[f.End:], "becomes") && !strings.Contains(between, ",")) && !strings.Contains(between, "\n") {
			r.said[key] = older[:len(older)-1]
			if former := f.field.Former; former != "" && phrases.Has(between, "from_to") && phrases.Has(r.Lower, "raises") {
				r.said[former] = append(r.said[former], was)
			}
		}
	}
	r.said[key] = append(r.said[key], r.form.Amount(f.Money))
	r.Use(f.Start, f.End)
}

// storeSums writes the sums into the form; several different ones for one
// field are a question to the user and change nothing.
func (r *reading) storeSums() {
	for _, key := range slices.Sorted(maps.Keys(r.said)) {
		f, values := r.form.byKey[key], Distinct(r.said[key])
		switch {
		case f.Type == Payments:
			r.storePayments(f)
		case len(values) > 1:
			r.resolve(key)
			r.Clashes = append(r.Clashes, Clash{Key: key, Values: values[:min(len(values), maxListItems)]})
		case len(values) == 1 && r.believable(f, values[0]):
			r.Set(key, values[0])
			r.resolve(key)
		}
	}
	for _, f := range r.each(Payments) {
		if len(r.said[f.Key]) == 0 && len(r.paid) > 0 {
			r.Set(f.Key, dated(r.Values.Rows(f.Key), r.paid))
		}
	}
}

// storePayments keeps payments: a message that names any replaces those
// known before, but for days that it does not name.
func (r *reading) storePayments(f *Field) {
	var rows []Row
	for i, amount := range r.said[f.Key] {
		if !r.believable(f, amount) {
			return
		}
		row := Row{Amount: amount}
		if known := r.Values.Rows(f.Key); i < len(known) {
			row.Day = known[i].Day
		}
		if amount > 0 && len(rows) < maxListItems {
			rows = append(rows, row)
		}
	}
	r.Set(f.Key, dated(rows, r.paid))
}

func dated(rows []Row, days []string) []Row {
	rows = slices.Clone(rows)
	for i := range min(len(rows), len(days)) {
		rows[i].Day = days[i]
	}
	return rows
}

// believable asks about sums that can't be meant.
func (r *reading) believable(f *Field, amount int64) bool {
	most := f.Max
	most = cmp.Or(most, maxSum)
	key := "absurd_amount"
	switch {
	case amount < 0:
		key = "negative_amount"
	case amount <= most && (amount == 0 || amount >= f.Min):
		return true
	}
	r.Issues = append(r.Issues, problem(key, []string{f.Key}, []string{spoken(amount)}, "field", f.Name, "sum", amount))
	return false
}

// resolve forgets an open clash, once its field has been said.
func (r *reading) resolve(key string) {
	r.Clashes = slices.DeleteFunc(r.Clashes, func(c Clash) bool { return c.Key == key })
}

// readItems takes names with sums behind them ("전기 3만원, 수도 2만원").
func (r *reading) readItems() {
	for _, f := range r.each(Items) {
		text := r.Rest()
		if !f.When.In(text) && !(r.asked(f.Key) && f.Items.In(text)) {
			continue
		}
		var rows []Row
		for _, m := range f.Items.re.FindAllStringSubmatchIndex(text, maxListItems) {
			sums := korean.FindMoney(text[m[1]:min(len(text), m[1]+40)])
			if len(sums) == 0 || sums[0].Start > 0 || sums[0].Negative {
				continue
			}
			rows = append(rows, Row{Name: OneLine(r.Written[m[2]:m[3]], 20), Amount: r.form.Amount(sums[0])})
			r.Use(m[0], m[1]+sums[0].End)
		}
		if len(rows) > 0 {
			r.Set(f.Key, rows)
		}
	}
}
