package analysis

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// Input is a value that a calculation takes from a message.
type Input struct {
	Name string `yaml:"name"`
	// Unit is what it counts and by which it is read (units); "" is won.
	Unit string `yaml:"unit"`
	// Roles are those that it may have, the likeliest first.
	Roles []string `yaml:"roles"`
	// Monthly are the roles of sums that count twelve times.
	Monthly []string `yaml:"monthly"`
	// Adds takes all sums of the message with its roles together: a mortgage and
	// the deposits of those who moved in before.
	Adds bool `yaml:"adds"`
	// Loose takes the only sum whose role nobody knows, which is said by the
	// text assumed.NAME.
	Loose bool `yaml:"loose"`
	// Unless has the input not read where one of these inputs before it is known: a
	// loose sum of another kind of deal, a term that another one stands for.
	Unless []string `yaml:"unless"`
	// Share are the roles of a percentage that stands for the sum, of the first
	// of the inputs Of that is known: "계약금 10%" of a price, half a deposit.
	Share []string `yaml:"share"`
	Of    []string `yaml:"of"`
	// Less is the input that leaves of the first of Of what is taken where no sum is
	// said: what own money leaves of a price is borrowed.
	Less string `yaml:"less"`
	// Paid are the roles of what was paid of the sum already, and is taken off.
	Paid []string `yaml:"paid"`
	// Least and Most bound the value: won, percent, months or days. Without Most it has
	// no bounds of its own.
	Least float64 `yaml:"least"`
	Most  float64 `yaml:"most"`
	// Past tells that a day lies behind: one without a year is that of the year before.
	Past bool `yaml:"past"`
	// Base is only what a share is of: whoever names it alone asks nothing of this
	// calculation.
	Base bool `yaml:"base"`
	// Says is the key of the phrase that is looked for (units said and choice),
	// of a rate where no percentage has its role; of a term the role that it has
	// by the phrases beside it.
	Says string `yaml:"says"`
}

// Inputs are the values of a calculation by name; what is not known is not
// there. Sums are int64 in won, rates Rate, terms and counts int, areas
// float64 in ㎡, days and places string.
type Inputs map[string]any

// Has tells whether an input is known.
func (in Inputs) Has(name string) bool { _, ok := in[name]; return ok }

// Won is a sum, 0 while it is not known.
func (in Inputs) Won(name string) int64 { v, _ := in[name].(int64); return v }

// Rate is a rate, 0 while it is not known.
func (in Inputs) Rate(name string) Rate { v, _ := in[name].(Rate); return v }

// Int is a term or a count, 0 while it is not known.
func (in Inputs) Int(name string) int { v, _ := in[name].(int); return v }

// Area is a floor area in ㎡, 0 while it is not known.
func (in Inputs) Area(name string) float64 { v, _ := in[name].(float64); return v }

// Text is a day or a place, "" while it is not known.
func (in Inputs) Text(name string) string { v, _ := in[name].(string); return v }

// with adds figures to a copy.
func (in Inputs) with(more map[string]any) Inputs {
	all := Inputs{}
	maps.Copy(all, in)
	maps.Copy(all, more)
	return all
}

