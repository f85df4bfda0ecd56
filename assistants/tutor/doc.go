// Package tutor teaches how to use AI well: eight chapters for beginners and
// for people who apply AI at work, without a model.
//
// One learning session is an explanation, one question, an evaluation with
// feedback and a decision: go on, or study the chapter once more (three
// times at most). A run is one turn of the user; the state lives on between
// runs. Six agents are the graph's nodes:
//
//	session_manager → learning_supervisor → theory_educator ┐
//	                        ▲     │   ▲──────────────────────┘
//	          qna_resolver ─┘     ▼
//	                        quiz_generator → evaluation_feedback_agent
//	                                             │
//	session_manager ◀── learning_supervisor ◀────┘
//
// Every committed state is a row of the table in stage.go. What a finished
// learning session leaves is written in the transaction of its decision.
package tutor
