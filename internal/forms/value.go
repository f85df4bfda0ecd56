package forms

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"strconv"
)

// Values are what is known of a form, by the keys of its fields. A key that
// is not there has not been said, which is not the same as zero or no.
type Values map[string]Value

// Value is one thing that is known: a number, a text, yes or no, a list of
// texts or of rows. Its JSON is the plain value.
type Value struct {
	is any // int64, float64, string, bool, []string or []Row
}

// Row is one entry of a list of sums; Amount is in the smallest unit of its
// money, Day is YYYY-MM-DD, People how many it was for, 0 where nobody said.
type Row struct {
	Name   string `json:"name,omitempty"`
	Amount int64  `json:"amount"`
	Day    string `json:"date,omitempty"`
	People int64  `json:"people,omitempty"`
}

// MarshalJSON writes the plain value.
func (v Value) MarshalJSON() ([]byte, error) { return json.Marshal(v.is) }

// UnmarshalJSON reads a plain value; a whole number stays exact.
func (v *Value) UnmarshalJSON(raw []byte) error {
	raw = bytes.TrimSpace(raw)
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		v.is = n
		return nil
	}
	if raw[0] != '[' {
		return json.Unmarshal(raw, &v.is)
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err == nil {
		v.is = list
		return nil
	}
	var rows []Row
	err := json.Unmarshal(raw, &rows)
	v.is = rows
	return err
}

// Equal compares two values.
func (v Value) Equal(other Value) bool { return reflect.DeepEqual(v.is, other.is) }

// Set stores what is known under a key: a number, a text, a bool, a list of
// texts or rows. An empty text or list forgets the key.
func (v Values) Set(key string, value any) {
	switch is := value.(type) {
	case int:
		value = int64(is)
	case string, []string, []Row:
		if reflect.ValueOf(is).Len() == 0 {
			delete(v, key)
			return
		}
	}
	v[key] = Value{value}
}

// Has tells whether something is known under the key.
func (v Values) Has(key string) bool { return v[key].is != nil }

// Int is a whole number, 0 when none is known.
func (v Values) Int(key string) int64 {
	switch is := v[key].is.(type) {
	case int64:
		return is
	case float64:
		return int64(is)
	}
	return 0
}

// Float is a number with decimals.
func (v Values) Float(key string) float64 {
	switch is := v[key].is.(type) {
	case int64:
		return float64(is)
	case float64:
		return is
	}
	return 0
}

// Text is a text, "" when none is known.
func (v Values) Text(key string) string {
	s, _ := v[key].is.(string)
	return s
}

// List is a list of texts; a text is a list of one.
func (v Values) List(key string) []string {
	switch is := v[key].is.(type) {
	case []string:
		return is
	case string:
		return []string{is}
	}
	return nil
}

// Rows are a list of sums.
func (v Values) Rows(key string) []Row {
	rows, _ := v[key].is.([]Row)
	return rows
}

// Yes tells that the answer is known to be yes.
func (v Values) Yes(key string) bool { return v[key].is == true }

// No tells that the answer is known to be no.
func (v Values) No(key string) bool { return v[key].is == false }

// Complete takes from others what is not known.
func (v Values) Complete(others Values) {
	for key, value := range others {
		if !v.Has(key) {
			v[key] = value
		}
	}
}

// Clone is a copy that can be changed: lists are replaced whole, never in place.
func (v Values) Clone() Values {
	if v == nil {
		return Values{}
	}
	return maps.Clone(v)
}
