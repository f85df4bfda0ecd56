// Package engine runs assistants durably. An assistant is a Graph of named
// nodes over one typed state; a query is a run through it.
//
// # Writing an assistant
//
// Six words of ours are needed: Assistant, Graph, Turn, Do, Ask, Update.
//
//	graph := &engine.Graph[State]{
//		Assistant: "refund",
//		Start:     "find",
//		Nodes: engine.Nodes[State]{
//			"find":    {Enter: find, Next: engine.To("approve", engine.End)},
//			"approve": {Enter: approve, Next: engine.To("pay", engine.End)},
//			"pay":     {Enter: pay, Next: engine.To(engine.End)},
//		},
//	}
//
// A node reads the state, works, changes the state and names the node to go to:
//
//	func find(ctx context.Context, t *engine.Turn[State]) (string, error) {
//		order, err := engine.Do(ctx, t, "order", func(ctx context.Context) (Order, error) {
//			return shop.Order(ctx, t.Info().Query)
//		})
//		if err != nil {
//			return "", err
//		}
//		return "approve", t.Update("order found", func(s *State) { s.Order = order })
//	}
//
// Do is the one call for whatever is no pure function of the state: a model, a
// tool, another store, chance, an effect outside. Its result is durable before
// anything that follows from it is shown or done, and is heard again after a crash
// and in a replay; so the code around it has to be a function of the state, of Info
// and of Now. Read is the same for what changes nothing outside, and waits for no
// commit. Ask has the run rest until the user has answered, and is in a node of its
// own:
//
//	reply, err := t.Ask(engine.Approval("May I pay 30,000 won?"))
//	if err != nil {
//		return "", err // ErrWaiting: the node is entered again with the reply
//	}
//
// Answer ends a run: return engine.End, t.Answer(&response). The edges are
// checked when the graph is handed to New. Steps that go on side by side each
// have a turn of their own, by Step(t, id): there Update is on its way at once,
// names of Do are the step's own, and Skipped tells that the user wants it passed
// over. What a step has to know of the state it takes down in the Update that
// begins it.
//
// Whoever commits need not know when that is durable: nothing is shown, answered
// or done outside before.
//
// # How a run goes
//
//	Submit ──▶ run row + user message (one transaction) ──▶ ack
//	   │
//	   ▼            ┌──────────── Turn ─────────────┐
//	claim (fence) ─▶│ node ─ Update ─ Do ─ Update … │─▶ next node … End
//	                └───────┬───────────────────────┘
//	                        ▼ group commit
//	        checkpoint + events + messages + fence check (one transaction)
//	                        ▼ only after it
//	                 streams of the session's watchers
//
// What is promised: an event is seen only after the transaction that holds
// it; a session's events are numbered without holes; a run has one writer
// at a time and ends in exactly one terminal event; a node that is entered
// again after a crash sees what was committed.
package engine
