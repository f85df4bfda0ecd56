package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"time"
)

// Config is what a Client is made of; of what is zero the default in brackets
// holds.
type Config struct {
	Model Model
	// Name is the model's, as the operator set it; records name it until an
	// answer tells another (ModelName).
	Name string
	// Embedder may be nil; EmbeddingName is its model.
	Embedder      Embedder
	EmbeddingName string
	// HideFunc is what providers are told of a text; nil is all of it.
	HideFunc func(text string) string

	// Timeout bounds a call with all that it tries (20 s), Silence how long
	// a provider may say nothing in between or at first (8 s).
	Timeout, Silence time.Duration
	// Attempts is how often a provider that is away is asked (3).
	Attempts int
	// Concurrent bounds the requests under way on this node (16).
	Concurrent int
	// MaxTokens bounds answers whose prompt does not (2,048).
	MaxTokens int
	// After BreakAfter failures in a row (5) a provider is left alone for
	// BreakFor (15 s), then asked once.
	BreakAfter int
	BreakFor   time.Duration

	// Ledger keeps the account; nil keeps none. Caps need one.
	Ledger ledger
	Caps   Caps
	// Price is of the model's tokens, EmbeddingPrice of the embedder's input.
	Price, EmbeddingPrice Price

	Meter  Meter
	Logger *slog.Logger
	// Clock is the wall clock unless a test sets it.
	Clock func() time.Time
}

// Meter is told of calls; nil functions are not called.
type Meter struct {
	// CalledFunc hears of every call with its outcome.
	CalledFunc func(purpose, outcome string, took time.Duration)
	// SpentFunc hears what each request took.
	SpentFunc func(u Usage, costMicros int64)
}

// ModelName is what a model is called where its answers don't tell.
const ModelName = "model"

func (c *Config) setDefaults() {
	c.Timeout = cmp.Or(c.Timeout, 20*time.Second)
	c.Silence = cmp.Or(c.Silence, 8*time.Second)
	c.BreakFor = cmp.Or(c.BreakFor, 15*time.Second)
	c.Attempts = cmp.Or(c.Attempts, 3)
	c.Concurrent = cmp.Or(c.Concurrent, 16)
	c.MaxTokens = cmp.Or(c.MaxTokens, 2048)
	c.BreakAfter = cmp.Or(c.BreakAfter, 5)
	c.Name = cmp.Or(c.Name, ModelName)
	c.EmbeddingName = cmp.Or(c.EmbeddingName, ModelName)
	if c.Meter.CalledFunc == nil {
		c.Meter.CalledFunc = func(string, string, time.Duration) {}
	}
	if c.Meter.SpentFunc == nil {
		c.Meter.SpentFunc = func(Usage, int64) {}
	}
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	if c.Clock == nil {
		c.Clock = time.Now
	}
}

// Client asks a model within bounds. A nil Client is that of a house without
// a model. It is safe for many goroutines.
type Client struct {
	cfg     Config
	gate    *gate
	budget  *budget
	vectors *Embeddings // nil without an embedder
}

// NewClient is a client; it panics without a model and an embedder, and with
// caps that nobody keeps an account for. With an embedder only, Ask answers
// ErrOff.
func NewClient(cfg Config) *Client {
	if cfg.Model == nil && cfg.Embedder == nil {
		panic("llm: a client needs a model")
	}
	if cfg.Caps != (Caps{}) && cfg.Ledger == nil {
		panic("llm: caps need a ledger")
	}
	cfg.setDefaults()
	c := &Client{
		cfg: cfg, gate: newGate(cfg),
		budget: &budget{ledger: cfg.Ledger, caps: cfg.Caps, clock: cfg.Clock, log: cfg.Logger},
	}
	if cfg.Embedder != nil {
		c.vectors = &Embeddings{c: c, gate: newGate(cfg)}
	}
	return c
}

// Name is the model's, as the operator set it; "" without a model.
func (c *Client) Name() string {
	if c == nil || c.cfg.Model == nil {
		return ""
	}
	return c.cfg.Name
}

// Healthy is an ErrUnavailable while requests are held back because the
// provider failed too often; without a model all is well.
func (c *Client) Healthy() error {
	if c == nil {
		return nil
	}
	err := c.gate.healthy()
	if err == nil && c.vectors != nil {
		err = c.vectors.gate.healthy()
	}
	return err
}

// Call is one question to the model.
type Call struct {
	Prompt *Prompt
	// Data fills the prompt's templates.
	Data any
	// Whom it is reckoned to; empty is nobody.
	UserID, SessionID, RunID, Address string
	Tools                             []Tool
	// Turns are what was said since the question: answers that asked for
	// tools, and what these returned.
	Turns []Message
	// Silence is how long the model may say nothing before it is given up,
	// without another try; 0 is the client's.
	Silence time.Duration
	// CheckFunc lists what is wrong with an answer besides its schema; what
	// it says is told to the model, which may mend it once.
	CheckFunc func(a Answer) []string
	// DeltaFunc is handed the text as it is written. When an answer is
	// mended, or asked for again, ResetFunc is called before it begins anew;
	// without a ResetFunc nothing more is handed out then.
	DeltaFunc func(text string)
	ResetFunc func()
}

// Answer is what the model said. It can be stored as JSON and read again.
type Answer struct {
	Text string `json:"text"`
	// JSON is the text of a prompt with a schema, checked against it.
	JSON      json.RawMessage `json:"json,omitempty"`
	ToolCalls []ToolCall      `json:"tool_calls,omitempty"`
	Model     string          `json:"model"`
	Prompt    string          `json:"prompt"` // name@version
	// Usage and CostMicros (millionths of the operator's currency) are of
	// all requests that the answer took; Unpriced tells that the price is
	// not known.
	Usage      Usage `json:"usage"`
	CostMicros int64 `json:"cost_micros,omitempty"`
	Unpriced   bool  `json:"unpriced,omitempty"`
	Attempts   int   `json:"attempts,omitempty"`
	LatencyMS  int64 `json:"latency_ms,omitempty"`
	// Finish is why the model stopped writing.
	Finish   string `json:"finish,omitempty"`
	Repaired bool   `json:"repaired,omitempty"`
}

// Ask asks the model. Its error is ErrOff, ErrUnavailable, ErrOverBudget,
// ErrBadAnswer or ErrRefused, wrapped, or ctx's; the answer beside it tells
// what was spent nevertheless.
func (c *Client) Ask(ctx context.Context, call Call) (Answer, error) {
	if c == nil || c.cfg.Model == nil {
		return Answer{}, ErrOff
	}
	started := time.Now()
	answer, err := c.ask(ctx, call)
	took := time.Since(started)
	answer.LatencyMS = took.Milliseconds()
	c.cfg.Meter.CalledFunc(call.Prompt.Name, outcome(ctx, err), took)
	return answer, err
}

// outcome is Outcome for a call whose context may have ended for a reason
// of the caller's own.
func outcome(ctx context.Context, err error) string {
	if err != nil && ctx.Err() != nil {
		return OutcomeCancelled
	}
	return Outcome(err)
}

func (c *Client) ask(ctx context.Context, call Call) (Answer, error) {
	messages, err := call.Prompt.Messages(call.Data)
	if err != nil {
		return Answer{}, err
	}
	bound, cancel := context.WithTimeoutCause(ctx, c.cfg.Timeout, errSlow)
	defer cancel()
	t := &talk{c: c, call: call, outer: ctx, messages: append(messages, call.Turns...)}
	t.answer = Answer{Prompt: call.Prompt.ID(), Model: c.cfg.Name, Unpriced: !c.cfg.Price.Known}
	return t.until(bound)
}
