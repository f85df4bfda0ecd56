package document

import "strings"

// field is one value of a contract: what it is called, what to ask for it,
// and whether it is needed and known.
type field struct {
	key, group           string
	ko, en               string
	askKo, askEn         string
	needed, known, shown func(d *Draft) bool
}

func always(*Draft) bool { return true }
func never(*Draft) bool  { return false }

// lease and sale lift a rule on a contract to one on a draft.
func lease(f func(c *LeaseContract) bool) func(*Draft) bool {
	return func(d *Draft) bool { return f(d.Lease) }
}

func sale(f func(c *SalesContract) bool) func(*Draft) bool {
	return func(d *Draft) bool { return f(d.Sales) }
}

// leaseFields are the values of a lease in the order they are asked for;
// required ones are those the facts mark so (section 1).
func leaseFields() []field {
	has := func(f func(c *LeaseContract) string) func(*Draft) bool {
		return lease(func(c *LeaseContract) bool { return f(c) != "" })
	}
	rent := lease((*LeaseContract).paysRent)
	renew := lease(func(c *LeaseContract) bool { return c.ContractType == ContractRenew })
	agent := lease(func(c *LeaseContract) bool { return c.AgentName != "" })
	brokered := lease(func(c *LeaseContract) bool { return yes(c.Brokered) })
	middle := lease(func(c *LeaseContract) bool { return won(c.MiddlePayment) > 0 })
	mgmt := lease(func(c *LeaseContract) bool { return c.MgmtType == MgmtFixed || c.MgmtType == MgmtVariable })
	repairs := lease(func(c *LeaseContract) bool { return len(c.RepairItems) > 0 })
	sum := func(f func(c *LeaseContract) *int64) func(*Draft) bool {
		return lease(func(c *LeaseContract) bool { return f(c) != nil })
	}
	return []field{
		{"lease_kind", "kind", "계약 종류", "kind of lease", "전세, 보증부월세, 월세 중 어떤 계약인가요?", "Is it a jeonse, a deposit with monthly rent, or monthly rent only?", always, has(func(c *LeaseContract) string { return string(c.LeaseKind) }), always},
		{"lessor_name", "parties", "임대인 이름", "landlord's name", "임대인(집주인)의 이름은 무엇인가요?", "What is the landlord's name?", always, has(func(c *LeaseContract) string { return c.LessorName }), always},
		{"lessee_name", "parties", "임차인 이름", "tenant's name", "임차인(세입자)의 이름은 무엇인가요?", "What is the tenant's name?", always, lease(func(c *LeaseContract) bool { return len(c.LesseeName) > 0 }), always},
		{"property_address", "property", "집 주소", "address of the home", "집의 주소(도로명 또는 지번)와 동·호수를 알려 주세요.", "What is the address of the home, with building and unit?", always, has(func(c *LeaseContract) string { return c.PropertyAddress }), always},
		{"deposit", "money", "보증금", "deposit", "보증금은 얼마인가요? 없으면 '보증금 없음'이라고 해 주세요.", "How much is the deposit? Say 'no deposit' if there is none.", always, sum(func(c *LeaseContract) *int64 { return c.Deposit }), always},
		{"monthly_rent", "money", "월세", "monthly rent", "월세(차임)는 얼마인가요?", "How much is the monthly rent?", rent, sum(func(c *LeaseContract) *int64 { return c.MonthlyRent }), rent},
		{"rent_day", "money", "월세 내는 날", "day the rent is due", "월세는 매월 며칠에 내나요?", "On which day of the month is the rent due?", rent, lease(func(c *LeaseContract) bool { return c.RentDay > 0 }), rent},
		{"start_date", "term", "입주일(시작일)", "start of the lease", "입주일(임대차 시작일)은 언제인가요?", "When does the lease start?", always, has(func(c *LeaseContract) string { return c.StartDate }), always},
		{"end_date", "term", "종료일(또는 기간)", "end of the lease", "임대차 종료일이나 기간(예: 2년)을 알려 주세요.", "When does it end, or how long is the term?", always, has(func(c *LeaseContract) string { return c.EndDate }), always},
		{"down_payment", "payments", "계약금", "down payment", "계약금은 얼마인가요?", "How much is the down payment?", lease(hasDeposit), sum(func(c *LeaseContract) *int64 { return c.DownPayment }), lease(hasDeposit)},
		{"balance", "payments", "잔금", "balance", "잔금은 얼마인가요?", "How much is the balance?", lease(hasDeposit), sum(func(c *LeaseContract) *int64 { return c.Balance }), lease(hasDeposit)},
		{"balance_date", "payments", "잔금 지급일", "day of the balance", "잔금은 언제 지급하나요?", "When is the balance paid?", lease(hasDeposit), has(func(c *LeaseContract) string { return c.BalanceDate }), lease(hasDeposit)},
		{"middle_date", "payments", "중도금 지급일", "day of the middle payment", "중도금은 언제 지급하나요?", "When is the middle payment paid?", middle, has(func(c *LeaseContract) string { return c.MiddleDate }), middle},
		{"prev_deposit", "renew", "종전 보증금", "previous deposit", "갱신 전 종전 보증금은 얼마였나요?", "How much was the deposit before the renewal?", renew, sum(func(c *LeaseContract) *int64 { return c.PrevDeposit }), lease(renewed)},
		{"prev_rent", "renew", "종전 월세", "previous rent", "갱신 전 종전 월세는 얼마였나요?", "How much was the rent before the renewal?", lease(func(c *LeaseContract) bool { return c.ContractType == ContractRenew && c.paysRent() }), sum(func(c *LeaseContract) *int64 { return c.PrevRent }), lease(func(c *LeaseContract) bool { return renewed(c) && c.paysRent() })},
		{"prev_start", "renew", "종전 계약 시작일", "start of the previous lease", "종전 계약은 언제부터 언제까지였나요?", "From when to when did the previous lease run?", renew, has(func(c *LeaseContract) string { return c.PrevStart }), lease(renewed)},
		{"prev_end", "renew", "종전 계약 종료일", "end of the previous lease", "종전 계약은 언제 끝났거나 끝나나요?", "When did the previous lease end?", renew, has(func(c *LeaseContract) string { return c.PrevEnd }), lease(renewed)},
		{"tax_arrears", "disclosure", "임대인의 미납 세금 유무", "landlord's unpaid taxes (yes/no)", "임대인에게 미납된 국세·지방세가 있나요?", "Does the landlord owe any national or local tax?", always, lease(func(c *LeaseContract) bool { return c.TaxArrears != nil }), always},
		{"prior_deposits", "disclosure", "선순위 보증금(확정일자) 유무", "prior tenants' deposits (yes/no)", "이 집에 선순위 임차보증금(확정일자)이 있나요?", "Are there prior tenants' deposits on this home?", always, lease(func(c *LeaseContract) bool { return c.PriorDeposits != nil }), always},
		{"tax_note", "disclosure", "미납 세금 내용", "details of the unpaid taxes", "미납 세금의 종류와 금액을 알려 주세요. (예: 미납 세금 내용: 종합소득세 300만원)", "Which taxes are unpaid and how much? (e.g. tax note: …)", lease(func(c *LeaseContract) bool { return yes(c.TaxArrears) }), has(func(c *LeaseContract) string { return c.TaxNote }), lease(func(c *LeaseContract) bool { return yes(c.TaxArrears) })},
		{"prior_note", "disclosure", "선순위 보증금 내용", "details of the prior deposits", "선순위 보증금의 합계와 내용을 알려 주세요. (예: 선순위 보증금 5천만원)", "How much are the prior deposits in all?", lease(func(c *LeaseContract) bool { return yes(c.PriorDeposits) }), lease(func(c *LeaseContract) bool { return c.PriorNote != "" || c.PriorTotal != nil }), lease(func(c *LeaseContract) bool { return yes(c.PriorDeposits) })},
		{"contract_date", "contract", "계약일", "date of the contract", "계약서에 적을 계약일은 언제인가요?", "What is the date of the contract?", always, has(func(c *LeaseContract) string { return c.ContractDate }), always},
		{"poa_date", "agent", "위임장 날짜", "date of the power of attorney", "대리인 위임장의 날짜는 언제인가요?", "What is the date of the power of attorney?", agent, has(func(c *LeaseContract) string { return c.POADate }), agent},
		{"broker_office", "broker", "중개사무소 이름", "broker's office", "중개사무소 이름은 무엇인가요?", "What is the broker's office called?", brokered, has(func(c *LeaseContract) string { return c.Office }), brokered},
		{"broker_reg_no", "broker", "중개사무소 등록번호", "broker's registration number", "중개사무소 등록번호는 무엇인가요?", "What is the office's registration number?", brokered, has(func(c *LeaseContract) string { return c.OfficeRegNo }), brokered},
		{"fee_rate", "broker", "중개보수율", "brokerage fee rate", "중개보수율은 몇 %인가요?", "What is the brokerage fee rate in %?", brokered, lease(func(c *LeaseContract) bool { return c.FeeRateBP > 0 }), brokered},
		{"explain_date", "broker", "확인·설명서 교부일", "day of the broker's statement", "중개대상물 확인·설명서는 언제 받았나요?", "When was the broker's statement handed over?", brokered, has(func(c *LeaseContract) string { return c.ExplainDate }), brokered},
		// What follows may stay blank and be filled in by hand.
		{"property_detail", "", "동·호수", "unit", "", "", never, has(func(c *LeaseContract) string { return c.PropertyDetail }), always},
		{"contract_type", "", "신규·재계약·갱신 구분", "new, agreed or renewed", "", "", never, has(func(c *LeaseContract) string { return string(c.ContractType) }), always},
		{"lease_part", "", "임대할 부분", "part that is let", "", "", never, has(func(c *LeaseContract) string { return c.LeasePart }), always},
		{"lease_area", "", "임대할 면적", "area that is let", "", "", never, lease(func(c *LeaseContract) bool { return c.LeaseArea > 0 }), always},
		{"land_category", "", "토지 지목", "land category", "", "", never, has(func(c *LeaseContract) string { return c.LandCategory }), always},
		{"land_area", "", "토지 면적", "land area", "", "", never, lease(func(c *LeaseContract) bool { return c.LandArea > 0 }), always},
		{"building_structure", "", "건물 구조", "building structure", "", "", never, has(func(c *LeaseContract) string { return c.BuildingStructure }), always},
		{"building_use", "", "건물 용도", "use of the building", "", "", never, has(func(c *LeaseContract) string { return c.BuildingUse }), always},
		{"building_area", "", "건물 면적", "building area", "", "", never, lease(func(c *LeaseContract) bool { return c.BuildingArea > 0 }), always},
		{"down_date", "", "계약금 지급일", "day of the down payment", "", "", never, has(func(c *LeaseContract) string { return c.DownDate }), lease(hasDeposit)},
		{"lessor_account", "", "보증금 받을 계좌", "account for the deposit", "", "", never, has(func(c *LeaseContract) string { return c.LessorAccount }), lease(hasDeposit)},
		{"rent_account", "", "월세 받을 계좌", "account for the rent", "", "", never, has(func(c *LeaseContract) string { return c.RentAccount }), rent},
		{"mgmt_type", "", "관리비 방식", "maintenance fee", "", "", never, has(func(c *LeaseContract) string { return c.MgmtType }), always},
		{"mgmt_rule", "", "관리비 부과 기준", "rule of the maintenance fee", "", "", never, has(func(c *LeaseContract) string { return c.MgmtRule }), lease(func(c *LeaseContract) bool { return c.MgmtType == MgmtVariable })},
		{"mgmt_items", "", "관리비 비목별 금액", "items of the maintenance fee", "", "", never, lease(func(c *LeaseContract) bool { return len(c.MgmtItems) > 0 }), mgmt},
		{"repair_items", "", "입주 전 수리", "repairs before moving in", "", "", never, repairs, always},
		{"repair_due", "", "수리 완료일", "day the repairs are done", "", "", never, has(func(c *LeaseContract) string { return c.RepairDue }), repairs},
		{"agent_relation", "", "대리인과의 관계", "agent's relation", "", "", never, has(func(c *LeaseContract) string { return c.AgentRelation }), agent},
		{"registered_owner", "", "등기부 소유자", "registered owner", "", "", never, has(func(c *LeaseContract) string { return c.RegisteredOwner }), always},
		{"lessor_addr", "", "임대인 주소", "landlord's address", "", "", never, has(func(c *LeaseContract) string { return c.LessorAddr }), always},
		{"lessor_phone", "", "임대인 연락처", "landlord's phone", "", "", never, has(func(c *LeaseContract) string { return c.LessorPhone }), always},
		{"lessee_addr", "", "임차인 주소", "tenant's address", "", "", never, has(func(c *LeaseContract) string { return c.LesseeAddr }), always},
		{"lessee_phone", "", "임차인 연락처", "tenant's phone", "", "", never, has(func(c *LeaseContract) string { return c.LesseePhone }), always},
	}
}

