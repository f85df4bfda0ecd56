package semantic

import (
	"database/sql/driver"
	"slices"
	"sync"

	sqlite "modernc.org/sqlite"
)

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
