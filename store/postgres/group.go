package postgres

import (
	"github.com/madang-dev/madang/store/sqlc"
)

// Group is what one round trip writes: advances of heads with the rows that
// come with each, and submissions. Of an advance that is refused nothing is
// written, and the others go on.
type Group struct {
	advances, moves, checkpoints, events, messages table
	arrivals                                       table

	// Advanced are the sessions whose heads moved.
	Advanced map[string]bool
	// Arrived are the submissions that were written, by their order.
	Arrived []Arrived
}

// Advance is a head's move: from where its writer believes it to stand.
type Advance struct {
	SessionID, RunID, Owner string
	Fence                   int64
	NextRunID, NextOwner    string
	From, To                Place
	DeliveredSeq            int64
}

// Place is where a head stands.
type Place struct {
	LastSeq, LastStep, BaseStep, LastMessageID, OpenRuns int64
}

// Arrival is a submission to a session that is believed to be free.
type Arrival struct {
	Run       sqlc.InsertRunParams
	Owner     string
	Message   *sqlc.InsertMessageParams // nil is none; its number is the statement's
	At        int64
	Deadline  int64
	ExpiresAt int64
}

// Arrived is what became of an Arrival: its place among them, its numbers
// and where the session stands.
type Arrived struct {
	Index      int
	Seq, Fence int64
	Head       Place
}

// table is the columns of rows, which a statement takes as arrays: each is
// a []string, an []int64 or a [][]byte.
type table []any

func (t table) add(values ...any) {
	for i, v := range values {
		switch column := t[i].(type) {
		case []string:
			t[i] = append(column, v.(string))
		case []int64:
			t[i] = append(column, v.(int64))
		case [][]byte:
			t[i] = append(column, v.([]byte))
		}
	}
}

// columns is an empty table by the kinds of its columns: s is text, n a
// number and b bytes.
func columns(kinds string) table {
	t := make(table, len(kinds))
	for i, kind := range kinds {
		switch kind {
		case 's':
			t[i] = []string{}
		case 'n':
			t[i] = []int64{}
		case 'b':
			t[i] = [][]byte{}
		}
	}
	return t
}

// NewGroup is an empty group.
func (db *DB) NewGroup() *Group {
	return &Group{
		advances: columns("sssssnnnnnnnnnnnn"), moves: columns("sssnsnsnsn"),
		checkpoints: columns("snsnssssssnnnnnnsb"), events: columns("snssns"), messages: columns("snssnss"),
		arrivals: columns("sssssssssssnnnnsssss"),
		Advanced: make(map[string]bool),
	}
}

// Advance adds the move of a head.
func (g *Group) Advance(a *Advance) {
	f, t := &a.From, &a.To
	g.advances.add(a.SessionID, a.RunID, a.Owner, a.NextRunID, a.NextOwner,
		a.Fence, f.LastSeq, f.LastStep, f.BaseStep, f.LastMessageID, f.OpenRuns,
		t.LastSeq, t.LastStep, t.BaseStep, t.LastMessageID, t.OpenRuns, a.DeliveredSeq)
}

// Move adds a run's new place, of a run whose head is advanced.
func (g *Group) Move(p *sqlc.MoveRunParams) {
	g.moves.add(p.ID, p.Status, p.NextNode, p.PlanShown, p.Interrupt,
		p.WakeAt, p.Error, p.FinishedAt, p.AskedOf, p.AskedAt)
}

// Checkpoint adds a checkpoint.
func (g *Group) Checkpoint(p *sqlc.InsertCheckpointParams) {
	g.checkpoints.add(p.SessionID, p.StepNo, p.RunID, p.Fence,
		p.ParentID, p.Node, p.NextNode, p.Phase, p.Label, p.Status,
		p.PlanShown, p.SchemaVersion, p.Seq, p.MessageID, p.CreatedAt, p.BaseStep,
		p.Journal, p.Value)
}

// Event adds an event.
func (g *Group) Event(e *sqlc.InsertEventParams) {
	g.events.add(e.SessionID, e.Seq, e.RunID, e.Type, e.CreatedAt, e.Payload)
}

// Message adds a message.
func (g *Group) Message(m *sqlc.InsertMessageParams) {
	g.messages.add(m.SessionID, m.ID, m.RunID, m.Role, m.CreatedAt, m.Content, m.Data)
}

// Arrive adds a submission.
func (g *Group) Arrive(a *Arrival) {
	r, m, messages := &a.Run, a.Message, int64(1)
	if m == nil {
		m, messages = &sqlc.InsertMessageParams{RunID: r.ID}, 0
	}
	g.arrivals.add(r.SessionID, r.ID, a.Owner, r.Assistant, r.UserID, r.Kind, r.ClientMsgID, r.Query, r.Language,
		r.Input, r.NextNode, a.Deadline, a.At, a.ExpiresAt, messages,
		m.RunID, m.Role, m.Content, m.Data, r.Address)
}
