package korean

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Provision is a sentence of a statute, or an item of one of its lists.
type Provision struct {
	Text string
	// Lead is the sentence that an item completes, "" of a sentence.
	Lead string
	// Leans tells that it says nothing without the one before it: "다만, …".
	Leans bool
}

var (
	statuteHead = regexp.MustCompile(`^(?:[^\n]*? > )*제\d+조(?:의\d+)?(?:\((?:[^()]|\([^()]*\))*\))?\s*`)
	amendment   = regexp.MustCompile(`\s*<[^<>\n]*>|\[(?:전문|본조|제목|시행|종전|법률)[^\[\]]*\]`)
	innermost   = regexp.MustCompile(`\([^()\n]*\)`)
	chapter     = regexp.MustCompile(`^제\d+[편장절관]`)
	paragraph   = regexp.MustCompile(`^[①-⑳]\s*`)
	item        = regexp.MustCompile(`^(\d+(?:의\d+)?|[가-하])\.\s*`)
	following   = regexp.MustCompile(`다음(?: 각 [호목])?의? ?(?:어느 하나에 )?(?:해당하는|정하는|같은)? ?`)
	eachItem    = regexp.MustCompile(`다음 각 [호목]의 어느 하나에 해당하(?:는|게 된|여|고) ?([가-힣]*)`)
	leaning     = regexp.MustCompile(`^(?:다만|이 경우|그러나|이때|또한?|그 밖에|따라서|It|They|This|These|That|Otherwise)[ ,]`)
)

// IsStatute tells the text of an article as its law has it: it begins with
// its number.
func IsStatute(text string) bool { return statuteHead.MatchString(text) }

// Provisions are the sentences and items of an article as its law has it,
// without its heading, the marks of its amendments and what stands in brackets
// for lawyers.
func Provisions(text string) []Provision {
	text = amendment.ReplaceAllString(text[len(statuteHead.FindString(text)):], "")
	var list []Provision
	var lead, above string // of items and of items' items
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(withoutAsides(line))
		mark := item.FindStringSubmatch(line)
		switch {
		case line == "" || chapter.MatchString(line):
		case mark == nil:
			lead = ""
			for _, s := range Sentences(paragraph.ReplaceAllString(line, "")) {
				list = append(list, Provision{Text: s, Leans: Leans(s)})
				if following.MatchString(s) && strings.Contains(s, "다음") {
					lead = s
				}
			}
		default:
			text := line[len(mark[0]):]
			p := Provision{Text: text, Lead: lead}
			if !unicode.IsDigit(rune(mark[1][0])) && above != "" {
				p.Lead = above
			} else {
				above = ""
				if strings.Contains(text, "다음 각 목") {
					above = Provision{Text: text, Lead: lead}.Whole()
				}
			}
			if !strings.HasPrefix(text, "삭제") {
				list = append(list, p)
			}
		}
	}
	return list
}

// Leans tells a sentence that says nothing without the one before it.
func Leans(sentence string) bool { return leaning.MatchString(sentence) }

// withoutAsides drops what stands in brackets for lawyers: Chinese letters,
// short names, definitions. What is in and what is out stays if it is short.
func withoutAsides(line string) string {
	for range 3 {
		line = innermost.ReplaceAllStringFunc(line, func(aside string) string {
			for _, mark := range []string{"이하", "말한다", "같다", "정하는", "경우에는"} {
				if strings.Contains(aside, mark) {
					return ""
				}
			}
			if utf8.RuneCountInString(aside) > 30 || strings.ContainsFunc(aside, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
				return ""
			}
			return strings.NewReplacer("(", "⟨", ")", "⟩").Replace(aside)
		})
	}
	return strings.NewReplacer("⟨", "(", "⟩", ")", "「", "", "」", "", "ㆍ", "·", "  ", " ").Replace(line)
}

// Whole is the provision as a sentence: an item stands in the place of the
// words that point to it.
func (p Provision) Whole() string {
	if p.Lead == "" {
		return p.Text
	}
	if at := eachItem.FindStringSubmatchIndex(p.Lead); at != nil {
		noun := p.Lead[at[2]:at[3]]
		for len(noun) > 0 && !strings.HasSuffix(p.Text, noun) { // 경우에는 → 경우
			_, size := utf8.DecodeLastRuneInString(noun)
			noun = noun[:len(noun)-size]
		}
		if noun != "" {
			return p.Lead[:at[0]] + p.Text + p.Lead[at[2]+len(noun):]
		}
	}
	return strings.TrimSuffix(p.Lead, ".") + ": " + strings.TrimSuffix(p.Text, ".") + "."
}

// Plainly is a sentence of a law in the words of today: "아니하다" is "않다".
func Plainly(sentence string) string { return statuteWords.Replace(sentence) }

var statuteWords = strings.NewReplacer(
	"그러하지 아니하다", "그렇지 않다", "아니하였더라면", "않았더라면", "아니하였음", "않았음", "아니하였", "않았", "아니하여야", "않아야",
	"아니하다", "않는다", "아니한다", "않는다", "아니하는", "않는", "아니하고", "않고", "아니하거나", "않거나", "아니하면", "않으면", "아니할", "않을", "아니한", "않은",
	"하여서는 아니 된다", "해서는 안 된다", "아니 된다", "안 된다", "아니된다", "안 된다", "하여야", "해야", "되어야", "돼야",
	"하지 못한다", "할 수 없다",
)
