package analysis

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// badValue is a value of the tables that can't be right.
type badValue struct{ path, what string } // path as in YAML: "$.ltv.bands[2].loan"

func (e *badValue) Error() string { return strings.TrimPrefix(e.path, "$.") + " " + e.what }

// check holds a table's values against what their types allow, and goes into
// what they hold: rates lie above 0 % and up to 100 %, sums above 0, counts
// from 1 to 3,660, lists are not empty, days are days. Tags say otherwise:
//
//	most:"20"      a rate's percent or a count goes up to 20
//	zero:"ok"      0 or an empty list is a value
//	rising:"From"  the rows of a list rise by that field
//	rising:"To,open"  and the last row has none: it is open-ended
func check(path string, v reflect.Value, tag reflect.StructTag) error {
	bad := func(format string, args ...any) error { return &badValue{path, fmt.Sprintf(format, args...)} }
	if tag.Get("zero") == "ok" && (v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0) {
		return nil
	}
	switch x := v.Interface().(type) {
	case Source:
		return x.validate(path)
	case Rate:
		if most := Rate(number(tag, 100)) * Percent; x <= 0 || x > most {
			return bad("is %s; it has to be above 0%% and at most %s", x, most)
		}
		return nil
	case int64:
		if x <= 0 || x > MaxWon {
			return bad("is %d; it has to be a sum above 0", x)
		}
		return nil
	case int:
		if most := number(tag, 3660); x < 1 || x > most {
			return bad("is %d; it has to be from 1 to %d", x, most)
		}
		return nil
	case float64:
		if x <= 0 || x > 1000 {
			return bad("is %v; it has to be an area of at most 1,000 m²", x)
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		return checkFields(path, v)
	case reflect.Slice:
		return checkRows(path, v, tag)
	}
	return nil
}

func number(tag reflect.StructTag, otherwise int) int {
	if n, err := strconv.Atoi(tag.Get("most")); err == nil {
		return n
	}
	return otherwise
}

func checkFields(path string, v reflect.Value) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		key, _, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		if err := check(path+"."+key, v.Field(i), field.Tag); err != nil {
			return err
		}
		if day, ok := v.Field(i).Interface().(string); ok && (field.Name == "From" || field.Name == "Until") {
			if _, err := parseDay(key, day); err != nil {
				return &badValue{path + "." + key, fmt.Sprintf("is %q; it has to be a day, YYYY-MM-DD", day)}
			}
		}
	}
	return nil
}

func checkRows(path string, rows reflect.Value, tag reflect.StructTag) error {
	if rows.Len() == 0 && rows.Type().Elem().Kind() != reflect.String {
		return &badValue{path, "is empty; it needs a row"}
	}
	by, open := strings.CutSuffix(tag.Get("rising"), ",open")
	for i := range rows.Len() {
		row, at := rows.Index(i), fmt.Sprintf("%s[%d]", path, i)
		if err := check(at, row, ""); err != nil {
			return err
		}
		last := i == rows.Len()-1
		switch {
		case by == "":
		case open && last != row.FieldByName(by).IsZero():
			return &badValue{at, "stands wrong: the last row, and no other, is open-ended"}
		case i > 0 && !(open && last) && !above(row.FieldByName(by), rows.Index(i-1).FieldByName(by)):
			return &badValue{at, "is not after the row before: rows have to rise"}
		}
	}
	return nil
}

func above(a, b reflect.Value) bool {
	if a.Kind() == reflect.String {
		return a.String() > b.String()
	}
	return a.Int() > b.Int()
}
