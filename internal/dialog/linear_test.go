package dialog

import (
	"testing"

	"github.com/madang-dev/madang/internal/lineartest"
)

func TestReadingIsLinear(t *testing.T) {
	open := Open{Options: []string{"마포 래미안", "강남 자이"}}
	lineartest.Check(t, "acts", func(s string) { Acts(s); Denials(s); Denies(s); open.Read(s) })
}

func FuzzActs(f *testing.F) {
	for _, unit := range lineartest.Units {
		f.Add(unit)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, said := range Acts(s) {
			if said.Start < said.Scope.Start || said.End > said.Scope.End || said.Scope.End > len(s) {
				t.Errorf("%q: %+v", s, said)
			}
		}
		Denials(s)
		Open{Options: []string{"가나", "다라"}}.Read(s)
	})
}
