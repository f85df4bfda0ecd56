package teams

import "context"

// skip is the user's wish that a step be passed over, at one place.
type skip struct {
	c     <-chan struct{}
	sure  bool
	taken func()
	// now tells that the step is passed over without any work.
	now bool
}

func (x *execution[R]) skip(stepID, place string) skip {
	s := skip{taken: func() {
		if x.hooks.SkipTakenFunc != nil {
			x.hooks.SkipTakenFunc(stepID, place)
		}
	}}
	if x.hooks.SkipFunc != nil {
		s.c = x.hooks.SkipFunc(stepID)
		select {
		case <-s.c:
			s.sure, s.now = true, true
		default:
		}
	}
	if x.hooks.SkippedFunc != nil {
		s.c, s.sure = x.hooks.SkippedFunc(stepID, place)
	}
	return s
}

// closed tells whether there is the wish; where it is sure to come it waits.
func (s skip) closed(ctx context.Context) bool {
	if s.sure {
		select {
		case <-s.c:
			return true
		case <-ctx.Done():
			return false
		}
	}
	select {
	case <-s.c:
		return true
	default:
		return false
	}
}

// unless is c, or nothing that ever comes.
func unless[T any](never bool, c <-chan T) <-chan T {
	if never {
		return nil
	}
	return c
}
