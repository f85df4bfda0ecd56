package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/metrics"
	"github.com/madang-dev/madang/store"
)

// What an operator sets for runs is what the engine holds to.
func TestSettingsReachTheEngine(t *testing.T) {
	t.Parallel()
	settings := configs.Default()
	settings.ShutdownTimeout = 40 * time.Second
	settings.Limits.RunDeadline, settings.Limits.SessionTTL = 3*time.Second, 5*time.Hour
	settings.Limits.MaxQueuedRuns = 11
	settings.Limits.MaxRuns = 14
	settings.Retention = configs.Retention{
		Removed: 13, Checkpoints: 17, Events: 19, Results: 23, Runs: 29, Conversations: 31, Documents: 37, Memories: 41,
		Tenants: []string{"acme memories=168h"},
	}
	settings.Proactive = configs.Proactive{QuietHours: "21:30-07:00", Timezone: "Europe/Paris", PerDay: 31}
	got := engineConfig(settings, metrics.New(metrics.Config{}))
	if got.LanguageFunc == nil || got.Meter.RunStartedFunc == nil || got.Meter.RunEndedFunc == nil || got.Meter.FirstEventFunc == nil ||
		got.Meter.CommittedFunc == nil || got.Meter.StoreErrorFunc == nil || got.Meter.QueueDepthFunc == nil {
		t.Errorf("nobody is told: %+v", got.Meter)
	}
	if where := got.Proactive.Location; where == nil || where.String() != "Europe/Paris" {
		t.Errorf("days are counted in %s", where)
	}
	got.LanguageFunc, got.Meter, got.Proactive.Location = nil, engine.Meter{}, nil
	want := engine.Config{
		RunDeadline: 3 * time.Second, SessionTTL: 5 * time.Hour, MaxQueued: 11, MaxRuns: 14, DrainTimeout: 20 * time.Second,
		Retention: store.Retention{
			Removed: 13, Checkpoints: 17, Events: 19, Results: 23, Runs: 29, Conversations: 31, Documents: 37, Memories: 41,
			Tenants: map[string]store.Retention{"acme": {Memories: 168 * time.Hour, Tenants: map[string]store.Retention{}}},
		},
		Proactive: engine.Proactive{QuietFrom: 21*time.Hour + 30*time.Minute, QuietTo: 7 * time.Hour, PerDay: 31},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("diff (-want +got):\n%s", diff)
	}
}
