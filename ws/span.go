package ws

// span is the events (from, to] that a socket has been played.
type span struct{ from, to int64 }

func (s span) holds(seq int64) bool { return seq > s.from && seq <= s.to }

// begin notes that events above after are going to be played.
func (s span) begin(after int64) span {
	if after > s.to {
		return span{after, after}
	}
	return s
}

// add notes that the events (after, pos] were played.
func (s span) add(after, pos int64) span {
	if pos >= s.from {
		return span{min(s.from, after), max(s.to, pos)}
	}
	return s
}
