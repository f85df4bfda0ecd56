package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/store"
)

// Long values are compressed the fast way where the server knows it, and
// tuning what is tuned changes nothing.
func TestLongValuesAreCompressedFast(t *testing.T) {
	t.Parallel()
	ctx, url := t.Context(), testdb.Postgres(t)
	s, err := store.Open(ctx, store.Config{DatabaseURL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for range 2 {
		if _, err := s.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		var known bool
		var lz4 int
		if err := conn.QueryRow(ctx, `SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'`).Scan(&known); err != nil {
			t.Fatal(err)
		}
		if err := conn.QueryRow(ctx, `SELECT count(*) FROM pg_attribute WHERE attcompression = 'l'
			AND attrelid IN ('events'::regclass, 'messages'::regclass, 'checkpoints'::regclass)`).Scan(&lz4); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{true: 5}[known]; lz4 != want {
			t.Errorf("%d columns, the server knows lz4: %v", lz4, known)
		}
	}
}
