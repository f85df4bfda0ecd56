package knowledge

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"

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
	// extraSynonymsFile is an operator's, of the same form.
	extraSynonymsFile = "synonyms.extra.yaml"
)

// pack is everything a folder holds.
type pack struct {
	articles   []Article
	tables     []TableChunk
	loans      []LoanProduct
	guarantees []Guarantee
	market     []MarketRow
	listings   []Listing
	lexicon    lexicon
	situations map[string][]situation // by the keys of references
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
	for _, read := range []func(fs.FS) error{p.readStatutes, p.readLoans, p.readListings, p.readMarket, p.readLexicon, p.readSituations} {
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
	return errors.Join(
		checkAll(statutesFile, data, "articles", p.articles, func(a Article) (string, error) {
			// English answers have to be able to tell it too.
			return a.ID, errors.Join(a.validate(), required(a.ID, "title_en", a.TitleEN, "gist_en", a.GistEN))
		}),
		checkAll(statutesFile, data, "tables", p.tables, func(t TableChunk) (string, error) { return t.ID, t.validate() }),
	)
}

func (p *pack) readLoans(fsys fs.FS) error {
	var file loansPack
	data, err := readYAML(fsys, loansFile, &file)
	if err != nil {
		return ignoreMissing(loansFile, err)
	}
	p.loans, p.guarantees = file.Products, file.Guarantees
	return errors.Join(
		checkAll(loansFile, data, "products", p.loans, func(l LoanProduct) (string, error) { return l.ID, l.validate() }),
		checkAll(loansFile, data, "guarantees", p.guarantees, func(g Guarantee) (string, error) { return g.ID, g.validate() }),
	)
}

func (p *pack) readListings(fsys fs.FS) error {
	var file listingsPack
	data, err := readYAML(fsys, listingsFile, &file)
	if err != nil {
		return ignoreMissing(listingsFile, err)
	}
	p.listings = file.Listings
	for i := range p.listings {
		p.listings[i].Sample = file.Meta.Sample
	}
	return checkAll(listingsFile, data, "listings", p.listings, func(l Listing) (string, error) { return l.ID, l.validate() })
}

func (p *pack) readLexicon(fsys fs.FS) error {
	if err := readOptional(fsys, synonymsFile, &p.lexicon); err != nil {
		return err
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

func readOptional(fsys fs.FS, name string, to any) error {
	if _, err := readYAML(fsys, name, to); err != nil {
		return ignoreMissing(name, err)
	}
	return nil
}

func ignoreMissing(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("load pack %s: %w", name, err)
}

// checkAll checks the records of a file's list; each id may stand once. An
// error names the line.
func checkAll[T any](name string, data []byte, list string, all []T, check func(T) (id string, err error)) error {
	seen := map[string]bool{}
	for i, one := range all {
		id, err := check(one)
		if err := checked(seen, id, err); err != nil {
			return fmt.Errorf("load pack %s:%d: %w", name, lineOf(data, list, i), err)
		}
	}
	return nil
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

// lineOf is the line at which entry i of a top-level list starts, 0 when it
// can't be found. It parses again: only a broken pack pays for it.
func lineOf(data []byte, list string, i int) int {
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return 0
	}
	path, err := yaml.PathString(fmt.Sprintf("$.%s[%d]", list, i))
	if err != nil {
		return 0
	}
	node, err := path.FilterFile(file)
	if err != nil {
		return 0
	}
	return node.GetToken().Position.Line
}
