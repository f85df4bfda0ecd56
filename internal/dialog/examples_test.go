package dialog

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/lineartest"
)

func saidFiles(of map[string]string) fstest.MapFS {
	files := fstest.MapFS{}
	for label, text := range of {
		files["examples/"+label+".txt"] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

var saidOfHints = saidFiles(map[string]string{
	"hint": "힌트 좀 주세요\n힌트 하나만\n힌트 보여줘\n작은 단서라도 없나요\n단서 하나만 주세요\n",
	"stop": "오늘은 그만할게요\n이만 하고 쉴게요\n그만하고 싶어요\n나중에 다시 올게요\n이제 쉬고 싶어요\n",
	"why":  "왜 틀렸어요?\n왜 오답인가요?\n이유가 뭐예요?\n왜 그런 거예요?\n왜 그게 답이에요?\n",
})

func TestExamplesReadOtherWords(t *testing.T) {
	t.Parallel()
	e := MustExamples(saidOfHints, "examples")
	for text, want := range map[string]string{
		"단서 좀 보여주세요": "hint", "힌트요": "hint", "쉬었다가 다시 올게요": "stop", "그만!": "stop", "왜 오답이에요?": "why", "그게 왜 그래요?": "why",
	} {
		if got := e.Read(text, nil); got.Label != want || got.Sure < Likely {
			t.Errorf("%q: %+v, want %s", text, got, want)
		}
	}
	if got := e.Read("힌트 좀 주세요", func(label string) bool { return label != "hint" }); got.Label == "hint" {
		t.Errorf("%+v can't be meant", got)
	}
	if got := e.Read("힌트", func(string) bool { return false }); got.Label != "" || got.Sure != 0 {
		t.Errorf("%+v where nothing can be meant", got)
	}
	for _, nothing := range []string{"", "   ", "\xff\xfe", "zzz qqq"} {
		if got := e.Read(nothing, nil); got.Sure >= Confident {
			t.Errorf("%q: %+v", nothing, got)
		}
	}
}

// A server that stops waits for what was begun, and only for that.
func TestTrainingIsBegunWhenWished(t *testing.T) {
	t.Parallel()
	e := MustExamples(saidOfHints, "examples")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Run(over); err != nil || e.bias != nil {
		t.Errorf("trained without a wish (%v)", err)
	}
	e.Prepare()
	e.Prepare() // of somebody else, who does not wait
	if err := e.Run(t.Context()); err != nil || e.bias == nil {
		t.Errorf("not trained (%v)", err)
	}
}

// A replay reads what the run read.
func TestTrainingComesOutTheSame(t *testing.T) {
	t.Parallel()
	a, b := MustExamples(saidOfHints, "examples"), MustExamples(saidOfHints, "examples")
	for _, text := range []string{"힌트요", "이만 쉴래요", "왜요?"} {
		if diff := cmp.Diff(a.Read(text, nil), b.Read(text, nil)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestBrokenExamplesAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"one label":    {map[string]string{"hint": "힌트"}, "fewer than two labels"},
		"empty line":   {map[string]string{"hint": "힌트\n\n단서", "stop": "그만"}, "hint.txt:2 is empty"},
		"nothing":      {map[string]string{"hint": "", "stop": "그만"}, "hint.txt has no examples"},
		"two readings": {map[string]string{"hint": "힌트", "stop": "그만\n힌트"}, `stop.txt:2: "힌트" stands at examples/hint.txt:1`},
	} {
		if err := loadExamples(saidFiles(c.files), "examples"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestExamplesAreReadInLinearTime(t *testing.T) {
	e := MustExamples(saidOfHints, "examples")
	lineartest.Check(t, "examples", func(s string) { e.Read(s, nil) })
}
