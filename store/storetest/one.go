package storetest

import (
	"context"

	"github.com/madang-dev/madang/store"
)

// Submit is Write of one submission.
func Submit(ctx context.Context, s *store.Store, in store.Submission) (store.Submitted, error) {
	errs, _ := s.Write(ctx, &store.Batch{Submissions: []*store.Submission{&in}})
	if errs[0] != nil {
		return store.Submitted{}, errs[0]
	}
	return in.Done, nil
}

// Apply is Write of commits only.
func Apply(ctx context.Context, s *store.Store, commits []*store.Commit) []error {
	_, errs := s.Write(ctx, &store.Batch{Commits: commits})
	return errs
}

func (y *harness) Submit(ctx context.Context, in store.Submission) (store.Submitted, error) {
	return Submit(ctx, y.Store, in)
}

func (y *harness) Apply(ctx context.Context, commits []*store.Commit) []error {
	return Apply(ctx, y.Store, commits)
}
