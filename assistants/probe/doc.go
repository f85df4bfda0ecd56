// Package probe is an assistant whose work is known beforehand, for
// benchmarks, chaos tests and demonstrations of the engine. A deployment
// has it only when the setting `probe` is true.
//
// It walks the same five nodes as the real assistants:
//
//	initialize → planning → execute_teams → aggregate_results → generate_response
//
// Work that takes no time is one commit a node and eight events: plan_ready,
// todo_updated for the start and the end of each of three steps, and
// final_response. Its state grows from 0.2 to 4 KB on the way. A query that
// is a JSON object asks for other work:
//
//	{"steps":3, "step_ms":0, "parallel":false, "result_bytes":900, "fail":"", "turn_bytes":0}
//
// With step_ms each step's start and its end are commits of their own. fail
// is "error" or "panic" (execute_teams fails after the plan was shown) or
// "step:1" (step_1 fails and the others answer). turn_bytes make the answer
// longer. Any other text asks for the work that is named here.
//
//	{"ask":"approval", "ask_ms":2000, "default":"approve"}
//
// asks before execute_teams (approval, input or clarification; the last two
// take a plain query for the answer), with "ask_late":true behind its steps, and
// the response tells the reply.
package probe
