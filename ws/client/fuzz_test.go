package client

import "testing"

// A server's frame is read or refused; what was read is as it came.
func FuzzFrame(f *testing.F) {
	for _, raw := range []string{
		`{"type":"connected","seq":7}`, `{"type":"plan_ready","seq":3,"run_id":"r"}`, `{"type":"ack","client_msg_id":"c"}`, `{}`, `[]`, `null`,
		`{"type":"error","seq":-1}`, `{"type":"error","seq":1e99}`, `{"type":1}`, "",
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		frame, err := decodeFrame(raw)
		switch {
		case err != nil && (frame.Type != "" || frame.Raw != nil):
			t.Fatalf("refused with %v and yet %+v", err, frame)
		case err == nil && (frame.Type == "" || frame.Seq < 0 || string(frame.Raw) != string(raw)):
			t.Fatalf("%s became %+v", raw, frame)
		}
	})
}
