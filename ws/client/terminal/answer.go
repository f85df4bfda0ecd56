package terminal

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

// document is a whole response as Markdown that ends with a line end.
func document(r state.Response, w words) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(clean(body(r))))
	b.WriteString("\n")
	if d := r.Document; d != nil {
		fmt.Fprintf(&b, "\n**%s**: %s\n", w.Say("document"), line(d.Title))
		for _, format := range slices.Sorted(maps.Keys(d.Downloads)) {
			fmt.Fprintf(&b, "- %s: %s\n", line(format), line(d.Downloads[format]))
		}
	}
	if r.StructuredData != nil {
		b.WriteString(footer(r.StructuredData.Metadata, w))
	}
	return b.String()
}

// body is the response's own text; a server that sends only sections gets
// them laid out.
func body(r state.Response) string {
	if r.Answer != "" {
		return r.Answer
	}
	if r.Message != "" {
		return r.Message
	}
	var b strings.Builder
	if r.StructuredData != nil {
		for _, s := range r.StructuredData.Sections {
			fmt.Fprintf(&b, "## %s\n\n", s.Title)
			if len(s.Content) == 1 {
				b.WriteString(s.Content[0] + "\n\n")
				continue
			}
			for _, item := range s.Content {
				fmt.Fprintf(&b, "- %s\n", item)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// footer says how far to trust the answer and why.
func footer(m state.AnswerMetadata, w words) string {
	var b strings.Builder
	list := func(title string, items []string) {
		if len(items) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n**%s**\n\n", title)
		for _, item := range items {
			fmt.Fprintf(&b, "- %s\n", line(item))
		}
	}
	list(w.Say("sources"), m.Sources)
	list(w.Say("missing"), m.Missing)
	var parts []string
	if m.Confidence > 0 {
		parts = append(parts, fmt.Sprintf("%s %.0f%%", w.Say("confidence"), m.Confidence*100))
	}
	if by := line(m.AnsweredBy); by != "" {
		switch by {
		case state.AnsweredByRules:
			by = w.Say("rules")
		case state.AnsweredByModel:
			by = strings.TrimSpace(w.Say("model") + " " + line(m.Model))
		}
		parts = append(parts, w.Say("answered_by")+": "+by)
	}
	if m.SampleData {
		parts = append(parts, w.Say("sample"))
	}
	if len(parts) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(parts, " · "))
	}
	return b.String()
}
