package filing

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed schemas/*.yaml texts/*.yaml
var files embed.FS

var texts = words.Must(files, "texts")

// Bounds of what is filed.
const (
	maxText = 256 << 10
	maxRows = 500
	// leastText is how long a text is that is worth finding again.
	leastText = 40
)

// Where something is stored.
const (
	Structured   = "structured_db"
	Vector       = "vector_db"
	Unstructured = "unstructured_db"
	Hybrid       = "hybrid"
)

// How far the storing is.
const (
	Pending = "pending"
	Done    = "completed"
	Failed  = "failed"
)

// Item is something to file.
type Item struct {
	// Key makes filing idempotent: within a company a key is filed once.
	Key       string
	CompanyID string
	// OwnerID is the user, who may have it exported and erased, PersonID who
	// that is in the company: what others may see goes by it.
	OwnerID, PersonID string
	// SessionID is the conversation by whose user's key it is sealed.
	SessionID string
	// Kind is what it is: visit_report, customer_info, note, file, …
	Kind  string
	Title string
	// Rows are entries by the names of their fields: numbers, texts, bools.
	Rows []map[string]any
	Text string
}

// parts are what of an item is written where; file is of rows that no table takes.
type parts struct{ rows, text, file bool }

// Mapping is how rows become those of a table.
type Mapping struct {
	TargetTable         string            `json:"target_table"`
	FieldMappings       map[string]string `json:"field_mappings,omitempty"` // field → column
	TransformationRules []Rule            `json:"transformation_rules,omitempty"`
}

// Rule is how a column's values are made.
type Rule struct {
	Column string `json:"column"`
	Rule   string `json:"rule"` // day, won, count, flag or text
}

// Decision is where an item is stored and why.
type Decision struct {
	DataType        string   `json:"data_type"` // rows, text, file or several of them with +
	DataSize        int      `json:"data_size"` // bytes
	StorageDecision string   `json:"storage_decision,omitempty"`
	Reasons         []string `json:"reasons"` // keys of reason.…
	SchemaMapping   *Mapping `json:"schema_mapping,omitempty"`
	StorageStatus   string   `json:"storage_status"`
	StoredLocation  string   `json:"stored_location,omitempty"`
	// Problems name the fields that keep the item from being stored.
	Problems []string `json:"problems,omitempty"`
}

// column is one column of a target table.
type column struct {
	Name   string   `yaml:"name"`
	Rule   string   `yaml:"rule"`
	From   []string `yaml:"from"`
	Needed bool     `yaml:"needed"`
}

// table takes the rows of some kinds.
type table struct {
	Table   string   `yaml:"table"`
	Kinds   []string `yaml:"kinds"`
	Columns []column `yaml:"columns"`
}

// Schemas are the tables that rows can go to. They are read-only.
type Schemas struct {
	Tables []table `yaml:"tables"`
}

// Shipped are the built-in schemas, read once.
func Shipped() *Schemas { return shipped() }

var shipped = datafile.ShippedFile[*Schemas](files, "schemas/schemas.yaml")

// Decide tells where an item is stored. What cannot be stored has failed, with
// the reason.
func (s *Schemas) Decide(item Item) Decision {
	d, _ := s.decide(item)
	return d
}

func (s *Schemas) decide(item Item) (Decision, parts) {
	d := Decision{StorageStatus: Pending, DataSize: item.size()}
	t := s.of(item.Kind)
	long := utf8.RuneCountInString(strings.TrimSpace(item.Text)) >= leastText
	p := parts{rows: len(item.Rows) > 0, text: long || len(item.Rows) == 0 && strings.TrimSpace(item.Text) != ""}
	d.DataType = p.types()
	if reason := item.refused(); reason != "" {
		d.StorageStatus, d.Reasons = Failed, []string{reason}
		return d, p
	}
	if p.rows && t != nil {
		d.Reasons, d.SchemaMapping = append(d.Reasons, "rows_of_schema"), t.mapping(item.Rows)
		if d.Problems = t.problems(item.Rows); len(d.Problems) > 0 {
			d.StorageStatus, d.Reasons = Failed, []string{"row_incomplete"}
			return d, p
		}
	} else if p.rows {
		p.rows, p.file, d.Reasons = false, true, append(d.Reasons, "no_schema")
	}
	if p.text {
		d.Reasons = append(d.Reasons, "text_to_find")
	}
	d.StorageDecision = p.place()
	return d, p
}

// place names the storage by what there is.
func (p parts) place() string {
	switch {
	case p.rows && (p.text || p.file) || p.text && p.file:
		return Hybrid
	case p.rows:
		return Structured
	case p.text:
		return Vector
	}
	return Unstructured
}

func (p parts) types() string {
	var list []string
	for _, part := range []struct {
		is   bool
		name string
	}{{p.rows, "rows"}, {p.text, "text"}, {p.file, "file"}} {
		if part.is {
			list = append(list, part.name)
		}
	}
	return strings.Join(list, "+")
}

func (i Item) size() int {
	n := len(i.Text)
	if len(i.Rows) > 0 {
		n += len(i.encoded())
	}
	return n
}

// encoded are the rows as a file; what is no JSON is no row.
func (i Item) encoded() []byte {
	raw, err := json.Marshal(i.Rows)
	if err != nil {
		return nil
	}
	return raw
}

// refused is why an item can't be stored at all, "" for no reason.
func (i Item) refused() string {
	switch {
	case i.CompanyID == "" || i.Key == "":
		return "no_company"
	case len(i.Text) > maxText || len(i.Rows) > maxRows:
		return "too_large"
	case len(i.Rows) == 0 && strings.TrimSpace(i.Text) == "":
		return "empty"
	}
	return ""
}

func (s *Schemas) of(kind string) *table {
	i := slices.IndexFunc(s.Tables, func(t table) bool { return slices.Contains(t.Kinds, kind) })
	if i < 0 {
		return nil
	}
	return &s.Tables[i]
}

// Reasoning is why the decision is so, in words.
func (d Decision) Reasoning(lang string) string {
	var list []string
	for _, key := range d.Reasons {
		list = append(list, texts.Say(lang, "reason."+key))
	}
	return strings.Join(list, " ")
}

// mapping is how the fields that the rows have become columns.
func (t *table) mapping(rows []map[string]any) *Mapping {
	m := &Mapping{TargetTable: t.Table, FieldMappings: map[string]string{}}
	for _, c := range t.Columns {
		for _, row := range rows {
			if field, _, ok := c.find(row); ok {
				m.FieldMappings[field] = c.Name
			}
		}
		m.TransformationRules = append(m.TransformationRules, Rule{c.Name, c.Rule})
	}
	return m
}

// find is a column's value in a row and the field that it is from.
func (c column) find(row map[string]any) (field string, value any, ok bool) {
	for _, from := range append(slices.Clone(c.From), c.Name) {
		if value, ok := row[from]; ok && value != nil && value != "" {
			return from, value, true
		}
	}
	return "", nil, false
}

// problems are the columns that a row lacks or that its value does not fit.
func (t *table) problems(rows []map[string]any) []string {
	var list []string
	for _, c := range t.Columns {
		for _, row := range rows {
			_, value, ok := c.find(row)
			_, fits := c.transform(value)
			if !ok && c.Needed || ok && !fits {
				list = append(list, c.Name)
				break
			}
		}
	}
	return list
}

// transform makes a column's value of a field's.
func (c column) transform(value any) (any, bool) {
	switch c.Rule {
	case "flag":
		yes, ok := value.(bool)
		return assistant.Flag(yes), ok
	case "won", "count":
		return number(value)
	}
	text, ok := value.(string)
	if !ok {
		text = fmt.Sprint(value)
	}
	if c.Rule == "day" {
		_, err := time.Parse(time.DateOnly, text)
		return text, err == nil
	}
	return strings.TrimSpace(text), true
}

func number(value any) (int64, bool) {
	switch n := value.(type) {
	case int64:
		return n, true
	case int:
		return int64(n), true
	case float64:
		return int64(n), n == float64(int64(n))
	case string:
		won, err := korean.ParseAmount(n)
		return won, err == nil
	}
	return 0, false
}
