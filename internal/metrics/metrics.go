// Package metrics counts what the program does, for Prometheus. One
// Metrics is made at start and handed to the parts that report to it by
// plain methods; it is the one room that knows the Prometheus library.
//
// Labels take few values: what a client could choose freely (an assistant's
// name, a close code) is "other" unless it is known.
package metrics

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// other stands for every label value that is not known.
const other = "other"

// Config names what labels may say.
type Config struct {
	Purposes []string // what language models are asked for
	Version  string   // the build's
	// Logger hears of scrapes that fail; nil is slog.Default.
	Logger *slog.Logger
}

// Metrics is safe for concurrent use.
type Metrics struct {
	config   Config
	registry *prometheus.Registry
	// Set by Introduce, before anything is counted.
	assistants, teams []string

	runsStarted, runsEnded  *prometheus.CounterVec
	runSeconds, firstEvent  *prometheus.HistogramVec
	steps                   *prometheus.CounterVec
	stepSeconds             *prometheus.HistogramVec
	commits                 prometheus.Counter
	commitSeconds           prometheus.Histogram
	socketsOpen, queueDepth prometheus.Gauge
	socketsClosed           *prometheus.CounterVec
	storeErrors             *prometheus.CounterVec
	searches, reloads       *prometheus.CounterVec
	model                   modelMetrics
}

// Buckets in seconds: work of a run, and writes to the store.
var (
	workBuckets  = [...]float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120}
	writeBuckets = [...]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}
)

// New is a Metrics with its own registry.
func New(c Config) *Metrics {
	c.Logger = cmp.Or(c.Logger, slog.Default())
	registry := prometheus.NewRegistry()
	f := factory{promauto.With(registry)}
	m := &Metrics{
		config: c, registry: registry,
		runsStarted: f.counters("runs_started_total", "Runs that began to be worked on.", "assistant"),
		runsEnded:   f.counters("runs_ended_total", "Runs that ended, by their last status.", "assistant", "status"),
		runSeconds:  f.histograms("run_duration_seconds", "Time from a run's start to its end.", workBuckets[:], "assistant", "status"),
		firstEvent:  f.histograms("run_first_event_seconds", "Time from a query's arrival to its first event.", workBuckets[:], "assistant"),
		steps:       f.counters("steps_total", "Steps of plans that ended, by outcome.", "team", "outcome"),
		stepSeconds: f.histograms("step_duration_seconds", "Time of a step, all attempts together.", workBuckets[:], "team", "outcome"),

		commits:       f.counter("commits_total", "Transactions that stored transitions."),
		commitSeconds: f.histogram("commit_duration_seconds", "Time of a transaction that stored transitions.", writeBuckets[:]),

		socketsOpen:   f.gauge("sockets_open", "Client sockets open now."),
		socketsClosed: f.counters("sockets_closed_total", "Client sockets closed, by close code.", "code"),
		queueDepth:    f.gauge("queued_runs", "Runs that wait to be worked on by this node."),

		storeErrors: f.counters("store_errors_total", "Store operations that failed, by kind.", "kind"),
		searches:    f.counters("knowledge_searches_total", "Searches of ingested knowledge, by words, hybrid with vectors, or degraded to words.", "way"),
		reloads:     f.counters("knowledge_reloads_total", "Tries to take over changed knowledge.", "result"),
		model:       newModelMetrics(f),
	}
	registry.MustRegister(buildInfo(c), collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.startAtZero()
	return m
}

// Introduce makes an assistant and its teams known; what is counted of others
// is "other". It is called before the first run.
func (m *Metrics) Introduce(assistant string, teams ...string) {
	m.assistants, m.teams = append(m.assistants, assistant), append(m.teams, teams...)
	m.runsStarted.WithLabelValues(assistant)
	for _, s := range runStatuses {
		m.runsEnded.WithLabelValues(assistant, s)
	}
}

// startAtZero makes the series that exist from the start, so that the first
// failure shows as a rise and not as a new series.
func (m *Metrics) startAtZero() {
	for _, k := range storeErrorKinds {
		m.storeErrors.WithLabelValues(k)
	}
	for _, r := range [...]string{"ok", "failed"} {
		m.reloads.WithLabelValues(r)
	}
	for _, w := range searchWays {
		m.searches.WithLabelValues(w)
	}
	for _, d := range tokenDirections {
		m.model.tokens.WithLabelValues(d)
	}
}

// Handler serves the metrics to Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		Registry:          m.registry,
		EnableOpenMetrics: true,
		ErrorLog:          scrapeLog{m.config.Logger},
	})
}

type scrapeLog struct{ *slog.Logger }

func (l scrapeLog) Println(v ...any) { l.Error("serve metrics", "error", fmt.Sprint(v...)) }

func buildInfo(c Config) prometheus.Collector {
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: "madang", Name: "build_info", Help: "Always 1; the labels say what is running.",
		ConstLabels: prometheus.Labels{"version": c.Version},
	})
	g.Set(1)
	return g
}

// factory makes what is served from then on.
type factory struct{ promauto.Factory }

func (f factory) counter(name, help string) prometheus.Counter {
	return f.NewCounter(prometheus.CounterOpts{Namespace: "madang", Name: name, Help: help})
}

func (f factory) counters(name, help string, labels ...string) *prometheus.CounterVec {
	return f.NewCounterVec(prometheus.CounterOpts{Namespace: "madang", Name: name, Help: help}, labels)
}

func (f factory) gauge(name, help string) prometheus.Gauge {
	return f.NewGauge(prometheus.GaugeOpts{Namespace: "madang", Name: name, Help: help})
}

func (f factory) histogram(name, help string, buckets []float64) prometheus.Histogram {
	return f.NewHistogram(prometheus.HistogramOpts{Namespace: "madang", Name: name, Help: help, Buckets: buckets})
}

func (f factory) histograms(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return f.NewHistogramVec(prometheus.HistogramOpts{Namespace: "madang", Name: name, Help: help, Buckets: buckets}, labels)
}

// one is the value when it is among the known, else "other".
func one(value string, known []string) string {
	if slices.Contains(known, value) {
		return value
	}
	return other
}

// closeCode is a close code's label; the protocol's own range is listed
// whole, for it is small and says why clients leave.
func closeCode(code int) string {
	switch {
	case code >= 1000 && code <= 1015, code >= 4000 && code <= 4010, code >= 4500 && code <= 4510:
		return strconv.Itoa(code)
	}
	return other
}

// seconds is a duration as Prometheus counts it; a clock that went back
// must not make a histogram's sum fall.
func seconds(d time.Duration) float64 { return max(0, d.Seconds()) }
