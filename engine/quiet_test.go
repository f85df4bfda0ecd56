package engine

import (
	"testing"
	"time"
)

func TestQuietHours(t *testing.T) {
	t.Parallel()
	seoul := time.FixedZone("KST", 9*3600)
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 3, day, hour, minute, 0, 0, seoul) }
	for _, test := range []struct {
		hours string
		now   time.Time
		until time.Time
	}{
		{"22:00-08:00", at(2, 21, 59), time.Time{}},
		{"22:00-08:00", at(2, 22, 0), at(3, 8, 0)},
		{"22:00-08:00", at(3, 3, 0), at(3, 8, 0)},
		{"22:00-08:00", at(3, 7, 59), at(3, 8, 0)},
		{"22:00-08:00", at(3, 8, 0), time.Time{}},
		{"12:00-13:30", at(3, 13, 29), at(3, 13, 30)},
		{"12:00-13:30", at(3, 13, 30), time.Time{}},
		{"00:00-06:00", at(3, 0, 0), at(3, 6, 0)},
		{"", at(3, 3, 0), time.Time{}},
		{"08:00-08:00", at(3, 8, 0), time.Time{}},
	} {
		from, to, err := ParseHours(test.hours)
		if err != nil {
			t.Fatal(err)
		}
		p := Proactive{QuietFrom: from, QuietTo: to, Location: seoul}
		if got := p.quietUntil(test.now.UTC()); !got.Equal(test.until) {
			t.Errorf("%s at %s: until %s, not %s", test.hours, test.now, got, test.until)
		}
	}
	for _, bad := range []string{"22-08", "24:00-08:00", "22:60-08:00", "22:00-08:00 ", "-1:00-08:00"} {
		if _, _, err := ParseHours(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
