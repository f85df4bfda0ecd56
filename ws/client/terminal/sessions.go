package terminal

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
)

// maxListed bounds a list of conversations.
const maxListed = 20

// turned ends a talk that goes on in another session.
type turned struct{ session, locale string }

func (t *turned) Error() string { return "terminal: turned to session " + t.session }

// errLeave ends the prompt at the user's word.
var errLeave = errors.New("terminal: the user leaves")

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
		return show(o, w, list, "", true)
	}
	for _, s := range list {
		if err := json.NewEncoder(o.Out).Encode(s); err != nil {
			return err
		}
	}
	return nil
}

// show lists conversations by number; current is marked. Their ids are
// shown where they are asked for, and to pipes.
func show(o Options, w words, list []client.Session, current string, ids bool) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(o.Out, w.Say("none_yet"))
		return err
	}
	for i, s := range list {
		mark := " "
		if s.ID == current {
			mark = "*"
		}
		row := fmt.Sprintf("%s%2d  %s  %s  (%d)", mark, i+1, s.UpdatedAt.Local().Format(time.DateTime), line(s.Title), s.MessageCount)
		if width, _ := o.SizeFunc(); width == 0 {
			row += "  " + s.ID
		} else {
			row = shortRow(mark, i+1, s, o.columns()-1)
			if ids {
				row += "\n     " + s.ID
			}
		}
		if _, err := fmt.Fprintln(o.Out, row); err != nil {
			return err
		}
	}
	return nil
}

// shortRow is a conversation on one line of a terminal: its title gets the
// room that the rest leaves.
func shortRow(mark string, n int, s client.Session, width int) string {
	head := fmt.Sprintf("%s%2d  ", mark, n)
	tail := fmt.Sprintf("  (%d)  %s", s.MessageCount, s.UpdatedAt.Local().Format("01-02 15:04"))
	room := max(8, width-len(head)-len(tail))
	return ansi.Truncate(head+pad(ansi.Truncate(line(s.Title), room, "…"), room)+tail, width, "")
}

// command carries out a line that begins with a slash. Its error ends the
// talk: for good, or to go on in another session.
func (t *talk) command(ctx context.Context, text string) error {
	w := t.words("")
	name, rest, _ := strings.Cut(text, " ")
	switch rest = strings.TrimSpace(rest); name {
	case "/sessions":
		list, err := client.Sessions(ctx, t.clientConfig(), maxListed)
		if err != nil {
			t.say(w.trouble(err, t.Options))
			return nil
		}
		t.listed = list
		return show(t.Options, w, list, t.Session, false)
	case "/open":
		return t.open(ctx, w, rest)
	case "/new":
		return t.begin(ctx, w, rest)
	case "/assistants":
		return t.listAssistants(ctx, w)
	case "/quit", "/exit":
		return errLeave
	case "/help":
		t.say(w.Say("help"))
	default:
		t.say(w.Say("no_command", "name", clean(name)) + "\n" + w.Say("help"))
	}
	return nil
}

// open goes on with a conversation that is there.
func (t *talk) open(ctx context.Context, w words, what string) error {
	c := t.clientConfig()
	c.SessionID = t.named(what)
	if c.SessionID == "" {
		t.say(w.Say("no_such"))
		return nil
	}
	if _, err := client.Messages(ctx, c, 0); err != nil {
		o := t.Options
		o.Session = c.SessionID
		t.say(w.trouble(err, o))
		return nil
	}
	return &turned{c.SessionID, t.Locale}
}

// begin starts a conversation, with an assistant that was named or with
// that of the first.
func (t *talk) begin(ctx context.Context, w words, assistant string) error {
	c := t.clientConfig()
	c.Assistant = cmp.Or(assistant, c.Assistant)
	id, err := client.Start(ctx, c)
	if err != nil {
		t.say(w.trouble(err, t.Options))
		return nil
	}
	t.say(w.Say("new_session"))
	return &turned{id, t.Locale}
}

func (t *talk) listAssistants(ctx context.Context, w words) error {
	c := t.clientConfig()
	c.Language = w.Language()
	list, err := client.Assistants(ctx, c)
	if err != nil {
		t.say(w.trouble(err, t.Options))
		return nil
	}
	for _, a := range list {
		t.say(fmt.Sprintf("  %s  %s", line(a.Name), line(a.Title)))
	}
	return nil
}

// greet says how to type, once, and what was said last in a conversation
// that goes on.
func (t *talk) greet(ctx context.Context) error {
	if w := t.words(""); !t.keys.met {
		t.keys.met = true
		t.say(w.Say("welcome"))
	}
	if t.started {
		return nil
	}
	said, err := t.last(ctx)
	if err != nil || len(said) == 0 {
		return err
	}
	w := t.words(said[0].Content)
	for _, m := range said {
		text := strings.TrimSpace(clean(m.Content))
		if m.Role == state.RoleUser {
			text = wrap(w.Say("prompt")+text, t.columns()) + "\n"
		} else {
			text = layOut(text, t.columns(), !t.NoColor)
		}
		if _, err := fmt.Fprint(t.Out, text); err != nil {
			return err
		}
	}
	return nil
}

// last is the newest question of the conversation with what came after it.
func (t *talk) last(ctx context.Context) (said []state.Message, err error) {
	err = t.messages(ctx, 0, func(m state.Message) {
		if m.Role == state.RoleUser {
			said = said[:0]
		}
		said = append(said, m)
	})
	return said, err
}

// messages hands out the conversation's from the offset on.
func (t *talk) messages(ctx context.Context, offset int64, take func(state.Message)) error {
	for offset = max(0, offset); ; offset += client.MaxMessages {
		page, err := client.Messages(ctx, t.clientConfig(), offset)
		if err != nil {
			return err
		}
		for _, m := range page {
			take(m)
		}
		if len(page) < client.MaxMessages {
			return nil
		}
	}
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
