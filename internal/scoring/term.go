package scoring

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

const (
	// window is how far around a claim a denial is looked for, in bytes.
	window = 64
	// figure is the term of any number.
	figure = "#"
	// maxTries is how often a term is looked for beyond places that deny it.
	maxTries = 50
)

// term is a wording as it is looked for.
type term struct {
	// word tells that it begins a word of the text as it is spaced: "check" is
	// in "checked", not in "paycheck". Others are looked for without spaces.
	word   bool
	forms  []string // as written, and with the endings of Korean
	denies bool
}

func termOf(text string) term {
	tight := korean.Tight(text)
	if strings.ContainsFunc(tight, korean.IsHangul) && utf8.RuneCountInString(tight) > 1 {
		return term{forms: korean.Inflected(tight), denies: phrases.Has(text, "denies")}
	}
	if first, _ := utf8.DecodeRuneInString(text); korean.InWord(first) {
		return term{word: true, forms: []string{korean.Fold(text)}, denies: phrases.Has(text, "denies")}
	}
	return term{forms: []string{tight}, denies: true} // a sign, such as ①
}

// stands tells whether a clause has the term where nothing of the kinds against it
// takes it back.
func (t term) stands(c clause, against ...string) bool {
	text := c.tight
	if t.word {
		text = c.spaced
	}
	for _, form := range t.forms {
		if form == figure {
			return strings.ContainsAny(text, "0123456789")
		}
		from := 0
		for range maxTries {
			i := t.index(text, form, from)
			if i < 0 {
				break
			}
			if from = i + len(form); t.denies || !denied(text[max(0, i-window):i], text[from:min(len(text), from+window)], against...) {
				return true
			}
		}
	}
	return false
}

// index is where a form stands from a place on, -1 for nowhere.
func (t term) index(text, form string, from int) int {
	first, _ := utf8.DecodeRuneInString(form)
	for {
		i := strings.Index(text[from:], form)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if !t.word || !korean.InWord(before) || korean.IsHangul(before) != korean.IsHangul(first) {
			return i
		}
		from = i + len(form)
	}
}

// denied tells whether the text around a claim takes it back, and is no
// condition ("if you don't check").
func denied(before, behind string, against ...string) bool {
	takesBack := func(text, key string) bool {
		found := phrases.Named(strings.ToValidUTF8(text, ""), key)
		return found != nil && found["unless"] == ""
	}
	return slices.ContainsFunc(against, func(key string) bool {
		return takesBack(before, key+".before") || takesBack(behind, key+".behind") || takesBack(korean.Tight(behind), key+".behind")
	})
}
