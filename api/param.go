package api

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
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

// text is a query parameter, "" when absent.
func text(c echo.Context, name string) (string, error) {
	values, err := url.ParseQuery(c.Request().URL.RawQuery)
	if err != nil {
		return "", wrong("query", "the query string can't be read")
	}
	v := values.Get(name)
	return v, checkText(name, v)
}

// number is an integer parameter within its bounds.
func number(c echo.Context, p parameter) (int, error) {
	v, err := text(c, p.name)
	if err != nil {
		return 0, err
	}
	if v == "" && p.standard != nil {
		return p.standard.(int), nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < p.min || n > p.max {
		return 0, wrong(p.name, "must be a whole number from "+strconv.Itoa(p.min)+" to "+strconv.Itoa(p.max))
	}
	return n, nil
}

// page is the limit and offset of a list.
func page(c echo.Context, standard int) (limit, offset int, err error) {
	if limit, err = number(c, limitParam(standard)); err != nil {
		return 0, 0, err
	}
	offset, err = number(c, offsetParam())
	return limit, offset, err
}

// boolean is a boolean parameter.
func boolean(c echo.Context, name string) (bool, error) {
	v, err := text(c, name)
	if err != nil || v == "" {
		return false, err
	}
	b, err := strconv.ParseBool(strings.ToLower(v))
	if err != nil {
		return false, wrong(name, "must be true or false")
	}
	return b, nil
}

// user is the key of the user whose things a list is asked for.
func user(c echo.Context) (string, error) {
	v, err := text(c, "user_id")
	if err == nil && len(v) > maxName {
		err = wrong("user_id", "must be at most 200 bytes")
	}
	return listed(c, v), err
}

// segment is a part of the path, decoded.
func segment(c echo.Context, name string) (string, error) {
	v := c.Param(name)
	if c.Request().URL.RawPath != "" { // the router hands out the raw form
		decoded, err := url.PathUnescape(v)
		if err != nil {
			return "", wrong(name, "can't be decoded")
		}
		v = decoded
	}
	return v, checkText(name, v)
}

// sessionID is a session's id of the path; one that no session can have is
// not found.
func sessionID(c echo.Context, name string) (string, error) {
	v, err := segment(c, name)
	if err != nil {
		return "", err
	}
	id, found := strings.CutPrefix(v, "session-")
	if _, err := uuid.Parse(id); !found || err != nil || len(id) != 36 {
		return "", fault.New(fault.SessionNotFound, "")
	}
	return v, nil
}

// itemID is the id of anything else: letters, digits and -_. only.
func itemID(c echo.Context, name string, missing fault.Code) (string, error) {
	v, err := segment(c, name)
	if err != nil {
		return "", err
	}
	if !isItemID(v) {
		return "", fault.New(missing, "")
	}
	return v, nil
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

// shown is nil while the session of what was asked for is there: what
// belongs to a hidden one is hidden with it.
func (d *door) shown(c echo.Context, id string, code fault.Code) error {
	_, err := d.cfg.Store.Session(c.Request().Context(), ownerOf(c), id)
	return missing(err, code)
}
