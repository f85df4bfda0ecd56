package analysis

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
)

// run is one execution: the facts of the question, and the state that the
// methods fill. It belongs to the goroutine of Execute.
type run struct {
	team       *Team
	tables     *Tables
	lang       string
	today      string
	list       []string
	marketRows []knowledge.MarketRow
	facts      *facts
	state      *TeamState

	method     string // being carried out
	title      Text   // of the next section, where it is not the method's
	incomplete bool   // it lacks an input
	told       bool   // it found something
	unverified bool
	refused    int
}

func (r *run) say(ko, en string, args ...any) string { return say(ko, en, args...).In(r.lang) }

// do carries out one method and records how it went.
func (r *run) do(name string, work func(*run) error) {
	r.method, r.incomplete, r.told = name, false, false
	r.state.AnalysisProgress[name] = ProgressRunning
	err := work(r)
	var input *InputError
	switch {
	case errors.As(err, &input):
		r.state.AnalysisProgress[name] = ProgressRefused
		r.refused++
		r.section("alert", "high", "warning", input.Say(r.lang))
	case err != nil:
		r.state.AnalysisProgress[name] = ProgressRefused
		r.refused++
		r.section("alert", "high", "warning", err.Error())
	case r.incomplete:
		r.state.AnalysisProgress[name] = ProgressMissing
	default:
		r.state.AnalysisProgress[name] = ProgressCompleted
	}
}

// understood records an input that was read.
func (r *run) understood(name, value string) {
	r.state.InputData.Understood = append(r.state.InputData.Understood, Fact{Method: r.method, Name: name, Value: value})
}

// assume records what was taken for granted.
func (r *run) assume(ko, en string, args ...any) {
	a := Assumption{Method: r.method, Text: r.say(ko, en, args...)}
	if !slices.Contains(r.state.InputData.Assumed, a) {
		r.state.InputData.Assumed = append(r.state.InputData.Assumed, a)
	}
}

// missing records an input that is not known and the question to ask.
func (r *run) missing(name, ko, en string, args ...any) {
	r.incomplete = true
	r.state.InputData.Missing = append(r.state.InputData.Missing, Missing{Method: r.method, Name: name, Question: r.say(ko, en, args...)})
}

// found adds a conclusion with its basis: the insight line, the section of
// the report, the sources.
func (r *run) found(headline Text, b Basis) { r.conclude(headline, b, false) }

// rule tells what holds without the missing inputs.
func (r *run) rule(headline Text, b Basis) { r.conclude(headline, b, true) }

func (r *run) conclude(headline Text, b Basis, rule bool) {
	r.told = true
	r.unverified = r.unverified || !b.Verified
	headline = headline.capitalized()
	r.finding(headline, b, rule)
	line := headline.In(r.lang) + r.grounds(b)
	r.state.Insights = append(r.state.Insights, line)
	content := []string{headline.In(r.lang), r.say("계산: %s", "Calculation: %s", b.Formula)}
	if s := b.sources(r.lang); len(s) > 0 {
		content = append(content, r.say("근거: ", "Basis: ")+strings.Join(s, ", "))
	}
	if b.AsOf != "" {
		content = append(content, r.say("기준일: %s", "As of: %s", b.AsOf))
	}
	for _, n := range b.Notes {
		content = append(content, n.In(r.lang))
	}
	r.section("target", "high", "text", content...)
	r.cite(b.sources(r.lang)...)
}

// grounds is the formula and the articles behind an insight.
func (r *run) grounds(b Basis) string {
	text := " [" + b.Formula.In(r.lang)
	if s := b.sources(r.lang); len(s) > 0 {
		text += r.say("; 근거 ", "; basis ") + strings.Join(s, ", ")
	}
	return text + "]"
}

func (r *run) section(icon, priority, kind string, content ...string) {
	r.state.Report.Sections = append(r.state.Report.Sections, state.Section{
		Title: r.heading(), Content: content, Icon: icon, Priority: priority, Expandable: len(content) > 3, Type: kind,
	})
}

// heading is the title of the next section.
func (r *run) heading() string {
	if !r.title.Empty() {
		return r.title.In(r.lang)
	}
	return methodTitle(r.method).In(r.lang)
}

func (r *run) cite(sources ...string) {
	for _, s := range sources {
		if s != "" && !slices.Contains(r.state.Report.Sources, s) {
			r.state.Report.Sources = append(r.state.Report.Sources, s)
		}
	}
}

func (r *run) metric(name string, v float64) { r.state.Metrics[r.method+"."+name] = v }

func (r *run) recommend(ko, en string, args ...any) {
	text := r.say(ko, en, args...)
	if !slices.Contains(r.state.Recommendations, text) {
		r.state.Recommendations = append(r.state.Recommendations, text)
	}
}

func (r *run) chart(c Chart) {
	if r.state.VisualizationData == nil {
		r.state.VisualizationData = &Visualization{}
	}
	r.state.VisualizationData.Charts = append(r.state.VisualizationData.Charts, c)
}

