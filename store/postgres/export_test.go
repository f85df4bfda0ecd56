package postgres

// Statements are what the writer's connections prepare, Settings how.
var (
	Statements = statements
	Settings   = writerSettings
)
