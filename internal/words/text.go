package words

import "strings"

// Text is a name or a title inside a data file, by language: {ko: …, en: …}.
type Text map[string]string

// In is the text in a language, else in the base language, else in any: a
// place that has no name in a language keeps the one it has.
func (t Text) In(tag string) string {
	if s, ok := t[tag]; ok {
		return s
	}
	if of, ok := strings.CutSuffix(tag, pseudoSuffix); ok {
		return accented(t.In(of))
	}
	if s, ok := t[Base]; ok {
		return s
	}
	return t["en"]
}

// Lacks are the languages among tags that the text is missing in.
func (t Text) Lacks(tags ...string) []string {
	var lacks []string
	for _, tag := range tags {
		if strings.TrimSpace(t[tag]) == "" {
			lacks = append(lacks, tag)
		}
	}
	return lacks
}

// BaseOf is the language that a pseudo-language is made of, else the tag
// itself: for data that has fixed languages.
func BaseOf(tag string) string { return strings.TrimSuffix(tag, pseudoSuffix) }
