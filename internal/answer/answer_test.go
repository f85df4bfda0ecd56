package answer_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/answer"
)

// plain writes a key and its arguments.
type plain struct{}

func (plain) Say(key string, args ...any) string { return fmt.Sprint(append([]any{key}, args...)...) }

func TestWhatIsSaidTwiceIsHeldOnce(t *testing.T) {
	t.Parallel()
	s := answer.Say(plain{}, answer.KindVerdict, "rent.max", "sum", 5)
	list := answer.Add(nil, s, s, answer.Say(plain{}, answer.KindAdvice, "more"))
	if got := answer.Texts(list[:1]); len(list) != 2 || !cmp.Equal(got, []string{"rent.maxsum5"}) {
		t.Errorf("%v of %v", got, list)
	}
}