// hasDeposit is false only for a lease that says it has no deposit.
func hasDeposit(c *LeaseContract) bool { return c.Deposit == nil || *c.Deposit != 0 }

func renewed(c *LeaseContract) bool {
	return c.ContractType == ContractRenew || c.ContractType == ContractAgreed
}

// salesFields are the values of a sale in the order they are asked for
// (facts, section 2).
func salesFields() []field {
	has := func(f func(c *SalesContract) string) func(*Draft) bool {
		return sale(func(c *SalesContract) bool { return f(c) != "" })
	}
	sum := func(f func(c *SalesContract) *int64) func(*Draft) bool {
		return sale(func(c *SalesContract) bool { return f(c) != nil })
	}
	brokered := sale(func(c *SalesContract) bool { return yes(c.Brokered) })
	middle := sale(func(c *SalesContract) bool { return len(c.MiddlePayments) > 0 })
	tenants := sale(func(c *SalesContract) bool { return len(c.Tenants) > 0 })
	mortgage := sale(func(c *SalesContract) bool { return won(c.MortgageMax) > 0 })
	return []field{
		{"seller_name", "parties", "매도인 이름", "seller's name", "매도인의 이름은 무엇인가요?", "What is the seller's name?", always, has(func(c *SalesContract) string { return c.SellerName }), always},
		{"buyer_name", "parties", "매수인 이름", "buyer's name", "매수인의 이름은 무엇인가요?", "What is the buyer's name?", always, sale(func(c *SalesContract) bool { return len(c.BuyerName) > 0 }), always},
		{"property_address", "property", "부동산 주소", "address of the property", "부동산의 주소(도로명 또는 지번)와 동·호수를 알려 주세요.", "What is the address of the property, with building and unit?", always, has(func(c *SalesContract) string { return c.PropertyAddress }), always},
		{"price", "money", "매매대금", "price", "매매대금은 얼마인가요?", "What is the price?", always, sum(func(c *SalesContract) *int64 { return c.Price }), always},
		{"down_payment", "money", "계약금", "down payment", "계약금은 얼마인가요?", "How much is the down payment?", always, sum(func(c *SalesContract) *int64 { return c.DownPayment }), always},
		{"balance", "money", "잔금", "balance", "잔금은 얼마인가요?", "How much is the balance?", always, sum(func(c *SalesContract) *int64 { return c.Balance }), always},
		{"balance_date", "dates", "잔금 지급일", "day of the balance", "잔금은 언제 지급하나요?", "When is the balance paid?", always, has(func(c *SalesContract) string { return c.BalanceDate }), always},
		{"middle_date", "dates", "중도금 지급일", "day of the middle payment", "중도금은 언제 지급하나요?", "When is the middle payment paid?", middle, sale(middleDated), middle},
		{"handover_date", "dates", "인도일", "day of the handover", "집을 넘겨받는 날(인도일)은 언제인가요?", "When is the property handed over?", always, has(func(c *SalesContract) string { return c.HandoverDate }), always},
		{"mortgage_max", "burdens", "근저당 채권최고액", "registered mortgage", "근저당이 있나요? 있으면 채권최고액을, 없으면 '근저당 없음'이라고 해 주세요.", "Is there a mortgage? Give its registered maximum, or say 'no mortgage'.", always, sum(func(c *SalesContract) *int64 { return c.MortgageMax }), always},
		{"release_condition", "burdens", "근저당 말소 조건", "release of the mortgage", "근저당은 언제, 어떻게 말소하나요? (예: 말소 조건: 잔금일에 상환 후 말소)", "When and how is the mortgage released? (e.g. release: …)", mortgage, has(func(c *SalesContract) string { return c.ReleaseCondition }), mortgage},
		{"deposit_to_assume", "burdens", "승계할 보증금", "tenants' deposits taken over", "매수인이 승계하는 임차인의 보증금은 모두 얼마인가요?", "How much are the tenants' deposits that the buyer takes over?", tenants, sum(func(c *SalesContract) *int64 { return c.DepositToAssume }), tenants},
		{"known_defects", "defects", "알려진 하자", "known defects", "누수·결로처럼 알려진 하자가 있나요? 없으면 '하자 없음'이라고 해 주세요.", "Are there known defects? Say 'no defects' if there are none.", always, sale(func(c *SalesContract) bool { return len(c.KnownDefects) > 0 }), always},
		{"land_permit_required", "permit", "토지거래허가 대상 여부", "land transaction permit (yes/no)", "토지거래허가구역에 있는 부동산인가요?", "Is the property in a land transaction permit zone?", always, sale(func(c *SalesContract) bool { return c.LandPermitRequired != nil }), always},
		{"penalty_pct", "penalty", "위약금 비율", "penalty", "계약을 어겼을 때의 위약금은 대금의 몇 %로 하나요?", "What is the penalty for breach, in % of the price?", always, sale(func(c *SalesContract) bool { return c.PenaltyBP > 0 }), always},
		{"contract_date", "penalty", "계약일", "date of the contract", "계약서에 적을 계약일은 언제인가요?", "What is the date of the contract?", always, has(func(c *SalesContract) string { return c.ContractDate }), always},
		{"broker_office", "broker", "중개사무소 이름", "broker's office", "중개사무소 이름은 무엇인가요?", "What is the broker's office called?", brokered, has(func(c *SalesContract) string { return c.Office }), brokered},
		{"broker_reg_no", "broker", "중개사무소 등록번호", "broker's registration number", "중개사무소 등록번호는 무엇인가요?", "What is the office's registration number?", brokered, has(func(c *SalesContract) string { return c.OfficeRegNo }), brokered},
		{"fee_rate", "broker", "중개보수율", "brokerage fee rate", "중개보수율은 몇 %인가요?", "What is the brokerage fee rate in %?", brokered, sale(func(c *SalesContract) bool { return c.FeeRateBP > 0 }), brokered},
		{"explain_date", "broker", "확인·설명서 교부일", "day of the broker's statement", "중개대상물 확인·설명서는 언제 받았나요?", "When was the broker's statement handed over?", brokered, has(func(c *SalesContract) string { return c.ExplainDate }), brokered},
		// What follows may stay blank and be filled in by hand.
		{"property_detail", "", "동·호수", "unit", "", "", never, has(func(c *SalesContract) string { return c.PropertyDetail }), always},
		{"land_area", "", "토지 면적", "land area", "", "", never, sale(func(c *SalesContract) bool { return c.LandArea > 0 }), always},
		{"building_area", "", "건물 면적", "building area", "", "", never, sale(func(c *SalesContract) bool { return c.BuildingArea > 0 }), always},
		{"included_fixtures", "", "부속물", "fixtures included", "", "", never, sale(func(c *SalesContract) bool { return len(c.IncludedFixtures) > 0 }), always},
		{"down_date", "", "계약금 지급일", "day of the down payment", "", "", never, has(func(c *SalesContract) string { return c.DownDate }), always},
		{"transfer_date", "", "이전등기 서류 교부일", "day of the transfer papers", "", "", never, has(func(c *SalesContract) string { return c.TransferDate }), always},
		{"tax_settlement_date", "", "세금 정산 기준일", "day of the tax settlement", "", "", never, has(func(c *SalesContract) string { return c.TaxSettlementDate }), always},
		{"mortgage_bank", "", "근저당권자", "mortgage lender", "", "", never, has(func(c *SalesContract) string { return c.MortgageBank }), mortgage},
		{"loan_assume", "", "승계하는 대출", "loan taken over", "", "", never, sum(func(c *SalesContract) *int64 { return c.LoanAssume }), always},
		{"tenants", "", "승계하는 임차인과 보증금", "tenants and deposits taken over", "", "", never, sale(func(c *SalesContract) bool { return len(c.Tenants) > 0 || c.DepositToAssume != nil }), always},
		{"warranty_months", "", "하자 담보 기간", "warranty in months", "", "", never, sale(func(c *SalesContract) bool { return c.WarrantyMonths != nil }), always},
		{"seller_account", "", "대금 받을 계좌", "account for the price", "", "", never, has(func(c *SalesContract) string { return c.SellerAccount }), always},
		{"registered_owner", "", "등기부 소유자", "registered owner", "", "", never, has(func(c *SalesContract) string { return c.RegisteredOwner }), always},
		{"seller_addr", "", "매도인 주소", "seller's address", "", "", never, has(func(c *SalesContract) string { return c.SellerAddr }), always},
		{"seller_phone", "", "매도인 연락처", "seller's phone", "", "", never, has(func(c *SalesContract) string { return c.SellerPhone }), always},
		{"buyer_addr", "", "매수인 주소", "buyer's address", "", "", never, has(func(c *SalesContract) string { return c.BuyerAddr }), always},
		{"buyer_phone", "", "매수인 연락처", "buyer's phone", "", "", never, has(func(c *SalesContract) string { return c.BuyerPhone }), always},
	}
}

