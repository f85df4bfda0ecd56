// Package dictation takes down what a language model writes for readers: the
// model is asked once a run and within its time, its answer is read sentence by
// sentence while it comes, and what has passed its check is shown by a Pen.
//
// Which sentences may be shown, how they look and what stands in where the model
// fails are the assistant's.
package dictation
