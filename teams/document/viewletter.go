package document

import (
	"regexp"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// letterView is a letter in words, for the templates. Every value that a
// template asks for and nobody has said becomes a blank and is noted.
type letterView struct {
	writer
	l      *Letter
	today  time.Time
	blanks []Missing
}

// writer writes the words of a letter; what is not known becomes a blank.
type writer struct{ lang string }

func (w writer) blank() string { return " " + forms.BlankMark() + " " }

func (w writer) list(items []string) string {
	escaped := make([]string, len(items))
	for i, s := range items {
		escaped[i] = escape(s)
	}
	return strings.Join(escaped, ", ")
}

func formatDay(iso, lang string) string {
	return words.Functions(lang)["date"].(func(any) string)(iso)
}

func parseDay(iso string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, iso)
	return t, err == nil
}

// letterBlanks name the values that may stay blank.
var letterBlanks = map[string]Missing{
	"sender_name":      {LabelKo: "보내는 사람 이름", LabelEn: "name of the sender"},
	"recipient_name":   {LabelKo: "받는 사람 이름", LabelEn: "name of the recipient"},
	"sender_addr":      {LabelKo: "보내는 사람 주소", LabelEn: "address of the sender"},
	"recipient_addr":   {LabelKo: "받는 사람 주소", LabelEn: "address of the recipient"},
	"property_address": {LabelKo: "집 주소", LabelEn: "address of the home"},
	"deposit":          {LabelKo: "현재 보증금", LabelEn: "present deposit"},
	"monthly_rent":     {LabelKo: "현재 월세", LabelEn: "present rent"},
	"new_sum":          {LabelKo: "제안 금액", LabelEn: "proposed sum"},
	"sum":              {LabelKo: "청구 금액", LabelEn: "sum demanded"},
	"end_date":         {LabelKo: "계약 만료일", LabelEn: "end of the lease"},
	"move_date":        {LabelKo: "이사 날짜", LabelEn: "day of moving out"},
	"due_date":         {LabelKo: "기한", LabelEn: "deadline"},
	"since_date":       {LabelKo: "문제가 생긴 날", LabelEn: "day the problem began"},
	"account":          {LabelKo: "받을 계좌", LabelEn: "bank account"},
	"defects":          {LabelKo: "고장 내용", LabelEn: "what is broken"},
	"reason":           {LabelKo: "사유", LabelEn: "reason"},
}

func (v *letterView) blankFor(key string) string {
	for _, m := range v.blanks {
		if m.Key == key {
			return v.blank()
		}
	}
	m := letterBlanks[key]
	m.Key, m.Group = key, "letter"
	v.blanks = append(v.blanks, m)
	return v.blank()
}

func (v *letterView) value(key, text string) string {
	if strings.TrimSpace(text) == "" {
		return v.blankFor(key)
	}
	return escape(text)
}

func (v *letterView) date(key, iso string) string {
	if iso == "" {
		return v.blankFor(key)
	}
	return formatDay(iso, v.lang)
}

// amount is "3억 1,200만원"; on paper the digits come first.
func (v *letterView) amount(key string, p *int64) string {
	if p == nil {
		return v.blankFor(key) + pick(v.lang, "원", "won")
	}
	return v.won(*p)
}

func (v *letterView) won(sum int64) string {
	switch {
	case v.lang == "en":
		return korean.FormatNumber(sum) + " won"
	case v.l.Form == FormText:
		return korean.FormatWon(sum)
	}
	return korean.FormatComma(sum) + "(" + korean.FormatWon(sum) + ")"
}

// The parties.

func (v *letterView) Sender() string        { return v.value("sender_name", v.l.SenderName) }
func (v *letterView) Recipient() string     { return v.value("recipient_name", v.l.RecipientName) }
func (v *letterView) SenderAddr() string    { return v.value("sender_addr", v.l.SenderAddr) }
func (v *letterView) RecipientAddr() string { return v.value("recipient_addr", v.l.RecipientAddr) }
func (v *letterView) Address() string       { return v.value("property_address", v.l.Address) }
func (v *letterView) KnowsRecipient() bool  { return v.l.RecipientName != "" }
func (v *letterView) KnowsAddress() bool    { return v.l.Address != "" }
func (v *letterView) Landlord() bool        { return v.l.Side == SideLandlord }

