// Package slot reads what a traveller says: where to, for how long, for how
// much, how many and in what style, several at once or one by one, corrected
// or asked about. It needs no model and remembers nothing: the caller tells
// what was asked last and keeps what was understood.
package slot
