package ingest

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/korean"
)

// maxLine bounds one line of a text.
const maxLine = 1 << 20

// decode is a file's bytes as text: UTF-8, with or without its mark, or
// CP949, of which EUC-KR is a part. False tells that it is neither; the
// problem is noted then.
func decode(raw []byte, p *problems) (string, bool) {
	if bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) || bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) {
		p.add(1, "the text is UTF-16; save it as UTF-8")
		return "", false
	}
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	if i := bytes.IndexByte(raw, 0); i >= 0 {
		p.add(lineAt(raw, i), "there is a NUL byte: this is no text")
		return "", false
	}
	text := string(raw)
	if bad, damaged := invalid(raw); bad >= 0 {
		if text = cp949(raw); damaged || text == "" {
			p.add(lineAt(raw, bad), "byte 0x%02X is neither UTF-8 nor CP949", raw[bad])
			return "", false
		}
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	line := 1
	for one := range strings.SplitSeq(text, "\n") {
		if len(one) > maxLine {
			p.add(line, "the line is longer than 1 MiB")
			return "", false
		}
		line++
	}
	return text, true
}

func lineAt(raw []byte, offset int) int { return 1 + bytes.Count(raw[:offset], []byte("\n")) }

// invalid is the place of the first byte that is no UTF-8, -1 for none.
// Damaged tells that characters of several bytes outnumber such bytes: this
// was UTF-8, and would decode to nonsense as anything else.
func invalid(raw []byte) (first int, damaged bool) {
	first = -1
	whole, broken := 0, 0
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			if broken++; broken == 1 {
				first = i
			}
		case n > 1:
			whole++
		}
		i += n
	}
	return first, whole > broken
}

// cp949 decodes text that is mostly Korean then; "" when it is not.
func cp949(raw []byte) string {
	decoded, err := korean.EUCKR.NewDecoder().String(string(raw))
	if err != nil || strings.ContainsRune(decoded, utf8.RuneError) {
		return ""
	}
	hangul, other := 0, 0
	for _, r := range decoded {
		switch {
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case r >= utf8.RuneSelf:
			other++
		}
	}
	if hangul <= other {
		return ""
	}
	return decoded
}
