// Fill makes a conversation long and a list of conversations full, for the
// browser tests: it says again, straight in the tables of migrations, what was
// said in a conversation that the server held.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"

	_ "modernc.org/sqlite"
)

func main() {
	db := flag.String("db", "", "the SQLite `file` of a server, which may be running")
	session := flag.String("session", "", "the conversation, with an answer of each kind that is wanted")
	messages := flag.Int("messages", 0, "how many messages it shall have")
	others := flag.Int("others", 0, "how many more conversations its user shall have")
	flag.Parse()
	if err := fill(context.Background(), *db, *session, *messages, *others); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// turns names the turns that are to be made, and which of the real ones each
// repeats. Turn n is the messages 2n-1 and 2n and run n.
const turns = `
WITH RECURSIVE
head AS (SELECT * FROM heads WHERE session_id = $1),
turn (n) AS (SELECT last_run + 1 FROM head UNION ALL SELECT n + 1 FROM turn WHERE n < $2),
made AS (
	SELECT n, printf('%s-%06d', $1, n) AS run_id, 1 + (n - 1) % (SELECT last_run FROM head) AS like_run
	FROM turn
)
`

var steps = []string{
	// Questions are numbered, so that a reader can tell whether one is missing.
	turns + `INSERT INTO messages (session_id, id, run_id, role, created_at, content, data)
		SELECT $1, 2 * n - (m.role = 'user'), made.run_id, m.role, m.created_at + n,
			CASE m.role WHEN 'user' THEN '#' || n || ' ' || m.content ELSE m.content END, m.data
		FROM made
		JOIN runs r ON r.session_id = $1 AND r.seq = like_run
		JOIN messages m ON m.session_id = $1 AND m.run_id = r.id`,
	turns + `INSERT INTO runs
		SELECT made.run_id, session_id, n, assistant, user_id, kind, '', '#' || n || ' ' || query, language, input, status,
			owner, fence, attempt, next_node, plan_shown, interrupt, reply, wake_at, error,
			created_at + n, started_at + n, finished_at + n, deadline, asked_of, asked_at, address
		FROM made JOIN runs r ON r.session_id = $1 AND r.seq = like_run`,
	`UPDATE heads SET last_run = $2, last_message_id = 2 * $2 WHERE session_id = $1`,
}

const other = `
WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < $2)
`

var otherSteps = []string{
	other + `INSERT INTO sessions
		SELECT printf('%s-other-%04d', id, n), assistant, user_id, 'other ' || n, language, metadata, epoch,
			created_at - n * 60000, updated_at - n * 60000, last_activity, expires_at, deleted_at, forked_from
		FROM n JOIN sessions ON id = $1`,
	other + `INSERT INTO heads SELECT printf('%s-other-%04d', $1, n), 0, 0, 0, 0, 0, 0, 0, '', '', 0 FROM n`,
}

func fill(ctx context.Context, path, session string, messages, others int) error {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(20000)&_txlock=immediate")
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // in vain after Commit
	if messages > 0 {
		if err := do(ctx, tx, steps, session, messages/2); err != nil {
			return err
		}
	}
	if others > 0 {
		if err := do(ctx, tx, otherSteps, session, others); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func do(ctx context.Context, tx *sql.Tx, steps []string, session string, count int) error {
	for _, q := range steps {
		if _, err := tx.ExecContext(ctx, q, session, count); err != nil {
			return fmt.Errorf("%w: %s", err, q)
		}
	}
	return nil
}
