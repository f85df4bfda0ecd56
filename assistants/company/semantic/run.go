package semantic

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
)

// Run computes a request for a person; the result tells how many statements that
// took, as far as it came. Errors: ErrRefused for one that Check refuses or hides,
// ErrTimeout, and those of the database.
func (l *Layer) Run(ctx context.Context, r Request, p access.Person) (Result, error) {
	if err := l.Connect(ctx); err != nil {
		return Result{}, err
	}
	by := &asker{database: l.db, person: p}
	result, err := l.runFor(ctx, r, by)
	result.Queries = by.statements
	return result, err
}

func (l *Layer) runFor(ctx context.Context, r Request, by *asker) (Result, error) {
	r = l.aligned(r)
	if refusal := l.refuse(r); refusal != nil {
		return Result{}, fmt.Errorf("%w: %s", ErrRefused, refusal.Reason)
	}
	v, kept, err := l.look(ctx, r, by)
	if err != nil {
		return Result{}, err
	}
	if kept != nil {
		return Result{}, fmt.Errorf("%w: hidden", ErrRefused)
	}
	k, err := compile(l.c, l.db.dialect, r.led(l.c), v)
	if err != nil {
		return Result{}, err
	}
	version, err := by.seen(ctx)
	if err != nil {
		return Result{}, l.db.translate(ctx, err)
	}
	key, err := cacheKey(r, k, by.person, version)
	if err != nil {
		return Result{}, fmt.Errorf("semantic: %w", err)
	}
	if kept, ok := l.cache.Get(key); ok {
		if age := l.cfg.Now().Sub(kept.at); age <= maxAge {
			kept.result.Cached, kept.result.AgeSeconds = true, int64(age.Seconds())
			return kept.result, nil
		}
	}
	result, err := l.run(ctx, r, by, k)
	if err != nil {
		return Result{}, err
	}
	result.Key = key
	l.describe(&result, r, v)
	l.cache.Set(key, cached{result, l.cfg.Now()}, 1)
	return result, nil
}

// run runs a compiled request and shapes its rows.
func (l *Layer) run(ctx context.Context, r Request, by *asker, k compiled) (Result, error) {
	plan, rows, err := by.query(ctx, k.sql, k.args)
	if err != nil {
		return Result{}, err
	}
	result := Result{About: About{Columns: k.columns}, SQL: k.sql, Plan: plan, Rows: rows}
	result.cut(r)
	if behind := column(result.Columns, rowCount); len(rows) == 0 || behind >= 0 && total(result.Rows, behind) == 0 {
		result.Notes = append(result.Notes, say(r.Language, "note.no_rows"))
	}
	result.dropHidden()
	if r.Growth {
		result.grow(r, r.led(l.c).Period.From != r.Period.From)
	}
	l.labels(&result, r.Language)
	if result.DataDay, result.FreshUntil, err = l.freshness(ctx, by, k.datasets); err != nil {
		return Result{}, err
	}
	for _, name := range k.datasets {
		if title := l.c.datasets[name].Title.In(r.Language); !slices.Contains(result.Sources, title) {
			result.Sources = append(result.Sources, title)
		}
	}
	result.Statistics = statistics(result, r, l.c)
	if r.Mean {
		result.mean(r, l.c)
	}
	result.Chart = chart(result, r)
	return result, nil
}

// maxTied is how many share the first place at most; more are told by a note.
const maxTied = 10

// first tells that the first of groups is asked for: who shares the place is
// told too.
func (r Request) first() bool {
	return r.Limit == 1 && r.Skip == 0 && !r.Each && slices.Contains([]string{"metric", "change", "rate"}, r.Order.By)
}

// cut keeps the rows that were asked for, and says where the next is equal to
// the last of them.
func (r *Result) cut(q Request) {
	switch n := q.Limit; {
	case n > 0 && !q.Ends && !q.Each && n <= maxRows && len(r.Rows) > n:
		by := slices.IndexFunc(r.Columns, func(c Column) bool {
			return c.Name == q.Order.By || q.Order.By == "metric" && c.Role == "metric" || q.Order.By == "change" && c.Role == "difference" || q.Order.By == "rate" && c.Role == "change"
		})
		for q.first() && by >= 0 && n < min(maxTied, len(r.Rows)) && r.Rows[n][by].equal(r.Rows[n-1][by]) {
			n++
		}
		if n < len(r.Rows) && by >= 0 && r.Rows[n][by].equal(r.Rows[n-1][by]) {
			r.Notes = append(r.Notes, say(q.Language, "note.tie"))
		}
		r.Rows = r.Rows[:n]
	case len(r.Rows) > maxRows:
		r.Rows, r.Truncated = r.Rows[:maxRows], true
	}
}

func (c Cell) equal(o Cell) bool {
	return c.Number != nil && o.Number != nil && *c.Number == *o.Number
}

// column is where the column of a name is, -1 for none.
func column(columns []Column, name string) int {
	return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
}

