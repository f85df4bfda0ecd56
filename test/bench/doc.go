// Command bench measures the server beside its floors, all on loopback, and
// checks every frame while it does.
//
//	go run ./test/bench                    everything, three rounds, about 20 minutes
//	go run ./test/bench -quick             each part once and shortly, for CI
//	go run ./test/bench -only postgres-64  one part; names may have * in them
//	go run ./test/bench -json out.json -md docs/benchmarks.md
//	go run ./test/bench -patience 10m      wait up to 10 minutes for quiet moments
//	go run ./test/bench -profile cpu.out -only postgres-64
//
// Contestants are processes of their own, so that their CPU time can be told
// apart: the server on SQLite and on Postgres (with the assistant probe),
// and three floors of plain Go (test/bench/floor). They take turns, each once a
// round, and only one is alive at a time; medians of the rounds and their
// spread are shown. The load comes from this process (test/bench/load), and so does
// the model that the server and the floor relay stream an answer of.
//
// Only the ratios say something about another machine, and only when the
// machine was quiet: the spread tells.
package main
