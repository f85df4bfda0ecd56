package sample

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// table is one table of the sample with all its rows.
type table struct {
	name    string
	columns []string // name and type
	primary string
	rows    [][]any
}

// The months of the sample: 24 from December 2024; the last one ends on the
// 21st, the day that the facts were written for.
const (
	months    = 24
	lastDay   = 21
	fullMonth = 28
)

// monthOf is the year and month of the n-th month.
func monthOf(n int) (year, month int) { return 2024 + (11+n)/12, (11+n)%12 + 1 }

type employee struct {
	id, name, dept, role, region, hired string
	active                              bool
}

type customer struct {
	id, name, kind, region, grade, owner, opened string
	specialty                                    any
	public                                       bool
}

// maker makes the tables in the order of the rules: numbers of sales and
// visits count on.
type maker struct {
	values
	employees               []employee
	customers               []customer
	sales, visits, expenses [][]any
}

func (m *maker) tables() []table {
	m.people()
	m.institutions()
	for _, c := range m.customers {
		m.trade(c)
	}
	for _, v := range m.visits {
		m.spend(v)
	}
	return []table{
		{"regions", []string{"region_code TEXT", "region_name TEXT"}, "region_code", m.regionRows()},
		{"employees", []string{"emp_id TEXT", "emp_name TEXT", "dept TEXT", "role TEXT", "region_code TEXT", "hire_date TEXT", "is_active INTEGER"}, "emp_id", m.employeeRows()},
		{"customers", []string{"cust_id TEXT", "cust_name TEXT", "cust_type TEXT", "region_code TEXT", "specialty TEXT", "grade TEXT", "is_public INTEGER", "owner_emp_id TEXT", "open_date TEXT"}, "cust_id", m.customerRows()},
		{"products", []string{"prod_id TEXT", "prod_name TEXT", "category TEXT", "unit_price INTEGER", "launch_date TEXT", "is_active INTEGER"}, "prod_id", m.productRows()},
		{"sales", []string{"sale_id TEXT", "sale_date TEXT", "cust_id TEXT", "prod_id TEXT", "emp_id TEXT", "qty INTEGER", "sales_amount INTEGER", "discount_rate REAL", "channel TEXT", "is_return INTEGER"}, "sale_id", m.sales},
		{"visits", []string{"visit_id TEXT", "visit_date TEXT", "emp_id TEXT", "cust_id TEXT", "purpose TEXT", "duration_min INTEGER", "result TEXT", "provided_value INTEGER", "next_action TEXT"}, "visit_id", m.visits},
		{"expenses", []string{"expense_id TEXT", "expense_date TEXT", "emp_id TEXT", "cust_id TEXT", "category TEXT", "amount INTEGER", "people INTEGER", "receipt INTEGER", "memo TEXT"}, "expense_id", m.expenses},
		{"targets", []string{"emp_id TEXT", "ym TEXT", "target_amount INTEGER"}, "emp_id, ym", m.targetRows()},
	}
}

func (m *maker) people() {
	for i := 1; i <= 24; i++ {
		role, dept := m.Roles.Sales, m.Depts[(i-1)%len(m.Depts)]
		switch {
		case i > 23:
			role, dept = m.Roles.Compliance, m.ComplianceDept
		case i > 20:
			role = m.Roles.Manager
		}
		m.employees = append(m.employees, employee{
			id: fmt.Sprintf("E%03d", i), name: fmt.Sprintf("%s%02d", m.EmployeeName, i), dept: dept, role: role,
			region: m.Regions[(i-1)%len(m.Regions)].Code,
			hired:  fmt.Sprintf("20%02d-%02d-%02d", 14+i%10, 1+i%12, 1+i%28), active: i != 20,
		})
	}
}

func (m *maker) institutions() {
	for i := int64(1); i <= 120; i++ {
		c := customer{
			id: fmt.Sprintf("C%04d", i), name: fmt.Sprintf("%s%03d", m.CustomerName, i),
			kind: pick(m.CustomerTypes, i-1), region: m.Regions[draw("creg", i)%int64(len(m.Regions))].Code,
			grade: pick(m.Grades, draw("g", i)), owner: fmt.Sprintf("E%03d", 1+draw("own", i)%20),
			opened: fmt.Sprintf("%04d-%02d-01", 2019+draw("oy", i)%8, 1+draw("od", i)%11),
		}
		if i > 10 {
			c.kind = pick(m.CustomerTypes, draw("ctype", i))
		}
		c.public = slices.Contains(m.PublicTypes, c.kind) && draw("pub", i)%3 == 0
		if c.kind != m.NoSpecialty {
			c.specialty = pick(m.Specialties, draw("sp", i))
		}
		m.customers = append(m.customers, c)
	}
}

func pick(of []string, n int64) string { return of[n%int64(len(of))] }

