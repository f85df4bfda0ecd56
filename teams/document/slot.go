package document

import "math"

// moneySlot is where a sum with that key is kept; nil when this document
// has no such sum. Middle payments of a sale are a list and have none.
func (d *Draft) moneySlot(key string) **int64 {
	if c := d.Lease; c != nil {
		switch key {
		case "deposit":
			return &c.Deposit
		case "down_payment":
			return &c.DownPayment
		case "middle_payment":
			return &c.MiddlePayment
		case "balance":
			return &c.Balance
		case "monthly_rent":
			return &c.MonthlyRent
		case "mgmt_total":
			return &c.MgmtTotal
		case "prev_deposit":
			return &c.PrevDeposit
		case "prev_rent":
			return &c.PrevRent
		case "prior_total":
			return &c.PriorTotal
		}
	}
	if c := d.Sales; c != nil {
		switch key {
		case "price":
			return &c.Price
		case "down_payment":
			return &c.DownPayment
		case "balance":
			return &c.Balance
		case "loan_assume":
			return &c.LoanAssume
		case "mortgage_max":
			return &c.MortgageMax
		case "deposit_to_assume":
			return &c.DepositToAssume
		}
	}
	return nil
}

// daySlot is where a day with that key is kept.
func (d *Draft) daySlot(key string) *string {
	if c := d.Lease; c != nil {
		switch key {
		case "contract_date":
			return &c.ContractDate
		case "down_date":
			return &c.DownDate
		case "middle_date":
			return &c.MiddleDate
		case "balance_date":
			return &c.BalanceDate
		case "start_date":
			return &c.StartDate
		case "end_date":
			return &c.EndDate
		case "prev_start":
			return &c.PrevStart
		case "prev_end":
			return &c.PrevEnd
		case "last_increase":
			return &c.LastIncrease
		case "poa_date":
			return &c.POADate
		case "repair_due":
			return &c.RepairDue
		case "explain_date":
			return &c.ExplainDate
		}
	}
	if c := d.Sales; c != nil {
		switch key {
		case "contract_date":
			return &c.ContractDate
		case "down_date":
			return &c.DownDate
		case "balance_date":
			return &c.BalanceDate
		case "transfer_date":
			return &c.TransferDate
		case "handover_date":
			return &c.HandoverDate
		case "tax_settlement_date":
			return &c.TaxSettlementDate
		case "explain_date":
			return &c.ExplainDate
		}
	}
	return nil
}

// nameSlot is where a person's name is kept: one place or a list.
func (d *Draft) nameSlot(key string) (one *string, list *[]string) {
	if c := d.Lease; c != nil {
		switch key {
		case "lessor_name":
			return &c.LessorName, nil
		case "lessee_name":
			return nil, &c.LesseeName
		case "agent_name":
			return &c.AgentName, nil
		case "registered_owner":
			return &c.RegisteredOwner, nil
		}
	}
	if c := d.Sales; c != nil {
		switch key {
		case "seller_name":
			return &c.SellerName, nil
		case "buyer_name":
			return nil, &c.BuyerName
		case "registered_owner":
			return &c.RegisteredOwner, nil
		case "tenants":
			return nil, &c.Tenants
		}
	}
	return nil, nil
}

// textSlot is where a short text is kept.
func (d *Draft) textSlot(key string) *string {
	if c := d.Lease; c != nil {
		switch key {
		case "property_address":
			return &c.PropertyAddress
		case "property_detail":
			return &c.PropertyDetail
		case "lessor_addr":
			return &c.LessorAddr
		case "lessee_addr":
			return &c.LesseeAddr
		case "lessor_phone":
			return &c.LessorPhone
		case "lessee_phone":
			return &c.LesseePhone
		case "lessor_account":
			return &c.LessorAccount
		case "rent_account":
			return &c.RentAccount
		case "tax_note":
			return &c.TaxNote
		case "prior_note":
			return &c.PriorNote
		case "broker_office":
			return &c.Office
		case "broker_reg_no":
			return &c.OfficeRegNo
		case "lease_part":
			return &c.LeasePart
		case "building_use":
			return &c.BuildingUse
		case "building_structure":
			return &c.BuildingStructure
		case "land_category":
			return &c.LandCategory
		case "agent_relation":
			return &c.AgentRelation
		case "mgmt_rule":
			return &c.MgmtRule
		case "repair_remedy":
			return &c.RepairRemedy
		}
	}
	if c := d.Sales; c != nil {
		switch key {
		case "property_address":
			return &c.PropertyAddress
		case "property_detail":
			return &c.PropertyDetail
		case "seller_addr":
			return &c.SellerAddr
		case "buyer_addr":
			return &c.BuyerAddr
		case "seller_phone":
			return &c.SellerPhone
		case "buyer_phone":
			return &c.BuyerPhone
		case "seller_account":
			return &c.SellerAccount
		case "release_condition":
			return &c.ReleaseCondition
		case "mortgage_bank":
			return &c.MortgageBank
		case "land_permit_note":
			return &c.LandPermitNote
		case "broker_office":
			return &c.Office
		case "broker_reg_no":
			return &c.OfficeRegNo
		}
	}
	return nil
}

// basisPoints turns a percentage that was said into exact basis points.
func basisPoints(percent float64) int { return int(math.Round(percent * 100)) }
