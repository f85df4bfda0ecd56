// Package semantic answers questions with numbers from a database that it
// knows by a catalogue: datasets and how they hang together, dimensions,
// metrics, the words for them, and who may see what.
//
//	question ──Read──▶ Reading: a Request, or what to ask, or why not
//	Request ──Run──▶ Result: rows with units, statistics, a chart, sources
//
// Nobody writes SQL: rules (or a model) choose names of the catalogue, and a
// compiler makes the statement. It joins along declared relationships only,
// from many to one, so that no sum counts a row twice; metrics of several
// datasets are summed up first and joined then. Values are bound, rows and time
// are limited, and the database is opened for reading.
//
// What a question means and the catalogue does not cover is refused with what
// is covered: a plausible wrong number is the worst answer.
package semantic
