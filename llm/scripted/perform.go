package scripted

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/madang-dev/madang/llm"
)

// The faults that a script can name.
const (
	FaultUnavailable = "unavailable"  // away: at once, before any word
	FaultRateLimited = "rate_limited" // too many requests
	FaultRefused     = "refused"      // asking again is no use
	FaultHang        = "hang"         // nothing comes, for ever
	FaultStall       = "stall"        // half the answer, then nothing for ever
	FaultDisconnect  = "disconnect"   // half the answer, then the line is cut
	FaultGarbage     = "garbage"      // text that is not what was asked for
	FaultHalfJSON    = "half_json"    // the first half, as if it were all
	FaultEndless     = "endless"      // the answer over and over
)

var faults = []string{
	FaultUnavailable, FaultRateLimited, FaultRefused, FaultHang, FaultStall,
	FaultDisconnect, FaultGarbage, FaultHalfJSON, FaultEndless,
}

const garbage = "¿¡ <html>\x1b[31m ]]}{ 답이 아닙니다"

// performance is one answer given.
type performance struct {
	*rule
	req  llm.Request
	said strings.Builder
}

var (
	errScripted = errors.New("as the script says")
	errLimit    = errors.New("rate limited, as the script says")
)

func (p *performance) play(ctx context.Context) (llm.Response, error) {
	if err := pause(ctx, p.latency); err != nil {
		return p.broken(), err
	}
	text := p.text
	switch p.Fault {
	case FaultUnavailable:
		return llm.Response{Model: Name}, &llm.Unavailable{RetryAfter: p.retryAfter, Err: errScripted}
	case FaultRateLimited:
		return llm.Response{Model: Name}, &llm.Unavailable{RetryAfter: p.retryAfter, Err: errLimit}
	case FaultRefused:
		return llm.Response{Model: Name}, fmt.Errorf("%w: %w", llm.ErrRefused, errScripted)
	case FaultHang:
		<-ctx.Done()
		return p.broken(), context.Cause(ctx)
	case FaultGarbage:
		text = garbage
	case FaultHalfJSON, FaultDisconnect, FaultStall:
		text = half(text)
	case FaultEndless:
		text = cmp.Or(text, "끝없이 ")
		for {
			if err := p.say(ctx, text); err != nil {
				return p.broken(), err
			}
		}
	}
	if err := p.say(ctx, text); err != nil {
		return p.broken(), err
	}
	switch p.Fault {
	case FaultStall:
		<-ctx.Done()
		return p.broken(), context.Cause(ctx)
	case FaultDisconnect:
		return p.broken(), &llm.Unavailable{Err: errScripted}
	}
	return p.whole(), nil
}

// say writes a text in chunks.
func (p *performance) say(ctx context.Context, text string) error {
	for text != "" {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		piece := text
		if p.Chunk > 0 {
			piece = first(text, p.Chunk)
		}
		text = text[len(piece):]
		p.said.WriteString(piece)
		if p.req.AliveFunc != nil {
			p.req.AliveFunc()
		}
		if p.req.DeltaFunc != nil {
			p.req.DeltaFunc(piece)
		}
		if p.said.Len() > maxSaid {
			return fmt.Errorf("%w: it is too large", llm.ErrBadAnswer)
		}
		if err := pause(ctx, p.delay); err != nil {
			return err
		}
	}
	return nil
}

// maxSaid bounds an endless answer that nobody stops.
const maxSaid = 1 << 20

// broken is what there is of an answer that failed.
func (p *performance) broken() llm.Response {
	r := llm.Response{Text: p.said.String(), Model: Name}
	r.Usage = llm.Usage{InputTokens: llm.EstimateInput(p.req), OutputTokens: llm.EstimateOutput(r), Estimated: true}
	return r
}

func (p *performance) whole() llm.Response {
	r := p.broken()
	r.ToolCalls, r.Finish = p.tools, llm.FinishStop
	if len(r.ToolCalls) > 0 {
		r.Finish = llm.FinishToolCalls
	}
	// A script is the provider, so what it counts is the truth.
	r.Usage = llm.Usage{InputTokens: r.Usage.InputTokens, OutputTokens: llm.EstimateOutput(r)}
	if u := p.Usage; u != nil {
		r.Usage = llm.Usage{InputTokens: u.InputTokens, OutputTokens: u.OutputTokens}
	}
	return r
}

// half is the first half of a text, at least a character.
func half(text string) string { return first(text, max(1, utf8.RuneCountInString(text)/2)) }

// first are the first n characters of a text.
func first(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
