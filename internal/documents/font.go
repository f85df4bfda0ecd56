package documents

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"sync"
)

// NanumBarunGothic draws all 11,172 syllables and 4,621 Hanja: smaller fonts
// list rare syllables without a glyph, and a name would silently vanish. The
// licence lies beside the files.
//
//go:embed fonts/NanumBarunGothic.ttf.gz fonts/NanumBarunGothicBold.ttf.gz
var fontFiles embed.FS

// fontSet are the unpacked fonts; nobody writes to them.
type fontSet struct{ regular, bold []byte }

// loadFonts unpacks the fonts once, when the first PDF is made.
var loadFonts = sync.OnceValues(func() (fontSet, error) {
	regular, err := unpackFont("NanumBarunGothic")
	if err != nil {
		return fontSet{}, err
	}
	bold, err := unpackFont("NanumBarunGothicBold")
	return fontSet{regular, bold}, err
})

func unpackFont(name string) (font []byte, err error) {
	packed, err := fontFiles.ReadFile("fonts/" + name + ".ttf.gz")
	if err == nil {
		var zr *gzip.Reader
		if zr, err = gzip.NewReader(bytes.NewReader(packed)); err == nil {
			font, err = io.ReadAll(zr)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("unpack font %s: %w", name, err)
	}
	return font, nil
}
