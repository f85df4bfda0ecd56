// Package interview holds practice interviews that adapt: each question is
// chosen by what the answers so far tell of the candidate's ability.
//
// A run is one message of the candidate. The supervisor names the next worker
// (flow_control.next_worker), and each worker hands back to it:
//
//	supervisor ─▶ guardrail ─▶ supervisor ─┬▶ greeter ─────▶ (interviewer)
//	                                       ├▶ evaluator ─▶ coach ─▶ interviewer | closer
//	                                       ├▶ guide
//	                                       └▶ closer
//
// The final evaluation is referred to a reviewer, whose answer begins a run of its
// own (supervisor ─▶ reviewer); the candidate may go on talking meanwhile.
//
// The interview goes through Greeting, Questioning, Feedback, Farewell and
// Finished. It is practice: no verdict on hiring is ever given, and the final
// evaluation is the candidate's only after a reviewer has approved it.
//
// Questions, their key points and the ways people say them are in packs/, who
// asks and how long in packs/interviewer.yaml, the measurement in ability.
package interview
