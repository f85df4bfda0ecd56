// Package supervisor is the TeamSupervisor: an assistant hands it its teams and
// says how a message becomes a plan, and what is answered from the results.
// Showing, starting, timing, retrying, skipping, re-planning, failing and ending
// steps is the supervisor's, for every assistant that has plans.
//
//	initialize → planning → execute_teams → aggregate_results → generate_response
//	                 │                                              ▲
//	                 └── nothing to do ─────────────────────────────┘
//
// An assistant whose state embeds State gets the whole graph:
//
//	supervisor.Graph(supervisor.Config[State]{
//		Assistant: "refund",
//		Plan:      plan,                       // message → steps with depends_on
//		Teams:     supervisor.Teams[State]{"search": search, "analysis": analysis},
//		Respond:   respond,                    // results → response
//	})
//
// One that has a graph and a state of its own shows its steps by Planned and
// has a Crew carry them out in one of its nodes. See the example.
//
// A query that asks to see the plan first rests between planning and
// execute_teams, in review_plan, until the user has approved, changed or
// rejected it. Config.Nodes are further stations, which Plan leads to: what is
// asked before there is a plan.
//
// # Steps
//
// A step waits for those that it depends on, and in a sequential plan for the
// one before it. A team sees the state as the step's start left it; what it
// found is put into the state with the step's end, in one commit, so that a
// completed step is never done again. What it hears from outside goes through
// engine.Do with the step's turn: a replay hears the same, and so ends the step the
// same way. A step that is done when the plan is shown (skipped,
// since its result is there) is not worked on. A quick step's start and end are
// one commit.
//
// # Moments
//
// The moments T1 to T8 of the real-estate design are the labels of the
// transitions:
//
//	T1 initialize   query, session, start time, status
//	T2 plan ready   planning_state, execution_plan, active_teams
//	T3 step started status in_progress, started_at; or the step's other query
//	T4 step ended   status completed (failed, skipped), completed_at, result,
//	                what the team found
//	T5 team result  team_results, completed_teams, active_teams
//	T6 aggregate    aggregated_results
//	T7 respond      final_response, status completed, end_time
//	T8 store        the answer, its event and the user's memory are stored
//
// T2 opens the execution in the same commit, T4 and T5 of a step are
// committed together, and T7 and T8 too; every other transition is a commit
// of its own.
package supervisor
