package store

import "context"

// Submit is Write of one submission.
func (s *Store) Submit(ctx context.Context, in Submission) (Submitted, error) {
	errs, _ := s.Write(ctx, &Batch{Submissions: []*Submission{&in}})
	if errs[0] != nil {
		return Submitted{}, errs[0]
	}
	return in.Done, nil
}

// Apply is Write of commits only.
func (s *Store) Apply(ctx context.Context, commits []*Commit) []error {
	_, errs := s.Write(ctx, &Batch{Commits: commits})
	return errs
}
