package planning

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
	key := "problem." + p.Code
	if !texts.Has(key) {
		return ""
	}
	return texts.Say(language, key, "text", p.Text)
}
