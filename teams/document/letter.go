package document

import (
	"slices"

	"github.com/madang-dev/madang/internal/forms"
)

// LetterKind is what a message or notice is for.
type LetterKind string

// The kinds of a letter between the parties of a housing lease.
const (
	RentProposal      LetterKind = "rent_proposal"      // a higher, lower or unchanged deposit or rent
	RenewalRequest    LetterKind = "renewal_request"    // 계약갱신요구권
	NonRenewal        LetterKind = "non_renewal"        // the lease ends with its term
	Termination       LetterKind = "termination"        // the lease ends before its term
	DepositReturn     LetterKind = "deposit_return"     // 보증금 반환 요구
	RepairRequest     LetterKind = "repair_request"     // 수선 요구
	DisclosureRequest LetterKind = "disclosure_request" // 납세증명·선순위 정보
	RentRefund        LetterKind = "rent_refund"        // 초과 차임 반환
)

// The forms of a letter.
const (
	FormText      = "text"      // a text or chat message
	FormNotice    = "notice"    // a letter, e-mail or written notice
	FormCertified = "certified" // 내용증명: certified contents
)

// Who sends a letter.
const (
	SideTenant   = "tenant"
	SideLandlord = "landlord"
)

// The tones of a letter; "" is polite and plain.
const (
	ToneWarm  = "warm"
	ToneFirm  = "firm"
	ToneShort = "short"
)

// The directions of a proposal.
const (
	DirectionRaise = "raise"
	DirectionCut   = "cut"
	DirectionKeep  = "keep"
)

// What a notice to end a lease rests on; "" is nothing that was said.
const (
	GroundImplied = "implied" // implied renewal (Housing Lease Protection Act Art. 6-2)
	GroundRenewed = "renewed" // renewal by the tenant's right (Art. 6-3 Para. 4)
	GroundArrears = "arrears" // two terms of rent unpaid (Civil Act Art. 640)
	GroundOwnUse  = "own_use" // the landlord's own residence (Art. 6-3 Para. 1 No. 8)
)

// The papers that a tenant may ask to see.
const (
	PaperTax   = "tax_certificates"
	PaperPrior = "prior_deposits"
)

// pick is one of two texts by language.
func pick(lang, ko, en string) string {
	if lang == "en" {
		return en
	}
	return ko
}

// Letter is a message or notice as far as it is known. Money is in whole
// won, dates are YYYY-MM-DD, a rate is in parts per million (4 % is 40,000);
// nil, zero and "" mean that nobody has said it.
type Letter struct {
	Kind     LetterKind `json:"kind"`
	Form     string     `json:"form"`
	Side     string     `json:"side"`
	Tone     string     `json:"tone,omitempty"`
	Language string     `json:"language,omitempty"` // of the letter, when it is not the user's

	SenderName    string `json:"sender_name,omitempty" redact:"true"`
	SenderAddr    string `json:"sender_addr,omitempty" redact:"true"`
	RecipientName string `json:"recipient_name,omitempty" redact:"true"`
	RecipientAddr string `json:"recipient_addr,omitempty" redact:"true"`
	Address       string `json:"property_address,omitempty"`

	// Deposit and Rent are the present ones; Ask… are proposed (or, in a
	// refund, were paid), Step… is by how much they should change.
	Deposit     *int64 `json:"deposit,omitempty"`
	Rent        *int64 `json:"monthly_rent,omitempty"`
	AskDeposit  *int64 `json:"ask_deposit,omitempty"`
	AskRent     *int64 `json:"ask_rent,omitempty"`
	StepDeposit *int64 `json:"step_deposit,omitempty"`
	StepRent    *int64 `json:"step_rent,omitempty"`
	RatePPM     int64  `json:"rate_ppm,omitempty"`
	Direction   string `json:"direction,omitempty"`
	// Only is "deposit" or "rent" when a rate is meant for that sum alone.
	Only string `json:"only,omitempty"`
	// Renewed tells that a proposal comes with the right to renew.
	Renewed bool `json:"renewed,omitempty"`

	// Sum is what is demanded: an unpaid part of the deposit, an excess, the
	// cost of a repair, rent in arrears. Months counts rents paid too high.
	Sum    *int64 `json:"sum,omitempty"`
	Months int    `json:"months,omitempty"`

	EndDate   string `json:"end_date,omitempty"`
	MoveDate  string `json:"move_date,omitempty"`
	DueDate   string `json:"due_date,omitempty"`
	SinceDate string `json:"since_date,omitempty"`
	// Overdue tells that the lease is over and the deposit was not paid.
	Overdue bool `json:"overdue,omitempty"`

	Account string   `json:"account,omitempty" redact:"true"`
	Ground  string   `json:"ground,omitempty"`
	Defects []string `json:"defects,omitempty"`
	Papers  []string `json:"papers,omitempty"`
	Shop    bool     `json:"shop,omitempty"` // not a home: other articles apply
}

