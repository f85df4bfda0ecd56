package ws

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

const queryLimit = 64 << 10

// queryOf is a query frame with a text of n bytes.
func queryOf(n int) string {
	return `{"type":"query","query":"` + strings.Repeat("a", n) + `"}`
}

var badFrames = []struct {
	name, frame string
	code        fault.Code
	text        string // the field error; "" is not looked at
}{
	{"empty", ``, fault.InvalidJSON, "Invalid JSON format"},
	{"no JSON", `hello`, fault.InvalidJSON, "Invalid JSON format"},
	{"cut off", `{"type":"query"`, fault.InvalidJSON, "Invalid JSON format"},
	{"two values", `{"type":"ping"}{"type":"ping"}`, fault.InvalidJSON, "Invalid JSON format"},
	{"trailing comma", `{"type":"ping",}`, fault.InvalidJSON, "Invalid JSON format"},
	{"byte order mark", "\ufeff" + `{"type":"ping"}`, fault.InvalidJSON, "Invalid JSON format"},
	{"raw control", "{\"type\":\"query\",\"query\":\"a\nb\"}", fault.InvalidJSON, "Invalid JSON format"},
	{"array", `[{"type":"ping"}]`, fault.InvalidMessage, "Invalid JSON format"},
	{"string", `"ping"`, fault.InvalidMessage, "Invalid JSON format"},
	{"number", ` 5 `, fault.InvalidMessage, "Invalid JSON format"},
	{"huge number", `1e999`, fault.InvalidMessage, "Invalid JSON format"},
	{"null", `null`, fault.InvalidMessage, "Invalid JSON format"},
	{"10,000 deep", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), "", "Invalid JSON format"},
	{"65 deep", `{"type":"ping","x":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`, fault.InvalidMessage, ""},
	{"repeated key", `{"type":"query","query":"a","query":"b"}`, fault.InvalidMessage, ""},
	{"repeated escaped key", `{"type":"query","query":"a","qu\u0065ry":"b"}`, fault.InvalidMessage, ""},
	{"1,001 keys", `{"type":"ping","x":[` + strings.Repeat(`{"a":1,"b":2},`, 500) + `0]}`, fault.InvalidMessage, ""},
	{"65 objects deep", `{"type":"ping","x":` + strings.Repeat(`{"x":`, 64) + "1" + strings.Repeat("}", 64) + `}`, fault.InvalidMessage, ""},
	{"repeated nested key", `{"type":"ping","x":[{"a":1,"a":2}]}`, fault.InvalidMessage, ""},
	{"bad UTF-8", "{\"type\":\"query\",\"query\":\"\xff\xfe\"}", fault.InvalidEncoding, ""},
	{"overlong UTF-8", "{\"type\":\"query\",\"query\":\"\xc0\x80\"}", fault.InvalidEncoding, ""},
	{"surrogate in UTF-8", "{\"type\":\"query\",\"query\":\"\xed\xa0\x80\"}", fault.InvalidEncoding, ""},
	{"escaped NUL", `{"type":"query","query":"a\u0000b"}`, fault.InvalidEncoding, ""},
	{"escaped NUL in a key", `{"type":"ping","\u0000":1}`, fault.InvalidEncoding, ""},
	{"raw NUL", "{\"type\":\"query\",\"query\":\"a\x00b\"}", fault.InvalidEncoding, ""},
	{"lone high surrogate", `{"type":"query","query":"\ud800"}`, fault.InvalidEncoding, ""},
	{"lone low surrogate", `{"type":"query","query":"\udc00"}`, fault.InvalidEncoding, ""},
	{"high surrogate and letter", `{"type":"query","query":"\ud800\u0041"}`, fault.InvalidEncoding, ""},
	{"unknown type", `{"type":"subscribe"}`, fault.UnknownType, "Unknown message type: subscribe"},
	{"type in capitals", `{"type":"QUERY","query":"a"}`, fault.UnknownType, "Unknown message type: QUERY"},
	{"no type", `{"query":"a"}`, fault.UnknownType, "Unknown message type: null"},
	{"long type", `{"type":"` + strings.Repeat("가", 500) + `"}`, fault.UnknownType, "Unknown message type: " + strings.Repeat("가", 64)},
	{"type a number", `{"type":5}`, fault.InvalidArgument, ""},
	{"query a number", `{"type":"query","query":5}`, fault.InvalidArgument, ""},
	{"query an object", `{"type":"query","query":{"text":"a"}}`, fault.InvalidArgument, ""},
	{"id a number", `{"type":"ping","id":5}`, fault.InvalidArgument, ""},
	{"long id", `{"type":"ping","id":"` + strings.Repeat("x", 129) + `"}`, fault.InvalidArgument, ""},
	{"flag a string", `{"type":"query","query":"a","enable_checkpointing":"yes"}`, fault.InvalidArgument, ""},
	{"on_busy", `{"type":"query","query":"a","on_busy":"drop"}`, fault.InvalidArgument, ""},
	{"on_busy empty", `{"type":"query","query":"a","on_busy":""}`, fault.InvalidArgument, ""},
	{"language", `{"type":"query","query":"a","language":"fr"}`, fault.InvalidArgument, ""},
	{"no query", `{"type":"query"}`, fault.QueryEmpty, "Query cannot be empty"},
	{"null query", `{"type":"query","query":null}`, fault.QueryEmpty, "Query cannot be empty"},
	{"blank query", `{"type":"query","query":" \t\n"}`, fault.QueryEmpty, "Query cannot be empty"},
	{"ideographic blank", `{"type":"query","query":"　\u00a0\u2003"}`, fault.QueryEmpty, "Query cannot be empty"},
	{"zero width", `{"type":"query","query":"\u200b\u200d\ufeff\u2060\u00ad"}`, fault.QueryEmpty, "Query cannot be empty"},
	{"Hangul filler", `{"type":"query","query":"\u3164\u115f\uffa0"}`, fault.QueryEmpty, "Query cannot be empty"},
	{"query one byte too long", queryOf(queryLimit + 1), fault.QueryTooLarge, ""},
	{"skip without a step", `{"type":"todo_skip"}`, fault.InvalidArgument, ""},
	{"retry without a run", `{"type":"retry"}`, fault.InvalidArgument, ""},
	{"retry with a long client_msg_id", `{"type":"retry","run_id":"r","client_msg_id":"` + strings.Repeat("x", maxClientID+1) + `"}`, fault.InvalidArgument, ""},
	{"rating", `{"type":"feedback","run_id":"r","rating":"great"}`, fault.InvalidArgument, ""},
	{"comment", `{"type":"feedback","run_id":"r","rating":"positive","comment":"` + strings.Repeat("a", maxComment+1) + `"}`, fault.InvalidArgument, ""},
	{"action", `{"type":"interrupt_response","action":"maybe"}`, fault.InvalidArgument, ""},
	{"last_seq a string", `{"type":"hello","last_seq":"5"}`, fault.InvalidArgument, ""},
	{"capabilities", `{"type":"hello","capabilities":"all"}`, fault.InvalidArgument, ""},
	{"capability null", `{"type":"hello","capabilities":[null]}`, fault.InvalidArgument, ""},
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	for _, bad := range badFrames {
		command, _, err := decode([]byte(bad.frame), false, queryLimit)
		if err == nil {
			t.Errorf("%s: accepted as %+v", bad.name, command)
			continue
		}
		if code := fault.Of(err); bad.code != "" && code != bad.code {
			t.Errorf("%s: %s, want %s", bad.name, code, bad.code)
		}
		if text := errorText(fault.Of(err), fault.Detail(err)); bad.text != "" && text != bad.text {
			t.Errorf("%s: %q, want %q", bad.name, text, bad.text)
		}
	}
}

