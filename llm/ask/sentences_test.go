package ask

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
)

type line struct {
	Text string `json:"text"`
	Of   []int  `json:"of"`
	Item bool   `json:"item"`
}

// page is a page on which lines are shown that do not say "bad"; shown are
// its texts, in their order.
func page() (p *Sentences[line], end func(answer string), shown *[]string, stopped *error) {
	shown, stopped = new([]string), new(error)
	w := NewWriter("run", func(d state.AnswerDelta) {
		if d.Index == 0 {
			*shown = append(*shown, "")
		}
		(*shown)[len(*shown)-1] += d.Delta
	})
	p = &Sentences[line]{
		Writer: w, stopFunc: func(err error) { *stopped = err },
		SayFunc: func(before []line, s *line) (string, bool) {
			n := len(before)
			return Separator(n == 0, n > 0 && before[n-1].Item, s.Item) + s.Text, !strings.Contains(s.Text, "bad")
		},
	}
	return p, w.End, shown, stopped
}

const (
	manuscript = `{"note":"{[\"","lines":[{"text":"하나 \"}]\\","of":[1,2]},{"text":"둘","of":[],"item":true},{"of":[3],"text":"셋\u0021","item":true},{"text":"넷"}],"rest":[]}`
	written    = "하나 \"}]\\\n\n- 둘\n- 셋!\n\n넷"
)

// Wherever the text is cut between two pieces, within a letter too, the same
// is shown.
func TestAPageReadsWhateverThePiecesAre(t *testing.T) {
	t.Parallel()
	for size := 1; size <= len(manuscript); size++ {
		p, end, shown, stopped := page()
		for at := 0; at < len(manuscript); at += size {
			p.Delta(manuscript[at:min(len(manuscript), at+size)])
		}
		end(written + "\n\n끝")
		if len(*shown) != 1 || (*shown)[0] != written+"\n\n끝" || *stopped != nil {
			t.Fatalf("in pieces of %d: %q, %v", size, *shown, *stopped)
		}
	}
}

func TestAPageHoldsWhatFollowsABadLine(t *testing.T) {
	t.Parallel()
	p, end, shown, _ := page()
	p.Delta(`{"lines":[{"text":"first"},{"text":"bad"},{"text":"late"}`)
	p.Delta(`,{"text":"later"}]}`)
	end("first, and the rest")
	if len(*shown) != 1 || (*shown)[0] != "first, and the rest" {
		t.Errorf("shown %q", *shown)
	}
}

func TestAPageBeginsAnew(t *testing.T) {
	t.Parallel()
	p, end, shown, _ := page()
	p.Delta(`{"lines":[{"text":"first"},{"text":"bad"},{"te`)
	p.Reset()
	p.Delta(`{"lines":[{"text":"anew"}]}`)
	end("anew, and the rest")
	if len(*shown) != 2 || (*shown)[0] != "first" || (*shown)[1] != "anew, and the rest" {
		t.Errorf("shown %q", *shown)
	}
}

// What was shown is taken back where the answer is another.
func TestAnotherAnswerTakesThePlaceOfWhatWasShown(t *testing.T) {
	t.Parallel()
	p, end, shown, _ := page()
	p.Delta(`{"lines":[{"text":"of the model"}`)
	end("of the rules")
	p.Delta(`,{"text":"too late"}]}`)
	if len(*shown) != 2 || (*shown)[1] != "of the rules" {
		t.Errorf("shown %q", *shown)
	}
}

func TestAPageIsNotEndless(t *testing.T) {
	t.Parallel()
	p, end, shown, stopped := page()
	for range 100 {
		p.Delta(strings.Repeat("[", 1000))
	}
	end("the answer")
	if !errors.Is(*stopped, llm.ErrBadAnswer) || len(*shown) > 0 {
		t.Errorf("stopped by %v, shown %q", *stopped, *shown)
	}
}

func TestLinesThatAreNoneAreHeld(t *testing.T) {
	t.Parallel()
	p, _, shown, _ := page()
	p.Delta(`{"lines":[{"text":1},{"text":"late"}]}`)
	if len(*shown) > 0 {
		t.Errorf("shown %q", *shown)
	}
}

// Whatever a model writes, nothing panics, and the same is shown whatever the
// pieces are.
func FuzzPage(f *testing.F) {
	f.Add(manuscript, 3)
	f.Add(`{"lines":[{"text":"a"},{"text":"bad"},{"text":"b"}]}`, 1)
	f.Add(`]}]}{{"\`, 2)
	f.Fuzz(func(t *testing.T, text string, size int) {
		shownIn := func(size int) []string {
			p, end, shown, _ := page()
			for at := 0; at < len(text); at += size {
				p.Delta(text[at:min(len(text), at+size)])
			}
			end("the answer")
			return *shown
		}
		whole, pieces := shownIn(max(1, len(text))), shownIn(1+max(size, -size)%64)
		if !slices.Equal(whole, pieces) {
			t.Errorf("at once %q, in pieces %q", whole, pieces)
		}
	})
}
