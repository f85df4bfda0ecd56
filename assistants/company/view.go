package company

import (
	"context"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/assistants/company/retrieval"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// People are who can ask, for a page that lets somebody choose.
type People struct {
	// Default is who asks where nobody was chosen.
	Default string   `json:"default"`
	People  []Person `json:"people"`
}

// Person is one of them; role and region are in words.
type Person struct {
	ID     string `json:"person_id"`
	Name   string `json:"name"`
	Role   string `json:"role"`
	Region string `json:"region"`
	Dept   string `json:"dept"`
}

// views are what the assistant shows over REST, of the company of who asks.
func (d *desk) views() []state.View {
	return []state.View{{
		Path: "/chats/:session_id/documents", Summary: "The filed documents that whoever asks in a conversation may see, and what rules that changed since say of them", Limit: maxFiled, Reply: Filed{},
		ReadFunc: func(ctx context.Context, q state.ViewQuery) (any, error) {
			person, err := d.person(ctx, q.Session)
			if err != nil {
				return nil, err
			}
			return d.filed(ctx, person.CompanyID, q.Language, func(doc filing.Document) bool { return retrieval.May(person, doc.PersonID) }, q.Limit)
		},
	}, {
		Path: "/chats/:session_id/documents/:document_id", Summary: "A filed document's versions, the newest first, with their downloads", Reply: Versions{},
		ReadFunc: func(ctx context.Context, q state.ViewQuery) (any, error) {
			person, err := d.person(ctx, q.Session)
			if err != nil {
				return nil, err
			}
			return d.versions(ctx, person, q.DocumentID)
		},
	}, {
		Path: "/people", Summary: "Who can ask: a session names one by its metadata (person_id); nobody to choose from for whoever is signed in with a company", Reply: People{},
		ReadFunc: func(ctx context.Context, q state.ViewQuery) (any, error) { return d.people(ctx, q.Caller, q.Language) },
	}}
}

func (d *desk) people(ctx context.Context, caller, language string) (People, error) {
	if store.TenantOf(caller) != "" {
		return People{Default: store.UserName(caller), People: []Person{}}, nil
	}
	list := People{Default: d.Person, People: []Person{}}
	all, err := d.Config.People.People(ctx, d.Company)
	if err != nil {
		return list, fmt.Errorf("people of %s: %w", d.Company, err)
	}
	for _, p := range all {
		list.People = append(list.People, Person{p.ID, p.Name, texts.Say(language, "role."+string(p.Role)), regionName(p.Region, language), p.Dept})
	}
	return list, nil
}

// regionName is a region in words, its code where the texts have none.
func regionName(code, language string) string {
	if !texts.Has("region." + code) {
		return code
	}
	return texts.Say(language, "region."+code)
}

// Filed are documents that were filed, newest first.
type Filed struct {
	Documents []FiledDocument `json:"documents"`
}

// FiledDocument is one of them.
type FiledDocument struct {
	filing.Document
	// Due are the rules that have changed since it was checked, if it was not
	// checked again yet.
	Due []string `json:"due,omitempty"`
}

// maxFiled is the standard of a list of documents.
const maxFiled = 50

// filed are the documents of a company that keep tells.
func (d *desk) filed(ctx context.Context, companyID, language string, keep func(filing.Document) bool, limit int) (Filed, error) {
	list := Filed{Documents: []FiledDocument{}}
	if d.Store == nil {
		return list, nil
	}
	err := d.Store.View(ctx, "filed documents", func(ctx context.Context, tx store.Tx) error {
		documents, err := filing.Documents(ctx, tx, d.Store, companyID, limit)
		if err != nil {
			return err
		}
		checks, err := filing.Checks(ctx, tx, companyID)
		if err != nil {
			return err
		}
		due := map[string][]string{}
		for _, stale := range d.rules().Stale(d.TodayFunc(), checks) {
			due[stale.DocumentID] = stale.Rules
		}
		for _, doc := range documents {
			if !keep(doc) {
				continue
			}
			if due[doc.ID] != nil {
				doc.Recheck = d.checkedAgain(doc, language)
			}
			list.Documents = append(list.Documents, FiledDocument{doc, due[doc.ID]})
		}
		return nil
	})
	return list, err
}

// Versions are all versions of a filed document.
type Versions struct {
	Versions []Version `json:"versions"`
}

// Version is one of them; Downloads are its paths by format.
type Version struct {
	filing.Document
	Downloads map[string]string `json:"downloads,omitempty"`
}

// versions are those of a document that the person may see; one that may not
// be seen is not there.
func (d *desk) versions(ctx context.Context, p access.Person, id string) (list Versions, err error) {
	err = d.Store.View(ctx, "versions of a document", func(ctx context.Context, tx store.Tx) error {
		all, err := filing.Versions(ctx, tx, d.Store, p.CompanyID, id)
		if errors.Is(err, filing.ErrNotFound) || err == nil && !retrieval.May(p, all[0].PersonID) {
			return fault.New(fault.NotFound, "")
		}
		for _, doc := range all {
			v := Version{Document: doc}
			if doc.PageID != "" {
				v.Downloads = state.LinkTo(doc.PageID, doc.Title).Downloads
			}
			list.Versions = append(list.Versions, v)
		}
		return err
	})
	return list, err
}
