// Package access says who asks and what that person may see: people of a
// company behind a small seam, and policies by role that are data. What a
// policy keeps back is told as hidden before anything is planned, never shown
// as an empty result.
package access

import (
	"context"
	"errors"
	"strings"
)

// Role is what somebody does in the company.
type Role string

// The roles of a sales company. Former is somebody who has left: no policy
// should name it, so that such a person sees nothing.
const (
	Sales      Role = "sales"
	Manager    Role = "manager"
	Compliance Role = "compliance"
	Former     Role = "former"
)

// ErrUnknown is returned for a person that a company does not have.
var ErrUnknown = errors.New("access: no such person")

// Person is who asks.
type Person struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	CompanyID string `json:"company_id"`
	Role      Role   `json:"role"`
	// Region is the code of the person's region, as the data has it.
	Region string `json:"region"`
	Dept   string `json:"dept"`
}

// Scope is a text of everything that decides what the person may see: two
// people of one scope get the same results, so caches may key by it.
func (p Person) Scope() string {
	return strings.Join([]string{p.CompanyID, string(p.Role), p.ID, p.Region, p.Dept}, "\x1f")
}

// Attribute is a value of the person by the name that policies use: id, region
// or dept; false for any other.
func (p Person) Attribute(name string) (string, bool) {
	switch name {
	case "id":
		return p.ID, true
	case "region":
		return p.Region, true
	case "dept":
		return p.Dept, true
	}
	return "", false
}

// Directory knows the people of companies. Sign-in or an operator's directory
// stands behind it.
type Directory interface {
	// Person is one of a company's people; ErrUnknown for nobody.
	Person(ctx context.Context, companyID, id string) (Person, error)
	// People are all of a company, those who have left too, by ID.
	People(ctx context.Context, companyID string) ([]Person, error)
}
