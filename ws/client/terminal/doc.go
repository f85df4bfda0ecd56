// Package terminal is the chat for people at a terminal and for scripts in
// a pipe: it asks, shows the plan and each step's change as it happens, and
// prints the answer.
//
//	on a terminal   a line for each change, then the answer as Markdown
//	in a pipe       the same, with the changes on stderr
//	with JSON       the server's frames, one on a line
//
// Where a run asks back, what is typed next is the answer.
//
// What the server sends is cleaned of control characters first: a retrieved
// text must not be able to steer the user's terminal.
package terminal
