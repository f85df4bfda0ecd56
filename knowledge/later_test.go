package knowledge_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/madang-dev/madang/knowledge"
)

// slow are passages that take long to be read.
type slow struct {
	*ingested
	may chan struct{}
}

func (s slow) Passages(ctx context.Context) ([]knowledge.Passage, error) {
	select {
	case <-s.may:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.ingested.Passages(ctx)
}

// A shelf whose passages come later begins without them, and tells so.
func TestShelfBeginsWithoutWhatComesLater(t *testing.T) {
	t.Parallel()
	from := slow{&ingested{}, make(chan struct{})}
	from.set(nil, passage("a", "관리 규정", "", "반려동물", "반려동물은 두 마리까지 키운다."))
	shelf := running(t, knowledge.ShelfConfig{Ingested: from, Later: true})
	before := shelf.Generation()
	if got := first(t, shelf, pets); got != "" || !shelf.Partial() || len(shelf.Now().Article("민법", "제1조")) != 1 {
		t.Errorf("found %q, partial %v", got, shelf.Partial())
	}
	close(from.may)
	complete(t, shelf)
	if got := first(t, shelf, pets); got != "a" || shelf.Partial() || shelf.Generation() == before {
		t.Errorf("found %q, partial %v, generation %q", got, shelf.Partial(), shelf.Generation())
	}
}

// Passages that can't be read leave it partial, until they can.
func TestShelfIsPartialWhilePassagesFail(t *testing.T) {
	t.Parallel()
	from, failed := &ingested{}, make(chan struct{}, 1)
	from.set(errors.New("away"))
	shelf := running(t, knowledge.ShelfConfig{Ingested: from, Later: true, ReloadedFunc: func(err error) {
		if err != nil {
			select {
			case failed <- struct{}{}:
			default:
			}
		}
	}})
	<-failed
	if !shelf.Partial() {
		t.Error("it calls itself complete")
	}
	from.set(nil, passage("a", "관리 규정", "", "반려동물", "반려동물은 두 마리까지 키운다."))
	complete(t, shelf)
	if got := first(t, shelf, pets); got != "a" {
		t.Errorf("found %q", got)
	}
}

// With nothing ingested it is complete at once, and the same as one that
// waited for it.
func TestShelfWithNothingToComeLater(t *testing.T) {
	t.Parallel()
	from := &ingested{}
	reloads := 0
	later := running(t, knowledge.ShelfConfig{Ingested: from, Later: true, ReloadedFunc: func(error) { reloads++ }})
	complete(t, later)
	at := running(t, knowledge.ShelfConfig{Ingested: from})
	if later.Generation() != at.Generation() || reloads > 0 || at.Partial() {
		t.Errorf("%q and %q, %d reloads", later.Generation(), at.Generation(), reloads)
	}
	if alone := running(t, knowledge.ShelfConfig{Later: true}); alone.Partial() {
		t.Error("a shelf that nothing is ingested for waits for it")
	}
}

// What is built at the start stays where nothing came to it: a library takes a tenth
// of the start.
func TestShelfWithNothingToComeIsBuiltOnce(t *testing.T) {
	t.Parallel()
	shelf, err := knowledge.NewShelf(t.Context(), knowledge.ShelfConfig{
		Library: knowledge.Config{FS: small()}, Ingested: &ingested{}, Later: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	first := shelf.Now()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _ = shelf.Run(ctx) }()
	complete(t, shelf)
	cancel()
	<-done
	if shelf.Now() != first {
		t.Error("it was built twice")
	}
}

func complete(t *testing.T, shelf *knowledge.Shelf) {
	t.Helper()
	select {
	case <-shelf.Complete():
	case <-time.After(2 * time.Minute):
		t.Fatal("it does not become complete")
	}
}
