package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// modelMetrics count what language models are asked.
type modelMetrics struct {
	calls   *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	tokens  *prometheus.CounterVec
	cost    prometheus.Counter
}

// modelOutcomes are those of llm.Outcome.
var modelOutcomes = [...]string{"ok", "off", "unavailable", "over_budget", "bad_answer", "refused", "cancelled", "failed"}

// tokenDirections tell tokens that were asked from those that were answered.
var tokenDirections = [...]string{"input", "output"}

func newModelMetrics(f factory) modelMetrics {
	return modelMetrics{
		calls:   f.counters("model_calls_total", "Calls of a language model, all that was tried for one together.", "purpose", "outcome"),
		seconds: f.histograms("model_call_duration_seconds", "Time of a call of a language model.", workBuckets[:], "purpose", "outcome"),
		tokens:  f.counters("model_tokens_total", "Tokens that language models took.", "direction"),
		cost:    f.counter("model_cost_total", "Money that language models took, in the operator's currency."),
	}
}

// ModelCalled counts a call of a language model for a purpose.
func (m *Metrics) ModelCalled(purpose, outcome string, took time.Duration) {
	purpose, outcome = one(purpose, m.config.Purposes), one(outcome, modelOutcomes[:])
	m.model.calls.WithLabelValues(purpose, outcome).Inc()
	m.model.seconds.WithLabelValues(purpose, outcome).Observe(seconds(took))
}

// ModelSpent counts tokens, and money in millionths.
func (m *Metrics) ModelSpent(inputTokens, outputTokens int, costMicros int64) {
	m.model.tokens.WithLabelValues("input").Add(float64(max(0, inputTokens)))
	m.model.tokens.WithLabelValues("output").Add(float64(max(0, outputTokens)))
	m.model.cost.Add(float64(max(0, costMicros)) / 1_000_000)
}
