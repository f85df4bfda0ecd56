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
	// Lead is the sentence that an item completes, "" of a sentence; Of is its
	// place in the list, -1 for none.
	Lead string
	Of   int
	// Items are what a sentence leads.
	Items []string
	// Leans tells that it says nothing without the one before it: "다만, …";
	// Inner that it is of no use to citizens: it says what offices do, where
	// else something is laid down, or what held when the law was changed.
	Leans, Inner bool
}

var (
	statuteHead = regexp.MustCompile(`^(?:[^\n]*? > )*제\d+조(?:의\d+)?(?:\((?:[^()]|\([^()]*\))*\))?\s*`)
	statuteLine = regexp.MustCompile(`(?m)^(?:[①-⑳]|(?:\d+(?:의\d+)?|[가-하])\. )`)
	amendment   = regexp.MustCompile(`\s*<[^<>\n]*>|\[(?:전문|본조|제목|시행|종전|법률)[^\[\]]*\]`)
	innermost   = regexp.MustCompile(`\([^()\n]*\)`)
	chapter     = regexp.MustCompile(`^제\d+[편장절관]`)
	paragraph   = regexp.MustCompile(`^[①-⑳]\s*`)
	item        = regexp.MustCompile(`^(\d+(?:의\d+)?|[가-하])\.\s*`)
	eachItem    = regexp.MustCompile(`다음 각 [호목]의 어느 하나에 해당하(?:는|게 된|여|고) ?([가-힣]*)`)
	defining    = regexp.MustCompile(`^.*[“"](?:[^”"]*(?:령|규칙|고시)으?로 정하는 )([^”"]*)[”"](?:이)?란 (.*)$`)
	leaning     = regexp.MustCompile(`^(?:다만|이 경우|그러나|이때|또한?|그 밖에|따라서|그래서|It|They|This|These|That|Otherwise)[ ,]|^(?:이|그) (?:[가-힣]{2,6})(?:[을를은는이가도])? `)
	inner       = regexp.MustCompile(`(?:령|규칙|조례|예규)으?로 정한다\.$|준용한다\.$|^이 [법영규칙]+ 시행 |^(?:시장|군수|구청장|국토교통부장관|시·도지사|등록관청|허가관청|신고관청|등기관|법원행정처장|국가|지방자치단체)[^ ]*[은는] `)
	reference   = regexp.MustCompile(`(?:(?:이 |같은 )?법 |영 |같은 조 )?제\d+[조항호](?:의\d+)?(?:제\d+[항호]|[가-하]목)*(?:(?:·|, ?| 및 | 또는 |부터 |까지 )(?:이 조 )?제\d+[조항호](?:의\d+)?(?:제\d+[항호])*)*(?:까지)?(?:의 규정)?(?: 본문| 단서| 전단| 후단)?(?:에 따른|에 따라서?|에도 불구하고|에 의한|에 의하여)[, ]+`)
)

// IsStatute tells the text of an article as its law has it, or a part of it:
// it begins with its number, or has lines that do.
func IsStatute(text string) bool {
	return statuteHead.MatchString(text) || statuteLine.MatchString(text)
}

// Provisions are the sentences and items of an article as its law has it,
// without its heading, the marks of its amendments and what stands in brackets
// for lawyers.
func Provisions(text string) []Provision {
	text = amendment.ReplaceAllString(text[len(statuteHead.FindString(text)):], "")
	var list []Provision
	of, above := -1, "" // the lead of items, and that of items' items
	for line := range strings.Lines(text) {
		if len(list) >= maxFound {
			break
		}
		line = strings.TrimSpace(withoutAsides(line))
		mark := item.FindStringSubmatch(line)
		switch {
		case line == "" || chapter.MatchString(line):
		case mark == nil:
			of = -1
			for _, s := range Sentences(paragraph.ReplaceAllString(line, "")) {
				if !strings.HasSuffix(s, ".") { // a heading
					continue
				}
				list = append(list, Provision{Text: s, Of: -1, Leans: Leans(s), Inner: inner.MatchString(s)})
				if strings.Contains(s, "다음") {
					of = len(list) - 1
				}
			}
		default:
			text := line[len(mark[0]):]
			p := Provision{Text: text, Of: of, Inner: strings.HasPrefix(text, "그 밖에")}
			if of >= 0 {
				p.Lead = list[of].Text
			}
			if !unicode.IsDigit(rune(mark[1][0])) && above != "" {
				p.Lead = above
			} else {
				above = ""
				if strings.Contains(text, "다음 각 목") {
					above = p.Whole()
				} else if of >= 0 && !strings.HasPrefix(text, "삭제") {
					list[of].Items = append(list[of].Items, strings.TrimSuffix(text, "."))
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
func Leans(sentence string) bool {
	return leaning.MatchString(sentence) && !strings.HasPrefix(sentence, "이 법") && !strings.HasPrefix(sentence, "이 영")
}

// withoutAsides drops what stands in brackets for lawyers: Chinese letters,
// short names, definitions. What is in and what is out stays if it is short.
func withoutAsides(line string) string {
	for range 3 {
		line = innermost.ReplaceAllStringFunc(line, func(aside string) string {
			if holds(aside, "이하", "말한다", "같다", "정하는", "경우에는") || utf8.RuneCountInString(aside) > 30 || strings.ContainsFunc(aside, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
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

// Defines tells a sentence that says what another provision's words mean.
func (p Provision) Defines() bool { return p.Lead == "" && defining.MatchString(p.Text) }

// Said is the provision as users are told it: in the words of today, politely.
func (p Provision) Said() string {
	if m := defining.FindStringSubmatch(p.Text); m != nil && p.Lead == "" {
		return Polite(Plainly(Josa(m[1], "은", "는") + " " + m[2]))
	}
	if whole := p.Whole(); p.Lead == "" || !strings.HasPrefix(whole, strings.TrimSuffix(p.Lead, ".")+":") {
		return Polite(Plainly(whole))
	}
	return strings.TrimSuffix(Polite(Plainly(p.Lead)), ".") + ": " + Plainly(strings.TrimSuffix(p.Text, ".")) + "."
}

// Plainly is a sentence of a law in the words of today, without the numbers of
// other provisions that it goes by: "아니하다" is "않다".
func Plainly(sentence string) string {
	var b strings.Builder
	from := 0
	for _, at := range reference.FindAllStringIndex(sentence, -1) {
		if WithinWord(sentence, at[0]) || hasSuffix(strings.TrimRight(sentence[:at[0]], " "), "법", "법률", "령", "규칙") {
			continue
		}
		b.WriteString(sentence[from:at[0]])
		from = at[1]
	}
	return statuteWords.Replace(b.String() + sentence[from:])
}

var statuteWords = strings.NewReplacer(
	"그러하지 아니하다", "그렇지 않다", "아니하였더라면", "않았더라면", "아니하였음", "않았음", "아니하였", "않았", "아니하여야", "않아야",
	"아니하다", "않는다", "아니한다", "않는다", "아니하는", "않는", "아니하고", "않고", "아니하거나", "않거나", "아니하면", "않으면", "아니할", "않을", "아니한", "않은",
	"하여서는", "해서는", "아니 되", "안 되", "아니 된", "안 된", "아니된", "안 된", "아니되", "안 되", "하여야", "해야", "하지 못한다", "할 수 없다",
)
