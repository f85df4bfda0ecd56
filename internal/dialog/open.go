package dialog

import (
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// Open is a question that waits for an answer, with what can be chosen; none
// for a question of yes or no.
type Open struct{ Options []string }

// Reply is a bare answer to an open question. Only one of its fields is set;
// none is a message that does not answer it barely.
type Reply struct {
	Choices    []int // options, from 0
	Yes, No    bool
	All, None  bool
	Later      bool // not known, or skipped
	OutOfRange bool // a number that no option has
}

// maxReply is how long a bare answer is at most, in bytes.
const maxReply = 200

// Read reads a message as the answer to the question.
func (o Open) Read(text string) Reply {
	said := strings.TrimSpace(text)
	if said == "" || len(said) > maxReply {
		return Reply{}
	}
	if r, ok := o.choice(said); ok {
		return r
	}
	switch {
	case spoken.Has(said, "answer.all"):
		return Reply{All: true}
	case spoken.Has(said, "answer.none"):
		return Reply{None: true}
	case korean.Asks(said) || len(strings.Fields(said)) > maxBare:
		return Reply{}
	case spoken.Has(said, "act.confirm"):
		return Reply{Yes: true}
	case spoken.Has(said, "act.deny"):
		return Reply{No: true}
	case spoken.Has(said, "answer.later"):
		return Reply{Later: true}
	}
	return Reply{}
}

// choice reads an option by its number, its place in words or its text.
func (o Open) choice(said string) (Reply, bool) {
	if len(o.Options) == 0 {
		return Reply{}, false
	}
	folded := strings.TrimRight(strings.Trim(korean.Fold(said), " .!()"), " .")
	number, _ := strings.CutSuffix(folded, "번")
	if n, err := strconv.Atoi(strings.TrimSpace(number)); err == nil {
		if n < 1 || n > len(o.Options) {
			return Reply{OutOfRange: true}, true
		}
		return Reply{Choices: []int{n - 1}}, true
	}
	if found := o.named(korean.Plain(said)); len(found) > 0 {
		return Reply{Choices: found}, true
	}
	for _, key := range spoken.Under("order") {
		if !spoken.Has(said, key) {
			continue
		}
		n, err := strconv.Atoi(strings.TrimPrefix(key, "order."))
		switch {
		case err != nil:
			n = len(o.Options)
		case n > len(o.Options):
			return Reply{OutOfRange: true}, true
		}
		return Reply{Choices: []int{n - 1}}, true
	}
	return Reply{}, false
}

// named are the options whose text is in what is said, or that are the only
// one that what is said is a part of.
func (o Open) named(said string) []int {
	var whole, part []int
	for i, option := range o.Options {
		switch plain := korean.Plain(option); {
		case said == "" || plain == "":
		case strings.Contains(said, plain):
			whole = append(whole, i)
		case len(said) >= len("가나") && strings.Contains(plain, said):
			part = append(part, i)
		}
	}
	if len(whole) == 0 && len(part) == 1 {
		return part
	}
	return whole
}
