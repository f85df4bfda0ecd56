// Package words holds what the program says, as data: one file a language, so
// that a language is added, and a sentence reworded, without touching Go.
//
// A room that speaks embeds a folder texts/ with ko.yaml and en.yaml and loads
// it once:
//
//	//go:embed texts/*.yaml
//	var files embed.FS
//
//	var texts = words.Must(files, "texts")
//
//	texts.Say("ko", "rent.max_deposit", "deposit", 315_000_000)
//
// Entries are text/template's templates over named arguments:
//
//	rent:
//	  max_deposit: 보증금은 {{spoken .deposit}}까지
//
// How money, days and particles are written in a language is in format.go; a
// language without its own way writes them as English does. docs/extend.md shows
// how a language is added.
package words
