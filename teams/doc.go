// Package teams carries out the steps of a plan: in the order that their
// dependencies ask for, side by side where they may be, each with a time
// limit, retries and a guard against panics. What a step does is the work of
// the teams in the folders below; the scheduler knows only that it ends.
package teams
