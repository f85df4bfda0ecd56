package clause

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/cut"
)

// maxPiece bounds a piece in bytes: text without any full stop is cut there.
const maxPiece = 2000

// maxMark bounds what stands before an item, in bytes.
const maxMark = 160

// piece is a sentence or an item of a text, without the mark before it.
type piece struct {
	start, end int
	item       bool // an item of a list or of a contract
	quoted     bool
	question   bool
	cited      bool // what stands behind it says that it is written: "… 낸다 라고 되어 있어요"
	own        bool // it begins a line
}

// cutter cuts a text into pieces.
type cutter struct {
	text   string
	pieces []piece
	item   bool // the piece that is read goes on an item
	quoted bool
	single bool // by a mark that may be an apostrophe
	cited  bool
}

// piecesOf are the pieces of a text: they end at full stops, quotation marks,
// colons, blank lines and before items; a line end inside a sentence, as left
// by a PDF, is no cut.
func piecesOf(text string) []piece {
	c := cutter{text: text}
	from := 0
	for i, r := range text {
		next := i + max(1, utf8.RuneLen(r))
		switch {
		case len(c.pieces) > MaxClauses: // nobody looks at more
			return c.pieces
		case c.quotes(i, next, r):
			c.add(from, i)
			c.quoted = strings.ContainsRune(`"'`, r) && !c.quoted || strings.ContainsRune("“‘「『", r)
			c.single = c.quoted && strings.ContainsRune("'‘", r)
			from = next
		case c.ends(i, next, r, from):
			c.add(from, next)
			from = next
		case r == ' ' && !c.quoted && c.spoken(from, i):
			c.cited = c.points(i)
			c.add(from, i)
			c.cited, from = false, next
		case separates(text, i, next, r):
			c.add(from, max(from, strings.LastIndexByte(text[:i], ' ')+1))
			from = next
		case r == '\n' && c.breaks(from, i):
			c.add(from, i)
			c.item, c.quoted, from = false, false, next
		case i-from >= maxPiece:
			c.add(from, i)
			from = i
		}
	}
	c.add(from, len(text))
	return c.pieces
}

// quotes tells whether the sign at i begins or ends a quotation, which an apostrophe and
// the marks around one word don't.
func (c *cutter) quotes(i, next int, r rune) bool {
	if !strings.ContainsRune("'‘’", r) {
		return strings.ContainsRune(`"“”「」『』`, r)
	}
	before, _ := utf8.DecodeLastRuneInString(c.text[:i])
	behind, _ := utf8.DecodeRuneInString(c.text[next:])
	if c.single {
		return !unicode.Is(unicode.Latin, behind)
	}
	end := strings.IndexAny(c.text[next:], "'’\n")
	return !c.quoted && r != '’' && (i == 0 || !unicode.IsLetter(before)) && end > 0 && strings.Contains(c.text[next:next+end], " ")
}

// points tells whether what stands behind i points back at what is written before it.
func (c *cutter) points(i int) bool {
	rest := c.text[i:min(len(c.text), i+maxMark)]
	return phrases.Has(rest, "quoted.behind") && !phrases.Has(rest, "quoted.speech")
}

// separates tells whether the sign at i stands by itself between two clauses: a
// slash, a dash or an arrow.
func separates(text string, i, next int, r rune) bool {
	alone := strings.ContainsRune("/-—–", r) && strings.HasSuffix(text[:i], " ") || r == '>' && strings.HasSuffix(text[:i], " -")
	return alone && strings.HasPrefix(text[min(next, len(text)):], " ")
}

// ends tells whether the sign at i ends a sentence or a label.
func (c *cutter) ends(i, next int, r rune, from int) bool {
	behind, _ := utf8.DecodeRuneInString(c.text[min(next, len(c.text)):])
	space := next >= len(c.text) || unicode.IsSpace(behind) || strings.ContainsRune("\"'”’<-", behind)
	switch r {
	case '!', '?', ';', '。':
		return true
	case '.':
		rest := c.text[next:min(len(c.text), next+maxMark)]
		return space && len(strings.TrimSpace(c.text[from:i])) > len("제10조") && !phrases.Has(rest, "mark.proviso")
	case ':', '：':
		return space || phrases.Has(c.text[from:i], "mark.label")
	}
	return strings.ContainsRune("●■□※▶", r) && next-from > utf8.RuneLen(r)
}

// spoken tells whether a sentence ends before the space at i without a full stop, as
// people type: a clause between what is said of it ("특약이래요 을이 낸다 이거 맞나요").
func (c *cutter) spoken(from, i int) bool {
	rest := c.text[i:min(len(c.text), i+maxMark)]
	line := tail(c.text[from:i])
	return phrases.Has(line, "mark.said") && !phrases.HasAny(rest, "mark.said_on", "mark.proviso") || phrases.Has(line, "written.noun") && c.points(i)
}

// breaks tells whether the line end at i ends the piece that begins at from.
func (c *cutter) breaks(from, i int) bool {
	line := strings.TrimSpace(c.text[from:i])
	rest := c.text[i+1:]
	if line == "" || phrases.Has(line, "mark.label") || strings.TrimSpace(head(rest, "\n")) == "" {
		return true
	}
	return ended(tail(line), rest, utf8.RuneCountInString(line) >= fullLine) && c.mark(line) != len(line) || c.mark(rest) > 0
}

// fullLine is the length in runes from which a line may have been broken for its
// length, in the middle of a sentence ("반환을 요구하지 / 아니한다").
const fullLine = 25

// ended tells whether a sentence ends with a line, before the rest.
func ended(line, rest string, full bool) bool {
	switch {
	case phrases.Has(line, "written.verb_end"):
		return true
	case phrases.Has(line, "written.noun"):
		return !phrases.Has(head(rest, "\n"), "mark.goes_on")
	}
	return phrases.Has(plain(line), "mark.spoken_end") && !(full && phrases.Has(line, "mark.midway"))
}

// mark is the length of what marks an item at the beginning of a text.
func (c *cutter) mark(text string) int {
	text = cut.Bytes(text, maxMark)
	_, end, _ := phrases.Find(head(text, "\n"), "mark.item")
	return end
}

func (c *cutter) add(from, to int) {
	from, to = trim(c.text, from, to)
	for range 2 { // a bullet, and the number behind it
		n := c.mark(c.text[from:to])
		c.item = c.item || n > 0
		from, to = trim(c.text, from+n, to)
	}
	if from >= to || phrases.Has(c.text[from:to], "mark.label") {
		c.item = c.item || from < to
		return
	}
	if c.quoted && phrases.Has(c.text[to:min(len(c.text), to+60)], "quoted.speech") {
		return
	}
	last := c.text[to-1]
	c.pieces = append(c.pieces, piece{start: from, end: to, item: c.item, quoted: c.quoted || c.cited, cited: c.cited, question: last == '?'})
}

// head is the text before a sign, all of it without one.
func head(text, sign string) string {
	before, _, _ := strings.Cut(text, sign)
	return before
}

// tail is the end of a line.
func tail(line string) string { return line[cut.Start(line, max(0, len(line)-60)):] }

func trim(text string, from, to int) (int, int) {
	part := text[from:to]
	from += len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
	return from, from + len(strings.TrimSpace(part))
}
