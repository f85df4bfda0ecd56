package document

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// pointsKey is the field of a letter for what is said in it in the sender's own words.
const pointsKey = "points"

// readPoints puts what a message wants said in a letter, and no field of it takes, among
// its points, and returns the rest of the message: "30만원 공제하겠다는 내용도 추가".
func (l *letters) readPoints(v forms.Values, text string, today time.Time) string {
	if at, _, ok := phrases.Find(text, "letter.point_drop"); ok {
		if points := v.List(pointsKey); at == 0 && len(points) > 0 {
			v.Set(pointsKey, points[:len(points)-1])
		}
		return text // what stands before it is given up with it
	}
	if of := phrases.Named(text, "letter.point_gone")["n"]; of != "" {
		v.Set(pointsKey, slices.DeleteFunc(slices.Clone(v.List(pointsKey)), func(p string) bool { return strings.Contains(p, of) }))
		return text
	}
	for _, key := range []string{"letter.point", "letter.dictated_point"} {
		for _, at := range phrases.FindAll(text, key) {
			said := strings.TrimSpace(phrases.Named(text[at[0]:at[1]], key)["n"])
			if said == "" || !l.isPoint(v, said, key == "letter.dictated_point", today) {
				continue
			}
			v.Set(pointsKey, bounded(forms.Distinct(append(slices.Clone(v.List(pointsKey)), sentenceOf(said))), maxListItems))
			if !phrases.HasAny(said, "letter.deposit", "letter.rent") {
				text = strings.Replace(text, said, strings.Repeat(" ", len(said)), 1)
			}
		}
	}
	return text
}

// isPoint tells whether a piece is said as it stands: who writes to whom and,
// where it was only dictated, whatever else has its place in the letter is no such piece.
func (l *letters) isPoint(v forms.Values, said string, dictated bool, today time.Time) bool {
	read := v.Clone()
	values, _ := l.read(read, said, today)
	personal := slices.ContainsFunc(l.Personal(), func(key string) bool { return read.Text(key) != v.Text(key) })
	return !personal && !(dictated && values > 0)
}

// sentenceOf is a piece as a sentence of a letter.
func sentenceOf(said string) string {
	if _, end, ok := phrases.Find(said, "letter.point_head"); ok {
		said = said[end:]
	}
	said = forms.OneLine(said, maxTermRunes)
	if told := phrases.Named(said, "letter.point_open")["n"]; told != "" {
		said = texts.Say(words.Base, "letter.told", "said", told)
	}
	if at, end, ok := phrases.Find(said, "letter.point_wish"); ok && end == len(said) {
		return said[:at] + texts.Say(words.Base, "letter.wished")
	}
	return korean.Polite(said) + "."
}
