package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/store/postgres"
)

// newFigures are the company assistant's numbers: of the settings' database, else of the
// sample, which is made when it is first asked for.
func newFigures(settings configs.Settings, log *slog.Logger) (*semantic.Layer, error) {
	cfg := semantic.Config{Company: sample.Company, Catalogue: catalogue(settings.Company), Logger: log}
	switch path, isFile := strings.CutPrefix(settings.Company.DatabaseURL, "file:"); {
	case isFile:
		cfg.PathFunc = func(context.Context) (string, error) { return path, nil }
	case settings.Company.DatabaseURL != "":
		db, err := postgres.OpenReader(settings.Company.DatabaseURL)
		if err != nil {
			return nil, fmt.Errorf("company assistant: %w", err)
		}
		cfg.DB = db
	default:
		dir := filepath.Join(settings.DataDir, "company")
		cfg.PathFunc = func(ctx context.Context) (string, error) { return sample.Ensure(ctx, dir) }
	}
	l, err := semantic.New(cfg)
	if err != nil {
		return nil, fmt.Errorf("company assistant: %w", err)
	}
	return l, nil
}

// catalogue says what the database means.
func catalogue(company configs.Company) fs.FS {
	if company.Catalogue == "" {
		return sample.Catalogue()
	}
	return os.DirFS(company.Catalogue)
}

// figuresFit refuses a start whose catalogue is of another database; one that is away is
// waited for. The sample is built in.
func figuresFit(ctx context.Context, l *semantic.Layer, company configs.Company) error {
	if l == nil || company.Catalogue == "" && company.DatabaseURL == "" {
		return nil
	}
	if err := l.Connect(ctx); errors.Is(err, semantic.ErrCatalogue) {
		return fmt.Errorf("company assistant: %w", err)
	}
	return nil
}
