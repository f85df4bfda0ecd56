package configs

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-playground/validator/v10"
)

// check reports every setting whose value is not allowed.
func (l *loading) check() {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("yaml") })
	for tag, fn := range map[string]validator.Func{
		"listen": isListenAddr, "scheme": hasScheme, "origin": isOrigin, "hours": isHours, "tenant": isTenant,
	} {
		if err := v.RegisterValidation(tag, fn); err != nil {
			panic("configs: register " + tag + ": " + err.Error())
		}
	}
	var broken validator.ValidationErrors
	if !errors.As(v.Struct(l.settings), &broken) {
		return
	}
	for _, e := range broken {
		_, path, _ := strings.Cut(e.Namespace(), ".")
		setting, _, _ := strings.Cut(path, "[")
		if l.broken[setting] {
			continue // its value could not even be read
		}
		l.fail(path, l.source[setting], "%s", rule(e, path))
	}
}

// rule says what a value must be. Values of URLs are not repeated: they may
// hold a password.
func rule(e validator.FieldError, path string) string {
	var must string
	switch e.Tag() {
	case "required":
		return "must not be empty"
	case "required_with":
		return "must be set when there is a service to use it with"
	case "min":
		if e.Kind() == reflect.String { // a secret, not to be repeated
			return "must be at least " + e.Param() + " characters long"
		}
		must = "must be at least " + e.Param()
	case "max":
		must = "must be at most " + e.Param()
		if e.Kind() == reflect.String {
			must += " characters long"
		}
	case "gt":
		must = "must be greater than " + e.Param()
	case "oneof":
		must = "must be one of " + strings.Join(strings.Fields(e.Param()), ", ")
	case "datetime":
		must = "must be a date, YYYY-MM-DD"
	case "iso4217":
		must = "must be a currency in three letters, such as USD"
	case "printascii":
		must = "must be plain ASCII"
	case "ltefield":
		must = "must not be greater than " + sibling(path, e.Param())
	case "listen":
		must = "must be host:port or :port with a port from 0 to 65535"
	case "hours":
		must = "must be hours of the day such as 22:00-08:00"
	case "timezone":
		must = "must be the name of a time zone such as Asia/Seoul"
	case "tenant":
		must = "must be a company and its times, such as 'acme conversations=720h memories=168h'"
	case "cidr":
		must = "must be a network such as 10.0.0.0/8"
	case "hostname_rfc1123|eq=*":
		must = "must be a name without scheme and port, or *"
	case "origin":
		must = "must be scheme://host[:port] without a path, or *"
	case "scheme":
		return "must be a URL that starts with " + strings.Join(schemes(e.Param()), " or ")
	default:
		must = "breaks the rule " + e.Tag()
	}
	return fmt.Sprintf("%s, is %q", must, fmt.Sprint(e.Value()))
}

// sibling is the setting's name of the Go field that a rule points to.
func sibling(path, goField string) string {
	prefix := path[:strings.LastIndexByte(path, '.')+1]
	if f, ok := reflect.TypeFor[Limits]().FieldByName(goField); ok {
		return prefix + f.Tag.Get("yaml")
	}
	return prefix + goField
}

func schemes(param string) []string {
	out := strings.Fields(param)
	for i := range out {
		out[i] += "://"
	}
	return out
}

func isListenAddr(fl validator.FieldLevel) bool {
	_, port, err := net.SplitHostPort(fl.Field().String())
	if err != nil {
		return false
	}
	n, err := strconv.Atoi(port)
	return err == nil && n >= 0 && n <= 65535
}

// dayHours are two times of the day.
var dayHours = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$`)

func isHours(fl validator.FieldLevel) bool { return dayHours.MatchString(fl.Field().String()) }

func hasScheme(fl validator.FieldLevel) bool {
	u, err := url.Parse(fl.Field().String())
	return err == nil && slices.Contains(strings.Fields(fl.Param()), u.Scheme) &&
		(u.Host != "" || u.Scheme == "unix" && u.Path != "")
}

func isOrigin(fl validator.FieldLevel) bool {
	text := fl.Field().String()
	if text == "*" {
		return true
	}
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") &&
		u.Scheme+"://"+u.Host == text
}
