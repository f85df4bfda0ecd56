package words

import (
	"strconv"
	"strings"
	"text/template/parse"
)

// pseudoSuffix ends the tag of a pseudo-language: en-XA is English with every
// letter of its texts replaced, so that a text which is in no catalogue, or is
// looked for in what was written, shows at once.
const pseudoSuffix = "-XA"

// pseudo rewrites all literal pieces of a language's templates; what stands
// between braces stays.
func pseudo(of language, tag string) language {
	made := make(language, len(of))
	for key, e := range of {
		source := accented(e.source)
		if e.template != nil {
			root := e.template.Copy().Root
			walk(root, true, rewrite)
			source = root.String()
		}
		// The tree that was parsed once parses again.
		made[key], _ = parseEntry(key, source, strings.TrimSuffix(tag, pseudoSuffix), e.place)
	}
	return made
}

func rewrite(n parse.Node, _ bool) {
	switch n := n.(type) {
	case *parse.TextNode:
		n.Text = []byte(accented(string(n.Text)))
	case *parse.CommandNode:
		rewriteWords(n)
	}
}

// rewriteWords rewrites the words that a template chooses between.
func rewriteWords(call *parse.CommandNode) {
	if name, ok := call.Args[0].(*parse.IdentifierNode); !ok || name.Ident != "plural" {
		return
	}
	for _, arg := range call.Args[1:] {
		if word, ok := arg.(*parse.StringNode); ok {
			word.Text = accented(word.Text)
			word.Quoted = strconv.Quote(word.Text)
		}
	}
}

// accented replaces letters by others that a reader still recognises, or for
// Hangul by a syllable of one letter; what is no letter stays, so that
// Markdown, links and numbers keep their form. Names in braces are for whoever
// fills them.
func accented(s string) string {
	named := false
	return strings.Map(func(r rune) rune {
		switch {
		case r == '{' || r == '}':
			named = r == '{'
		case named:
		case r >= 'a' && r <= 'z':
			return []rune("àƀçđéƒĝĥíĵķļɱñóƥɋřšţúṽŵẋýž")[r-'a']
		case r >= 'A' && r <= 'Z':
			return []rune("ÀƁÇĐÉƑĜĤÍĴĶĻṀÑÓƤɊŘŠŢÚṼŴẊÝŽ")[r-'A']
		case r >= '가' && r <= '힣':
			return 'ᄀ' + (r-'가')/588
		}
		return r
	}, s)
}
