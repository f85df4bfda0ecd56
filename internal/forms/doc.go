// Package forms fills forms in a conversation. A form is data: a YAML file
// names its fields, how each is said, what is asked for it, when it is needed
// and what must not contradict itself; the package reads messages into its
// values, says what is missing or clashes, and writes documents of them.
//
//	all, err := forms.Load(files, (*sheet).prepare) // type sheet struct { forms.Form `yaml:",inline"` }
//	form := &all[0].Form
//	read := form.Read(values, forms.NewMessage(text), forms.Input{Today: today, Lang: "ko"})
//	missing := form.Missing(form.Scope(values, "ko", today))
//
// Conditions are text/template pipelines over the methods of Scope:
//
//	needed: .Is "kind" "monthly" "mixed"
//	shown: and (.Has "agent") (gt (.Num "rent") 0)
//
// What a form is about is in its file alone.
package forms
