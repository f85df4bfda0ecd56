package access

import "slices"

// Policies are what each role may see. A role that has none sees nothing.
type Policies map[Role]Policy

// Policy is what a role may see. Its zero value keeps nothing back.
type Policy struct {
	// Rows limits datasets, by name, to rows whose dimension has a value of
	// the person's own; all rules of a dataset hold.
	Rows map[string][]Rule `yaml:"rows"`
	// Fields limits single fields and metrics, by name.
	Fields map[string]FieldRule `yaml:"fields"`
	// Hidden are datasets that the role may not see at all.
	Hidden []string `yaml:"hidden"`
}

// Rule keeps rows to those whose dimension is an attribute of the person. Of
// several dimensions the first counts that all data of a question has, so that
// both sides of a ratio are cut alike.
type Rule struct {
	Dimensions []string `yaml:"dimensions"`
	Person     string   `yaml:"person"`
	// Or shows rows besides: those of one's own, wherever they are.
	Or *Rule `yaml:"or"`
}

// FieldRule limits a field.
type FieldRule struct {
	// Hidden keeps the field back altogether.
	Hidden bool `yaml:"hidden"`
	// Own shows the field of rows that the rule names, of no others.
	Own *Rule `yaml:"own"`
	// NotBy are dimensions by which the field may not be listed or broken
	// down: a sum may be seen where a list by person may not.
	NotBy []string `yaml:"not_by"`
}

// Sees tells whether the policy shows any row of a dataset.
func (p Policy) Sees(dataset string) bool { return !slices.Contains(p.Hidden, dataset) }