func (v *letterView) SenderRole() string    { return sideName(v.l.Side, v.lang) }
func (v *letterView) RecipientRole() string { return sideName(otherSide(v.l.Side), v.lang) }

func otherSide(side string) string {
	if side == SideLandlord {
		return SideTenant
	}
	return SideLandlord
}

func sideName(side, lang string) string {
	if side == SideLandlord {
		return pick(lang, "임대인", "landlord")
	}
	return pick(lang, "임차인", "tenant")
}

// Form and tone.

func (v *letterView) Kind() string     { return string(v.l.Kind) }
func (v *letterView) FormName() string { return formName(v.l.Form, v.lang) }
func (v *letterView) Subject() string  { return v.l.subject(v.lang) }
func (v *letterView) Formal() bool     { return v.l.Form != FormText }
func (v *letterView) Warm() bool       { return v.l.Tone == ToneWarm }
func (v *letterView) Firm() bool       { return v.l.Tone == ToneFirm }
func (v *letterView) Short() bool      { return v.l.Tone == ToneShort && v.l.Form == FormText }
func (v *letterView) Notice() bool     { return v.l.Kind != RentProposal && v.l.Kind != RenewalRequest }
func (v *letterView) Today() string    { return formatDay(v.today.Format(time.DateOnly), v.lang) }

// Days.

func (v *letterView) End() string       { return v.date("end_date", v.l.EndDate) }
func (v *letterView) Move() string      { return v.date("move_date", v.l.MoveDate) }
func (v *letterView) Due() string       { return v.date("due_date", v.l.DueDate) }
func (v *letterView) Since() string     { return v.date("since_date", v.l.SinceDate) }
func (v *letterView) KnowsEnd() bool    { return v.l.EndDate != "" }
func (v *letterView) KnowsMove() bool   { return v.l.MoveDate != "" }
func (v *letterView) KnowsDue() bool    { return v.l.DueDate != "" }
func (v *letterView) KnowsSince() bool  { return v.l.SinceDate != "" }
func (v *letterView) Overdue() bool     { return v.l.overdue(v.today) }
func (v *letterView) ThreeOff() string  { return formatDay(threeMonths(v.today), v.lang) }
func (v *letterView) UsesRight() bool   { return v.l.Renewed }
func (v *letterView) Ground() string    { return v.l.Ground }
func (v *letterView) Reason() string    { return v.blankFor("reason") }
func (v *letterView) AsksTax() bool     { return v.l.asks(PaperTax) }
func (v *letterView) AsksPrior() bool   { return v.l.asks(PaperPrior) }
func (v *letterView) KnowsSum() bool    { return v.l.Sum != nil }
func (v *letterView) Account() string   { return v.value("account", v.l.Account) }
func (v *letterView) KnowsRent() bool   { return v.l.Rent != nil }
func (v *letterView) Deposit() string   { return v.amount("deposit", v.l.Deposit) }
func (v *letterView) Sum() string       { return v.amount("sum", v.l.Sum) }
func (v *letterView) KnowsTotal() bool  { return v.l.Deposit != nil && v.l.Sum != nil }
func (v *letterView) RaisesAny() bool   { return v.l.goes(DirectionRaise) }
func (v *letterView) CutsAny() bool     { return v.l.goes(DirectionCut) }
func (v *letterView) AboveCap() bool    { return v.l.aboveCap() }
func (v *letterView) WithinCap() bool   { return v.l.withinCap() }
func (v *letterView) Months() int       { return v.l.Months }
func (v *letterView) KnowsMonths() bool { return v.l.Months > 0 }

// Owed is the part of the deposit that is demanded.
func (v *letterView) Owed() string {
	if v.l.Sum != nil {
		return v.won(*v.l.Sum)
	}
	return v.amount("deposit", v.l.Deposit)
}

