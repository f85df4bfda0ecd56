package cut

import "testing"

func TestNoCharacterIsCut(t *testing.T) {
	t.Parallel()
	const s = "a가나"
	for n, want := range []string{"", "a", "a", "a", "a가", "a가", "a가", "a가나", "a가나"} {
		if got := Bytes(s, n); got != want {
			t.Errorf("%d bytes: %q", n, got)
		}
	}
	for n, want := range []string{"…", "a…", "a가…", "a가나", "a가나"} {
		if got := Runes(s, n); got != want {
			t.Errorf("%d characters: %q", n, got)
		}
	}
	if Start(s, 3) != 1 || Start(s, 4) != 4 || Start(s, 7) != 7 || Start("\xbf\xbf", 1) != 0 {
		t.Error("a character begins elsewhere")
	}
}
