// Package korean reads and writes what is particular to Korean text: sums of
// money ("3억 5천만원"), rates, areas, calendar days ("다음 달 말") and spans of
// time, numbers spelt out, names of persons and places, sentences, questions,
// and the particles that follow a word ("을/를"). English spellings of the same
// things are read too, since users mix them.
//
// It knows nothing of any domain: what a sum stands for is for the caller.
package korean
