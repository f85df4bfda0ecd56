package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// A delta is what changes one state into the next: the top-level fields that
// differ, without the beginning and the end that they share with what they were.
//
//	version byte, length of the base, length and CRC-32C of the result,
//	then for each edit how many bytes to keep, to leave out and to put in,
//	and those to put in; what follows the last edit is kept.
//
// The checksum is the result's: on a base that isn't its own a delta gives
// an error and never another text.
const deltaVersion = 1

// delta is the change from one state to another.
func delta(from, to []byte) []byte {
	edits := changedFields(from, to)
	out := make([]byte, 0, 64)
	out = append(out, deltaVersion)
	out = binary.AppendUvarint(out, uint64(len(from)))
	out = binary.AppendUvarint(out, uint64(len(to)))
	out = binary.LittleEndian.AppendUint32(out, checksum(to))
	at, kept := 0, 0
	for _, e := range edits {
		at += e.keep
		begin, end := common(from[at:at+e.drop], e.put)
		out = binary.AppendUvarint(out, uint64(kept+e.keep+begin))
		out = binary.AppendUvarint(out, uint64(e.drop-begin-end))
		out = binary.AppendUvarint(out, uint64(len(e.put)-begin-end))
		out = append(out, e.put[begin:len(e.put)-end]...)
		at, kept = at+e.drop, end
	}
	return out
}

// common is how long the beginning and the end are that two values share, such as
// two plans of which one step has changed.
func common(a, b []byte) (begin, end int) {
	most := min(len(a), len(b))
	for begin < most && a[begin] == b[begin] {
		begin++
	}
	// What is counted at the beginning is not counted at the end again: "aa" in front of
	// "aaa" shares two bytes with it, not four.
	for end < most-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return begin, end
}

// edit keeps so many bytes of the base, leaves out some and puts others in.
type edit struct {
	keep, drop int
	put        []byte
}

// changedFields are the edits between two JSON objects, field by field. Fields
// that both have stand in one order; where they don't, or in other texts, more is
// written than needed, never less.
func changedFields(from, to []byte) (edits []edit) {
	before, after := fields(from), fields(to)
	later := make(map[string]bool, len(after))
	for _, f := range after {
		later[name(f)] = true
	}
	e := edit{}
	flush := func() {
		if e.drop+len(e.put) > 0 {
			edits, e = append(edits, e), edit{}
		}
	}
	for len(before) > 0 {
		f := before[0]
		switch {
		case len(after) > 0 && bytes.Equal(f, after[0]):
			flush()
			e.keep += len(f)
			before, after = before[1:], after[1:]
		case len(after) > 0 && later[name(f)] && name(f) != name(after[0]):
			e.put = append(e.put, after[0]...) // a field that is new
			delete(later, name(after[0]))
			after = after[1:]
		case len(after) > 0 && name(f) == name(after[0]):
			flush()
			e.drop, e.put = len(f), after[0]
			flush()
			before, after = before[1:], after[1:]
		default: // it is gone
			e.drop += len(f)
			before = before[1:]
		}
	}
	for _, f := range after {
		e.put = append(e.put, f...)
	}
	flush()
	return edits
}

// fields cuts the text of a JSON object behind the commas between its fields. Put
// together the pieces are the text, whatever it is.
func fields(text []byte) (list [][]byte) {
	start, depth := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i)
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 1 {
				list, start = append(list, text[start:i+1]), i+1
			}
		}
	}
	return append(list, text[start:])
}

// stringEnd is the closing quote of the string that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// name is what a piece of fields begins with: as a rule a field's name.
func name(field []byte) string {
	end := bytes.IndexByte(field, ':')
	return string(field[:max(end, 0)])
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