// finish closes the state of a run that was carried out.
func (r *run) finish() *TeamState {
	s := r.state
	if lines := r.openQuestions(); len(lines) > 0 {
		s.Report.Sections = append(s.Report.Sections, state.Section{
			Title: r.say("더 알려 주시면 정확해집니다", "What would make it exact"), Content: lines, Icon: "info", Priority: "medium", Type: "checklist",
		})
	}
	if lines := r.assumptions(); len(lines) > 0 {
		s.Report.Sections = append(s.Report.Sections, state.Section{
			Title: r.say("이렇게 보고 계산했습니다", "What was taken for granted"), Content: lines, Icon: "info", Priority: "low", Expandable: true, Type: "text",
		})
	}
	s.Report.Title = reportTitle(s.AnalysisType).In(r.lang)
	s.ConfidenceScore = r.confidence()
	s.Status, s.SharedContext.Status = state.SharedCompleted, state.SharedCompleted
	r.stop()
	return s
}

func (r *run) fail(err error) *TeamState {
	r.state.Status, r.state.SharedContext.Status = state.SharedError, state.SharedError
	r.state.Error = err.Error()
	r.state.SharedContext.ErrorMessage = err.Error()
	r.stop()
	return r.state
}

func (r *run) cancel() {
	for m, p := range r.state.AnalysisProgress {
		if p == ProgressPending || p == ProgressRunning {
			r.state.AnalysisProgress[m] = ProgressCancelled
		}
	}
}

func (r *run) stop() {
	end := r.team.clock()
	r.state.EndTime = &end
	r.state.AnalysisTime = max(0, end.Sub(*r.state.StartTime).Seconds())
}

func (r *run) openQuestions() []string {
	var lines []string
	for _, m := range r.state.InputData.Missing {
		if !slices.Contains(lines, m.Question) {
			lines = append(lines, m.Question)
		}
	}
	return lines
}

func (r *run) assumptions() []string {
	var lines []string
	for _, a := range r.state.InputData.Assumed {
		if !slices.Contains(lines, a.Text) {
			lines = append(lines, a.Text)
		}
	}
	return lines
}

// confidence begins at 0.95 and falls: by 0.1 when a used table was not read
// in the law, by 0.05 for each assumption (at most 0.2), by 0.25 with sample
// deals, and with the share of methods that lack an input (half of it) or
// were refused (all of it). It never passes below 0.05.
func (r *run) confidence() float64 {
	score := 0.95
	if r.unverified {
		score -= 0.1
	}
	score -= min(0.2, 0.05*float64(len(r.assumptions())))
	if r.state.RawAnalysis.Market != nil && r.state.RawAnalysis.Market.Sample {
		score -= 0.25
	}
	for _, p := range r.state.AnalysisProgress {
		part := 1 / float64(len(r.state.AnalysisProgress))
		switch p {
		case ProgressMissing:
			score -= 0.3 * part
		case ProgressRefused, ProgressUnknown:
			score -= 0.6 * part
		}
	}
	return math.Round(max(0.05, score)*100) / 100
}

func reportTitle(kind string) Text {
	switch kind {
	case TypeMarket:
		return say("시세 분석", "Market analysis")
	case TypeRisk:
		return say("위험 진단", "Risk assessment")
	case TypeLegal:
		return say("임대차 계산", "Lease calculation")
	case TypeFinance:
		return say("세금·대출·비용 계산", "Taxes, loans and costs")
	}
	return say("종합 분석", "Comprehensive analysis")
}

func methodTitle(method string) Text {
	switch method {
	case MethodRentIncrease:
		return say("임대료 인상 한도", "Rent increase")
	case MethodConversion:
		return say("전월세 전환", "Deposit and rent conversion")
	case MethodLTVDSR:
		return say("대출 한도", "Loan limit")
	case MethodRepayment:
		return say("대출 상환액", "Repayment")
	case MethodBrokerageFee:
		return say("중개보수", "Brokerage fee")
	case MethodAcquisitionTax:
		return say("취득세", "Acquisition tax")
	case MethodMarketStats:
		return say("시세 통계", "Market statistics")
	case MethodContractRisk:
		return say("조항 위험", "Risky clauses")
	case MethodJeonseRisk:
		return say("전세 위험", "Jeonse risk")
	case MethodGuarantee:
		return say("전세보증금 반환보증", "Deposit guarantee")
	case MethodRefusalDamage:
		return say("갱신 거절 손해배상", "Damages for refused renewal")
	case MethodCapitalGains:
		return say("양도소득세", "Capital gains tax")
	case MethodHoldingTax:
		return say("종합부동산세 과세표준", "Holding tax base")
	case MethodRentCredit:
		return say("월세 세액공제", "Rent tax credit")
	case MethodRentReport:
		return say("임대차 신고", "Lease report")
	}
	return Text{KO: method, EN: method}
}
