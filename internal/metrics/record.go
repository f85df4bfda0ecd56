package metrics

import "time"

// What labels may say, besides "other".
var (
	runStatuses     = [...]string{"completed", "failed", "cancelled"}
	stepOutcomes    = [...]string{"completed", "failed", "skipped", "cancelled", "timeout"}
	storeErrorKinds = [...]string{"unavailable", "fenced", "conflict", "internal"}
)

// RunStarted counts a run that began to be worked on.
func (m *Metrics) RunStarted(assistant string) {
	m.runsStarted.WithLabelValues(one(assistant, m.assistants)).Inc()
}

// RunEnded counts a run that took d and ended as completed, failed or
// cancelled.
func (m *Metrics) RunEnded(assistant, status string, d time.Duration) {
	assistant, status = one(assistant, m.assistants), one(status, runStatuses[:])
	m.runsEnded.WithLabelValues(assistant, status).Inc()
	m.runSeconds.WithLabelValues(assistant, status).Observe(seconds(d))
}

// FirstEvent tells how long after its query a run's first event was there.
func (m *Metrics) FirstEvent(assistant string, d time.Duration) {
	m.firstEvent.WithLabelValues(one(assistant, m.assistants)).Observe(seconds(d))
}

// StepEnded counts a step that took d and ended as completed, failed,
// skipped, cancelled or timeout.
func (m *Metrics) StepEnded(team, outcome string, d time.Duration) {
	team, outcome = one(team, m.teams), one(outcome, stepOutcomes[:])
	m.steps.WithLabelValues(team, outcome).Inc()
	m.stepSeconds.WithLabelValues(team, outcome).Observe(seconds(d))
}

// Committed counts a transaction that stored transitions, however many, in d.
func (m *Metrics) Committed(_ int, d time.Duration) {
	m.commits.Inc()
	m.commitSeconds.Observe(seconds(d))
}

// SocketOpened counts a client's socket; each has one SocketClosed.
func (m *Metrics) SocketOpened() { m.socketsOpen.Inc() }

// SocketClosed counts a socket's end by its close code.
func (m *Metrics) SocketClosed(code int) {
	m.socketsClosed.WithLabelValues(closeCode(code)).Inc()
	m.socketsOpen.Dec()
}

// QueueDepth is how many runs wait now.
func (m *Metrics) QueueDepth(n int) {
	m.queueDepth.Set(float64(n))
}

// StoreError counts a store operation that failed: unavailable, fenced,
// conflict or internal.
func (m *Metrics) StoreError(kind string) {
	m.storeErrors.WithLabelValues(one(kind, storeErrorKinds[:])).Inc()
}

// searchWays are how ingested knowledge is searched.
var searchWays = [...]string{"words", "hybrid", "degraded"}

// KnowledgeSearched counts a search of ingested knowledge.
func (m *Metrics) KnowledgeSearched(way string) {
	m.searches.WithLabelValues(one(way, searchWays[:])).Inc()
}

// KnowledgeReloaded counts a try to take over changed knowledge.
func (m *Metrics) KnowledgeReloaded(err error) {
	result := "ok"
	if err != nil {
		result = "failed"
	}
	m.reloads.WithLabelValues(result).Inc()
}
