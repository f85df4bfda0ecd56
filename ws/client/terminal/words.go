package terminal

import (
	"embed"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/fault"
	catalogue "github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

//go:embed texts/*.yaml phrases/*.yaml
var files embed.FS

var (
	texts   = catalogue.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
)

// words is what the terminal says, in one language.
type words struct{ catalogue.Printer }

func wordsFor(language string) words { return words{texts.In(language)} }

func (w words) team(name string) string {
	if key := "teams." + name; texts.Has(key) {
		return w.Say(key)
	}
	return clean(name)
}

func (w words) action(name string) string {
	if key := "actions." + name; texts.Has(key) {
		return w.Say(key)
	}
	return line(name)
}

// time is a duration in whole seconds, at least one.
func (w words) time(d time.Duration) string {
	d = max(d.Round(time.Second), time.Second)
	return w.Say("left", "minutes", int(d.Minutes()), "seconds", int(d.Seconds())%60)
}

// trouble says in the user's language why the server can't be talked to.
func (w words) trouble(err error, o Options) string {
	var refused *client.Refused
	switch at, bad := url.Parse(o.URL); {
	case bad != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https":
		return w.Say("bad_address", "address", line(o.URL))
	case errors.Is(err, client.ErrSignIn):
		return w.Say("sign_in")
	case errors.Is(err, client.ErrLost):
		return w.Say("lost")
	case errors.Is(err, client.ErrNoSession), errors.As(err, &refused) && refused.Code == "" && refused.Status == http.StatusNotFound:
		return w.Say("no_session", "session", line(o.Session))
	case errors.As(err, &refused) && refused.Code != "":
		return w.fault(state.ErrorEvent{Code: refused.Code, Message: refused.Detail})
	}
	return w.Say("unreachable", "url", o.URL)
}

// fault is an error event's sentence: the server's in the user's language,
// else the one that belongs to the code, else what older servers say.
func (w words) fault(e state.ErrorEvent) string {
	if e.Message != "" {
		return clean(e.Message)
	}
	if code := fault.Code(e.Code); slices.Contains(fault.Codes(), code) {
		return fault.Text(code, w.Language())
	}
	if e.Error != "" {
		return clean(e.Error)
	}
	return fault.Text(fault.Internal, w.Language())
}
