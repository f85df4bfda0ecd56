// Package dialog reads what users say in a conversation by phrases that are
// data: one YAML file a language, key → phrases, read together, since people
// mix languages.
//
//	//go:embed phrases/*.yaml
//	var files embed.FS
//
//	var phrases = dialog.Must(files, "phrases")
//
//	phrases.Has(text, "act.reset")
//
// A phrase is a piece of text, in which case and spaces do not count, or an
// expression between slashes (RE2, case-insensitive):
//
//	act:
//	  reset: [처음부터 다시, '/\b(start over|reset)\b/']
//
// Reading is linear in the text, whatever the phrases are.
package dialog
