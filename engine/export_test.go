package engine

// Flush sends what the turn has changed, as a Do or an Emit does.
func Flush[S any](t *Turn[S]) error { return t.flush() }

// Settle waits, besides, until that and the run's query are durable.
func Settle[S any](t *Turn[S]) error {
	if err := t.flush(); err != nil {
		return err
	}
	return t.run.pipeline.flush()
}