// inRole is where the first column of a role is, -1 for none.
func (r Result) inRole(role string) int {
	return slices.IndexFunc(r.Columns, func(c Column) bool { return c.Role == role })
}

func total(rows [][]Cell, at int) (sum float64) {
	for _, row := range rows {
		if row[at].Number != nil {
			sum += *row[at].Number
		}
	}
	return sum
}

// dropHidden takes the columns away that are not shown.
func (r *Result) dropHidden() {
	for i, row := range r.Rows {
		r.Rows[i] = nil
		for j, c := range row {
			if r.Columns[j].Role != hiddenRole {
				r.Rows[i] = append(r.Rows[i], c)
			}
		}
	}
	r.Columns = slices.DeleteFunc(slices.Clone(r.Columns), func(c Column) bool { return c.Role == hiddenRole })
}

// led begins a request for growth one piece of time earlier, where the data has it
// wholly: the first change that is shown needs it.
func (r Request) led(c *catalogue) Request {
	from, _ := r.Period.days()
	if !r.Growth || r.Share || r.Period.From == "" || firstWhole(r.Period.From, r.Grain) != r.Period.From {
		return r
	}
	day := r.Grain.beyond(from, -1).Format(time.DateOnly)
	for _, name := range r.metricDatasets(c) {
		if t := c.datasets[name].Time; t == nil || day < t.From {
			return r
		}
	}
	r.Period.From = day
	return r
}

// grow adds the change of the first metric from each piece of time to the next, of
// one thing; the first piece is dropped where it was read only for that.
func (r *Result) grow(q Request, led bool) {
	at, when := r.inRole("metric"), r.inRole("time")
	m := r.Columns[at]
	r.Columns = append(r.Columns, Column{Name: m.Name + "_growth", Title: say(q.Language, "column.change", "title", m.Title), Kind: "number", Unit: "percent", Role: "change"})
	before, now, piece := map[string]Cell{}, map[string]Cell{}, ""
	rows := r.Rows
	r.Rows = nil
	for _, row := range rows {
		if row[when].Text != piece {
			before, now, piece = now, map[string]Cell{}, row[when].Text
		}
		of := ""
		for _, c := range row[when+1 : at] {
			of += c.Text + "\x00"
		}
		now[of] = row[at]
		change := Cell{}
		unfinished := q.Period.Open && row[when].Text == rows[len(rows)-1][when].Text // against whole ones
		if was, is := before[of].Number, row[at].Number; !unfinished && was != nil && is != nil && *was != 0 {
			change = number(100 * (*is - *was) / *was)
		}
		if !led || piece != rows[0][when].Text || len(rows) == 1 {
			r.Rows = append(r.Rows, append(row, change))
		}
	}
}

// labels writes values of the catalogue as they are called.
func (l *Layer) labels(r *Result, language string) {
	for i, c := range r.Columns {
		d := l.c.dimensions[c.Name]
		if c.Name == string(Weekday) {
			for _, row := range r.Rows {
				row[i] = Cell{Text: say(language, "weekday."+row[i].Text)}
			}
		}
		if d == nil || c.Kind != "text" || c.Role == "key" {
			continue
		}
		for _, row := range r.Rows {
			code := row[i].Text
			if row[i].Number != nil {
				code = fmt.Sprint(*row[i].Number)
			}
			if code == "" {
				row[i] = Cell{Text: say(language, "none")}
				continue
			}
			row[i] = Cell{Text: l.label(d, code, language)}
		}
	}
}

// freshness is the newest day of what was read, and the day until which that is
// new enough for all of it.
func (l *Layer) freshness(ctx context.Context, by *asker, datasets []string) (newest, until string, err error) {
	for _, name := range datasets {
		d := l.c.datasets[name]
		if d.Time == nil || d.Time.Grain != Day {
			continue
		}
		_, rows, err := by.query(ctx, l.newestOf(d), nil)
		if err != nil {
			return "", "", err
		}
		day := rows[0][0].Text
		last, err := time.Parse(time.DateOnly, day[:min(len(day), len(time.DateOnly))])
		if err != nil { // no row, or none with a day
			continue
		}
		newest = max(newest, last.Format(time.DateOnly))
		if end := last.AddDate(0, 0, d.Time.Fresh).Format(time.DateOnly); d.Time.Fresh > 0 && (until == "" || end < until) {
			until = end
		}
	}
	return newest, until, nil
}

// maxCached is how many results are kept, maxAge for how long.
const (
	maxCached = 256
	maxAge    = 10 * time.Minute
)

// cached is a result with when it was found. Its key is everything that decides
// it: the request, the statement, what the person may see and the version of the
// data. What two people may see differently they never share.
type cached struct {
	result Result
	at     time.Time
}

// cacheKey is the key of a result.
func cacheKey(r Request, k compiled, p access.Person, version string) (string, error) {
	said, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%v\x00%s\x00%s", said, k.sql, k.args, p.Scope(), version))
	return hex.EncodeToString(sum[:16]), nil
}
