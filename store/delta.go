package store

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/madang-dev/madang/state"
)

// A delta is what changes one text into another:
//
//	version byte, length of the base, length and CRC-32C of the result,
//	then for each edit how many bytes to keep, to leave out and to put in,
//	and those to put in; what follows the last edit is kept.
//
// The checksum is the result's: on a base that isn't its own a delta gives
// an error and never another text.
const (
	deltaVersion = 1
	// deltaGap is how few equal bytes between two edits aren't worth a
	// second edit.
	deltaGap = 4
)

// compared finds where the states of two checkpoints differ. There are few
// edits when both are JSON objects that differ in a few fields, as
// encoding/json writes them (no spaces, one order of fields), and they are
// right for any two texts.
func compared(from, to *state.Checkpoint) *differ {
	d := &differ{from: from.State, to: to.State, budget: lookaheads}
	f, t := span{0, len(from.State)}, span{0, len(to.State)}
	d.value(f, t, from.Members, to.Members, 0)
	if !d.finish() {
		d = &differ{from: from.State, to: to.State}
		d.replace(f, t)
		d.finish()
	}
	return d
}

// patch applies a delta. A base that isn't the delta's own, or a delta that
// was cut or changed, is ErrInvalid.
func patch(from, delta []byte) ([]byte, error) {
	r := deltaReader{rest: delta}
	version := r.take(1)
	base, size := r.number(), r.number()
	sum := r.take(4)
	if r.bad || version[0] != deltaVersion || base != len(from) || size > len(from)+len(delta) {
		return nil, fmt.Errorf("%w: not a change of this value", ErrInvalid)
	}
	to := make([]byte, 0, size)
	for len(r.rest) > 0 {
		keep, drop := r.number(), r.number()
		put := r.take(r.number())
		if r.bad || keep > len(from) || drop > len(from)-keep {
			return nil, fmt.Errorf("%w: a change outside of its value", ErrInvalid)
		}
		to = append(append(to, from[:keep]...), put...)
		from = from[keep+drop:]
	}
	to = append(to, from...)
	if len(to) != size || checksum(to) != binary.LittleEndian.Uint32(sum) {
		return nil, fmt.Errorf("%w: not the change of this value", ErrInvalid)
	}
	return to, nil
}

// delta writes the edits down.
func (d *differ) delta() []byte {
	size := 1 + 4 + 2*binary.MaxVarintLen32
	for _, e := range d.edits {
		size += 3*binary.MaxVarintLen32 + e.to.len()
	}
	out := make([]byte, 0, size)
	out = append(out, deltaVersion)
	out = binary.AppendUvarint(out, uint64(len(d.from)))
	out = binary.AppendUvarint(out, uint64(len(d.to)))
	out = binary.LittleEndian.AppendUint32(out, checksum(d.to))
	at := 0
	for _, e := range d.edits {
		out = binary.AppendUvarint(out, uint64(e.from.start-at))
		out = binary.AppendUvarint(out, uint64(e.from.len()))
		out = binary.AppendUvarint(out, uint64(e.to.len()))
		out = append(out, d.to[e.to.start:e.to.end]...)
		at = e.from.end
	}
	return out
}

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// deltaReader reads a delta; bad is set once it ended too early.
type deltaReader struct {
	rest []byte
	bad  bool
}

func (r *deltaReader) number() int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > 1<<40 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

// take is the next n bytes, zeros when there aren't as many.
func (r *deltaReader) take(n int) []byte {
	if r.bad || n > len(r.rest) {
		r.bad, r.rest = true, nil
		return make([]byte, 4)
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}
