package chaos

import "strings"

// Reliability 17: who floods the door with frames that are no messages is sent
// away for a while; the others are served meanwhile.
func (d *door) floods() {
	t := d.t
	for name, flood := range map[string]struct{ first, again string }{
		"pings":           {"", frameOf(0x89, "x")},
		"pongs":           {"", frameOf(0x8a, strings.Repeat("x", 125))},
		"empty fragments": {frameOf(0x01, ""), frameOf(0x00, "")},
		"queries":         {"", frameOf(0x81, `{"type":"ping"}`)},
	} {
		bystander := d.raw(d.session)
		r := d.raw(d.session)
		ended := make(chan int, 1)
		go func() { ended <- r.end() }()
		again := strings.Repeat(flood.again, 500)
		err := r.put(flood.first)
		for err == nil {
			err = r.put(again)
		}
		if code := <-ended; code != 4008 {
			t.Errorf("%s: closed with %d (%v)", name, code, err)
		}
		bystander.say(`{"type":"ping"}`)
		bystander.until("pong")
	}
}
