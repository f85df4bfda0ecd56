package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/store/sqlc"
)

// UserTable is a table of an assistant's own with rows of users. What is declared
// of it is all that exporting, erasing and moving a user's rows needs, so that an
// assistant can't do one of them and forget another.
type UserTable struct {
	Name string
	// User is the column with the user's key; "" where Where tells whose a row is.
	User string
	// Where tells a user's rows, $1 is the user's key; "" is User = $1.
	Where string
	// Key are the columns that tell rows apart: exports are in their order.
	Key []string
	// Join puts a giver's rows ($1) to those that a receiver ($2) has under the
	// same key, before the rest of them are the receiver's.
	Join []string
	// Chat tells that rows of somebody who has not said who they are stand under
	// their conversation's id, and go with it.
	Chat bool
	// Sealed are the columns that the assistant seals with SealOwn; the row is then
	// the values of Key, with a slash between.
	Sealed []string
}

// OwnText is a text in a row of an assistant's own table, or data where Data is set.
type OwnText struct {
	Table, Column, Row string
	Text               *string
	Data               *[]byte
}

func (t OwnText) field() sealedField {
	return sealedField{place{t.Table, t.Row}, t.Column, t.Text, t.Data}
}

// SealOwn replaces texts by what is stored of them: sealed with the key of a
// session's user, where there are master keys.
func (s *Store) SealOwn(ctx context.Context, tx Tx, sessionID string, list ...OwnText) error {
	key, err := s.queries(tx.(sqlc.DBTX)).keyOfSession(ctx, sessionID)
	for _, t := range list {
		if err == nil {
			err = key.seal([]sealedField{t.field()})
		}
	}
	return err
}

// OpenOwn replaces stored texts by what they were. Rows that are being read have to
// be closed before.
func (s *Store) OpenOwn(ctx context.Context, tx Tx, list ...OwnText) (err error) {
	q := s.queries(tx.(sqlc.DBTX))
	for _, t := range list {
		if err == nil {
			err = q.open(ctx, []sealedField{t.field()})
		}
	}
	return err
}

// openRow opens the sealed columns of a row as it stands.
func (q *queries) openRow(ctx context.Context, t *UserTable, row map[string]any) error {
	var key []string
	for _, column := range t.Key {
		key = append(key, fmt.Sprint(row[column]))
	}
	for _, column := range t.Sealed {
		field := sealedField{place: place{t.Name, strings.Join(key, "/")}, column: column}
		switch v := row[column].(type) {
		case string:
			field.text = &v
		case []byte:
			field.data = &v
		default: // NULL
			continue
		}
		if err := q.open(ctx, []sealedField{field}); err != nil {
			return err
		}
		if row[column] = field.data; field.text != nil {
			row[column] = *field.text
		}
	}
	return nil
}

func (t *UserTable) where() string {
	if t.Where != "" {
		return t.Where
	}
	return t.User + " = $1"
}

// UserTables declares the tables with rows of users that an assistant has beside
// the house's, those that depend on another before it. It is for whoever puts the
// house together, before the store is used.
func (s *Store) UserTables(assistant string, tables ...UserTable) {
	s.userTables[assistant] = tables
}

// eraseOwn removes a user's rows in the assistants' own tables and counts them, an
// assistant at a time.
func (s *Store) eraseOwn(ctx context.Context, userID string) (map[string]int64, error) {
	counts := map[string]int64{}
	for _, name := range slices.Sorted(maps.Keys(s.userTables)) {
		err := s.write(ctx, "erase user's rows of "+name, func(ctx context.Context, q *queries) error {
			// The transaction may be carried out again.
			counts[name] = 0
			for _, t := range s.userTables[name] {
				result, err := q.tx.ExecContext(ctx, "DELETE FROM "+t.Name+" WHERE "+t.where(), userID)
				if err != nil {
					return fmt.Errorf("%s: %w", t.Name, err)
				}
				n, err := result.RowsAffected()
				if err != nil {
					return fmt.Errorf("%s: %w", t.Name, err)
				}
				counts[name] += n
			}
			return nil
		})
		if err != nil {
			return counts, err
		}
	}
	return counts, nil
}

// eraseChat removes what a conversation without a user has left.
func (s *Store) eraseChat(ctx context.Context, q *queries, sessionID string) error {
	for _, tables := range s.userTables {
		for _, t := range tables {
			if !t.Chat {
				continue
			}
			if _, err := q.tx.ExecContext(ctx, "DELETE FROM "+t.Name+" WHERE "+t.User+" = $1", sessionID); err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
		}
	}
	return nil
}

// moveOwn gives a user's rows in the assistants' own tables to another.
func (s *Store) moveOwn(ctx context.Context, tx sqlc.DBTX, giver, receiver string) error {
	for _, name := range slices.Sorted(maps.Keys(s.userTables)) {
		if err := moveRows(ctx, tx, s.userTables[name], giver, receiver); err != nil {
			return err
		}
	}
	return nil
}

func moveRows(ctx context.Context, tx sqlc.DBTX, tables []UserTable, giver, receiver string) error {
	for _, t := range tables {
		statements := t.Join
		if t.User != "" {
			statements = append(slices.Clip(statements), "UPDATE "+t.Name+" SET "+t.User+" = $2 WHERE "+t.User+" = $1")
		}
		for _, statement := range statements {
			args := []any{giver}
			if strings.Contains(statement, "$2") { // Postgres takes as many as there are
				args = append(args, receiver)
			}
			if _, err := tx.ExecContext(ctx, statement, args...); err != nil {
				return fmt.Errorf("move rows of %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

// ownRows are a page of a user's rows in a table of an assistant's own, every
// column by its name.
func (s *Store) ownRows(ctx context.Context, t *UserTable, userID string, limit, offset int) ([]map[string]any, error) {
	query := "SELECT * FROM " + t.Name + " WHERE " + t.where() + " ORDER BY " + strings.Join(t.Key, ", ") + " LIMIT $2 OFFSET $3"
	return read(ctx, s, "rows of "+t.Name, func(ctx context.Context, q *queries) ([]map[string]any, error) {
		rows, err := q.tx.QueryContext(ctx, query, userID, limit, offset)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		names, err := rows.Columns()
		if err != nil {
			return nil, err
		}
		var list []map[string]any
		for rows.Next() {
			values, into := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				return nil, err
			}
			row := make(map[string]any, len(names))
			for i, name := range names {
				row[name] = values[i]
			}
			list = append(list, row)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return nil, err
		}
		for _, row := range list {
			if err := q.openRow(ctx, t, row); err != nil {
				return nil, err
			}
		}
		return list, nil
	})
}
