package chaos

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// breach is bytes that RFC 6455 does not allow, with the code that ends the
// socket.
type breach struct {
	name, bytes string
	code        int
}

const zeroMask = "\x00\x00\x00\x00"

// breaches is the table of RFC 6455: section 5.2 (reserved bits, opcodes, mask),
// 5.4 (fragments), 5.5 (control frames), 7.4 (close codes) and 8.1 (UTF-8).
func breaches() (list []breach) {
	add := func(code int, bytes, name string, args ...any) {
		list = append(list, breach{fmt.Sprintf(name, args...), bytes, code})
	}
	for rsv := range byte(8) {
		if rsv == 0 {
			continue
		}
		add(1002, frameOf(0x81|rsv<<4, "{}"), "text with reserved bits %03b", rsv)
	}
	for _, op := range []byte{0x2, 0x8, 0x9, 0xa} {
		add(1002, frameOf(0xc0|op, ""), "opcode %x with a reserved bit", op)
	}
	for _, op := range []byte{0x3, 0x4, 0x5, 0x6, 0x7, 0xb, 0xc, 0xd, 0xe, 0xf} {
		add(1002, frameOf(0x80|op, ""), "opcode %x", op)
		add(1002, frameOf(op, "x"), "opcode %x, not final", op)
	}
	for _, op := range []byte{0x0, 0x1, 0x2, 0x8, 0x9, 0xa} {
		add(1002, string([]byte{0x80 | op, 0}), "opcode %x without a mask", op)
	}
	for _, op := range []byte{0x8, 0x9, 0xa} {
		add(1002, frameOf(op, ""), "control %x in fragments", op)
		add(1002, frameOf(0x80|op, strings.Repeat("x", 126)), "control %x of 126 bytes", op)
		add(1002, frameOf(0x80|op, strings.Repeat("x", 1<<16)), "control %x of 64 KiB", op)
	}
	for _, first := range []byte{0x00, 0x80} {
		add(1002, frameOf(first, "x"), "a continuation of nothing (%x)", first)
	}
	for _, first := range []byte{0x01, 0x81, 0x02, 0x82} {
		add(1002, frameOf(0x01, "{")+frameOf(first, "}"), "a new message (%x) within one", first)
	}
	for _, code := range []uint16{0, 1, 999, 1004, 1005, 1006, 1014, 1015, 1016, 1100, 2000, 2999, 5000, 65535} {
		add(1002, frameOf(0x88, string(binary.BigEndian.AppendUint16(nil, code))), "close code %d", code)
	}
	for i, text := range notUTF8 {
		add(1007, frameOf(0x81, `{"type":"query","query":"`+text+`"}`), "text that is not UTF-8 (%d)", i)
		if i < 3 {
			add(1002, frameOf(0x88, "\x03\xe8"+text), "a close reason that is not UTF-8 (%d)", i)
		}
	}
	add(1007, frameOf(0x01, "{\"a\":\"\xec")+frameOf(0x00, "\xa0")+frameOf(0x80, `"}`), "half a letter in fragments")
	return list
}

// notUTF8 has what RFC 3629 forbids: bytes out of place, cut letters, longer forms
// than needed, surrogates, and what is beyond U+10FFFF.
var notUTF8 = []string{
	"\xff", "\xfe\xff", "\x80", "\xbf\xbf", "\xc3", "\xec\xa0", "\xf0\x9f\x98", "\xc0\x80", "\xe0\x80\x80",
	"\xf0\x80\x80\x80", "\xed\xa0\x80", "\xed\xb0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xc3(",
}

// Reliability 18: each breach ends its socket with the code that RFC 6455 has for
// it, and nothing else.
func (d *door) malformedFrames() {
	t := d.t
	table := breaches()
	if len(table) < 80 {
		t.Errorf("only %d breaches", len(table))
	}
	bystander := d.raw(d.session)
	for _, b := range table {
		r := d.raw(d.session)
		_ = r.put(b.bytes) // the server may be gone before it is all out
		if code := r.end(); code != b.code {
			t.Errorf("%s: closed with %d, want %d", b.name, code, b.code)
		}
	}
	bystander.say(`{"type":"ping"}`)
	bystander.until("pong")
	if code, body, err := d.get("/api/v1/chat/sessions/" + d.session + "/messages"); err != nil || code != http.StatusOK || strings.TrimSpace(string(body)) != "[]" {
		t.Errorf("messages: %d %s %v", code, body, err)
	}
}

