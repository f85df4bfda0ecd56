package documents

import (
	"bytes"
	"testing"
	"time"
)

// A radar chart is drawn in a PDF and shown as its lines elsewhere; what is no
// chart stays a block of code.
func TestRadar(t *testing.T) {
	t.Parallel()
	for lines, axes := range map[string]int{
		"가: 10\n나: 50\n다: 100":   3,
		"a: 150\nb: -3\nc: 20.5": 3,
		"a: 1\nb: 2":             0,
		"a: x\nb: 2\nc: 3":       0,
		": 1\n: 2\n: 3":          0,
		"a: NaN\nb: 2\nc: 3":     0,
	} {
		if got := axesOf(lines); len(got) != axes {
			t.Errorf("%q has %v", lines, got)
		}
		for _, a := range axesOf(lines) {
			if a.value < 0 || a.value > 100 {
				t.Errorf("%q: %v", lines, a)
			}
		}
		markdown := "# t\n\n```radar\n" + lines + "\n```\n\nbehind"
		chart, _, err := Export(markdown, "t", "pdf", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		plain, _, err := Export("# t\n\n```\n"+lines+"\n```\n\nbehind", "t", "pdf", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(chart, plain) != (axes == 0) {
			t.Errorf("%q is drawn as %d axes", lines, axes)
		}
		if _, _, err := Export(markdown, "t", "docx", time.Time{}); err != nil {
			t.Error(err)
		}
	}
}
