package document

import (
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// CheckLetter looks at a letter as of a day: M-1 the ceiling of a rise, M-2
// the days on which a renewal can be asked for or refused, M-3 the ground of
// a notice that ends the lease.
// checker collects the outcomes for one letter.
type checker struct{ list []Check }

func (k *checker) add(id, severity, outcome, law, ko, en string) {
	k.list = append(k.list, Check{ID: id, Severity: severity, Outcome: outcome, TextKo: ko, TextEn: en, Law: law})
}

func CheckLetter(l *Letter, today time.Time) []Check {
	k := &checker{}
	k.letterCeiling(l)
	k.letterWindow(l, today)
	k.letterGround(l)
	return k.list
}

func (k *checker) letterCeiling(l *Letter) {
	applies := l.Kind == RentProposal && l.goes(DirectionRaise)
	known, limit, limitEn := true, "", ""
	for _, c := range l.changes() {
		_, ok := c.above()
		known = known && ok
		if c.Old != nil && limit == "" {
			limit = "(" + korean.FormatWon(ceiling(*c.Old)) + ")"
			limitEn = " (" + korean.FormatNumber(ceiling(*c.Old)) + " won)"
		}
	}
	k.add("M-1", SeverityError, outcome(applies, known, !l.aboveCap()), "주택임대차보호법 제7조",
		"갱신할 때 증액은 5%"+limit+"를 넘지 못합니다. 5%는 상한일 뿐 꼭 올려야 하는 비율이 아니며, 새로 맺는 계약에 적용되는지는 해석이 나뉩니다.",
		"On a renewal a rise may not exceed 5%"+limitEn+". It is a maximum and not a due rise; whether it binds a new contract is disputed.")
}

// renewalWindow are the first and the last safe day for a renewal request
// or a refusal to arrive: from 6 months before the end to the day before the
// one 2 months ahead (Housing Lease Protection Act Art. 6, 6-3).
func renewalWindow(end time.Time) (opens, closes time.Time) {
	return korean.AddMonths(end, -6), korean.AddMonths(end, -2).AddDate(0, 0, -1)
}

func (k *checker) letterWindow(l *Letter, today time.Time) {
	applies := l.Kind == RenewalRequest || l.Kind == NonRenewal || l.Kind == RentProposal && l.Renewed
	end, known := parseDay(l.EndDate)
	ko, en, passed := "만료일을 알려 주시면 알려야 하는 기간(만료 6개월 전부터 2개월 전까지)을 계산해 드립니다.",
		"Tell me the end of the lease to have the period for the notice (6 to 2 months before it) worked out.", false
	if known {
		opens, closes := renewalWindow(end)
		passed = !today.After(closes)
		// A tenant who only leaves may say so at any time before the last day.
		if passed && !(l.Kind == NonRenewal && l.Side == SideTenant) {
			passed = !today.Before(opens)
		}
		from, to := opens.Format(time.DateOnly), closes.Format(time.DateOnly)
		ko = "만료일 " + l.EndDate + " 기준으로 " + formatDay(from, "ko") + "부터 " + formatDay(to, "ko") + "까지 상대방에게 도달해야 안전합니다(하루 단위 계산은 확인이 필요합니다)."
		en = "For a lease that ends on " + l.EndDate + " it should arrive from " + formatDay(from, "en") + " to " + formatDay(to, "en") + " (confirm the count of days)."
		if !passed {
			ko += " 오늘은 그 기간 밖입니다."
			en += " Today is outside that period."
		}
	}
	k.add("M-2", SeverityWarn, outcome(applies, known, passed), "주택임대차보호법 제6조·제6조의3", ko, en)
}

func (k *checker) letterGround(l *Letter) {
	ko, en, law := "기간 중 해지권은 묵시적으로 또는 갱신요구권으로 갱신된 계약의 임차인에게 있습니다. 그런 계약이면 '묵시적으로 갱신됐어요'처럼 알려 주세요. 지금은 합의를 여쭙는 글로 썼습니다.",
		"Only a tenant whose lease was renewed by implication or by the right to renew may end it early. If it was, say so; for now the letter asks for an agreement.", "주택임대차보호법 제6조의2·제6조의3"
	applies, passed := l.Kind == Termination || l.Kind == NonRenewal && l.Side == SideLandlord, false
	switch {
	case l.Kind == Termination && l.Side == SideTenant:
		passed = l.Ground == GroundImplied || l.Ground == GroundRenewed
	case l.Kind == Termination:
		passed = l.Ground == GroundArrears && !(l.Sum != nil && l.Rent != nil && *l.Sum < 2**l.Rent)
		law = "민법 제640조"
		ko = "임대인이 기간 중에 해지할 수 있는 대표적인 경우는 밀린 차임이 2기분에 이른 때입니다. 연체액이 그만큼인지 확인하세요."
		en = "A landlord may end a running lease when rent for two terms is unpaid. Check that the arrears come to that."
	case l.Kind == NonRenewal:
		passed = l.Ground != ""
		law = "주택임대차보호법 제6조의3"
		ko = "임차인이 갱신요구권을 쓰면 법이 정한 아홉 가지 사유(실거주, 2기 연체 등) 없이는 거절할 수 없습니다. 사유가 있으면 알려 주세요."
		en = "Once the tenant demands renewal it can be refused only on one of nine grounds (own residence, two terms of arrears and so on). Tell me the ground if there is one."
	}
	k.add("M-3", SeverityWarn, outcome(applies, true, passed), law, ko, en)
}

// laws are the articles that a letter rests on.
func (l *Letter) laws(today time.Time) []string {
	switch l.Kind {
	case RentProposal:
		if l.Renewed {
			return []string{"주택임대차보호법 제7조", "주택임대차보호법 제6조의3"}
		}
		return []string{"주택임대차보호법 제7조"}
	case RenewalRequest:
		return []string{"주택임대차보호법 제6조의3", "주택임대차보호법 제7조"}
	case NonRenewal:
		if l.Side == SideLandlord {
			return []string{"주택임대차보호법 제6조", "주택임대차보호법 제6조의3"}
		}
		return []string{"주택임대차보호법 제6조"}
	case Termination:
		switch {
		case l.Side == SideLandlord:
			return []string{"민법 제640조"}
		case l.Ground == GroundRenewed:
			return []string{"주택임대차보호법 제6조의3", "주택임대차보호법 제6조의2"}
		}
		return []string{"주택임대차보호법 제6조의2"}
	case DepositReturn:
		if l.Form == FormText || !l.overdue(today) {
			return []string{"민법 제536조", "주택임대차보호법 제3조의3"}
		}
		return []string{"민법 제536조", "민법 제379조", "민법 제397조", "주택임대차보호법 제3조의3"}
	case RepairRequest:
		if l.Sum != nil {
			return []string{"민법 제626조"}
		}
		return []string{"민법 제623조", "민법 제634조"}
	case DisclosureRequest:
		return []string{"주택임대차보호법 제3조의7"}
	case RentRefund:
		return []string{"주택임대차보호법 제10조의2", "주택임대차보호법 제7조"}
	}
	return nil
}
