package semantic

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"sync"

	sqlite "modernc.org/sqlite"
)

// dialect is what SQLite and Postgres write differently.
type dialect struct {
	postgres bool
}

// quote writes an identifier of the catalogue.
func quote(name string) string { return `"` + name + `"` }

// text casts to text; a key of any type is compared and joined as text.
func text(expr string) string { return "COALESCE(CAST(" + expr + " AS TEXT), '')" }

// float casts to a floating number, so that sums and ratios are of one type in
// both databases.
func float(expr string) string { return "CAST(" + expr + " AS DOUBLE PRECISION)" }

// grain is the piece of time that a day (YYYY-MM-DD as text) is in.
func (d dialect) grain(day string, g Grain) string {
	switch g {
	case Year:
		return "substr(" + day + ", 1, 4)"
	case Quarter:
		return fmt.Sprintf("substr(%[1]s, 1, 4) || '-Q' || ((CAST(substr(%[1]s, 6, 2) AS INTEGER) + 2) / 3)", day)
	case Month:
		return "substr(" + day + ", 1, 7)"
	case Weekday: // 1 is Monday
		if d.postgres {
			return "CAST(EXTRACT(ISODOW FROM CAST(" + day + " AS DATE)) AS TEXT)"
		}
		return "CAST((CAST(strftime('%w', " + day + ") AS INTEGER) + 6) % 7 + 1 AS TEXT)"
	case Week:
		if d.postgres {
			return "to_char(date_trunc('week', CAST(" + day + " AS DATE)), 'YYYY-MM-DD')"
		}
		return "date(" + day + ", '-6 days', 'weekday 1')"
	}
	return "substr(" + day + ", 1, 10)"
}

// nextYear moves a piece of time of grain by a year, so that it stands beside
// that of the year after.
func nextYear(piece string) string {
	return fmt.Sprintf("(CAST(substr(%[1]s, 1, 4) AS INTEGER) + 1) || substr(%[1]s, 5)", piece)
}

// explain is the statement that asks for the plan.
func (d dialect) explain(sql string) string {
	if d.postgres {
		return "EXPLAIN " + sql
	}
	return "EXPLAIN QUERY PLAN " + sql
}

// statement collects SQL and the values that are bound to it; the first error stays.
type statement struct {
	dialect dialect
	args    []any
	err     error
}

// bind binds a value and returns its mark.
func (s *statement) bind(v any) string {
	s.args = append(s.args, v)
	return fmt.Sprintf("$%d", len(s.args))
}

// list binds values for IN.
func (s *statement) list(values []string) string {
	marks := make([]string, len(values))
	for i, v := range values {
		marks[i] = s.bind(v)
	}
	return "(" + strings.Join(marks, ", ") + ")"
}

// signs are the comparisons in SQL.
var signs = map[Op]string{GE: ">=", GT: ">", LE: "<=", LT: "<"}

// withMedian gives SQLite the median, which it has not, for connections from then on.
var withMedian = sync.OnceValue(func() error {
	return sqlite.RegisterFunction("median", &sqlite.FunctionImpl{
		NArgs: 1, Deterministic: true,
		MakeAggregate: func(sqlite.FunctionContext) (sqlite.AggregateFunction, error) { return &median{}, nil },
	})
})

// median collects the values of a group that are there.
type median struct{ values []float64 }

func (m *median) Step(_ *sqlite.FunctionContext, row []driver.Value) error {
	switch v := row[0].(type) {
	case int64:
		m.values = append(m.values, float64(v))
	case float64:
		m.values = append(m.values, v)
	}
	return nil
}

// WindowInverse takes back the row that left the window, which is the first.
func (m *median) WindowInverse(*sqlite.FunctionContext, []driver.Value) error {
	m.values = m.values[1:]
	return nil
}

func (m *median) WindowValue(*sqlite.FunctionContext) (driver.Value, error) {
	n := len(m.values)
	if n == 0 {
		return nil, nil
	}
	sorted := slices.Sorted(slices.Values(m.values))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2, nil
}

func (m *median) Final(*sqlite.FunctionContext) {}

// median is the SQL of the middle of the values.
func (d dialect) median(value string) string {
	if d.postgres {
		return "percentile_cont(0.5) WITHIN GROUP (ORDER BY " + value + ")"
	}
	return "median(" + value + ")"
}