func TestDecodeNamesTheField(t *testing.T) {
	t.Parallel()
	_, _, err := decode([]byte(`{"type":"query","query":5}`), false, queryLimit)
	if fault.Detail(err) != "query" {
		t.Errorf("detail is %q", fault.Detail(err))
	}
	_, h, err := decode([]byte(`{"type":"query","query":"a","id":"q-1","extra":1}`), true, queryLimit)
	if fault.Of(err) != fault.InvalidArgument || fault.Detail(err) != "extra" || h.ID != "q-1" {
		t.Errorf("got %v for command %q", err, h.ID)
	}
}

func ptr[T any](v T) *T { return &v }

func TestDecodeAccepts(t *testing.T) {
	t.Parallel()
	head := func(name string) Header { return Header{Type: name, ID: "1"} }
	tests := []struct {
		frame string
		want  Command
	}{
		{`{"type":"query","query":"전세금 5% 인상 가능해?","enable_checkpointing":true,"id":"1"}`,
			&Query{Header: head("query"), Query: "전세금 5% 인상 가능해?", EnableCheckpointing: ptr(true)}},
		{` { "id" : "1" , "type" : "query" , "query" : "\ud83c\udfe0 \"집\"", "client_msg_id":"c", "on_busy":"reject", "language":"en" } `,
			&Query{Header: head("query"), Query: `🏠 "집"`, ClientMsgID: "c", OnBusy: "reject", Language: "en"}},
		{`{"type":"hello","id":"1","last_seq":7,"epoch":"e","capabilities":["state_changed"],"token":"t"}`,
			&Hello{Header: head("hello"), LastSeq: ptr(int64(7)), Epoch: "e", Capabilities: []string{"state_changed"}, Token: "t"}},
		{`{"type":"hello","id":"1","last_seq":-1}`, &Hello{Header: head("hello"), LastSeq: ptr(int64(-1))}},
		{`{"type":"hello","id":"1","last_seq":1e999}`, &Hello{Header: head("hello"), LastSeq: ptr(int64(math.MaxInt64))}},
		{`{"type":"hello","id":"1","last_seq":null}`, &Hello{Header: head("hello")}},
		{`{"type":"cancel","id":"1"}`, &Cancel{Header: head("cancel")}},
		{`{"type":"todo_skip","id":"1","todo_id":"step_0"}`, &TodoSkip{Header: head("todo_skip"), TodoID: "step_0"}},
		{`{"type":"feedback","id":"1","run_id":"r","rating":"negative","comment":"틀렸어요"}`,
			&Feedback{Header: head("feedback"), RunID: "r", Rating: "negative", Comment: "틀렸어요"}},
		{`{"type":"interrupt_response","id":"1","action":"modify","modified_todos":[{"a":1}],"feedback":"f"}`,
			&InterruptResponse{Header: head("interrupt_response"), Action: "modify", ModifiedTodos: json.RawMessage(`[{"a":1}]`), Feedback: "f"}},
		{`{"type":"refresh","id":"1","token":"t"}`, &Refresh{Header: head("refresh"), Token: "t"}},
	}
	for _, test := range tests {
		got, _, err := decode([]byte(test.frame), true, queryLimit)
		if err != nil {
			t.Errorf("%s: %v", test.frame, err)
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.frame, diff)
		}
	}
}

