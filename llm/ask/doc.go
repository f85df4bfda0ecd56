// Package ask has a run ask a language model: once, within its time, with what
// it said durable before what follows from it. Where there is no model, or it fails, the
// caller's rules go on, and the answer can say so.
//
// A model's answer may be shown while it is written: Write reads it sentence by
// sentence, and a Writer shows those that have passed their check. Which may be
// shown, how they look and what stands in for the model is the assistant's.
package ask
