package document

import (
	"time"

	"github.com/madang-dev/madang/internal/forms"
)

// tested is the day of the tests.
var tested = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

// Check runs the checks of a kind of contract, for tests.
func (t *Team) Check(kind string, v forms.Values, made string, clauses []Risk) []Check {
	c := t.contracts.kind(kind)
	s := c.Scope(v, "ko", tested)
	s.Made = made
	return c.check(s, clauses)
}

// Recommended are the special terms that fit a draft, for tests.
func (t *Team) Recommended(d *Draft, lang string) []Term {
	c := t.contracts.drafted(d)
	return c.recommended(c.Scope(d.Forms[c.Kind], lang, tested))
}

// CheckLetter runs the checks of letters as of a day, for tests.
func (t *Team) CheckLetter(v forms.Values, today time.Time) []Check {
	return t.letters.check(t.letters.view(v, "ko", today), nil)
}

// The types of the contracts that are built in.
const (
	TypeLease = "lease_contract"
	TypeSales = "sales_contract"
)