func TestDecodeLimitsAreExact(t *testing.T) {
	t.Parallel()
	if _, _, err := decode([]byte(queryOf(queryLimit)), true, queryLimit); err != nil {
		t.Error(err)
	}
	deep := `{"type":"ping","x":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}`
	objects := `{"type":"ping","x":` + strings.Repeat(`{"x":`, 63) + "1" + strings.Repeat("}", 63) + `}`
	for _, nested := range []string{deep, objects} {
		if _, _, err := decode([]byte(nested), false, queryLimit); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := decode([]byte(`{"type":"ping","user_id":3}`), false, queryLimit); err != nil {
		t.Errorf("a base client's unknown field: %v", err)
	}
}

// TestBadFramesLeaveTheSocketOpen sends every bad frame over a socket.
func TestBadFramesLeaveTheSocketOpen(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) { c.Rate, c.Burst, c.MaxErrors = 1e6, 1e6, 1e6 })
	c := d.base(t)
	for i, bad := range badFrames {
		if !utf8.ValidString(bad.frame) {
			continue // it ends the socket
		}
		c.say(bad.frame)
		r := c.expect("error")
		if bad.text != "" && r.text("error") != bad.text {
			t.Errorf("%s: %v", bad.name, r)
		}
		if r.text("message") == "" || r["recoverable"] != true {
			t.Errorf("%s: %v", bad.name, r)
		}
		c.say(fmt.Sprintf(`{"type":"ping","id":"%d"}`, i))
		c.expect("pong")
	}
	if got := e.queries(); len(got) != 0 {
		t.Errorf("submitted %v", got)
	}
}

func FuzzDecode(f *testing.F) {
	for _, bad := range badFrames {
		f.Add([]byte(bad.frame), false)
	}
	f.Add([]byte(`{"type":"query","query":"전세금\ud83c\udfe0","id":"1","client_msg_id":"c"}`), true)
	f.Add([]byte(`{"type":"hello","last_seq":7,"capabilities":["a"]}`), true)
	f.Add([]byte(`{"type":"interrupt_response","action":"modify","payload":{"a":[1,{"b":null}]}}`), true)
	f.Fuzz(func(t *testing.T, body []byte, strict bool) {
		command, _, err := decode(body, strict, queryLimit)
		if err != nil {
			if code := fault.Of(err); code == fault.Internal {
				t.Fatalf("an error without a code: %v", err)
			}
			return
		}
		again, err := json.Marshal(command)
		if err != nil {
			t.Fatal(err)
		}
		back, _, err := decode(again, true, queryLimit)
		if err != nil {
			t.Fatalf("%s became %s: %v", body, again, err)
		}
		q, ok := command.(*Query)
		if !ok {
			return
		}
		if diff := cmp.Diff(command, back); diff != "" {
			t.Fatal(diff)
		}
		if !utf8.ValidString(q.Query) || strings.ContainsRune(q.Query, 0) || state.Blank(q.Query) || len(q.Query) > queryLimit {
			t.Fatalf("accepted %q", q.Query)
		}
	})
}