// trade makes the sales and visits of a customer, month by month.
func (m *maker) trade(c customer) {
	stop := int64(months)
	if draw("stop", c.id)%9 == 0 {
		stop = 12 + draw("stopm", c.id)%10
	}
	for n := range months {
		year, month := monthOf(n)
		if fmt.Sprintf("%04d-%02d-01", year, month) < c.opened || int64(n) >= stop {
			continue
		}
		days := int64(fullMonth)
		if n == months-1 {
			days = lastDay
		}
		base := draw("m", c.id, year, month)
		if base%7 != 0 {
			for k := range 1 + base%3 {
				m.sell(c, year, month, k, days)
			}
		}
		if base/7%2 == 0 {
			m.visit(c, year, month, days)
		}
	}
}

func (m *maker) sell(c customer, year, month int, k, days int64) {
	product := draw("p", c.id, year, month, k) % int64(len(m.Products))
	quantity := 5 + draw("q", c.id, year, month, k)%60
	discount := []float64{0, 0, 0.5, 1.0, 1.5}[draw("dc", c.id, year, month, k)%5]
	amount := int64(float64(m.Products[product].Price*quantity) * (1 - discount/100))
	returned := 0
	if draw("r", c.id, year, month, k)%41 == 0 {
		returned, quantity, amount = 1, -quantity, -amount
	}
	m.sales = append(m.sales, []any{
		fmt.Sprintf("S%06d", len(m.sales)+1), fmt.Sprintf("%04d-%02d-%02d", year, month, 1+draw("d", c.id, year, month, k)%days),
		c.id, productID(product), c.owner, quantity, amount, discount, pick(m.Channels, draw("ch", c.id, k)), returned,
	})
}

func productID(n int64) string { return fmt.Sprintf("P%02d", n+1) }

func (m *maker) visit(c customer, year, month int, days int64) {
	of := func(what string) int64 { return draw(what, c.id, year, month) }
	m.visits = append(m.visits, []any{
		fmt.Sprintf("V%06d", len(m.visits)+1), fmt.Sprintf("%04d-%02d-%02d", year, month, 1+of("vd")%days), c.owner, c.id,
		pick(m.Purposes, of("vp")), 15 + of("vm")%90, pick(m.Results, of("vr")), of("pv") % 5 * 20_000, pick(m.NextActions, of("na")),
	})
}

// spend makes what a third of the visits cost; some have no receipt.
func (m *maker) spend(visit []any) {
	id := visit[0]
	if draw("x", id)%3 != 0 {
		return
	}
	people := 1 + draw("xp", id)%4
	kind := m.Expenses[draw("xc", id)%int64(len(m.Expenses))]
	head := kind.Least + draw("xa", id)%kind.Steps*kind.Step
	receipt := 1
	if draw("xr", id)%11 == 0 {
		receipt = 0
	}
	m.expenses = append(m.expenses, []any{
		fmt.Sprintf("X%05d", len(m.expenses)+1), visit[1], visit[2], visit[3], kind.Name, head * people, people, receipt, m.Memo + " " + id.(string),
	})
}

func (m *maker) regionRows() (rows [][]any) {
	for _, r := range m.Regions {
		rows = append(rows, []any{r.Code, r.Name})
	}
	return rows
}

func (m *maker) employeeRows() (rows [][]any) {
	for _, e := range m.employees {
		rows = append(rows, []any{e.id, e.name, e.dept, e.role, e.region, e.hired, flag(e.active)})
	}
	return rows
}

func (m *maker) customerRows() (rows [][]any) {
	for _, c := range m.customers {
		rows = append(rows, []any{c.id, c.name, c.kind, c.region, c.specialty, c.grade, flag(c.public), c.owner, c.opened})
	}
	return rows
}

func (m *maker) productRows() (rows [][]any) {
	for i, p := range m.Products {
		rows = append(rows, []any{productID(int64(i)), p.Name, p.Category, p.Price, fmt.Sprintf("20%02d-03-01", 15+(i+1)%10), flag(i+1 != len(m.Products))})
	}
	return rows
}

// targetRows are a month's target of each who sells.
func (m *maker) targetRows() (rows [][]any) {
	for _, e := range m.employees {
		for n := range months {
			if e.role == m.Roles.Sales {
				year, month := monthOf(n)
				rows = append(rows, []any{e.id, fmt.Sprintf("%04d-%02d", year, month), 7_000_000 + draw("t", e.id, n)%10*500_000})
			}
		}
	}
	return rows
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ddl is the statement that makes the table, in what SQLite and Postgres
// share.
func (t table) ddl() string {
	return fmt.Sprintf("CREATE TABLE %s (%s, PRIMARY KEY (%s))", t.name, strings.Join(t.columns, ", "), t.primary)
}

// insert is the statement that adds a row.
func (t table) insert() string {
	names, marks := make([]string, len(t.columns)), make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i], _, _ = strings.Cut(c, " ")
		marks[i] = fmt.Sprintf("$%d", i+1)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", t.name, strings.Join(names, ", "), strings.Join(marks, ", "))
}

// draw is a number that depends on nothing but its arguments: the same data
// is made everywhere, whatever the language or the machine.
func draw(of ...any) int64 {
	texts := make([]string, len(of))
	for i, v := range of {
		texts[i] = fmt.Sprint(v)
	}
	sum := sha256.Sum256([]byte(strings.Join(texts, "|")))
	// The first twelve hexadecimal digits, six bytes.
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 16)
}
