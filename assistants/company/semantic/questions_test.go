package semantic

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/datafile"
)

// asked is a question of testdata/questions.yaml. Want is what becomes of it
// where no statements tell; any is an answer that is checked by none, or a
// question back.
type asked struct {
	Question string   `yaml:"q"`
	After    []string `yaml:"after"`
	Person   string   `yaml:"person"`
	Want     string   `yaml:"want"`
	A        string   `yaml:"a"`
	B        string   `yaml:"b"`
	// Loose allows the won that rounding each sale costs; Labels are written
	// in another language than the data.
	Loose  bool   `yaml:"loose"`
	Labels string `yaml:"labels"`
}

// The measure of the layer: 95 of 100 questions right or asked, none wrong.
func TestAnswersAgreeWithTwoStatements(t *testing.T) {
	t.Parallel()
	l := open(t)
	file, err := datafile.Open(os.DirFS("testdata"), "questions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all []asked
	if err := file.Decode(&all); err != nil {
		t.Fatal(err)
	}
	if len(all) < 60 {
		t.Fatalf("%d questions", len(all))
	}
	missed := 0
	for _, q := range all {
		language, id := "ko", q.Person
		if !strings.ContainsFunc(q.Question, func(r rune) bool { return r > 0x3000 }) {
			language = "en"
		}
		if id == "" {
			id = "E024"
		}
		reading, result := answer(t, l, id, language, append(q.After, q.Question)...)
		switch became := kind(reading); {
		case q.A == "" && q.Want == "any" && (became == "answer" || became == "ask"):
		case q.A == "" && became != q.Want:
			t.Errorf("%s: %s, want %s: %+v", q.Question, became, q.Want, reading.Request)
		case q.A == "":
		case became != "answer":
			missed++
			t.Logf("%s: %s: %+v %+v", q.Question, became, reading.Refusal, reading.Ambiguity)
		default:
			q.check(t, l, result)
		}
	}
	if missed*20 > len(all) {
		t.Errorf("%d of %d are not answered", missed, len(all))
	}
}

// plainly runs a statement of the test's own, which may take its time: it is
// written to be plain, and the machine may be slow.
func plainly(t *testing.T, l *Layer, sql string) [][]Cell {
	t.Helper()
	tx, err := l.db.pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	rows, err := read(t.Context(), tx, sql, nil)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return rows
}

func kind(r Reading) string {
	switch {
	case r.Request != nil:
		return "answer"
	case r.Ambiguity != nil:
		return "ask"
	case r.Hidden != nil:
		return "hidden"
	}
	return "refuse"
}

// check compares a result with both statements, row by row: each value has to
// be in its row, in their order.
func (q asked) check(t *testing.T, l *Layer, result Result) {
	t.Helper()
	for _, sql := range []string{q.A, q.B} {
		rows := plainly(t, l, sql)
		if len(rows) != len(result.Rows) {
			t.Errorf("%s: %d rows, want %d by %s\n%s", q.Question, len(result.Rows), len(rows), sql, flat(result))
			return
		}
		for i, row := range rows {
			rest := result.Rows[i]
			for _, want := range row {
				if want.Number == nil && q.Labels != "" {
					continue
				}
				at := 0
				for at < len(rest) && !q.same(rest[at], want) {
					at++
				}
				if at == len(rest) {
					t.Errorf("%s: row %d lacks %s of %s\n%s\n%s", q.Question, i, Format(want, "", "ko"), sql, flat(result), result.SQL)
					return
				}
				rest = rest[at+1:]
			}
		}
	}
}

func (q asked) same(got, want Cell) bool {
	if got.Number == nil || want.Number == nil {
		return got.Number == nil && want.Number == nil && got.Text == want.Text
	}
	off := 0.01
	if q.Loose {
		off = 100
	}
	return math.Abs(*got.Number-*want.Number) <= off
}