// check refuses sums and areas that can't be.
func (in Inputs) check() error {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		var err error
		switch v := in[name].(type) {
		case int64:
			err = amountOrZero(name, v)
		case float64:
			err = areaOrZero(name, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// check refuses a value that is out of the input's bounds, and a day that no
// calendar has.
func (i Input) check(v any) error {
	n := 0.0
	switch v := v.(type) {
	case int64:
		n = float64(v)
	case Rate:
		n = v.Pct()
	case int:
		n = float64(v)
	case string:
		if i.Unit == "day" {
			_, err := parseDay(i.Name, v)
			return err
		}
	}
	if i.Most == 0 || n >= i.Least && n <= i.Most {
		return nil
	}
	value := units[i.Unit].value
	return refuse(i.Name, v, "input."+cmp.Or(i.Unit, "won")+"_within", "least", value(i.Least), "most", value(i.Most))
}

// Given is what one calculation reckons with: the tables, its inputs and what
// else the question says.
type Given struct {
	*facts
	Inputs
	Tables *Tables

	used  map[int]bool // sums, by their place among the facts'
	rates map[int]bool
	// at are the places of inputs that are sums among the facts'.
	at map[string]int
	// named tells that something has the role of an input.
	named   bool
	guessed []words.Message
	// rest is what one input was found to leave of another.
	rest map[string]any
}

func nonZero[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// read takes a calculation's inputs in their order; a sum is taken once.
func read(f *facts, t *Tables, c *Calculation) *Given {
	r := &Given{facts: f, Tables: t, Inputs: Inputs{}, used: map[int]bool{}, rates: map[int]bool{}, at: map[string]int{}}
	for _, i := range c.Inputs {
		if v, ok := f.given[i.Name]; ok {
			r.Inputs[i.Name], r.named = v, true
		} else if slices.ContainsFunc(i.Unless, r.Has) {
			continue
		} else if v := units[i.Unit].read(r, i); v != nil {
			r.Inputs[i.Name] = v
		}
	}
	return r
}

// won is a sum without what was paid of it already.
func (g *Given) won(i Input) any {
	v := g.whole(i)
	whole, _ := v.(int64)
	paid, at := g.take(g.used, i.Paid...)
	if at < 0 || paid >= whole {
		return v
	}
	g.used[at] = true
	return g.less("paid", whole, paid)
}

// less is what a sum leaves of another, which is said.
func (g *Given) less(key string, whole, less int64) int64 {
	args := map[string]any{"whole": whole, "less": less, "left": whole - less}
	g.guessed = append(g.guessed, words.Message{Key: "assumed." + key, Args: args})
	return whole - less
}

func (g *Given) whole(i Input) any {
	if won, at := g.take(g.used, i.Roles...); at >= 0 {
		g.at[i.Name] = at
		if !i.Base {
			g.used[at], g.named = true, true
		}
		return g.joined(i, won+g.besides(i, at))
	}
	if won, at := g.take(g.used, i.Monthly...); at >= 0 {
		g.used[at], g.named = true, true
		return g.joined(i, g.yearly(i.Name, won)+g.besides(i, at))
	}
	if sum := g.derived(i); sum > 0 {
		return sum
	}
	if !i.Loose {
		return nil
	}
	at := g.loose(g.used)
	if at < 0 {
		return nil
	}
	g.used[at] = true
	sum := g.e.Amounts[at].Won
	g.guessed = append(g.guessed, words.Message{Key: "assumed." + i.Name, Args: map[string]any{"sum": sum}})
	return sum
}

// besides are the other sums that an input adds to the one at a place. A sum that is
// said twice of the same is one; those of earlier messages were told instead of each other.
func (g *Given) besides(i Input, at int) (sum int64) {
	taken := []int{at}
	for j, a := range g.e.Amounts {
		monthly := slices.Contains(i.Monthly, a.Role)
		repeats := func(k int) bool {
			b, of := g.e.Amounts[k], g.debtOf(j)
			return a.Won == b.Won && a.Role == b.Role && (of == "" || of == g.debtOf(k))
		}
		if !i.Adds || g.used[j] || !g.placed(g.e.Amounts[at]) || !g.placed(a) || !monthly && !slices.Contains(i.Roles, a.Role) || slices.ContainsFunc(taken, repeats) {
			continue
		}
		g.used[j], taken = true, append(taken, j)
		if monthly {
			a.Won = g.yearly(i.Name, a.Won)
		}
		sum = min(sum+a.Won, MaxWon+1)
	}
	return sum
}

// joined adds to an income what the user's partner earns, and says so; one that is told
// as that of both has it in it.
func (g *Given) joined(i Input, own int64) int64 {
	if !slices.Contains(i.Roles, estate.Income) || phrases.Has(g.text, "person.both_earn") {
		return own
	}
	won, at := g.take(g.used, estate.Partner+estate.Income)
	if at < 0 {
		if won, at = g.take(g.used, estate.Partner+estate.MonthlyIncome); at < 0 {
			return own
		}
		won = g.yearly(i.Name, won)
	}
	g.used[at] = true
	g.guessed = append(g.guessed, words.Message{Key: "assumed.joined", Args: map[string]any{"own": own, "partner": won, "both": own + won}})
	return min(own+won, MaxWon+1)
}

// debtOf is the kind of loan that is named before a sum: two of the same size, of
// which each has another, are two.
func (g *Given) debtOf(i int) string {
	before, _, _ := strings.Cut(g.around(i), mark)
	named := phrases.FindAll(before, "loan.kind")
	if len(named) == 0 {
		return ""
	}
	last := named[len(named)-1]
	return before[last[0]:last[1]]
}

// place is where an input stands among the sums of the message, -1 is nowhere.
func (g *Given) place(name string) int {
	if at, ok := g.at[name]; ok {
		return at
	}
	return slices.IndexFunc(g.e.Amounts, func(a estate.Amount) bool { return g.Has(name) && a.Won == g.Won(name) })
}

// yearly is twelve times a month's sum; one that is no sum of money stays out
// of bounds and is refused.
func (g *Given) yearly(name string, monthly int64) int64 {
	switch {
	case monthly < 0:
		return -1
	case monthly > MaxWon/12:
		return MaxWon + 1
	}
	g.guessed = append(g.guessed, words.Message{Key: "assumed.yearly_" + name, Args: map[string]any{"monthly": monthly, "monthly_2": monthly * 12}})
	return monthly * 12
}

// derived is a sum that was said by another: as a percentage of it, or by what one input
// leaves of it, which is said then; 0 is none.
func (g *Given) derived(i Input) int64 {
	of := slices.IndexFunc(i.Of, func(name string) bool { return g.Won(name) > 0 })
	if of < 0 {
		return 0
	}
	whole, less := g.Won(i.Of[of]), g.Won(i.Less)
	if rate, at := g.percent(g.rates, i.Share...); at >= 0 && rate <= Whole {
		g.rates[at], g.named = true, true
		return rate.of(whole)
	}
	if less == 0 || less >= whole {
		return 0
	}
	g.used[g.at[i.Less]], g.named = true, true
	left := g.less("left", whole, less)
	g.rest = g.guessed[len(g.guessed)-1].Args
	return left
}

// writtenYear is a year in the text of a day.
var writtenYear = regexp.MustCompile(`\d{4}`)

// day is a day by its role. Of a month nobody has said the day, so the first is said to be
// taken for it.
func (g *Given) day(i Input) any {
	d := g.dated(i.Roles...)
	if i.Past && d.ISO > g.today && !writtenYear.MatchString(d.Text) {
		d.ISO = korean.AddMonths(dayOf(d.ISO), -12).Format(time.DateOnly)
	}
	if d.Precision != "" {
		g.guessed = append(g.guessed, words.Message{Key: "assumed.month", Args: map[string]any{"text": d.Text, "day": d.ISO}})
	}
	return nonZero(d.ISO)
}

func (g *Given) rate(i Input) any {
	if rate, at := g.percent(g.rates, i.Roles...); at >= 0 {
		g.rates[at], g.named = true, true
		return rate
	}
	if i.Says == "" {
		return nil
	}
	for _, group := range phrases.Match(g.text, i.Says) { // "금리 4.5 + 스트레스 3.0"
		pct, err := strconv.ParseFloat(group, 64)
		if err == nil && !slices.ContainsFunc(g.e.Percentages, func(p estate.Percentage) bool { return p.Value == pct }) { // else it is of something else
			return RateOf(pct)
		}
	}
	return nil
}

// choice is the first of the names below Says whose phrases are said.
func (g *Given) choice(i Input) any {
	for _, key := range phrases.Under(i.Says) {
		if g.says(key) {
			return strings.TrimPrefix(key, i.Says+".")
		}
	}
	return nil
}

// protectedArea is the area of the small deposits that a region lies in.
func (g *Given) protectedArea(Input) any {
	return nonZero(g.smallArea())
}
