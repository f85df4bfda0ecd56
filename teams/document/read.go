package document

import (
	"strings"
	"time"

	"github.com/madang-dev/madang/state"
)

// reading is one message while it is read into a draft. The parts that have
// been understood are blanked out in left, at the same offsets, so that an
// account number is not read again as a sum of money.
type reading struct {
	text  string // cleaned, as the user wrote it
	lower string // the same bytes in lower case where that keeps offsets
	left  []byte
	draft *Draft
	today time.Time
	lang  string
	// values counts what was understood, sums found twice lie in said.
	values int
	said   map[string][]int64
	issues []Problem
	// What no word gave a place: a bare answer to a question, perhaps.
	looseSums []int64
	looseDays []string
	loosePct  []float64
	// middleDays are the days of a sale's middle payments.
	middleDays []string
	// downBP is a down payment given as a part of the price or deposit.
	downBP int
}

// readMessage fills the draft with what a message says and reports how many
// values it understood and what could not be taken. Entities found by the
// planner fill only what the message's own words left open.
func readMessage(d *Draft, message string, ent state.Entities, today time.Time, lang string) (int, []Problem) {
	r := &reading{
		text:  clean(message, maxMessageBytes),
		draft: d, today: today, lang: lang,
		said: map[string][]int64{},
	}
	r.lower = lowerASCII(r.text)
	r.left = []byte(r.lower)
	r.readTerms()
	r.readLabelledTexts()
	r.readAddress()
	r.readPeople()
	r.readKind()
	r.readRentDay()
	r.readFeeItems()
	r.readDays()
	r.readTermLength()
	r.readAreas()
	r.readPercents()
	r.readMoney()
	r.readFacts()
	r.readEntities(ent)
	r.readBareAnswer()
	r.settle()
	return r.values, r.issues
}

// lowerASCII lowers Latin letters only, so that byte offsets stay the same.
func lowerASCII(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, s)
}

// rest is what has not been understood yet, in lower case.
func (r *reading) rest() string { return string(r.left) }

func (r *reading) used(from, to int) {
	blank(r.left, from, to)
	r.values++
}

func blank(buf []byte, from, to int) {
	for i := from; i < to; i++ {
		buf[i] = ' '
	}
}

// segment is a stretch of text within which a label reaches a value.
type segment struct{ start, end int }

// segments cuts a text at commas, line ends, semicolons and full stops; a
// comma between digits is part of a number.
func segments(text string) []segment {
	var out []segment
	start := 0
	closeAt := func(i int) {
		if strings.TrimSpace(text[start:i]) != "" {
			out = append(out, segment{start, i})
		}
	}
	for i := range len(text) {
		switch text[i] {
		case ',':
			if i > 0 && i+1 < len(text) && isDigit(text[i-1]) && isDigit(text[i+1]) {
				continue
			}
		case '.':
			if i+1 < len(text) && text[i+1] != ' ' && text[i+1] != '\n' {
				continue
			}
		case ';', '\n':
		default:
			continue
		}
		closeAt(i)
		start = i + 1
	}
	closeAt(len(text))
	return out
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// segmentOf is the index of the segment that holds the offset, -1 if none.
func segmentOf(segs []segment, at int) int {
	for i, s := range segs {
		if at >= s.start && at < s.end {
			return i
		}
	}
	return -1
}

// settle draws what follows from what was said: a term from its length, the
// kind of lease from its sums, yes from a sum.
func (r *reading) settle() {
	r.settleParts()
	if c := r.draft.Lease; c != nil {
		settleLease(c)
	}
}

func settleLease(c *LeaseContract) {
	if c.TermMonths > 0 && c.StartDate != "" && c.EndDate == "" {
		c.EndDate = termEnd(c.StartDate, c.TermMonths)
	}
	rent, deposit := won(c.MonthlyRent), won(c.Deposit)
	switch {
	case c.LeaseKind == "" && rent > 0 && deposit > 0:
		c.LeaseKind = DepositRent
	case c.LeaseKind == MonthlyRent && deposit > 0:
		c.LeaseKind = DepositRent
	case c.LeaseKind == "" && rent > 0 && c.Deposit != nil:
		c.LeaseKind = MonthlyRent
	}
	if won(c.MgmtTotal) > 0 && (c.MgmtType == "" || c.MgmtType == MgmtNone) {
		c.MgmtType = MgmtFixed
	}
	if won(c.PriorTotal) > 0 && c.PriorDeposits == nil {
		c.PriorDeposits = new(true)
	}
	if c.TaxNote != "" && c.TaxArrears == nil {
		c.TaxArrears = new(true)
	}
}
