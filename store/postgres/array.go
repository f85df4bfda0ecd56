package postgres

import (
	"encoding/binary"

	"github.com/jackc/pgx/v5/pgproto3"
)

// The type numbers of Postgres that the arrays are made of.
const (
	oidInt8 = 20
	oidText = 25
)

// array is a one-dimensional array in the binary form of the protocol,
// without NULLs.
type array struct {
	b []byte
	n uint32
}

// begin counts an element, after the header before the first: dimensions,
// has-NULLs, element type, length, lower bound.
func (a *array) begin(oid uint32) {
	if len(a.b) == 0 {
		a.b = append(a.b, 0, 0, 0, 1, 0, 0, 0, 0)
		a.b = binary.BigEndian.AppendUint32(a.b, oid)
		a.b = append(a.b, 0, 0, 0, 0, 0, 0, 0, 1)
	}
	a.n++
}

func (a *array) text(s string) {
	a.begin(oidText)
	a.b = binary.BigEndian.AppendUint32(a.b, uint32(len(s)))
	a.b = append(a.b, s...)
}

func (a *array) json(b []byte) {
	a.begin(oidText)
	a.b = binary.BigEndian.AppendUint32(a.b, uint32(len(b)))
	a.b = append(a.b, b...)
}

func (a *array) int(n int64) {
	a.begin(oidInt8)
	a.b = append(a.b, 0, 0, 0, 8)
	a.b = binary.BigEndian.AppendUint64(a.b, uint64(n))
}

// value is the finished array.
func (a *array) value() []byte {
	binary.BigEndian.PutUint32(a.b[12:], a.n)
	return a.b
}

// reset empties the array for further use.
func (a *array) reset() { a.b, a.n = a.b[:0], 0 }

// table is the columns of the rows of one statement.
type table struct {
	columns []array
	values  [][]byte
	format  [1]int16 // binary, of all
}

func newTable(columns int) table {
	return table{columns: make([]array, columns), values: make([][]byte, 0, columns+1), format: [1]int16{1}}
}

func (t *table) rows() uint32 { return t.columns[0].n }

// encode appends the statement's messages, with the parameters before the
// arrays.
func (t *table) encode(out []byte, statement string, first ...[]byte) ([]byte, error) {
	if t.rows() == 0 {
		return out, nil
	}
	t.values = append(t.values[:0], first...)
	for i := range t.columns {
		t.values = append(t.values, t.columns[i].value())
	}
	bind := pgproto3.Bind{
		PreparedStatement: statement, Parameters: t.values,
		ParameterFormatCodes: t.format[:], ResultFormatCodes: t.format[:],
	}
	out, err := bind.Encode(out)
	if err != nil {
		return out, err
	}
	return (&pgproto3.Execute{}).Encode(out)
}

func (t *table) reset() {
	for i := range t.columns {
		t.columns[i].reset()
	}
}
