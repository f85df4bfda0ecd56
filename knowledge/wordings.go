package knowledge

// Wordings are the things that a text speaks of, each in its own words and in
// those that the library has for it.
func (l *Library) Wordings(text string) [][]string {
	var list [][]string
	for _, r := range l.pack.lexicon.read(text) {
		if !r.faint {
			list = append(list, r.wordings)
		}
	}
	return list
}
