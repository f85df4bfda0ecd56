package ws

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/fault"
)

// TestAbsurdPositions: what is no position recovers nothing, with a reason;
// what is no number at all is refused. Neither moves the session's mark,
// asks anything of the engine, nor ends the socket.
func TestAbsurdPositions(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("e", maxWord+1)
	tests := []struct{ fields, reason, code string }{
		{`"last_seq":-1`, ReasonUnknown, ""},
		{`"last_seq":-9223372036854775808`, ReasonUnknown, ""},
		{`"last_seq":-9223372036854775809`, ReasonUnknown, ""},
		{`"last_seq":9223372036854775807`, ReasonUnknown, ""},
		{`"last_seq":9223372036854775808`, ReasonUnknown, ""},
		{`"last_seq":1e400`, ReasonUnknown, ""},
		{`"last_seq":2.5`, ReasonUnknown, ""},
		{`"last_seq":4`, ReasonUnknown, ""}, // one more than there are
		{`"last_seq":1,"epoch":"epoch-0"`, ReasonEpoch, ""},
		{`"last_seq":"2"`, "", string(fault.InvalidArgument)},
		{`"last_seq":true`, "", string(fault.InvalidArgument)},
		{`"last_seq":[2]`, "", string(fault.InvalidArgument)},
		{`"last_seq":{"a":2}`, "", string(fault.InvalidArgument)},
		{`"last_seq":1,"epoch":7`, "", string(fault.InvalidArgument)},
		{`"last_seq":1,"epoch":["epoch-1"]`, "", string(fault.InvalidArgument)},
		{`"last_seq":1,"epoch":"` + long + `"`, "", string(fault.InvalidArgument)},
		{`"last_seq":1,"epoch":"\u0000"`, "", string(fault.InvalidEncoding)},
		{`"last_seq":1,"last_seq":2`, "", string(fault.InvalidMessage)},
	}
	for _, test := range tests {
		e := newInMem(sessionID)
		e.steps(3)
		c := open(t, e).dial(t, dialing{protocol: Subprotocol})
		c.say(`{"type":"hello",` + test.fields + `}`)
		if test.code != "" {
			if r := c.expect("error"); r.text("code") != test.code || r.text("message") == "" {
				t.Errorf("%s: %v", test.fields, r)
			}
			c.say(`{"type":"hello","last_seq":3,"epoch":"epoch-1"}`) // it is still a socket
			c.expect("connected")
			if r := c.expect("resumed"); r["recovered"] != true {
				t.Errorf("%s: %v", test.fields, r)
			}
			continue
		}
		c.expect("connected")
		untouched(t, e, test.fields, c.expect("resumed"), test.reason)
		markEnd(t, e, c)
	}
}

func untouched(t *testing.T, e *inMem, what string, r received, reason string) {
	t.Helper()
	if r["recovered"] != false || r.text("reason") != reason || r["snapshot"] == nil {
		t.Errorf("%s: %v", what, r)
	}
	if seq, _ := e.delivered(sessionID); seq != 0 {
		t.Errorf("%s: the mark moved to %d", what, seq)
	}
	if len(e.called())+len(e.queries()) != 0 {
		t.Errorf("%s: asked %v %v", what, e.called(), e.queries())
	}
}

func TestAbsurdPositionsOnTheURL(t *testing.T) {
	t.Parallel()
	for _, last := range []string{"-1", "9223372036854775808", "2.5", "1e3", "two", "", " 2", "０", "2;drop", "0x2"} {
		e := newInMem(sessionID)
		e.steps(3)
		c := open(t, e).dial(t, dialing{protocol: Subprotocol, query: "?last_seq=" + url.QueryEscape(last)})
		c.expect("connected")
		untouched(t, e, fmt.Sprintf("%q", last), c.expect("resumed"), ReasonUnknown)
		markEnd(t, e, c)
	}
	for _, epoch := range []string{"epoch-0", strings.Repeat("e", 3_000), "\x00", "%"} {
		e := newInMem(sessionID)
		e.steps(3)
		c := open(t, e).dial(t, dialing{query: "?last_seq=1&epoch=" + url.QueryEscape(epoch)})
		c.expect("connected")
		untouched(t, e, "epoch", c.expect("resumed"), ReasonEpoch)
		markEnd(t, e, c)
	}
}
