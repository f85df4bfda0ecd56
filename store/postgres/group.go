package postgres

import (
	"encoding/binary"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// Group is what one round trip writes, all of it or nothing. Make one with
// NewGroup and give it back with Free.
type Group struct {
	mark [8]byte

	advances, beginnings, arrivals, moves table
	runs, checkpoints, events, messages   rows
	out                                   []byte // all of it as messages

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

// Beginning is a head's move by a new run and its first commit, from where
// their writer believes it to stand, which is free. The run's row is added
// by Run.
type Beginning struct {
	SessionID, NextRunID, NextOwner string
	From, To                        Place
	LastRun, Fence                  int64 // before
	DeliveredSeq                    int64
	At, ExpiresAt                   int64
}

// Arrival is a submission to a session that is believed to be free.
type Arrival struct {
	Run         *state.Run
	Owner       string
	Message     *state.Message
	At          int64
	Deadline    int64
	ExpiresAt   int64
	MessageRun  string
	ClientMsgID string
}

// Arrived is what became of an Arrival: its place among them, its numbers
// and where the session stands.
type Arrived struct {
	Index      int
	Seq, Fence int64
	Head       Place
}

// NewGroup is an empty group whose heads get a mark.
func (db *DB) NewGroup(mark int64) *Group {
	g, ok := db.groups.Get().(*Group)
	if !ok {
		g = &Group{advances: newTable(17), beginnings: newTable(17), arrivals: newTable(19), moves: newTable(8)}
	}
	binary.BigEndian.PutUint64(g.mark[:], uint64(mark))
	return g
}

// maxKept bounds what an idle group keeps for the next use.
const maxKept = 4 << 20

// Free gives the group's memory back.
func (db *DB) Free(g *Group) {
	kept := cap(g.out)
	for _, t := range []*table{&g.advances, &g.beginnings, &g.arrivals, &g.moves} {
		for i := range t.columns {
			kept += cap(t.columns[i].b)
		}
		t.reset()
	}
	for _, r := range []*rows{&g.runs, &g.checkpoints, &g.events, &g.messages} {
		kept += cap(r.b)
		r.reset()
	}
	g.Arrived = g.Arrived[:0]
	if kept <= maxKept {
		db.groups.Put(g)
	}
}

// Advance adds the move of a head.
func (g *Group) Advance(a *Advance) {
	c := g.advances.columns
	for i, s := range [...]string{a.SessionID, a.RunID, a.Owner, a.NextRunID, a.NextOwner} {
		c[i].text(s)
	}
	f, t := &a.From, &a.To
	for i, n := range [...]int64{
		a.Fence, f.LastSeq, f.LastStep, f.BaseStep, f.LastMessageID, f.OpenRuns,
		t.LastSeq, t.LastStep, t.BaseStep, t.LastMessageID, t.OpenRuns, a.DeliveredSeq,
	} {
		c[5+i].int(n)
	}
}

// Begin adds the move of a head by a run that begins.
func (g *Group) Begin(b *Beginning) {
	c := g.beginnings.columns
	for i, s := range [...]string{b.SessionID, b.NextRunID, b.NextOwner} {
		c[i].text(s)
	}
	f, t := &b.From, &b.To
	for i, n := range [...]int64{
		b.LastRun, b.Fence, f.LastSeq, f.LastStep, f.BaseStep, f.LastMessageID,
		t.LastSeq, t.LastStep, t.BaseStep, t.LastMessageID, t.OpenRuns, b.DeliveredSeq, b.At, b.ExpiresAt,
	} {
		c[3+i].int(n)
	}
}

// Run adds a run's row.
func (g *Group) Run(r *sqlc.Run) {
	w := &g.runs
	w.begin(24)
	w.text(r.ID)
	w.text(r.SessionID)
	w.int(r.Seq)
	for _, s := range [...]string{r.Assistant, r.UserID, r.Kind, r.ClientMsgID, r.Query, r.Language, r.Input, r.Status, r.Owner} {
		w.text(s)
	}
	w.int(r.Fence)
	w.int(r.Attempt)
	w.text(r.NextNode)
	w.int(r.PlanShown)
	w.text(r.Interrupt)
	w.text(r.Reply)
	w.int(r.WakeAt)
	w.text(r.Error)
	for _, n := range [...]int64{r.CreatedAt, r.StartedAt, r.FinishedAt, r.Deadline} {
		w.int(n)
	}
}

// Arrive adds a submission.
func (g *Group) Arrive(a *Arrival) {
	c, r := g.arrivals.columns, a.Run
	for i, s := range [...]string{
		r.SessionID, r.ID, a.Owner, r.Assistant, r.UserID, r.Kind, r.ClientMsgID, r.Query, r.Language,
	} {
		c[i].text(s)
	}
	c[9].json(r.Input)
	c[10].text(r.NextNode)
	c[11].int(a.Deadline)
	c[12].int(a.At)
	c[13].int(a.ExpiresAt)
	m := a.Message
	if m == nil {
		m = &state.Message{}
		c[14].int(0)
	} else {
		c[14].int(1)
	}
	c[15].text(a.MessageRun)
	c[16].text(m.Role)
	c[17].text(m.Content)
	c[18].json(m.Data)
}

// Move adds a run's new place.
func (g *Group) Move(p *sqlc.MoveRunParams) {
	c := g.moves.columns
	c[0].text(p.ID)
	c[1].text(p.Status)
	c[2].text(p.NextNode)
	c[3].int(p.PlanShown)
	c[4].text(p.Interrupt)
	c[5].int(p.WakeAt)
	c[6].text(p.Error)
	c[7].int(p.FinishedAt)
}

// Checkpoint adds a checkpoint; parent is "" for the step before.
func (g *Group) Checkpoint(p *state.Checkpoint, parent string, base int64, value []byte) {
	r := &g.checkpoints
	r.begin(18)
	r.text(p.SessionID)
	r.int(p.StepNo)
	r.text(p.RunID)
	r.int(p.Fence)
	for _, s := range [...]string{parent, p.Node, p.NextNode, p.Phase, p.Label, p.Status} {
		r.text(s)
	}
	shown := int64(0)
	if p.PlanShown {
		shown = 1
	}
	for _, n := range [...]int64{shown, int64(p.SchemaVersion), p.Seq, p.MessageID, p.CreatedAt.UnixMilli(), base} {
		r.int(n)
	}
	r.bytes(p.Journal)
	r.bytes(value)
}

// Event adds an event.
func (g *Group) Event(e *state.Event) {
	r := &g.events
	r.begin(6)
	r.text(e.SessionID)
	r.int(e.Seq)
	r.text(e.RunID)
	r.text(e.Type)
	r.int(e.CreatedAt.UnixMilli())
	r.bytes(e.Payload)
}

// Message adds a message.
func (g *Group) Message(m *state.Message) {
	r := &g.messages
	r.begin(7)
	r.text(m.SessionID)
	r.int(m.ID)
	r.text(m.RunID)
	r.text(m.Role)
	r.int(m.CreatedAt.UnixMilli())
	r.text(m.Content)
	r.bytes(m.Data)
}

// encode makes the messages of the whole group: one transaction, as nothing
// but its end is a Sync. Heads come first, because everybody locks them first.
// A frontend of pgx would make room for them anew each time.
func (g *Group) encode() error {
	out, err := g.advances.encode(g.out[:0], "madang_advance", g.mark[:])
	if err == nil {
		out, err = g.beginnings.encode(out, "madang_begin", g.mark[:])
	}
	if err == nil {
		out, err = g.arrivals.encode(out, "madang_arrive", g.mark[:])
	}
	if err == nil {
		out, err = g.moves.encode(out, "madang_move")
	}
	if err == nil {
		out, err = g.runs.encode(out, "madang_runs")
	}
	if err == nil {
		out, err = g.checkpoints.encode(out, "madang_checkpoints")
	}
	if err == nil {
		out, err = g.events.encode(out, "madang_events")
	}
	if err == nil {
		out, err = g.messages.encode(out, "madang_messages")
	}
	if err == nil {
		out, err = (&pgproto3.Sync{}).Encode(out)
	}
	g.out = out
	return err
}

// take reads a row of arriveSQL's answer.
func (g *Group) take(row [][]byte) {
	if len(row) != arriveColumns {
		return // of another statement
	}
	n := func(i int) int64 { return int64(binary.BigEndian.Uint64(row[i])) }
	g.Arrived = append(g.Arrived, Arrived{
		Index: int(n(0)) - 1, Seq: n(1), Fence: n(6),
		Head: Place{LastSeq: n(2), LastStep: n(3), BaseStep: n(4), LastMessageID: n(5), OpenRuns: 1},
	})
}
