package terminal

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/ws/client"
)

// maxListed bounds a list of conversations.
const maxListed = 20

// turned ends a talk that goes on in another session; "" starts one.
type turned struct{ session string }

func (t *turned) Error() string { return "terminal: turned to session " + t.session }

// List shows the newest conversations; as JSON, one on a line, where Options
// ask for it. An error has been shown.
func List(ctx context.Context, o Options) error {
	o = o.withDefaults()
	w := wordsFor(o.languageFor(""))
	list, err := client.Sessions(ctx, o.clientConfig(), maxListed)
	if err != nil {
		fmt.Fprintln(o.Err, w.trouble(err, o))
		return err
	}
	if !o.JSON {
		return show(o.Out, w, list, "")
	}
	for _, s := range list {
		if err := json.NewEncoder(o.Out).Encode(s); err != nil {
			return err
		}
	}
	return nil
}

// show lists conversations by number; current is marked.
func show(out io.Writer, w words, list []client.Session, current string) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(out, w.noneYet)
		return err
	}
	for i, s := range list {
		mark := " "
		if s.ID == current {
			mark = "*"
		}
		if _, err := fmt.Fprintf(out, "%s%2d  %s  %s  (%d)  %s\n", mark, i+1,
			s.UpdatedAt.Local().Format(time.DateTime), clean(s.Title), s.MessageCount, s.ID); err != nil {
			return err
		}
	}
	return nil
}

// command carries out a line that begins with a slash. Its error ends the
// talk, to go on in another session.
func (t *talk) command(ctx context.Context, w words, line string) error {
	name, rest, _ := strings.Cut(line, " ")
	switch rest = strings.TrimSpace(rest); name {
	case "/sessions":
		list, err := client.Sessions(ctx, t.clientConfig(), maxListed)
		if err != nil {
			fmt.Fprintln(t.Err, w.trouble(err, t.Options))
			return nil
		}
		t.listed = list
		return show(t.Out, w, list, t.Session)
	case "/open":
		if id := t.named(rest); id != "" {
			return &turned{id}
		}
		fmt.Fprintln(t.Err, w.noSuch)
	case "/new":
		fmt.Fprintln(t.Err, w.newSession)
		return &turned{}
	default:
		fmt.Fprintln(t.Err, w.help)
	}
	return nil
}

// named is the session that a number of the list, or an id of it, means.
func (t *talk) named(what string) string {
	if n, err := strconv.Atoi(what); err == nil && n >= 1 && n <= len(t.listed) {
		return t.listed[n-1].ID
	}
	for _, s := range t.listed {
		if s.ID == what {
			return s.ID
		}
	}
	if strings.HasPrefix(what, "session-") {
		return what
	}
	return ""
}
