package sample

import (
	"context"
	"fmt"

	"github.com/madang-dev/madang/assistants/company/access"
)

// directory are the people of the sample company.
type directory []access.Person

// People are the employees of the sample company, as they stand in its data.
func People() access.Directory {
	m := maker{values: shipped()}
	m.people()
	roles := map[string]access.Role{m.Roles.Sales: access.Sales, m.Roles.Manager: access.Manager, m.Roles.Compliance: access.Compliance}
	var d directory
	for _, e := range m.employees {
		p := access.Person{ID: e.id, Name: e.name, CompanyID: Company, Role: roles[e.role], Region: e.region, Dept: e.dept}
		if !e.active {
			p.Role = access.Former
		}
		d = append(d, p)
	}
	return d
}

// Person is an employee by ID.
func (d directory) Person(_ context.Context, companyID, id string) (access.Person, error) {
	for _, p := range d {
		if p.CompanyID == companyID && p.ID == id {
			return p, nil
		}
	}
	return access.Person{}, fmt.Errorf("%w: %s of %s", access.ErrUnknown, id, companyID)
}

// People are all employees, those who have left too.
func (d directory) People(_ context.Context, companyID string) ([]access.Person, error) {
	if companyID != Company {
		return nil, nil
	}
	return d, nil
}
