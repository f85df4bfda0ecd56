package words

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// Functions are what templates of a language may call; data packs whose texts
// are templates call them too.
//
//	won      a sum in whole won as in formulas: 315,000,000원
//	spoken   a sum as it is said: 3억 1,500만원
//	number   a whole number with separators
//	percent  a rate in parts per million (50,000 is 5 %), or a text as it is
//	date     a day (YYYY-MM-DD or time.Time) in words
//	month    its year and month
//	josa     a word with its particle: josa .name "이/가"
//	law      an article or another name, which pseudo-languages leave as it is
//	plural   one of two words by a number: plural .n "night" "nights"
//	join     a list with commas
//	lines    a list of points, one a line
//	upper    the text with a capital at its beginning
func Functions(tag string) template.FuncMap {
	f := formats[languageOf(tag)]
	return template.FuncMap{
		"won":     func(v any) string { return f.won(whole(v)) },
		"spoken":  func(v any) string { return f.spoken(whole(v)) },
		"number":  func(v any) string { return korean.FormatNumber(whole(v)) },
		"percent": percent,
		"date":    func(v any) string { return f.day(v, f.date) },
		"month":   func(v any) string { return f.day(v, f.month) },
		"josa":    f.josa,
		"law":     func(name string) string { return name },
		"plural":  plural,
		"join":    func(v any) string { return strings.Join(texts(v), ", ") },
		"lines":   func(v any) string { return "- " + strings.Join(texts(v), "\n- ") },
		"upper":   capital,
	}
}

// formats are how numbers and days are written, by language; a language that
// has none of its own writes them as English does.
var formats = map[string]format{
	"ko": {
		won: korean.FormatComma, spoken: korean.FormatWon,
		date: "2006년 1월 2일", month: "2006년 1월",
		josa: func(word any, pair string) (string, error) {
			with, without, ok := strings.Cut(pair, "/")
			if !ok {
				return "", fmt.Errorf("particles are written 이/가, not %q", pair)
			}
			return korean.Josa(fmt.Sprint(word), with, without), nil
		},
	},
	"en": {
		won: english, spoken: english,
		date: "2 January 2006", month: "January 2006",
		josa: func(word any, _ string) (string, error) { return fmt.Sprint(word), nil },
	},
}

type format struct {
	won, spoken func(won int64) string
	date, month string // layouts of package time
	josa        func(word any, pair string) (string, error)
}

func english(won int64) string { return "KRW " + korean.FormatNumber(won) }

func languageOf(tag string) string {
	if _, ok := formats[tag]; ok {
		return tag
	}
	return "en"
}

// day writes a day; what is no day is written as it is.
func (f format) day(v any, layout string) string {
	switch v := v.(type) {
	case time.Time:
		return v.Format(layout)
	case string:
		if day, err := time.Parse(time.DateOnly, v); err == nil {
			return day.Format(layout)
		}
		return v
	}
	return fmt.Sprint(v)
}

// whole is any kind of whole number.
func whole(v any) int64 {
	r := reflect.Indirect(reflect.ValueOf(v))
	switch {
	case !r.IsValid():
		return 0
	case r.CanInt():
		return r.Int()
	case r.CanUint():
		return int64(r.Uint())
	case r.CanFloat():
		return int64(r.Float())
	}
	return 0
}

// percent writes a rate; types that know how they are written do it themselves.
func percent(v any) string {
	switch v := v.(type) {
	case fmt.Stringer:
		return v.String()
	case string:
		return v
	}
	return strconv.FormatFloat(float64(whole(v))/10_000, 'f', -1, 64) + "%"
}

func plural(n any, one, other string) string {
	if whole(n) == 1 {
		return one
	}
	return other
}

func texts(v any) []string {
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice {
		return []string{fmt.Sprint(v)}
	}
	list := make([]string, r.Len())
	for i := range list {
		list[i] = fmt.Sprint(r.Index(i).Interface())
	}
	return list
}

func capital(v any) string {
	s := fmt.Sprint(v)
	if s == "" {
		return s
	}
	first := []rune(s)[:1]
	return strings.ToUpper(string(first)) + s[len(string(first)):]
}
