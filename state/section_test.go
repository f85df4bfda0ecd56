package state_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
)

func sameSection(t *testing.T, lines []string) {
	t.Helper()
	want, err := json.Marshal(lines)
	if len(lines) == 1 {
		want, err = json.Marshal(lines[0])
	}
	if err != nil {
		t.Fatal(err)
	}
	got, err := state.SectionContent(lines).MarshalJSON()
	if err != nil || string(got) != string(want) {
		t.Errorf("%q is %s instead of %s: %v", lines, got, want, err)
	}
	var back state.SectionContent
	if err := json.Unmarshal(want, &back); err != nil {
		t.Errorf("%s is not read: %v", want, err)
	}
	var read []string
	if want[0] == '"' {
		read = []string{""}
		err = json.Unmarshal(want, &read[0])
	} else {
		err = json.Unmarshal(want, &read)
	}
	if err != nil || (back == nil) != (read == nil) || !slices.Equal([]string(back), read) {
		t.Errorf("%s is read as %q instead of %q: %v", want, back, read, err)
	}
}

var sectionLines = []string{
	"", "전세금은 5,000만 원", "a<b>&c", "\"\\/", "\u2028", "\u2029x", "\x00\x1f\x7f", "🏠 ㎡ é ·", "\t\n\r\b\f", "줄\n줄", "\xff\xfe", "가\xea\xb0", "\xe3", "\xed\xa0\x80", "\ufffd", "plain",
}

func TestASectionIsWrittenAsAnyString(t *testing.T) {
	t.Parallel()
	sameSection(t, nil)
	sameSection(t, []string{})
	sameSection(t, sectionLines)
	for i, line := range sectionLines {
		sameSection(t, []string{line})
		sameSection(t, slices.Concat(sectionLines[i:], sectionLines[:i]))
		sameSection(t, []string{strings.Join(sectionLines[i:], "")})
	}
}

func FuzzSection(f *testing.F) {
	for i, line := range sectionLines {
		f.Add(line, sectionLines[len(sectionLines)-1-i])
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		sameSection(t, []string{one})
		sameSection(t, []string{one, two})
	})
}
