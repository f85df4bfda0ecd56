package main

import "slices"

// target is a ratio or a bound to hold.
type target struct {
	name string
	// value is what was reached; false when its parts were not measured.
	value func(r *results) (float64, bool)
	// atLeast or atMost is the bound, the other is 0.
	atLeast, atMost float64
	unit            string
}

func (t target) held(v float64) bool {
	return v >= t.atLeast && (t.atMost == 0 || v <= t.atMost)
}

// ratio of two parts' figures: the median of the rounds' ratios. What is measured
// in one round is measured within seconds, and a shared machine is faster by half
// in one minute than in the next.
func ratio(figure, contestant, scenario, to, toScenario string) func(*results) (float64, bool) {
	return func(r *results) (float64, bool) {
		a, b := r.part(contestant, scenario), r.part(to, toScenario)
		if a == nil || b == nil {
			return 0, false
		}
		var all []float64
		for i := range min(len(a.Rounds), len(b.Rounds)) {
			over, under := a.Rounds[i][figure], b.Rounds[i][figure]
			if over > 0 && under > 0 {
				all = append(all, over/under)
			}
		}
		slices.Sort(all)
		return middle(all)
	}
}

// behind is how much more a figure's median is than that of another contestant.
func behind(figure, contestant, to, scenario string) func(*results) (float64, bool) {
	return func(r *results) (float64, bool) {
		a, ok := r.median(contestant, scenario, figure)
		b, there := r.median(to, scenario, figure)
		return a - b, ok && there
	}
}

// toFloor compares the server on Postgres with its floor.
func toFloor(figure, scenario string) func(*results) (float64, bool) {
	return ratio(figure, onPostgres, scenario, postgresFloor, scenario)
}

func plain(figure, contestant, scenario string) func(*results) (float64, bool) {
	return func(r *results) (float64, bool) { return r.median(contestant, scenario, figure) }
}

func targets() []target {
	return []target{
		{name: "queries/s at 64 sockets, Postgres", value: toFloor(perSecond, "64"), atLeast: .65, unit: "of the floor"},
		{name: "queries/s at 256 sockets, Postgres", value: toFloor(perSecond, "256"), unit: "of the floor"},
		{name: "queries/s at 1 socket, Postgres", value: toFloor(perSecond, "1"), atLeast: .9, unit: "of the floor"},
		{name: "first event at 64 sockets, p50", value: toFloor(firstP50, "64"), atMost: 3, unit: "of the floor"},
		{name: "p99 at 1 socket, Postgres", value: toFloor(finalP99, "1"), unit: "of the floor"},
		{name: "acknowledgement at 1 socket, p99", value: plain(ackP99, onPostgres, "1"), unit: "ms"},
		{name: "event on another node behind its own, p99", value: plain(hearP99, onPostgres, "apart-1"), atMost: 10, unit: "ms"},
		{name: "server CPU a query at 64", value: toFloor(serverCPU, "64"), atMost: 2.2, unit: "of the floor"},
		{name: "Postgres CPU a query at 64", value: toFloor(dbCPU, "64"), unit: "of the floor"},
		{name: "WAL bytes a query at 64", value: toFloor(walBytes, "64"), atMost: 1.6, unit: "of the floor"},
		{name: "server CPU a query at 64, with identity", value: ratio(serverCPU, knownPG, "64", onPostgres, "64"), atMost: 1.05, unit: "of it without"},
		{name: "server CPU a query at 64, encrypted", value: ratio(serverCPU, sealedPG, "64", onPostgres, "64"), atMost: 1.15, unit: "of it unencrypted"},
		{name: "RSS of an idle socket with identity, 10,000 open", value: plain(rssCold, knownPG, "idle-10000"), atMost: 12, unit: "KB"},
		{name: "queries/s at 64 sockets, SQLite", value: ratio(perSecond, onSQLite, "64", sqliteFloor, "64"), atLeast: .6, unit: "of the floor"},
		{name: "queries/s at 1 socket, SQLite", value: ratio(perSecond, onSQLite, "1", sqliteFloor, "1"), unit: "of the floor"},
		{name: "RSS of an idle socket, 10,000 open", value: plain(rssCold, onPostgres, "idle-10000"), atMost: 12, unit: "KB"},
		{name: "… of the gorilla floor", value: plain(rssCold, socketFloor, "idle-10000"), unit: "KB"},
		{name: "… after traffic", value: plain(rssAfter, onPostgres, "idle-10000"), atMost: 20, unit: "KB"},
		{name: "… of the gorilla floor", value: plain(rssAfter, socketFloor, "idle-10000"), unit: "KB"},
		{name: "turn 1,000 against turn 10, time", value: plain(turnTime, onPostgres, "turns"), atMost: 1.1, unit: "×"},
		{name: "turn 1,000 against turn 10, bytes", value: plain(turnBytes, onPostgres, "turns"), atMost: 1.1, unit: "×"},
		{name: "three teams of 50 ms at 1 socket, p50", value: plain(finalP50, onPostgres, "teams-1"), unit: "ms"},
		{name: "… against the floor's", value: toFloor(finalP50, "teams-1"), atMost: 1.05, unit: "×"},
		{name: "three teams of 50 ms at 64 sockets, p50", value: plain(finalP50, onPostgres, "teams-64"), unit: "ms"},
		{name: "… against the floor's", value: toFloor(finalP50, "teams-64"), atMost: 1.05, unit: "×"},
		{name: "one session on 100 sockets, CPU a delivery", value: plain(deliverCPU, onPostgres, "fanout"), atMost: 15, unit: "µs"},
		{name: "list of 1,400 checkpoints, Postgres", value: plain(listTime, onPostgres, "list"), unit: "ms"},
		{name: "list of 1,400 checkpoints, SQLite", value: plain(listTime, onSQLite, "list"), unit: "ms"},
		{name: "real question at 64 sockets, p50, Postgres", value: ratio(finalP50, onPostgres, "advice-64", onPostgres, "64"), unit: "× trivial"},
		{name: "real question at 64 sockets, p50, SQLite", value: ratio(finalP50, onSQLite, "advice-64", onSQLite, "64"), unit: "× trivial"},
		{name: "CPU a token at 1 stream of a model", value: ratio(tokenCPU, modelSQLite, "tokens-1", relayFloor, "tokens-1"), atMost: 2, unit: "of the relay"},
		{name: "CPU a token at 100 streams", value: ratio(tokenCPU, modelSQLite, "tokens-100", relayFloor, "tokens-100"), atMost: 2, unit: "of the relay"},
		{name: "CPU a token at 1,000 streams", value: ratio(tokenCPU, modelSQLite, "tokens-1000", relayFloor, "tokens-1000"), atMost: 2, unit: "of the relay"},
		{name: "first token at 100 streams, p50, behind the relay's", value: behind(tokenP50, modelSQLite, relayFloor, "tokens-100"), atMost: 5, unit: "ms"},
		{name: "cold start to ready, SQLite", value: plain(readyTime, onSQLite, "start"), unit: "ms"},
	}
}
