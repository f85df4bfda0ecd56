package terminal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/madang-dev/madang/ws/client"
)

// maxListed bounds a list of conversations.
const maxListed = 20

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
	if len(list) == 0 && !o.JSON {
		_, err := fmt.Fprintln(o.Out, w.Say("none_yet"))
		return err
	}
	for _, s := range list {
		if o.JSON {
			err = json.NewEncoder(o.Out).Encode(s)
		} else {
			_, err = fmt.Fprintf(o.Out, "%s  %s  %s  (%d)\n", s.ID, s.UpdatedAt.Local().Format(time.DateTime), line(s.Title), s.MessageCount)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
