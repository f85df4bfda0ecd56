package configs

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"
)

// Retention is how long what nobody needs any more is kept.
type Retention struct {
	Removed       time.Duration `yaml:"removed" env:"MADANG_RETENTION_REMOVED" flag:"retention-removed" validate:"min=0" doc:"time in which a deleted or expired session can be restored"`
	Checkpoints   time.Duration `yaml:"checkpoints" env:"MADANG_RETENTION_CHECKPOINTS" flag:"retention-checkpoints" validate:"min=0" doc:"history of finished runs, for the inspector, forks and replays; the newest state always stays"`
	Events        time.Duration `yaml:"events" env:"MADANG_RETENTION_EVENTS" flag:"retention-events" validate:"min=0" doc:"events of finished runs that clients have; messages always stay"`
	Results       time.Duration `yaml:"results" env:"MADANG_RETENTION_RESULTS" flag:"retention-results" validate:"min=0" doc:"recorded results of finished runs' side effects"`
	Runs          time.Duration `yaml:"runs" env:"MADANG_RETENTION_RUNS" flag:"retention-runs" validate:"min=0" doc:"finished runs without checkpoints and events"`
	Conversations time.Duration `yaml:"conversations" env:"MADANG_RETENTION_CONVERSATIONS" flag:"retention-conversations" validate:"min=0" doc:"conversations in which nothing happens, with their messages and documents"`
	Documents     time.Duration `yaml:"documents" env:"MADANG_RETENTION_DOCUMENTS" flag:"retention-documents" validate:"min=0" doc:"documents of conversations that go on"`
	Memories      time.Duration `yaml:"memories" env:"MADANG_RETENTION_MEMORIES" flag:"retention-memories" validate:"min=0" doc:"what is remembered of users; 90 days at most"`

	Tenants []string `yaml:"tenants" env:"MADANG_RETENTION_TENANTS" flag:"retention-tenants" validate:"dive,tenant" doc:"shorter times of companies, each 'COMPANY KIND=TIME ...' with the kinds above: 'acme conversations=720h memories=168h'"`
}

// Of are the times of each company that has its own.
func (r *Retention) Of() map[string]Retention {
	all := map[string]Retention{}
	for _, text := range r.Tenants {
		if name, times, err := tenantTimes(text); err == nil { // it was checked when it was read
			all[name] = times
		}
	}
	return all
}

func tenantTimes(text string) (name string, r Retention, err error) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return "", r, errors.New("a company and its times")
	}
	kinds := map[string]*time.Duration{
		"removed": &r.Removed, "checkpoints": &r.Checkpoints, "events": &r.Events, "results": &r.Results, "runs": &r.Runs,
		"conversations": &r.Conversations, "documents": &r.Documents, "memories": &r.Memories,
	}
	for _, word := range words[1:] {
		kind, value, _ := strings.Cut(word, "=")
		into := kinds[kind]
		if into == nil {
			return "", r, fmt.Errorf("no kind %q", kind)
		}
		if *into, err = time.ParseDuration(value); err != nil || *into <= 0 {
			return "", r, fmt.Errorf("no time %q", value)
		}
	}
	return words[0], r, nil
}

func isTenant(fl validator.FieldLevel) bool {
	_, _, err := tenantTimes(fl.Field().String())
	return err == nil
}
