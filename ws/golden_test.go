package ws

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// TestGoldenFrames runs a whole query and compares every frame with the
// contract's, for both dialects. Times and keys come out as they are sent,
// with the times replaced.
func TestGoldenFrames(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"base", "madang.v1"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			e := newInMem(sessionID)
			// The ack comes before the events, so that the order is one.
			asked := make(chan string, 1)
			e.submitFunc = func(_ engine.Query, runID string) { asked <- runID }
			d := open(t, e)
			how := dialing{}
			if dialect == Subprotocol {
				how.protocol = Subprotocol
			}
			c := d.dial(t, how)
			frames := 1 + len(baseOrder)
			if dialect == Subprotocol {
				c.say(`{"type":"hello","last_seq":0,"epoch":"epoch-1"}`)
				frames = 2 + 1 + answerEvents
			}
			c.say(`{"type":"query","query":"전세금 5% 인상 가능해?","id":"q-1","client_msg_id":"m-1"}`)
			var got [][]byte
			if dialect == Subprotocol {
				got = append(got, c.raw(), c.raw(), c.raw())
			} else {
				got = append(got, c.raw())
			}
			e.answer(sessionID, <-asked)
			for len(got) < frames {
				got = append(got, c.raw())
			}
			c.say(`{"type":"query","query":" "}`)
			got = append(got, c.raw())
			compare(t, filepath.Join("testdata", "golden", dialect), got)
		})
	}
}

// raw is the next frame as it came.
func (c *client) raw() []byte {
	c.t.Helper()
	got := <-c.in
	if got.err != nil {
		c.t.Fatal(got.err)
	}
	return got.body
}

func compare(t *testing.T, dir string, frames [][]byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for i, frame := range frames {
		text, frameType := normal(t, frame)
		path := filepath.Join(dir, fmt.Sprintf("%02d-%s.json", i, frameType))
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(text)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// normal indents a frame and replaces its time.
func normal(t *testing.T, frame []byte) (text []byte, frameType string) {
	t.Helper()
	var head Frame
	if err := json.Unmarshal(frame, &head); err != nil {
		t.Fatalf("%s: %v", frame, err)
	}
	if head.Timestamp.IsZero() || head.Timestamp.Location().String() != "UTC" {
		t.Errorf("timestamp of %s", frame)
	}
	stamp, _ := json.Marshal(head.Timestamp)
	frame = bytes.ReplaceAll(frame, stamp, []byte(`"2025-01-01T00:00:00Z"`))
	var out bytes.Buffer
	if err := json.Indent(&out, frame, "", "  "); err != nil {
		t.Fatal(err)
	}
	out.WriteByte('\n')
	return out.Bytes(), head.Type
}
