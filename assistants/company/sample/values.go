package sample

import (
	"embed"

	"github.com/madang-dev/madang/internal/datafile"
)

//go:embed values.yaml catalogue.yaml
var files embed.FS

// values are what the sample company is made of.
type values struct {
	Regions []struct {
		Code string `yaml:"code"`
		Name string `yaml:"name"`
	} `yaml:"regions"`
	CustomerTypes []string `yaml:"customer_types"`
	PublicTypes   []string `yaml:"public_types"`
	NoSpecialty   string   `yaml:"no_specialty"`
	Specialties   []string `yaml:"specialties"`
	Grades        []string `yaml:"grades"`
	Products      []struct {
		Name     string `yaml:"name"`
		Category string `yaml:"category"`
		Price    int64  `yaml:"price"`
	} `yaml:"products"`
	Depts []string `yaml:"depts"`
	Roles struct {
		Sales      string `yaml:"sales"`
		Manager    string `yaml:"manager"`
		Compliance string `yaml:"compliance"`
	} `yaml:"roles"`
	ComplianceDept string    `yaml:"compliance_dept"`
	EmployeeName   string    `yaml:"employee_name"`
	CustomerName   string    `yaml:"customer_name"`
	Channels       []string  `yaml:"channels"`
	Purposes       []string  `yaml:"purposes"`
	Results        []string  `yaml:"results"`
	NextActions    []string  `yaml:"next_actions"`
	Memo           string    `yaml:"memo"`
	Expenses       []expense `yaml:"expenses"`
}

// expense is a kind of spending and what it costs a head.
type expense struct {
	Name  string `yaml:"name"`
	Least int64  `yaml:"least"`
	Steps int64  `yaml:"steps"`
	Step  int64  `yaml:"step"`
}

var shipped = datafile.ShippedFile[values](files, "values.yaml")