// What RFC 6455 allows is taken, however odd.
func (d *door) oddFrames() {
	t := d.t
	ping := `{"type":"ping","id":"전"}`
	at := strings.Index(ping, "전") + 1 // within the letter
	masked := []byte(frameOf(0x81, ping))
	copy(masked[2:], "\x01\x02\x03\x04")
	for i := range masked[6:] {
		masked[6+i] ^= masked[2+i%4]
	}
	for name, bytes := range map[string]string{
		"a letter in two fragments":    frameOf(0x01, ping[:at]) + frameOf(0x80, ping[at:]),
		"a byte in each fragment":      byFragments(ping),
		"empty fragments":              frameOf(0x01, "") + frameOf(0x00, "") + frameOf(0x00, ping) + frameOf(0x80, ""),
		"control frames between":       frameOf(0x01, ping[:5]) + frameOf(0x89, "x") + frameOf(0x8a, "y") + frameOf(0x80, ping[5:]),
		"a pong that nobody asked for": frameOf(0x8a, "99999999999999999999") + frameOf(0x81, ping),
		"a mask":                       string(masked),
		"a long ping":                  frameOf(0x89, strings.Repeat("x", 125)) + frameOf(0x81, ping),
		"two in one piece":             frameOf(0x81, "{}") + frameOf(0x81, ping),
	} {
		r := d.raw(d.session)
		if err := r.put(bytes); err != nil {
			t.Fatal(err)
		}
		if f := r.until("pong"); f.ID != "전" {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func byFragments(text string) string {
	var b strings.Builder
	for i := range len(text) {
		first := byte(0x00)
		switch i {
		case 0:
			first = 0x01
		case len(text) - 1:
			first = 0x80
		}
		b.WriteString(frameOf(first, text[i:i+1]))
	}
	return b.String()
}

// largestFrame and largestQuery are the bounds of docs/protocol.md.
const (
	largestFrame = 128 << 10
	largestQuery = 64 << 10
)

// Reliability 19: what is of the largest size is taken, a byte more is not, and a
// size that is only declared is not made room for.
func (d *door) sizesAtTheLimit() {
	t := d.t
	before := d.metric("process_resident_memory_bytes")
	for _, declared := range []uint64{largestFrame + 1, 1 << 30, 1<<31 - 1, 1 << 31, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		for _, first := range []byte{0x81, 0x82, 0x01} {
			r := d.raw(d.session)
			if err := r.put(string(binary.BigEndian.AppendUint64([]byte{first, 0xff}, declared)) + zeroMask); err != nil {
				t.Fatal(err)
			}
			if code := r.end(); code != websocket.CloseMessageTooBig && code != websocket.CloseProtocolError {
				t.Errorf("%d bytes declared by %x: closed with %d", declared, first, code)
			}
		}
	}
	if grown := d.metric("process_resident_memory_bytes") - before; grown > 64<<20 {
		t.Errorf("%.0f MiB for frames of which only the heads came", grown/(1<<20))
	}
	r := d.raw(d.session)
	r.say(strings.Repeat("x", largestFrame))
	if f := r.until("error"); f.Code != "invalid_json" {
		t.Errorf("a frame of the largest size: %+v", f)
	}
	query := func(n int) string {
		text := work(1, 0, false)
		return `{"type":"query","query":` + jsonText(text+strings.Repeat(" ", n-len(text))) + `}`
	}
	r.say(query(largestQuery + 1))
	if f := r.until("error"); f.Code != "query_too_large" {
		t.Errorf("a query a byte too long: %+v", f)
	}
	r.say(query(largestQuery))
	r.until("final_response")
	_ = r.put(frameOf(0x01, strings.Repeat("x", largestFrame)) + frameOf(0x80, "x"))
	if code := r.end(); code != websocket.CloseMessageTooBig {
		t.Errorf("fragments a byte too long: closed with %d", code)
	}
	r = d.raw(d.session)
	_ = r.put(frameOf(0x81, strings.Repeat("x", largestFrame+1)))
	if code := r.end(); code != websocket.CloseMessageTooBig {
		t.Errorf("a frame a byte too long: closed with %d", code)
	}
}

// Reliability 20: nothing that a client sends is unfolded.
func (d *door) compressionBombs() {
	t := d.t
	before := d.metric("process_resident_memory_bytes")
	dialer := websocket.Dialer{HandshakeTimeout: dialTimeout, EnableCompression: true}
	sock, res, err := dialer.DialContext(t.Context(), "ws://"+d.addr+"/api/v1/chat/ws/"+d.session, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = sock.Close()
	if got := res.Header.Get("Sec-WebSocket-Extensions"); got != "" {
		t.Errorf("the server agreed to %s", got)
	}
	const unfolded = 64 << 20
	var frame bytes.Buffer
	deflate, _ := flate.NewWriter(&frame, flate.BestCompression) // the level is one
	fill(t, deflate, unfolded)
	r := d.raw(d.session)
	_ = r.put(frameOf(0xc1, frame.String()))
	if code := r.end(); code != websocket.CloseProtocolError {
		t.Errorf("a compressed frame: closed with %d", code)
	}
	var body bytes.Buffer
	fill(t, gzip.NewWriter(&body), unfolded)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+d.addr+"/api/v1/chat/start", &body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Content-Encoding", "gzip")
	answer, err := patient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode < 400 || answer.StatusCode >= 500 {
		t.Errorf("a compressed body: %d", answer.StatusCode)
	}
	if grown := d.metric("process_resident_memory_bytes") - before; grown > unfolded {
		t.Errorf("%.0f MiB more", grown/(1<<20))
	}
}

// fill writes so many zeros.
func fill(t *testing.T, to io.WriteCloser, n int) {
	t.Helper()
	for range n >> 20 {
		if _, err := to.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
}
