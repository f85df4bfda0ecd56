package api

import (
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Config is what the door is made of: Store and every function and handler, but
// where something is said of nil. An Operators' door needs Store and ReadyFunc.
type Config struct {
	Store *store.Store
	// Gate tells who asks; nil is a server without identity, where everybody may
	// do everything and is believed who they say they are.
	Gate *auth.Gate
	// NoteFunc writes into the audit that somebody reaches beyond what is their
	// own; its error refuses the request. nil has no audit.
	NoteFunc func(ctx context.Context, e audit.Entry) error
	// Assistants are what a session can choose; the first is the default.
	Assistants []Assistant
	// SensitiveFunc are the paths of the fields of an assistant's state that nobody
	// is shown (state.Sensitive); nil has none.
	SensitiveFunc func(assistant string) []string
	// CancelFunc asks a run of a session to stop; its errors carry
	// RunNotFound, RunFinished or Unavailable.
	CancelFunc func(ctx context.Context, sessionID, runID string) error
	// RerunFunc goes on from a checkpoint of a new session, where it stood,
	// and SubmitFunc asks a session something; both return the run's id, and
	// their errors carry codes. address is where that was asked for, as limits
	// count it.
	RerunFunc  func(ctx context.Context, sessionID string, checkpoint state.Checkpoint, address string) (runID string, err error)
	SubmitFunc func(ctx context.Context, sessionID, query, language, address string) (runID string, err error)
	// AnswerFunc answers a question that a run waits for; its errors carry codes.
	AnswerFunc func(ctx context.Context, a engine.Answer) (engine.Answered, error)
	// TriggerFunc records an event that has an assistant begin a conversation,
	// WithdrawFunc takes one back; their errors carry codes.
	TriggerFunc  func(ctx context.Context, t state.Trigger) (state.Trigger, error)
	WithdrawFunc func(ctx context.Context, eventID string) (state.Trigger, error)
	// ReplayFunc carries a finished run out again and compares; its errors
	// carry codes.
	ReplayFunc func(ctx context.Context, runID string) (engine.ReplayReport, error)
	// FeedbackFunc keeps a rating of a run's answer; its errors carry codes.
	FeedbackFunc func(ctx context.Context, sessionID, runID, rating, comment string) error
	// WebSocket upgrades a request for a session; it refuses unknown ones
	// itself, before the upgrade.
	WebSocket func(w http.ResponseWriter, r *http.Request, sessionID string)
	// SocketsFunc counts the open sockets of this node, and the sessions that
	// have one.
	SocketsFunc func() (sockets, sessions int)
	// ExportFunc renders Markdown as "docx" or "pdf", dated with the day it
	// was made; "md" needs none.
	ExportFunc func(markdown, title, format string, made time.Time) (file []byte, contentType string, err error)
	// CalendarFunc renders the calendar that a document's metadata carries
	// as iCalendar.
	CalendarFunc func(metadata json.RawMessage, title string, made time.Time) ([]byte, error)
	// ReadyFunc looks at what the server depends on.
	ReadyFunc func(ctx context.Context) []Check
	// Metrics shows figures; nil where another door does.
	Metrics http.Handler
	// Operators is a door for operators' machines alone: health and metrics.
	Operators bool
	// OpsKey, where there is one, has to be shown for what is behind a readiness.
	OpsKey string
	// AsyncAPIFunc describes the WebSocket protocol, as JSON.
	AsyncAPIFunc func() []byte
	// Pages holds index.html, docs.html and their assets.
	Pages fs.FS

	// AllowedOrigins are the pages of other origins that may call; nil is
	// http://localhost:3000 and http://localhost:8000. The door's own origin
	// always may.
	AllowedOrigins []string
	// AllowedHosts are the names by which the server may be called besides
	// localhost, addresses and the names of AllowedOrigins; "*" is every name.
	AllowedHosts []string
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	// Limiter counts by Limits; nil counts in this process.
	Limiter *limit.Limiter
	Limits  Limits
	// SessionTTL is how long a new or restored session lives (30 days).
	SessionTTL time.Duration
	// Timeout bounds the work on one request (15 s); sockets have none.
	Timeout time.Duration
	// Model is the language model's name, "" without one; Currency is what
	// its costs are in.
	Model, Currency string
	Version         string
	// Clock is the wall clock unless a test sets it.
	Clock  func() time.Time
	Logger *slog.Logger
}

// Limits are how often an address may do what; the zero value has no limits.
type Limits struct {
	// Requests is of all requests, Handshakes of new sockets, Sessions of new
	// conversations (of a signed-in user too), Copies of those that are copied
	// or forked.
	Requests, Handshakes, Sessions, Copies limit.Rate
	// RequestsOf are of all requests of who has proved who they are.
	RequestsOf limit.Rates
}

// Assistant is one kind of conversation that the server offers.
type Assistant struct {
	Name               string
	Title, Description words.Text
	// Examples are questions to start with.
	Examples []words.Text
	// Views are the assistant's own read-only routes.
	Views []state.View
	// Start and Edges are its graph, "end" where a run ends.
	Start string
	Edges []engine.Edge
	// EditedFunc is a stored state that was changed by hand as the assistant
	// writes it; its error says why no run could go on from it.
	EditedFunc func(version int, raw json.RawMessage) (json.RawMessage, error)
}

// Check is the health of one thing that the server depends on.
type Check struct {
	Name string
	// Err is why it can't be used; nil is well.
	Err error
	// Optional tells that the server is right, only slower, without it.
	Optional bool
}

// setDefaults fills what is zero; a door without a store is a mistake of
// the program, not of its user.
func (c *Config) setDefaults() {
	if c.Store == nil {
		panic("api: Config.Store is needed")
	}
	if c.AllowedOrigins == nil {
		c.AllowedOrigins = []string{"http://localhost:3000", "http://localhost:8000"}
	}
	c.Limiter = cmp.Or(c.Limiter, &limit.Limiter{})
	c.SessionTTL = cmp.Or(c.SessionTTL, 30*24*time.Hour)
	c.Timeout = cmp.Or(c.Timeout, 15*time.Second)
	c.Version = cmp.Or(c.Version, "dev")
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
}
