package company

import (
	"slices"
	"strings"
	"unicode"
)

// note is what a message asks to keep: words of its own, what was shown last, or both.
type note struct {
	Text  string
	Title string // "" is none of its own
	Shown bool
}

// noteMarks stand between the wish to keep a note and the note.
const noteMarks = " :：,.~\n"

// noteIn reads a wish to keep a note. What stands before it is the note where it is
// quoted ("that we go there again, note that"), what it points at where it does, or how
// it is asked; what stands behind it is the note, or a remark. False is no such wish.
func noteIn(said string) (n note, ok bool) {
	start, end, ok := phrases.Find(said, "wish.keep")
	if !ok || phrases.Has(said[start:], "wish.reminded") || phrases.Has(said[:start], "wish.left") {
		return n, false
	}
	before, behind := said[:start], said[end:]
	for _, text := range []*string{&before, &behind} {
		if start, end, ok := phrases.Find(*text, "note.titled"); ok {
			n.Title = phrases.Named(*text, "note.titled")["title"]
			*text = (*text)[:start] + (*text)[end:]
		}
	}
	led := strings.HasPrefix(strings.TrimLeftFunc(behind, unicode.IsSpace), ":") || strings.HasSuffix(said[start:end], ":")
	before = plainNote(before)
	if led { // what stands behind a colon is the note, thanks and all
		behind = strings.Trim(behind, noteMarks)
	} else {
		behind = plainNote(behind)
	}
	if phrases.Has(behind, "wish.this") {
		behind = ""
	}
	quoted := phrases.Named(before, "note.quoting")
	points := phrases.Has(before, "wish.this")
	switch told := phrases.Named(said, "wish.quoted"); {
	case told != nil:
		n.Text = told["note"]
	case quoted != nil:
		n.Text = quoted["note"]
	case points && !led:
		n.Text, n.Shown = behind, true
	case before == "", led, phrases.Has(before, "note.asked"):
		n.Text, n.Shown = behind, behind == ""
	default:
		n.Text = strings.TrimSpace(before + " " + behind)
	}
	return n, true
}

// plainNote is a part of a note without the small talk around it.
func plainNote(text string) string {
	text = strings.Trim(text, noteMarks)
	if start, end, ok := phrases.Find(text, "note.talk"); ok && start == 0 {
		text = strings.Trim(text[end:], noteMarks)
	}
	if start, end, ok := phrases.Find(text, "note.closing"); ok && end == len(text) {
		text = strings.Trim(text[:start], noteMarks)
	}
	return text
}

// maxTitle bounds a note's title, in characters.
const maxTitle = 120

// titled is the title that a note is kept by: its own, what was shown, and its first
// line, cut between words where it is long.
func (n note) titled(shown string) string {
	text, _, _ := strings.Cut(n.Text, "\n")
	parts := slices.DeleteFunc([]string{n.Title, shown, text}, func(s string) bool { return s == "" })
	line := []rune(strings.Join(parts, " – "))
	if len(line) <= maxTitle {
		return string(line)
	}
	cut := string(line[:maxTitle])
	if at := strings.LastIndexByte(cut, ' '); at > 0 {
		cut = cut[:at]
	}
	return cut + "…"
}
