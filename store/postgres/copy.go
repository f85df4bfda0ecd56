package postgres

import (
	"encoding/binary"

	"github.com/jackc/pgx/v5/pgproto3"
)

// rows are rows for COPY in its binary form: it writes many at once into a
// page and into the log, which an INSERT does not.
type rows struct {
	b []byte
	n int
}

// copyHeader is the signature, the flags and the length of an extension.
const copyHeader = "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// begin starts a row of so many columns.
func (r *rows) begin(columns uint16) {
	if r.n == 0 {
		r.b = append(r.b, copyHeader...)
	}
	r.n++
	r.b = binary.BigEndian.AppendUint16(r.b, columns)
}

func (r *rows) text(s string) {
	r.b = binary.BigEndian.AppendUint32(r.b, uint32(len(s)))
	r.b = append(r.b, s...)
}

func (r *rows) bytes(b []byte) {
	r.b = binary.BigEndian.AppendUint32(r.b, uint32(len(b)))
	r.b = append(r.b, b...)
}

func (r *rows) int(n int64) {
	r.b = append(r.b, 0, 0, 0, 8)
	r.b = binary.BigEndian.AppendUint64(r.b, uint64(n))
}

// encode appends the messages of the COPY and all its rows; the server takes
// them when its turn comes.
func (r *rows) encode(out []byte, statement string) ([]byte, error) {
	if r.n == 0 {
		return out, nil
	}
	out, err := (&pgproto3.Bind{PreparedStatement: statement}).Encode(out)
	if err != nil {
		return out, err
	}
	if out, err = (&pgproto3.Execute{}).Encode(out); err != nil {
		return out, err
	}
	r.b = append(r.b, 0xff, 0xff) // no more rows
	for at := 0; at < len(r.b); at += copyChunk {
		data := pgproto3.CopyData{Data: r.b[at:min(at+copyChunk, len(r.b))]}
		if out, err = data.Encode(out); err != nil {
			return out, err
		}
	}
	return (&pgproto3.CopyDone{}).Encode(out)
}

// copyChunk is how much one message carries.
const copyChunk = 64 << 10

func (r *rows) reset() { r.b, r.n = r.b[:0], 0 }
