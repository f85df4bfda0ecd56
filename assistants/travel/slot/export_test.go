package slot

// Phrases are what messages are read by.
var Phrases = phrases
