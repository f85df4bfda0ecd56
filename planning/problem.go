package planning

import "fmt"

// Problem is something in a query that can't be so, for the caller to tell
// the user.
type Problem struct {
	Field string `json:"field"` // amounts | percentages | areas | periods | dates | query
	Text  string `json:"text"`  // as the user wrote it
	Code  string `json:"code"`
}

// The codes of a problem.
const (
	AmountTooLarge    = "amount_too_large"    // above 1,000조 won
	AmountNotPositive = "amount_not_positive" // zero or negative
	RateOutOfRange    = "rate_out_of_range"   // negative or above 1,000 %
	AreaOutOfRange    = "area_out_of_range"   // zero or above 1,000,000 ㎡
	PeriodOutOfRange  = "period_out_of_range" // zero or above 100 years
	ImpossibleDate    = "impossible_date"     // 2월 30일
	EndBeforeStart    = "end_before_start"    // the lease ends before it starts
	Injection         = "injection"           // an attempt to steer the system
	TooManyQuestions  = "too_many_questions"  // those from Text on are not planned for
)

// Message tells the user what is wrong.
func (p Problem) Message(language string) string {
	var ko, en string
	switch p.Code {
	case AmountTooLarge:
		ko, en = "금액 %q이(가) 너무 큽니다.", "The amount %q is too large."
	case AmountNotPositive:
		ko, en = "금액 %q은(는) 0보다 커야 합니다.", "The amount %q has to be above zero."
	case RateOutOfRange:
		ko, en = "비율 %q은(는) 0~1,000% 사이여야 합니다.", "The rate %q has to lie within 0-1,000 %."
	case AreaOutOfRange:
		ko, en = "면적 %q을(를) 확인해 주세요.", "Please check the area %q."
	case PeriodOutOfRange:
		ko, en = "기간 %q을(를) 확인해 주세요.", "Please check the period %q."
	case ImpossibleDate:
		ko, en = "%q은(는) 달력에 없는 날짜입니다.", "There is no such day as %q."
	case EndBeforeStart:
		ko, en = "종료일 %q이(가) 시작일보다 빠릅니다.", "The end %q lies before the start."
	case Injection:
		ko, en = "글 속의 지시 %q은(는) 따르지 않습니다.", "The instruction %q in the text is not followed."
	case TooManyQuestions:
		ko, en = "질문이 많아 %q부터는 다루지 못했습니다. 나머지는 따로 물어봐 주세요.", "There were too many questions at once; please ask those from %q on again."
	default:
		return ""
	}
	if language == English {
		return sprintQuoted(en, p.Text)
	}
	return sprintQuoted(ko, p.Text)
}

// sprintQuoted puts a text into a sentence as it is, without escapes.
func sprintQuoted(format, text string) string {
	for i := 0; i+1 < len(format); i++ {
		if format[i] == '%' && format[i+1] == 'q' {
			return fmt.Sprint(format[:i], "'", text, "'", format[i+2:])
		}
	}
	return format
}