// Excess is what was paid above the ceiling.
func (v *letterView) Excess() string {
	sum, known := v.l.excess()
	if !known || sum == 0 {
		return v.amount("sum", nil)
	}
	return v.won(sum)
}

// Defects are the things to repair.
func (v *letterView) Defects() string {
	if len(v.l.Defects) == 0 {
		return v.blankFor("defects")
	}
	return v.list(v.l.Defects)
}

// changeView is one proposed sum in words.
type changeView struct {
	Name, Topic    string
	Old, New, Rate string
	Verb           string
	Keep, Raise    bool
	Cap            string
	KnowsOld       bool
	KnowsRate      bool
}

// Changes are the proposed sums.
func (v *letterView) Changes() []changeView {
	var out []changeView
	for _, c := range v.l.changes() {
		key, name := "deposit", pick(v.lang, "보증금", "deposit")
		switch c.What {
		case "rent":
			key, name = "monthly_rent", pick(v.lang, "월세", "monthly rent")
		case "":
			name = pick(v.lang, "보증금(월세)", "deposit (rent)")
		}
		view := changeView{
			Name: name, Topic: korean.Josa(name, "은", "는"),
			Keep: c.Way == DirectionKeep, Raise: c.Way == DirectionRaise,
			KnowsOld: c.Old != nil, KnowsRate: c.PPM > 0, Rate: v.rate(c), Verb: v.verb(c.Way),
			Old: v.amount(key, c.Old),
		}
		if !view.Keep {
			view.New = v.amount("new_sum", c.New)
		}
		if c.Old != nil {
			view.Cap = v.won(ceiling(*c.Old))
		}
		out = append(out, view)
	}
	return out
}

func (v *letterView) rate(c change) string {
	if c.PPM == 0 {
		return ""
	}
	if c.Exact {
		return formatPPM(c.PPM)
	}
	return pick(v.lang, "약 ", "about ") + formatPPM(c.PPM)
}

func (v *letterView) verb(way string) string {
	if way == DirectionCut {
		return pick(v.lang, "내린", "lower")
	}
	return pick(v.lang, "올린", "higher")
}

func (l *Letter) goes(way string) bool {
	for _, c := range l.changes() {
		if c.Way == way {
			return true
		}
	}
	return false
}

func (l *Letter) aboveCap() bool {
	for _, c := range l.changes() {
		if above, _ := c.above(); above {
			return true
		}
	}
	return false
}

func (l *Letter) withinCap() bool {
	for _, c := range l.changes() {
		if above, known := c.above(); above || !known || c.Way != DirectionRaise {
			return false
		}
	}
	return true
}

func (l *Letter) asks(paper string) bool {
	for _, p := range l.Papers {
		if p == paper {
			return true
		}
	}
	return len(l.Papers) == 0
}

// overdue tells whether the lease has ended: its day decides, else the words.
func (l *Letter) overdue(today time.Time) bool {
	if l.EndDate != "" {
		return l.EndDate < today.Format(time.DateOnly)
	}
	return l.Overdue
}

// threeMonths is the day with whose end a notice that arrives today takes
// effect (Housing Lease Protection Act Art. 6-2 Para. 2).
func threeMonths(today time.Time) string { return korean.AddMonths(today, 3).Format(time.DateOnly) }

var (
	manySpaces = regexp.MustCompile(`[ \t]{2,}`)
	blankGap   = regexp.MustCompile(forms.BlankMark() + ` ([,.)])`)
)

// tidyLines joins the spaces that blanks leave within the lines of a letter.
func tidyLines(text string) string {
	return strings.TrimSpace(blankGap.ReplaceAllString(manySpaces.ReplaceAllString(text, " "), forms.BlankMark()+"$1")) + "\n"
}

// paragraphs are the lines of a rendered body without the empty ones.
func paragraphs(text string) []string {
	var out []string
	for l := range strings.SplitSeq(tidyLines(text), "\n") {
		l = strings.TrimSpace(l)
		if l != "" {
			out = append(out, l)
		}
	}
	return out
}
