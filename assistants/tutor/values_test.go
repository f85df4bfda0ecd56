package tutor

import (
	"fmt"
	"testing"

	"github.com/madang-dev/madang/datafile/datafiletest"
)

func TestValuesAreThoseOfTheCourse(t *testing.T) {
	t.Parallel()
	for n := 1; n <= chapterCount; n++ {
		datafiletest.Fresh[chapter](t, "packs", fmt.Sprintf("chapter%d.yaml", n))
	}
	datafiletest.Fresh[glossary](t, "packs", "glossary.yaml")
}
