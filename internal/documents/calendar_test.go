package documents_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/documents"
)

var madeAt = time.Date(2026, 11, 21, 3, 4, 5, 0, time.UTC)

func metadata(t interface{ Fatal(...any) }, c documents.Calendar) json.RawMessage {
	raw, err := json.Marshal(map[string]any{"calendar": c})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestACalendarToTheByte(t *testing.T) {
	t.Parallel()
	got, err := documents.ExportCalendar(metadata(t, documents.Calendar{Zone: "Asia/Seoul", Events: []documents.Event{
		{UID: "trip@madang", Start: "2026-12-19", End: "2026-12-23", Summary: "제주 3박 4일"},
		{UID: "d1@madang", Start: "2026-12-19T14:30:00", End: "2026-12-19T16:00:00", Summary: "동문시장; 야시장, 저녁", Location: "제주시", Description: "첫 줄\n둘째 \\ 줄"},
	}}), "제주 일정", madeAt)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Madang//Madang//KO", "CALSCALE:GREGORIAN", "METHOD:PUBLISH", "X-WR-CALNAME:제주 일정",
		"BEGIN:VTIMEZONE", "TZID:Asia/Seoul", "BEGIN:STANDARD", "DTSTART:19881009T030000", "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900", "TZNAME:KST", "END:STANDARD", "END:VTIMEZONE",
		"BEGIN:VEVENT", "UID:trip@madang", "DTSTAMP:20261121T030405Z", "DTSTART;VALUE=DATE:20261219", "DTEND;VALUE=DATE:20261223", "SUMMARY:제주 3박 4일", "TRANSP:TRANSPARENT", "END:VEVENT",
		"BEGIN:VEVENT", "UID:d1@madang", "DTSTAMP:20261121T030405Z", "DTSTART;TZID=Asia/Seoul:20261219T143000", "DTEND;TZID=Asia/Seoul:20261219T160000",
		`SUMMARY:동문시장\; 야시장\, 저녁`, "LOCATION:제주시", `DESCRIPTION:첫 줄\n둘째 \\ 줄`, "END:VEVENT", "END:VCALENDAR", "",
	}, "\r\n")
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestTimesElsewhereAreInUTC(t *testing.T) {
	t.Parallel()
	got, err := documents.ExportCalendar(metadata(t, documents.Calendar{Zone: "Europe/Paris", Events: []documents.Event{
		{UID: "summer", Start: "2027-07-01T10:00:00", End: "2027-07-01T11:00:00"}, {UID: "winter", Start: "2026-12-01T10:00:00", End: "2026-12-01T11:00:00"},
	}}), "Paris", madeAt)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"DTSTART:20270701T080000Z", "DTSTART:20261201T090000Z"} {
		if !strings.Contains(string(got), want+"\r\n") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(string(got), "VTIMEZONE") {
		t.Error("a zone that nothing refers to")
	}
}

func TestWhatIsNoCalendar(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", "null", "{}", `{"calendar":null}`, `[1]`} {
		if _, err := documents.ExportCalendar(json.RawMessage(raw), "", madeAt); !errors.Is(err, documents.ErrNoCalendar) {
			t.Errorf("%q: %v", raw, err)
		}
	}
	bad := []documents.Calendar{
		{Zone: "Nowhere/Land"}, {Zone: "UTC", Events: []documents.Event{{Start: "2026-01-01", End: "2026-01-02"}}},
		{Zone: "UTC", Events: []documents.Event{{UID: "x", Start: "soon", End: "later"}}},
	}
	for _, c := range bad {
		if _, err := documents.ExportCalendar(metadata(t, c), "", madeAt); err == nil {
			t.Errorf("%+v was exported", c)
		}
	}
	if _, err := documents.ExportCalendar(metadata(t, documents.Calendar{Zone: "UTC", Events: make([]documents.Event, 501)}), "", madeAt); !errors.Is(err, documents.ErrTooLarge) {
		t.Error(err)
	}
}

// Whatever the words: lines of at most 75 bytes, whole characters, CRLF, and
// unfolding and unescaping give the words back.
func TestCalendarTextComesBack(t *testing.T) {
	t.Parallel()
	words := rapid.StringOf(rapid.SampledFrom([]rune("가나다라마바사 abc,;\\\n:\"é🙂")))
	rapid.Check(t, func(t *rapid.T) {
		summary := words.Draw(t, "summary")
		raw, err := documents.ExportCalendar(metadata(t, documents.Calendar{Zone: "UTC", Events: []documents.Event{
			{UID: "x", Start: "2026-01-01", End: "2026-01-02", Summary: summary},
		}}), "t", madeAt)
		if err != nil {
			t.Fatal(err)
		}
		text := string(raw)
		if strings.Count(text, "\n") != strings.Count(text, "\r\n") || !strings.HasSuffix(text, "\r\n") {
			t.Fatal("a bare line feed")
		}
		for line := range strings.SplitSeq(text, "\r\n") {
			if len(line) > 75 || !utf8.ValidString(line) {
				t.Fatalf("%d bytes: %q", len(line), line)
			}
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n ", ""), "\r\n") {
			if value, ok := strings.CutPrefix(line, "SUMMARY:"); ok {
				if back := strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, "\n").Replace(value); back != summary {
					t.Fatalf("%q came back as %q", summary, back)
				}
				return
			}
		}
		t.Fatal("no summary")
	})
}
