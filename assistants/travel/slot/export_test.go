package slot

// Phrases and Examples are what messages are read by, Files where they stand.
var (
	Phrases  = phrases
	Examples = examples
	Files    = files
)
