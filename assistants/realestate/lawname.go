package realestate

// lawInEnglish is the English name of a law of the library; the Korean one
// where none is known.
func lawInEnglish(law string) string {
	switch law {
	case "민법":
		return "Civil Act"
	case "형법":
		return "Criminal Act"
	case "상가건물 임대차보호법 시행령":
		return "Enforcement Decree of the Commercial Building Lease Protection Act"
	case "전세사기피해자 지원 및 주거안정에 관한 특별법":
		return "Special Act on Support for Victims of Jeonse Fraud"
	case "민간임대주택에 관한 특별법":
		return "Special Act on Private Rental Housing"
	case "주민등록법":
		return "Resident Registration Act"
	case "소득세법 시행령":
		return "Enforcement Decree of the Income Tax Act"
	case "지방세징수법":
		return "Local Tax Collection Act"
	case "국세징수법":
		return "National Tax Collection Act"
	case "국세기본법":
		return "Framework Act on National Taxes"
	case "인지세법":
		return "Stamp Tax Act"
	case "소송촉진 등에 관한 특례법":
		return "Act on Special Cases concerning Expedition of Legal Proceedings"
	case "민사집행법":
		return "Civil Execution Act"
	case "공동주택관리법":
		return "Multi-Family Housing Management Act"
	}
	return law
}
