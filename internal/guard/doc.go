// Package guard tells what an assistant must not follow, show or pretend to
// know: orders to a machine in texts that it reads, numbers of persons, and
// questions that nobody can look up. What it looks for is data (phrases/); a
// caller says what is said to the user.
package guard