// next begins a letter for another purpose between the same parties.
func (l *Letter) next(kind LetterKind) *Letter {
	return &Letter{
		Kind: kind, Form: l.Form, Side: l.Side, Language: l.Language,
		SenderName: l.SenderName, SenderAddr: l.SenderAddr, RecipientName: l.RecipientName, RecipientAddr: l.RecipientAddr,
		Address: l.Address, Deposit: l.Deposit, Rent: l.Rent, EndDate: l.EndDate, Account: l.Account, Shop: l.Shop,
	}
}

// newLetter begins a letter with what a lease in the making knows.
func newLetter(lease forms.Values) *Letter {
	l := &Letter{
		Side: SideTenant, SenderName: firstOf(lease.List("lessee_name")), SenderAddr: lease.Text("lessee_addr"),
		RecipientName: lease.Text("lessor_name"), RecipientAddr: lease.Text("lessor_addr"),
		Address: joinWords(lease.Text("property_address"), lease.Text("property_detail")), EndDate: lease.Text("end_date"),
	}
	if lease.Has("deposit") {
		l.Deposit = new(lease.Int("deposit"))
	}
	if lease.Has("monthly_rent") {
		l.Rent = new(lease.Int("monthly_rent"))
	}
	return l
}

// turnAround makes the other side the sender.
func (l *Letter) turnAround(side string) {
	if l.Side == side {
		return
	}
	l.Side = side
	l.SenderName, l.RecipientName = l.RecipientName, l.SenderName
	l.SenderAddr, l.RecipientAddr = l.RecipientAddr, l.SenderAddr
}

// setParty stores a name by the party's side.
func (l *Letter) setParty(side, name, addr string) {
	toName, toAddr := &l.RecipientName, &l.RecipientAddr
	if side == l.Side {
		toName, toAddr = &l.SenderName, &l.SenderAddr
	}
	if name != "" {
		*toName = name
	}
	if addr != "" {
		*toAddr = addr
	}
}

func (l *Letter) paper(name string) {
	if !slices.Contains(l.Papers, name) {
		l.Papers = append(l.Papers, name)
	}
}

func firstOf(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

func joinWords(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// subject is what the letter is about. Without a ground to end a running
// lease it only asks for an agreement.
func (l *Letter) subject(lang string) string {
	landlords := l.Side == SideLandlord && l.Ground == GroundArrears
	tenants := l.Side == SideTenant && (l.Ground == GroundImplied || l.Ground == GroundRenewed)
	if l.Kind == Termination && !landlords && !tenants {
		return pick(lang, "임대차 계약 종료 협의 요청", "Request to end the lease by agreement")
	}
	return l.Kind.subject(lang)
}

// subject is the purpose in words.
func (k LetterKind) subject(lang string) string {
	switch k {
	case RentProposal:
		return pick(lang, "보증금·차임 조정 제안", "Proposal on the deposit or rent")
	case RenewalRequest:
		return pick(lang, "임대차 계약 갱신 요구", "Request to renew the lease")
	case NonRenewal:
		return pick(lang, "임대차 계약 갱신 거절 통지", "Notice that the lease will not be renewed")
	case Termination:
		return pick(lang, "임대차 계약 해지 통지", "Notice to end the lease")
	case DepositReturn:
		return pick(lang, "임대차 보증금 반환 요구", "Request to return the deposit")
	case RepairRequest:
		return pick(lang, "수선 요청", "Request for repairs")
	case DisclosureRequest:
		return pick(lang, "납세증명·선순위 정보 제시 요청", "Request for tax and prior-deposit papers")
	case RentRefund:
		return pick(lang, "초과 지급한 보증금·차임 반환 요구", "Request to refund what was paid above the limit")
	}
	return ""
}

func formName(form, lang string) string {
	switch form {
	case FormCertified:
		return pick(lang, "내용증명", "Certified letter")
	case FormNotice:
		return pick(lang, "통지서", "Notice")
	}
	return pick(lang, "문자", "Text message")
}
