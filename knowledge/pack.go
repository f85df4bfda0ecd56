package knowledge

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/madang-dev/madang/internal/datafile"
)

// The files of a pack. Only statutes are required; a folder may hold other
// files too.
const (
	statutesFile = "statutes.yaml"
	loansFile    = "loans.yaml"
	marketFile   = "market.yaml"
	listingsFile = "listings.yaml"
	synonymsFile = "synonyms.yaml"
	// extraSynonymsFile is an operator's, of the same form.
	extraSynonymsFile = "synonyms.extra.yaml"
)

// pack is everything a folder holds.
type pack struct {
	articles   []Article
	guides     []Article
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
	marketPack struct {
		Meta meta        `yaml:"meta"`
		Rows []MarketRow `yaml:"rows"`
	}
)

func readPack(fsys fs.FS) (*pack, error) {
	p := &pack{situations: map[string][]situation{}}
	for _, read := range []func(fs.FS) error{p.readStatutes, p.readGuides, p.readLoans, p.readListings, p.readMarket, p.readLexicon, p.readSituations} {
		if err := read(fsys); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *pack) readStatutes(fsys fs.FS) error {
	var all statutesPack
	file, err := open(fsys, statutesFile, &all)
	p.articles, p.tables = all.Articles, all.Tables
	return errors.Join(err,
		checkAll(file, "articles", p.articles, func(a Article) (string, error) {
			// English answers have to be able to tell it too.
			return a.ID, errors.Join(a.validate(), required(a.ID, "title_en", a.TitleEN, "gist_en", a.GistEN))
		}),
		checkAll(file, "tables", p.tables, func(t TableChunk) (string, error) { return t.ID, t.validate() }),
	)
}

func (p *pack) readLoans(fsys fs.FS) error {
	var all loansPack
	file, err := open(fsys, loansFile, &all)
	p.loans, p.guarantees = all.Products, all.Guarantees
	return errors.Join(ifThere(err),
		checkAll(file, "products", p.loans, func(l LoanProduct) (string, error) { return l.ID, l.validate() }),
		checkAll(file, "guarantees", p.guarantees, func(g Guarantee) (string, error) { return g.ID, g.validate() }),
	)
}

func (p *pack) readListings(fsys fs.FS) error {
	var all listingsPack
	file, err := open(fsys, listingsFile, &all)
	p.listings = all.Listings
	for i := range p.listings {
		p.listings[i].Sample = all.Meta.Sample
	}
	return errors.Join(ifThere(err), checkAll(file, "listings", p.listings, func(l Listing) (string, error) { return l.ID, l.validate() }))
}

func (p *pack) readMarket(fsys fs.FS) error {
	var all marketPack
	file, err := open(fsys, marketFile, &all)
	p.market = all.Rows
	for i := range p.market {
		p.market[i].Sample = all.Meta.Sample
	}
	return errors.Join(ifThere(err), checkAll(file, "rows", p.market, func(r MarketRow) (string, error) { return r.ID, r.validate() }))
}

func (p *pack) readLexicon(fsys fs.FS) error {
	file, err := open(fsys, synonymsFile, &p.lexicon)
	return errors.Join(ifThere(err), file.wrong(p.lexicon.compile()))
}

// packFile is a file that was read, for errors to name it.
type packFile struct {
	name string
	datafile.File
}

// open decodes a file strictly: an unknown field is an error with its line.
func open(fsys fs.FS, name string, to any) (packFile, error) {
	file, err := datafile.Open(fsys, name)
	if err == nil {
		err = file.Decode(to)
	}
	at := packFile{name, file}
	return at, at.wrong(err)
}

// openAll opens every file of a pattern, in the order of their names, and hands over
// what it holds.
func openAll[T any](fsys fs.FS, pattern string, take func(packFile, T) error) error {
	names, err := fs.Glob(fsys, pattern)
	for _, name := range names {
		var all T
		file, err := open(fsys, name, &all)
		if err == nil {
			err = take(file, all)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// wrong names the file of an error.
func (f packFile) wrong(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("load pack %s: %w", f.name, err)
}

// wrongAt names the line of an error in an entry of a list too.
func (f packFile) wrongAt(list string, i int, err error) error {
	return fmt.Errorf("load pack %s:%d: %w", f.name, f.Line(fmt.Sprintf("$.%s[%d]", list, i)), err)
}

// ifThere is an error but of a file that is not there.
func ifThere(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// checkAll checks the records of a file's list; each id may stand once.
func checkAll[T any](file packFile, list string, all []T, check func(T) (id string, err error)) error {
	seen := map[string]bool{}
	for i, one := range all {
		id, err := check(one)
		if err := checked(seen, id, err); err != nil {
			return file.wrongAt(list, i, err)
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
