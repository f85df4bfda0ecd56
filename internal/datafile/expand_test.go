package datafile_test

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/datafile"
)

func TestExpand(t *testing.T) {
	t.Parallel()
	set := map[string]string{"KEY": "s3cret", "OPEN": "${KEY}", "EMPTY": ""}
	lookup := func(name string) (string, bool) { v, ok := set[name]; return v, ok }
	for _, c := range []struct{ text, want, wrong string }{
		{"Bearer ${KEY}", "Bearer s3cret", ""},
		{"${KEY}${EMPTY}.", "s3cret.", ""},
		{"${OPEN}", "${KEY}", ""}, // a value is not read again
		{"5 $, $5, $filter and {{$x}}", "5 $, $5, $filter and {{$x}}", ""},
		{"${NO} ${KEY} ${NEITHER}", "", "has no NO, NEITHER"},
		{"${}", "", "has no"},
		{"${KEY", "", "without }"},
		{"${A${B}", "", "without }"},
	} {
		got, err := datafile.Expand(c.text, lookup)
		if got != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%q is %q, %v; want %q, %q", c.text, got, err, c.want, c.wrong)
		}
	}
}