func middleDated(c *SalesContract) bool {
	for _, p := range c.MiddlePayments {
		if p.Date == "" {
			return false
		}
	}
	return true
}

func (d *Draft) fields() []field {
	switch {
	case d.Lease != nil:
		return leaseFields()
	case d.Sales != nil:
		return salesFields()
	}
	return nil
}

// missingFields lists what nobody has said yet: first the required, then
// what may be left blank.
func missingFields(d *Draft) []Missing {
	var required, optional []Missing
	for _, f := range d.fields() {
		if !f.shown(d) || f.known(d) {
			continue
		}
		m := Missing{Key: f.key, Group: f.group, LabelKo: f.ko, LabelEn: f.en, QuestionKo: f.askKo, QuestionEn: f.askEn, Required: f.needed(d)}
		if m.Required {
			required = append(required, m)
		} else {
			optional = append(optional, m)
		}
	}
	return append(required, optional...)
}

// nextQuestions are the required values of the first two groups that have
// any missing: more questions at once are not answered.
func nextQuestions(missing []Missing) []Missing {
	var groups []string
	var out []Missing
	for _, m := range missing {
		if !m.Required {
			continue
		}
		if len(groups) == 0 || groups[len(groups)-1] != m.Group {
			if len(groups) == 2 {
				break
			}
			groups = append(groups, m.Group)
		}
		out = append(out, m)
	}
	return out
}

// askGroups writes the questions group by group, one line each.
func askGroups(questions []Missing, lang string) []string {
	var lines []string
	for i := 0; i < len(questions); {
		j := i
		for j < len(questions) && questions[j].Group == questions[i].Group {
			j++
		}
		lines = append(lines, askGroup(questions[i:j], lang))
		i = j
	}
	return lines
}

func askGroup(group []Missing, lang string) string {
	if len(group) == 1 {
		return group[0].Question(lang)
	}
	labels := make([]string, len(group))
	for i, m := range group {
		labels[i] = m.Label(lang)
	}
	return pick(lang,
		strings.Join(labels, ", ")+": 각각 알려 주세요.",
		"Please tell me the "+strings.Join(labels, ", the ")+".")
}
