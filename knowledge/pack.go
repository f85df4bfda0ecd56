package knowledge

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/madang-dev/madang/datafile"
)

// The files of a pack. Only statutes are required; a folder may hold other
// files too.
const (
	statutesFile = "statutes.yaml"
	loansFile    = "loans.yaml"
	marketFile   = "market.csv"
	listingsFile = "listings.yaml"
	synonymsFile = "synonyms.yaml"
)

// pack is everything a folder holds.
type pack struct {
	articles   []Article
	tables     []TableChunk
	loans      []LoanProduct
	guarantees []Guarantee
	market     []MarketRow
	listings   []Listing
	lexicon    Lexicon
}

// meta is a file's account of itself.
type meta struct {
	Title      string `yaml:"title"`
	CompiledOn string `yaml:"compiled_on"`
	AsOf       string `yaml:"as_of"`
	Source     string `yaml:"source"`
	Disclaimer string `yaml:"disclaimer"`
	Sample     bool   `yaml:"sample"`
	Label      string `yaml:"label"`
}

// What the files hold.
type (
	statutesPack struct {
		Meta     meta         `yaml:"meta"`
		Articles []Article    `yaml:"articles"`
		Tables   []TableChunk `yaml:"tables"`
	}
	loansPack struct {
		Meta       meta          `yaml:"meta"`
		Products   []LoanProduct `yaml:"products"`
		Guarantees []Guarantee   `yaml:"guarantees"`
	}
	listingsPack struct {
		Meta     meta      `yaml:"meta"`
		Listings []Listing `yaml:"listings"`
	}
)

func readPack(fsys fs.FS) (*pack, error) {
	p := &pack{}
	for _, read := range []func(fs.FS) error{p.readStatutes, p.readLoans, p.readListings, p.readMarket, p.readLexicon} {
		if err := read(fsys); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *pack) readStatutes(fsys fs.FS) error {
	var file statutesPack
	data, err := readYAML(fsys, statutesFile, &file)
	if err != nil {
		return fmt.Errorf("load pack %s: %w", statutesFile, err)
	}
	p.articles, p.tables = file.Articles, file.Tables
	seen := map[string]bool{}
	for i, a := range p.articles {
		if err := checked(seen, a.ID, errors.Join(a.validate(), a.validateEnglish())); err != nil {
			return located(statutesFile, data, "articles", i, err)
		}
	}
	for i, t := range p.tables {
		if err := checked(seen, t.ID, t.validate()); err != nil {
			return located(statutesFile, data, "tables", i, err)
		}
	}
	return nil
}

func (p *pack) readLoans(fsys fs.FS) error {
	var file loansPack
	data, err := readYAML(fsys, loansFile, &file)
	if err != nil {
		return ignoreMissing(loansFile, err)
	}
	p.loans, p.guarantees = file.Products, file.Guarantees
	seen := map[string]bool{}
	for i, l := range p.loans {
		if err := checked(seen, l.ID, l.validate()); err != nil {
			return located(loansFile, data, "products", i, err)
		}
	}
	for i, g := range p.guarantees {
		if err := checked(seen, g.ID, g.validate()); err != nil {
			return located(loansFile, data, "guarantees", i, err)
		}
	}
	return nil
}

func (p *pack) readListings(fsys fs.FS) error {
	var file listingsPack
	data, err := readYAML(fsys, listingsFile, &file)
	if err != nil {
		return ignoreMissing(listingsFile, err)
	}
	p.listings = file.Listings
	seen := map[string]bool{}
	for i := range p.listings {
		p.listings[i].Sample = file.Meta.Sample
		if err := checked(seen, p.listings[i].ID, p.listings[i].validate()); err != nil {
			return located(listingsFile, data, "listings", i, err)
		}
	}
	return nil
}

func (p *pack) readLexicon(fsys fs.FS) error {
	if _, err := readYAML(fsys, synonymsFile, &p.lexicon); err != nil {
		if err := ignoreMissing(synonymsFile, err); err != nil {
			return err
		}
	}
	if err := p.lexicon.compile(); err != nil {
		return fmt.Errorf("load pack %s: %w", synonymsFile, err)
	}
	return nil
}

// readYAML decodes strictly: an unknown field is an error with its line.
func readYAML(fsys fs.FS, name string, to any) ([]byte, error) {
	file, err := datafile.Open(fsys, name)
	if err != nil {
		return nil, err
	}
	if err := file.Decode(to); err != nil {
		return nil, err
	}
	return file.Text, nil
}

func ignoreMissing(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("load pack %s: %w", name, err)
}

func checked(seen map[string]bool, id string, err error) error {
	if err != nil {
		return err
	}
	if seen[id] {
		return fmt.Errorf("id %s is used twice", id)
	}
	seen[id] = true
	return nil
}

// located adds the line at which a record of a list starts.
func located(name string, data []byte, list string, i int, err error) error {
	return fmt.Errorf("load pack %s:%d: %w", name, lineOf(data, list, i), err)
}
