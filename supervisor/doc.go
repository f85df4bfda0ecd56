// Package supervisor is the TeamSupervisor: it reads a query, shows a plan,
// lets teams work on its steps and answers from what they found.
//
//	initialize → planning → execute_teams → aggregate_results → generate_response
//	                 │                                              ▲
//	                 └── irrelevant, unclear, nothing to do ────────┘
//
// A query that asks to see the plan first rests between planning and
// execute_teams, in review_plan, until the user has approved, changed or
// rejected it.
//
// Where a language model is configured it reads the queries that the rules are
// not sure of, and finds other words for a search that found nothing; without
// it, or when it fails, the rules do both.
//
// In generate_response the rules write the answer; where there is a model, a
// Writer of the assistant's may have it write the answer anew, shown to those
// who watch while it is written.
//
// The moments T1 to T8 of the design are the labels of its transitions:
//
//	T1 initialize   query, session, start time, status
//	T2 plan ready   planning_state, execution_plan, active_teams, memories
//	T3 step started status in_progress, started_at; or the step's other query
//	T4 step ended   status completed (failed, skipped), completed_at, result,
//	                the team's own state
//	T5 team result  team_results, completed_teams, active_teams
//	T6 aggregate    aggregated_results
//	T7 respond      final_response, status completed, end_time
//	T8 store        the answer, its event and the user's memory are stored
//
// T2 opens the execution in the same commit, T4 and T5 of a step are
// committed together, and T7 and T8 too; every other transition is a commit
// of its own.
package supervisor
