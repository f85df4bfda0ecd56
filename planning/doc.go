// Package planning reads a query by rules and draws up the plan of steps that
// answers it. Where the rules are not sure, a caller may let a language model
// read the query too: Schema and PromptData are what it is asked with, Check
// refuses what it invents, and PlanWith draws the plan of what it read.
//
//	query ─ text ─ words ─ concepts ─┬─ intent (rules + examples)
//	                 └─ entities ────┴─ parts ─ actions ─ steps, waves
//
// All that belongs to one assistant is data (a Config, read from YAML): its
// intents with example utterances, the words of its domain, what evidence
// counts together, the actions of its teams and what to ask back. The same
// data and query always give the same plan.
package planning
