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
	if bad := firstInvalid(raw); bad >= 0 {
		var ok bool
		if text, ok = cp949(raw); !ok {
			p.add(lineAt(raw, bad), "byte 0x%02X is neither UTF-8 nor CP949", raw[bad])
			return "", false
		}
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return text, linesFit(text, p)
}

func linesFit(text string, p *problems) bool {
	line := 1
	for rest := text; rest != ""; line++ {
		var one string
		one, rest, _ = strings.Cut(rest, "\n")
		if len(one) > maxLine {
			p.add(line, "the line is longer than 1 MiB")
			return false
		}
	}
	return true
}

func firstInvalid(raw []byte) int {
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

func lineAt(raw []byte, offset int) int { return 1 + bytes.Count(raw[:offset], []byte("\n")) }

// cp949 decodes text that looks like it. What is UTF-8 but for a few broken
// bytes would also decode, to nonsense: it is refused.
func cp949(raw []byte) (string, bool) {
	if damagedUTF8(raw) {
		return "", false
	}
	decoded, err := korean.EUCKR.NewDecoder().Bytes(raw)
	if err != nil || bytes.ContainsRune(decoded, utf8.RuneError) {
		return "", false
	}
	hangul, other := 0, 0
	for _, r := range string(decoded) {
		switch {
		case r < utf8.RuneSelf:
		case unicode.Is(unicode.Hangul, r):
			hangul++
		default:
			other++
		}
	}
	return string(decoded), hangul > other
}

// damagedUTF8 tells whether whole characters of several bytes outnumber the
// bytes that belong to none.
func damagedUTF8(raw []byte) bool {
	whole, broken := 0, 0
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			broken++
		case n > 1:
			whole++
		}
		i += n
	}
	return whole > broken
}
