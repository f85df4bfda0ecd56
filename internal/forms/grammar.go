package forms

import (
	"embed"
	"regexp"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml phrases/*.yaml grammar.yaml
var files embed.FS

var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
	grammar = mustGrammar()
)

// pieces are the parts of expressions that stand around the words of a form's
// fields; they are put together when a form is loaded.
type pieces struct {
	talk *regexp.Regexp // how a sentence ends behind a value

	is, colon, titled          string
	nextName, insteadName      *regexp.Regexp
	relation, bareNames        *regexp.Regexp
	phone, looksLikeDay        *regexp.Regexp
	barePhone, bareAccount     *regexp.Regexp
	addressEnd, unit, lostUnit *regexp.Regexp
	numbered                   *regexp.Regexp
	items, joined              *regexp.Regexp
	company, companyTail       *regexp.Regexp
	nameClose, ownName         *regexp.Regexp
}

func mustGrammar() pieces {
	g := datafile.ShippedFile[map[string]string](files, "grammar.yaml")()
	re := func(expr string) *regexp.Regexp { return regexp.MustCompile("(?i)" + expr) }
	people := g["company"] + "|" + g["hangul_name"] + "|" + g["latin_name"]
	person := "(" + people + ")"
	return pieces{
		is: g["is"], colon: g["colon"], titled: g["named"] + "(" + people + "|" + g["lone_name"] + ")",
		talk: re(g["talk"]), nextName: re(g["next_name"] + person), insteadName: re(g["instead_name"] + person),
		numbered: re(g["numbered"]), relation: re(g["relation"]), bareNames: re(`^\s*` + person + `(?:` + g["between_names"] + person + `)?\s*[.!]*\s*$`),
		phone: re(`^` + g["phone"]), barePhone: re(g["bare_phone"]), bareAccount: re(g["bare_account"]), looksLikeDay: re(g["looks_like_day"]),
		addressEnd: re(g["address_end"]), unit: re(g["unit"]), lostUnit: re(g["lost_unit"]), items: re(g["items"]), joined: re(g["joined"]),
		nameClose: re(g["name_close"]), ownName: re(g["own_name"] + person), company: re("^" + g["company"]), companyTail: re(g["company_tail"]),
	}
}
