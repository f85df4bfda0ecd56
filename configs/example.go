package configs

import (
	"fmt"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Example is a commented settings file that sets every default.
func Example() string {
	s := Default()
	var b strings.Builder
	b.WriteString("# Settings of Madang; every line shows its default and may be left out.\n" +
		"# Environment variables (in brackets) overrule this file, flags overrule both.\n")
	for _, f := range fields(reflect.ValueOf(&s).Elem(), "", true) {
		indent := strings.Repeat("  ", strings.Count(f.path, "."))
		fmt.Fprintf(&b, "\n%s# %s", indent, f.doc())
		if f.env() != "" {
			fmt.Fprintf(&b, " (%s)", f.env())
		}
		fmt.Fprintf(&b, "\n%s%s:%s\n", indent, f.name(), example(f, indent))
	}
	return b.String()
}

func example(f field, indent string) string {
	if f.group() {
		return ""
	}
	if list, ok := f.value.Interface().([]string); ok {
		if len(list) == 0 {
			return " []"
		}
		var b strings.Builder
		for _, item := range list {
			fmt.Fprintf(&b, "\n%s  - %q", indent, item)
		}
		return b.String()
	}
	if f.value.Type() == durationType || f.value.Kind() != reflect.String {
		return " " + plain(f.value)
	}
	text, err := yaml.Dump(f.value.Interface(), yaml.WithQuotePreference(yaml.QuoteDouble))
	if err != nil {
		panic("configs: example of " + f.path + ": " + err.Error())
	}
	return " " + strings.TrimSuffix(string(text), "\n")
}
