package api

import (
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/words"
)

const (
	maxLimit  = 500
	maxOffset = 1_000_000
	// maxName bounds ids of users and keys of preferences, in bytes.
	maxName = 200
)

// invalid names the field that is wrong and why.
type invalid struct{ field, reason string }

func (e invalid) Error() string { return e.field + ": " + e.reason }

// wrong is an invalid_argument that names its field.
func wrong(field, reason string) error {
	return fault.Wrap(fault.InvalidArgument, invalid{field, reason})
}

// isItemID tells whether an id can stand in a path as it is.
func isItemID(v string) bool {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r)
	}
	return v != "" && len(v) <= 100 && !strings.ContainsFunc(v, func(r rune) bool { return !plain(r) })
}

// checkText refuses what a database's text can't hold.
func checkText(name, v string) error {
	if !utf8.ValidString(v) || strings.ContainsRune(v, 0) {
		return fault.Wrap(fault.InvalidEncoding, invalid{name, "must be UTF-8 text without NUL"})
	}
	return nil
}

// speak is the language to answer the request in: of those that the client
// wants the first that is spoken here, else the base language.
func speak(c echo.Context) string {
	accept := c.Request().Header.Get("Accept-Language")
	if accept == "" || len(accept) > 200 {
		return words.Base
	}
	tags, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return words.Base
	}
	for _, tag := range tags { // the most wanted first
		if spoken, _ := tag.Base(); fault.Speaks(spoken.String()) {
			return spoken.String()
		}
	}
	return words.Base
}
