package analysis

import (
	"fmt"

	"github.com/madang-dev/madang/internal/korean"
)

// Text is a sentence in both languages of the product.
type Text struct {
	KO string `json:"ko" yaml:"ko"`
	EN string `json:"en" yaml:"en"`
}

// In is the sentence in a language: "en" is English, all else Korean.
func (t Text) In(language string) string {
	if language == "en" {
		return t.EN
	}
	return t.KO
}

// Empty tells whether nothing is said.
func (t Text) Empty() bool { return t.KO == "" && t.EN == "" }

// say fills both sentences. Sums (won), rates and texts among the arguments
// are written in the language of the sentence.
func say(ko, en string, args ...any) Text {
	return Text{KO: fmt.Sprintf(ko, inLanguage("ko", args)...), EN: fmt.Sprintf(en, inLanguage("en", args)...)}
}

// capitalized begins the English sentence with a capital.
func (t Text) capitalized() Text {
	if t.EN != "" && t.EN[0] >= 'a' && t.EN[0] <= 'z' {
		t.EN = string(t.EN[0]-'a'+'A') + t.EN[1:]
	}
	return t
}

// won is a sum as it is written in formulas: "315,000,000원".
type won int64

// spoken is a sum as it is said: "3억 1,500만원".
type spoken int64

func inLanguage(language string, args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		switch v := a.(type) {
		case won:
			out[i] = wonIn(int64(v), language)
		case spoken:
			out[i] = spokenIn(int64(v), language)
		case Rate:
			out[i] = v.String()
		case Text:
			out[i] = v.In(language)
		case Citation:
			out[i] = v.In(language)
		default:
			out[i] = a
		}
	}
	return out
}

func wonIn(v int64, language string) string {
	if language == "en" {
		return "KRW " + korean.FormatNumber(v)
	}
	return korean.FormatComma(v)
}

func spokenIn(v int64, language string) string {
	if language == "en" {
		return "KRW " + korean.FormatNumber(v)
	}
	return korean.FormatWon(v)
}
