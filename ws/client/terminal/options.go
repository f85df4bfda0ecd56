package terminal

import (
	"cmp"
	"errors"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/madang-dev/madang/ws/client"
)

// What Run returns besides failures to reach the server.
var (
	// ErrAnswer is returned when a question was answered by an error, which
	// has been shown; the program should exit with 1.
	ErrAnswer = errors.New("terminal: the question was not answered")
	// ErrCancelled is returned when the user ended a run; exit with 130.
	ErrCancelled = errors.New("terminal: cancelled")
)

// Options say where to ask and how to show.
type Options struct {
	URL     string // http://localhost:8000
	Session string // "" starts one
	// Query is asked and Run returns; "" asks what In brings, line by line.
	Query    string
	Language string // ko | en; "" is that of the question, else Locale
	Locale   string // ko | en; the user's own, "" is ko

	// ReviewPlan asks to be shown each plan before it is carried out.
	ReviewPlan bool

	UserID    string
	Assistant string // for a session to start; "" is the server's default
	Token     string

	In  io.Reader
	Out io.Writer
	Err io.Writer
	// Progress is where a pipe's plan, changes and questions go, so that Out
	// has the answers alone; nil is Err.
	Progress io.Writer

	JSON bool
	// Terminal tells that somebody sits before Out and is to be prompted.
	Terminal bool

	// Interrupts are the user's Ctrl-C: the first cancels the run under
	// way, one without a run ends Run. With nil, the end of ctx cancels.
	Interrupts <-chan os.Signal
}

// cancelWait is how long a cancelled run may take to say so.
const cancelWait = 3 * time.Second

func (o Options) withDefaults() Options {
	if o.Progress == nil {
		o.Progress = o.Err
	}
	if o.URL != "" && !strings.Contains(o.URL, "://") {
		o.URL = "http://" + o.URL
	}
	return o
}

func (o Options) clientConfig() client.Config {
	return client.Config{
		BaseURL: o.URL, SessionID: o.Session, UserID: o.UserID,
		Assistant: o.Assistant, Language: o.Language, Token: o.Token,
	}
}

// languageFor is the language to speak to somebody who asked that.
func (o Options) languageFor(query string) string {
	if o.Language != "" {
		return o.Language
	}
	latin := false
	for _, r := range query {
		if unicode.Is(unicode.Hangul, r) {
			return "ko"
		}
		latin = latin || unicode.Is(unicode.Latin, r)
	}
	if latin {
		return "en"
	}
	return cmp.Or(o.Locale, "ko")
}
