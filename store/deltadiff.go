package store

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/madang-dev/madang/state"
)

const (
	// maxDeltaDepth is how deep into objects and lists a change is looked
	// for; what lies deeper is compared as text.
	maxDeltaDepth = 8
	// near is how many items ahead it is always looked whether one side
	// has some that the other hasn't: a list of recent messages moves on by
	// a question and its answer.
	near = 2
	// far is how many it is when nothing tells that the two correspond.
	far = 16
	// lookaheads bounds the items that are looked at ahead in one diff.
	lookaheads = 256
)

// differ finds where two texts differ, going through both side by side. Its
// scanner only says where to look: whatever it takes for equal is compared
// before it counts, so that no text can lead to a wrong delta.
type differ struct {
	from, to []byte
	edits    []edit // in their order, never touching
	bad      bool   // an edit doesn't fit those before it
	// From some place up to same, from is equal to to further on by shift.
	same, shift int
	budget      int
}

// edit puts a part of to in the place of a part of from.
type edit struct{ from, to span }

type span struct{ start, end int }

func (s span) len() int { return s.end - s.start }

// value finds the changes between two values, of whose members some may be
// known.
func (d *differ) value(f, t span, knownF, knownT []state.Member, depth int) {
	a, okA := enter(d.from, f)
	b, okB := enter(d.to, t)
	a.known, b.known = knownF, knownT
	if !okA || !okB || a.object != b.object || depth >= maxDeltaDepth {
		d.replace(f, t)
		return
	}
	d.items(a, b, depth)
}

// items goes through the members of two objects, or the elements of two
// lists. The cursors stand at places that correspond.
func (d *differ) items(a, b cursor, depth int) {
	for !d.bad {
		i, ok := a.item()
		if !ok {
			break
		}
		d.align(a.pos, b.pos)
		if i.End < d.same { // with what ends it
			a.pos, b.pos = i.End, i.End+d.shift
			continue
		}
		j, ok := b.item()
		if !ok {
			break
		}
		if !d.pair(a, i, j) {
			if k, l, ok := d.ahead(a, b, i, j); ok {
				d.replace(span{a.pos, k.Start}, span{b.pos, l.Start})
				a.pos, b.pos = k.Start, l.Start
				continue
			}
		}
		d.replace(span{a.pos, i.Value}, span{b.pos, j.Value})
		d.value(span{i.Value, i.End}, span{j.Value, j.End}, nil, nil, depth+1)
		a.pos, b.pos = i.End, j.End
	}
	d.replace(span{a.pos, a.end}, span{b.pos, b.end})
}

// pair tells whether two items are certain to be the same one, changed.
func (d *differ) pair(a cursor, i, j state.Member) bool {
	return a.object && bytes.Equal(d.from[i.Start:i.Value], d.to[j.Start:j.Value])
}

// ahead finds where two lists or objects are the same again: an item of one
// side that is equal to the present item of the other.
func (d *differ) ahead(a, b cursor, i, j state.Member) (state.Member, state.Member, bool) {
	limit := far
	if !a.object && d.alike(i, j) {
		limit = near
	}
	a.pos, b.pos = i.End, j.End
	for range limit {
		k, moreA := a.item()
		if moreA {
			if a.pos = k.End; d.equal(a.object, k, j) {
				return k, j, true
			}
		}
		l, moreB := b.item()
		if moreB {
			if b.pos = l.End; d.equal(a.object, i, l) {
				return i, l, true
			}
		}
		if d.budget--; d.budget < 0 || !moreA && !moreB {
			break
		}
	}
	return i, j, false
}

// equal tells whether an item of from is one of to: by its name in an
// object, by all of it in a list.
func (d *differ) equal(object bool, i, j state.Member) bool {
	if object {
		return bytes.Equal(d.from[i.Start:i.Value], d.to[j.Start:j.Value])
	}
	return bytes.Equal(d.from[i.Start:i.End], d.to[j.Start:j.End])
}

// alike tells whether two elements begin with the same member.
func (d *differ) alike(i, j state.Member) bool {
	c, ok := enter(d.from, span{i.Value, i.End})
	if !ok || !c.object {
		return false
	}
	first, ok := c.item()
	return ok && bytes.HasPrefix(d.to[j.Start:j.End], d.from[i.Start:first.End])
}

// align finds out how far the texts are equal from a and b on, unless it is
// known.
func (d *differ) align(a, b int) {
	if d.shift != b-a || d.same <= a {
		d.same, d.shift = a+common(d.from[a:], d.to[b:]), b-a
	}
}

// replace notes that a part of from becomes a part of to, but for what both
// have in common at their ends.
func (d *differ) replace(f, t span) {
	if d.bad || f.len() < 0 || t.len() < 0 {
		d.bad = true
		return
	}
	n := common(d.from[f.start:f.end], d.to[t.start:t.end])
	f.start, t.start = f.start+n, t.start+n
	n = commonEnd(d.from[f.start:f.end], d.to[t.start:t.end])
	f.end, t.end = f.end-n, t.end-n
	if f.len() == 0 && t.len() == 0 {
		return
	}
	gap := d.gap(f.start, t.start)
	switch last := len(d.edits) - 1; {
	case gap < 0:
		d.bad = true
	case gap < deltaGap && last >= 0:
		d.edits[last].from.end, d.edits[last].to.end = f.end, t.end
	default:
		d.edits = append(d.edits, edit{f, t})
	}
}

// gap is how many equal bytes there are between the last edit and a place
// in both texts, -1 when they aren't equal.
func (d *differ) gap(from, to int) int {
	var last edit
	if n := len(d.edits); n > 0 {
		last = d.edits[n-1]
	}
	if from < last.from.end || to < last.to.end ||
		!bytes.Equal(d.from[last.from.end:from], d.to[last.to.end:to]) {
		return -1
	}
	return from - last.from.end
}

// finish tells whether the edits are all there is.
func (d *differ) finish() bool { return !d.bad && d.gap(len(d.from), len(d.to)) >= 0 }

// storable tells whether to can be stored, as from can: only what it has of its
// own is looked at, in whole characters. Between two edits are more bytes than
// a character has.
func (d *differ) storable() bool {
	for _, e := range d.edits {
		back, start, end := e.from.start, e.to.start, e.to.end
		for start > 0 && (inside(d.from, back) || inside(d.to, start)) {
			back, start = back-1, start-1
		}
		for inside(d.to, end) {
			end++
		}
		if !storable(d.to[start:end]) {
			return false
		}
	}
	return true
}

// inside tells whether a place is in the middle of a character.
func inside(b []byte, place int) bool {
	return place < len(b) && !utf8.RuneStart(b[place])
}

// stride is how many bytes are compared at once as long as they are equal.
const stride = 256

// common is the length of the longest common beginning.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+stride <= n && bytes.Equal(a[i:i+stride], b[i:i+stride]) {
		i += stride
	}
	for ; i+8 <= n; i += 8 {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// commonEnd is the length of the longest common end.
func commonEnd(a, b []byte) int {
	n := min(len(a), len(b))
	a, b = a[len(a)-n:], b[len(b)-n:]
	i := n
	for ; i >= 8; i -= 8 {
		if x := binary.LittleEndian.Uint64(a[i-8:]) ^ binary.LittleEndian.Uint64(b[i-8:]); x != 0 {
			return n - i + bits.LeadingZeros64(x)/8
		}
	}
	for i > 0 && a[i-1] == b[i-1] {
		i--
	}
	return n - i
}
