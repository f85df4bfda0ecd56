package fault

import (
	"errors"
	"fmt"
	"testing"
	"unicode"
)

func TestEveryCodeHasWordsInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, code := range Codes() {
		ko, en := Text(code, "ko"), Text(code, "en")
		if ko == "" || en == "" || ko == en {
			t.Errorf("%s: %q %q", code, ko, en)
		}
		hangul := false
		for _, r := range ko {
			hangul = hangul || unicode.Is(unicode.Hangul, r)
		}
		if !hangul {
			t.Errorf("%s: %q is not Korean", code, ko)
		}
		if status := HTTPStatus(code); status < 400 || status > 599 {
			t.Errorf("%s: status %d", code, status)
		}
	}
}

func TestTheCodeComesThroughWrapping(t *testing.T) {
	t.Parallel()
	cause := errors.New("pq: password=hunter2")
	err := fmt.Errorf("outer: %w", Wrap(Unavailable, cause))
	if Of(err) != Unavailable || !errors.Is(err, cause) || Detail(err) != "" {
		t.Errorf("%s %q", Of(err), Detail(err))
	}
	if Of(errors.New("plain")) != Internal || Detail(errors.New("plain")) != "" {
		t.Error("a plain error has a code")
	}
	if got := New(InvalidArgument, "limit=%d", -1); Detail(got) != "limit=-1" || got.Error() != "invalid_argument: limit=-1" {
		t.Errorf("%v", got)
	}
	if Text("no_such_code", "ko") != Text(Internal, "ko") || HTTPStatus("no_such_code") != 500 {
		t.Error("an unknown code is not an internal error")
	}
}
