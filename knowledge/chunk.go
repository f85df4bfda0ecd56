package knowledge

import "strings"

// DefaultChunkRunes is how much text a chunk holds: about the length of a
// statute article, so that most articles stay in one piece.
const DefaultChunkRunes = 600

// Chunks cuts a text into pieces of at most limit runes, at the ends of
// lines where possible, else of sentences, else of words. Nothing is lost
// but the white space at the cuts. A limit below 1 is DefaultChunkRunes.
func Chunks(text string, limit int) []string {
	if limit < 1 {
		limit = DefaultChunkRunes
	}
	var chunks []string
	rest := strings.TrimSpace(text)
	for {
		end := byteOffset(rest, limit)
		if end == len(rest) {
			break
		}
		cut := lastCut(rest[:end])
		chunks = append(chunks, strings.TrimSpace(rest[:cut]))
		rest = strings.TrimSpace(rest[cut:])
	}
	if rest != "" {
		chunks = append(chunks, rest)
	}
	return chunks
}

func byteOffset(s string, runes int) int {
	for i := range s {
		if runes == 0 {
			return i
		}
		runes--
	}
	return len(s)
}

// lastCut is where to cut within a window: never in its first third, so
// that a short line does not become a chunk of its own.
func lastCut(window string) int {
	for _, sep := range []string{"\n", "다. ", ". ", " "} {
		if i := strings.LastIndex(window, sep); i > len(window)/3 {
			return i + len(sep)
		}
	}
	return len(window)
}

// sentences splits prose into its sentences. A period ends one only before
// white space, so "2.5%" and "제6조의3." stay whole.
func sentences(text string) []string {
	var out []string
	start := 0
	for i := range len(text) {
		end := text[i] == '\n' ||
			(text[i] == '.' || text[i] == '?' || text[i] == '!') && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n')
		if !end {
			continue
		}
		if s := strings.TrimSpace(text[start : i+1]); s != "" {
			out = append(out, s)
		}
		start = i + 1
	}
	if s := strings.TrimSpace(text[start:]); s != "" {
		out = append(out, s)
	}
	return out
}
