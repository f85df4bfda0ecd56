package document

import (
	"regexp"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// letterReading is one message while it is read into a letter.
type letterReading struct {
	*forms.Message
	letter *Letter
	today  time.Time
	// rate and sums tell what this message itself said.
	rate, sums bool
	days       int
	bad        []string // days and rates that can't be so
}

// readLetter fills the letter with what a message says and reports how many
// values it understood and which could not be taken. Entities fill only what
// the message's own words left open.
func readLetter(l *Letter, message string, ent state.Entities, today time.Time) (int, []string) {
	r := &letterReading{letter: l, today: today, Message: forms.NewMessage(message)}
	r.readSide()
	r.readForm()
	r.readPlaces()
	r.readLetterNames()
	r.readLetterDays()
	r.readRate()
	r.readDirection()
	r.readLetterSums()
	r.readGround()
	r.readDefects()
	r.readLetterEntities(ent)
	return r.Understood + r.days, r.bad
}

func (r *letterReading) readSide() {
	if side := letterSideOf(r.Lower); side != "" {
		r.letter.turnAround(side)
	}
	if strings.Contains(r.Lower, "상가") || strings.Contains(r.Lower, "점포") {
		r.letter.Shop = true
	}
}

// readForm reads form, tone and language.
func (r *letterReading) readForm() {
	l := r.letter
	form := letterFormOf(r.Lower)
	if form != "" && (l.Form == "" || asksLetter(r.Lower) || formAsk.MatchString(r.Lower)) {
		l.Form = form
		r.Understood++
	}
	for _, t := range []struct {
		re   *regexp.Regexp
		tone string
	}{{warmAsk, ToneWarm}, {firmAsk, ToneFirm}, {shortAsk, ToneShort}} {
		if t.re.MatchString(r.Lower) {
			l.Tone = t.tone
			r.Understood++
			break
		}
	}
	switch {
	case koAsk.MatchString(r.Lower):
		l.Language = "ko"
		r.Understood++
	case enAsk.MatchString(r.Lower):
		l.Language = "en"
		r.Understood++
	}
}

// readPlaces takes accounts and addresses the way contracts do.
func (r *letterReading) readPlaces() {
	v, l := forms.Values{}, r.letter
	builtIn()[0].ReadTexts(v, r.Message)
	l.setParty(SideLandlord, "", v.Text("lessor_addr"))
	l.setParty(SideTenant, "", v.Text("lessee_addr"))
	if account := v.Text("lessor_account"); account != "" {
		l.Account = account
	}
	if at := joinWords(v.Text("property_address"), v.Text("property_detail")); at != "" {
		l.Address = at
	}
}

const (
	hangul  = `[가-힣]{2,12}`
	latin   = `[a-z][a-z.'’-]*(?:\s+[a-z][a-z.'’-]*){1,3}`
	company = `(?:주식회사|유한회사|\(주\)|㈜)\s*[가-힣a-z0-9]{1,20}`
)

const letterName = `(?:의)?(?:\s*(?:이름|성함|성명|name))?(?:은|는|\s+is)?\s*[:：=]?\s*(` + company + `|` + hangul + `|` + latin + `)`

var (
	letterRoles = []struct {
		side string // "" is whoever sends, "to" whoever receives
		re   *regexp.Regexp
	}{
		{SideLandlord, regexp.MustCompile(`(?:임대인|집주인|landlord|lessor)(?:'s)?` + letterName)},
		{SideTenant, regexp.MustCompile(`(?:임차인|세입자|tenant|lessee)(?:'s)?` + letterName)},
		{"to", regexp.MustCompile(`(?:받는\s*사람|수신인?|recipient)` + letterName)},
		{"", regexp.MustCompile(`(?:보내는\s*사람|발신인?|(?:제|내)\s*이름|저는|sender|my name)` + letterName)},
	}
	nameLabel = regexp.MustCompile(`이름|성함|성명|name|사람|[:：=]`)
	nameClose = regexp.MustCompile(`^(?:\s*(?:씨|님|입니다|이고|이며|이에요|예요|이야|야|이요|이라고|라고|으로|로)|\s*[,.;\n)]|\s*$|\s+(?:임대인|임차인|집주인|세입자|주소|보증금|and|tenant|landlord)\b?)`)
	noLetter  = []string{"고장", "변호", "안나", "신고", "수선", "조정", "인상", "답장", "문자", "메시", "내용", "강제", "정중", "감액", "증액", "한국", "영어", "보일", "금액", "이번", "저는", "제가", "그냥", "정말", "지금", "여기", "최근"}
)

// readLetterNames takes the names of the parties. A name has to be closed by
// a word that ends names: "집주인이 고장 난 …" names nobody.
func (r *letterReading) readLetterNames() {
	for _, role := range letterRoles {
		for _, m := range role.re.FindAllStringSubmatchIndex(r.Rest(), 4) {
			name, end, ok := r.letterNameAt(m)
			if !ok {
				continue
			}
			switch role.side {
			case "":
				r.letter.SenderName = name
			case "to":
				r.letter.RecipientName = name
			default:
				r.letter.setParty(role.side, name, "")
			}
			r.Use(m[0], end)
		}
	}
}

func (r *letterReading) letterNameAt(m []int) (string, int, bool) {
	head := r.Written[m[0]:m[2]]
	explicit := nameLabel.MatchString(strings.ToLower(head))
	if !explicit && !strings.HasSuffix(head, " ") {
		return "", 0, false
	}
	raw := r.Written[m[2]:m[3]]
	for _, w := range noLetter {
		if strings.HasPrefix(raw, w) {
			return "", 0, false
		}
	}
	name, end, ok := r.NameAt(m[2], m[3], explicit)
	if !ok || !explicit && strings.ContainsFunc(name, korean.IsHangul) && (len([]rune(name)) < 3 || !nameClose.MatchString(r.Rest()[end:])) {
		return "", 0, false
	}
	return name, end, true
}

var (
	toHere   = regexp.MustCompile(`^\s*까지`)
	hasYear  = regexp.MustCompile(`\d{4}|\d{2}년|내년|올해|작년`)
	dayEnd   = regexp.MustCompile(`만기|만료|종료|끝나|끝난|끝이|계약\s*기간|\bends?\b|\bended\b|expir`)
	dayMove  = regexp.MustCompile(`이사|나가|나갈|퇴거|비우|비울|집을?\s*뺄|move|leav`)
	dayDue   = regexp.MustCompile(`기한|답|회신|반환|돌려|지급|입금|송금|수리해|고쳐|연락|\bby\b|deadline`)
	daySince = regexp.MustCompile(`^\s*(?:부터|에\s*(?:고장|발견|생겼|알았))|\bsince\b|\bfrom\b|적용|시작`)
)

// readLetterDays gives every day its place by the words around it.
func (r *letterReading) readLetterDays() {
	text := r.Rest()
	for _, d := range forms.FindDays(text, r.today) {
		if d.Day == "" {
			r.bad = append(r.bad, d.Text)
			continue
		}
		slot := r.daySlot(text, d)
		*slot = r.lately(slot, d)
		r.days++
		r.Blank(d.Start, d.End)
	}
}

// lately is the day itself, or a year earlier when it has no year and has to
// be past: what broke "11월 10일부터" did not break next year.
func (r *letterReading) lately(slot *string, d forms.FoundDay) string {
	l := r.letter
	past := slot == &l.SinceDate && l.Kind == RepairRequest ||
		slot == &l.EndDate && l.Kind == DepositReturn && overdueWords.MatchString(r.Lower)
	if t, ok := parseDay(d.Day); ok && past && t.After(r.today) && !hasYear.MatchString(d.Text) {
		return t.AddDate(-1, 0, 0).Format(time.DateOnly)
	}
	return d.Day
}

func (r *letterReading) daySlot(text string, d forms.FoundDay) *string {
	l := r.letter
	before, after := around(text, d.Start, d.End, 30)
	switch {
	case dayEnd.MatchString(before) || dayEnd.MatchString(after) && !toHere.MatchString(after):
		return &l.EndDate
	case daySince.MatchString(after) || daySince.MatchString(before) && l.Kind != NonRenewal:
		return &l.SinceDate
	case toHere.MatchString(after) && dayEnd.MatchString(after):
		return &l.EndDate
	case dayMove.MatchString(after):
		return &l.MoveDate
	case toHere.MatchString(after) || dayDue.MatchString(before):
		return &l.DueDate
	}
	switch l.Kind {
	case RepairRequest, RentProposal:
		return &l.SinceDate
	case Termination:
		return &l.MoveDate
	}
	return &l.EndDate
}

// around are up to n bytes before and behind a place, within its sentence.
func around(text string, from, to, n int) (before, after string) {
	before, after = text[max(0, from-n):from], text[to:min(len(text), to+n)]
	if i := strings.LastIndexAny(before, ",;\n"); i >= 0 {
		before = before[i+1:]
	}
	if i := strings.IndexAny(after, ",;\n"); i >= 0 {
		after = after[:i]
	}
	return strings.ToValidUTF8(before, ""), strings.ToValidUTF8(after, "")
}

var (
	groundImplied = regexp.MustCompile(`묵시|자동\s*(?:연장|갱신)|implied|automatic`)
	groundRenewed = regexp.MustCompile(`갱신\s*(?:요구|청구)권[^\n]{0,16}(?:갱신|연장|쓴|써서|썼|행사한|행사해서)|(?:갱신|연장)(?:한|된)\s*계약|renewed (?:under|by|with)`)
	groundArrears = regexp.MustCompile(`연체|밀린|밀렸|밀려|안\s*(?:낸|내|냈)|미납|arrears|unpaid|overdue rent|not paid`)
	groundOwnUse  = regexp.MustCompile(`실거주|직접\s*(?:살|거주|들어)|본인이\s*(?:살|거주|들어)|아들|딸|부모님|own (?:use|residence)|live there`)
	overdueWords  = regexp.MustCompile(`지났|끝났|만료(?:됐|되었|된)|안\s*(?:줘|주고|준|돌려)|이었|였어|였습니다|만\s*받았|ended|못\s*(?:받|돌려)|받지\s*못|아직도?|미루|has not|hasn't|still (?:not|has)|refus|overdue`)
	usesRight     = regexp.MustCompile(`갱신\s*(?:요구|청구)권|갱신권|right to renew`)
	taxPaper      = regexp.MustCompile(`납세|완납|체납|세금|tax`)
	priorPaper    = regexp.MustCompile(`선순위|확정일자|보증금\s*(?:현황|내역)|prior`)
	monthCount    = regexp.MustCompile(`(\d{1,2}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(?:개월|달)|(\d{1,2})\s?months?`)
)

// readGround reads what a notice rests on.
func (r *letterReading) readGround() {
	l, text := r.letter, r.Lower
	switch {
	case l.Side == SideLandlord && groundArrears.MatchString(text):
		l.Ground = GroundArrears
	case l.Side == SideLandlord && groundOwnUse.MatchString(text):
		l.Ground = GroundOwnUse
	case groundImplied.MatchString(text):
		l.Ground = GroundImplied
		r.Understood++
	case groundRenewed.MatchString(text):
		l.Ground = GroundRenewed
		r.Understood++
	}
	if usesRight.MatchString(text) {
		l.Renewed = true
	}
	if overdueWords.MatchString(text) {
		l.Overdue = true
	}
	if taxPaper.MatchString(text) {
		l.paper(PaperTax)
	}
	if priorPaper.MatchString(text) {
		l.paper(PaperPrior)
	}
	if m := monthCount.FindStringSubmatch(text); m != nil && l.Kind == RentRefund {
		if n, ok := countOf(m[1] + m[2]); ok && n > 0 {
			l.Months = n
			r.Understood++
		}
	}
}

var (
	defectPlaces = []string{"천장", "화장실", "욕실", "주방", "부엌", "거실", "안방", "작은방", "베란다", "발코니", "현관", "벽", "창문", "바닥"}
	defectThings = []string{"보일러", "에어컨", "도어락", "변기", "세면대", "싱크대", "수도", "온수", "난방", "전기", "배수", "환풍기", "인터폰", "창틀", "방충망", "가스레인지", "인덕션"}
	defectEvents = []struct{ word, ko string }{
		{"누수", "누수"}, {"물이 새", "누수"}, {"물 새", "누수"}, {"물이 샌", "누수"}, {"곰팡이", "곰팡이"}, {"결로", "결로"},
		{"막혔", "막힘"}, {"막혀", "막힘"}, {"막힘", "막힘"}, {"균열", "균열"}, {"금이 갔", "균열"}, {"깨졌", "파손"}, {"깨져", "파손"}, {"파손", "파손"}, {"역류", "역류"}, {"고장", "고장"},
	}
	defectEnglish = []string{"boiler", "heater", "heating", "air conditioner", "toilet", "sink", "ceiling leak", "water leak", "leak", "mold", "mould", "window", "door lock", "hot water", "drain", "electricity"}
	defectLabel   = regexp.MustCompile(`(?:증상|고장\s*내용|하자\s*내용|problem|defect)\s*[:：]\s*([^\n]{2,120})`)
)

// readDefects reads what is broken: the user's own words behind a label,
// else the places, things and troubles that the message names.
func (r *letterReading) readDefects() {
	if r.letter.Kind != RepairRequest {
		return
	}
	var found []string
	if m := defectLabel.FindStringSubmatchIndex(r.Rest()); m != nil {
		found = append(found, forms.Plain(r.Written[m[2]:m[3]], 120))
	} else if r.Lower != "" {
		found = namedDefects(r.Lower)
	}
	if len(found) > 0 {
		r.letter.Defects = bounded(forms.Distinct(found), maxListItems)
		r.Understood++
	}
}

func namedDefects(text string) []string {
	var place, event string
	for _, p := range defectPlaces {
		if strings.Contains(text, p) {
			place = p
			break
		}
	}
	for _, e := range defectEvents {
		if strings.Contains(text, e.word) {
			event = e.ko
			break
		}
	}
	var out []string
	for _, t := range defectThings {
		if strings.Contains(text, t) {
			what := event
			if what == "" || what == "누수" || what == "곰팡이" || what == "결로" {
				what = "고장"
			}
			out = append(out, t+" "+what)
		}
	}
	if event != "" && event != "고장" && (len(out) == 0 || event == "누수" || event == "곰팡이" || event == "결로") {
		out = append(out, joinWords(place, event))
	}
	for _, w := range defectEnglish {
		switch {
		case !strings.Contains(text, w) || w == "leak" && len(out) > 0:
		case strings.HasSuffix(w, "leak") || w == "mold" || w == "mould":
			out = append(out, w)
		default:
			out = append(out, "broken "+w)
		}
	}
	return out
}

// readLetterEntities takes what the conversation knows and nobody has said
// in this letter. A sum that was proposed in an earlier turn (its place in
// the text is gone) is the other side's and not taken.
func (r *letterReading) readLetterEntities(ent state.Entities) {
	l := r.letter
	if a, ok := ent.Amount(state.AmountCurrentDeposit, state.AmountDeposit); ok && l.Deposit == nil && fits(a.Won, maxContractWon) {
		l.Deposit = new(a.Won)
	}
	if a, ok := ent.Amount(state.AmountMonthlyRent); ok && l.Rent == nil && !r.sums && fits(a.Won, maxMonthlyWon) {
		l.Rent = new(a.Won)
	}
	for _, d := range ent.Dates {
		if _, ok := parseDay(d.ISO); ok && d.Precision == "" && d.Role == "end" && l.EndDate == "" {
			l.EndDate = d.ISO
		}
	}
	name := func(key, side string) {
		v, ok := ent.Attr(key)
		if ok && (side == l.Side && l.SenderName == "" || side != l.Side && l.RecipientName == "") {
			l.setParty(side, forms.OneLine(v, maxNameRunes), "")
		}
	}
	name("lessor_name", SideLandlord)
	name("lessee_name", SideTenant)
	if v, ok := ent.Attr("address"); ok && l.Address == "" {
		l.Address = forms.OneLine(v, maxTextRunes)
	}
	if v, _ := ent.Attr("renewal_right"); v == "used" {
		l.Renewed = true
	}
	for _, t := range ent.PropertyTypes {
		l.Shop = l.Shop || t == "shop"
	}
}

// Bounds beyond which a sum of a letter is not believed.
const (
	maxContractWon = 1_000_000_000_000 // 1조
	maxMonthlyWon  = 1_000_000_000     // 10억 a month
)

func fits(won, limit int64) bool { return won > 0 && won <= limit }
