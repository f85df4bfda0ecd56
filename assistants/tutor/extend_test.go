package tutor

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/madang-dev/madang/assistants/tutor/packs"
)

// A file alone is a chapter: it is taught, asked about, marked and counted.
func TestAChapterIsAFile(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	names, err := fs.Glob(packs.FS, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		raw, err := fs.ReadFile(packs.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: raw}
	}
	raw, err := os.ReadFile("testdata/chapter9.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files["chapter9.yaml"] = &fstest.MapFile{Data: raw}

	c := newClassroom(t, func(cfg *Config) { cfg.Packs = files })
	c.say("입문")
	for _, turn := range []struct{ say, has string }{
		{"9장으로 가자", "9장. 음성으로 AI 쓰기"},
		{"퀴즈", "말로 요청할 때 좋은 것은"},
		{"3", "이 장을 한 번 더"},
		{"Let's go on in English please", "I will speak English"},
		{"next", "It is like ordering by phone"},
		{"written question", "Write how to make a spoken request"},
		{"I always speak clearly in short sentences. I go where it is quiet, since it mishears me with noise around.", "100 points"},
		{"my progress", "9. Using AI by voice: 2 sessions, 50 points ✓"},
		{"next", "You have been through all chapters"},
	} {
		if got := c.say(turn.say); !strings.Contains(got.text, turn.has) {
			t.Fatalf("%q has no %q:\n%s", turn.say, turn.has, got.text)
		}
	}
}
