-- The second lock of the sample in Postgres: a role that may only read, for
-- three seconds a statement, and policies by who asks. The layer says who asks
-- by settings that end with the transaction; without them nothing that happened
-- is seen.
DO $$ BEGIN
  CREATE ROLE madang_reader NOLOGIN;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
ALTER ROLE madang_reader SET default_transaction_read_only = on;
ALTER ROLE madang_reader SET statement_timeout = '3s';
GRANT USAGE ON SCHEMA public TO madang_reader;
GRANT SELECT ON regions, employees, customers, products, sales, visits, expenses, targets TO madang_reader;

CREATE FUNCTION asks(setting text) RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT COALESCE(current_setting('app.' || setting, true), '') $$;

ALTER TABLE sales ENABLE ROW LEVEL SECURITY;
ALTER TABLE visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE expenses ENABLE ROW LEVEL SECURITY;
ALTER TABLE targets ENABLE ROW LEVEL SECURITY;

CREATE POLICY sees ON sales FOR SELECT TO madang_reader USING (asks('company_id') = 'demo' AND (asks('role') IN ('manager', 'compliance') OR asks('role') = 'sales' AND (
  sales.emp_id = asks('person_id') OR
  EXISTS (SELECT 1 FROM customers c WHERE c.cust_id = sales.cust_id AND (c.region_code = asks('region') OR c.owner_emp_id = asks('person_id'))) OR
  EXISTS (SELECT 1 FROM employees e WHERE e.emp_id = sales.emp_id AND e.region_code = asks('region')))));
CREATE POLICY sees ON visits FOR SELECT TO madang_reader USING (asks('company_id') = 'demo' AND (asks('role') IN ('manager', 'compliance') OR asks('role') = 'sales' AND (
  visits.emp_id = asks('person_id') OR
  EXISTS (SELECT 1 FROM customers c WHERE c.cust_id = visits.cust_id AND (c.region_code = asks('region') OR c.owner_emp_id = asks('person_id'))) OR
  EXISTS (SELECT 1 FROM employees e WHERE e.emp_id = visits.emp_id AND e.region_code = asks('region')))));
CREATE POLICY sees ON targets FOR SELECT TO madang_reader USING (asks('company_id') = 'demo' AND (asks('role') IN ('manager', 'compliance') OR asks('role') = 'sales' AND
  EXISTS (SELECT 1 FROM employees e WHERE e.emp_id = targets.emp_id AND e.region_code = asks('region'))));
CREATE POLICY sees ON expenses FOR SELECT TO madang_reader USING (asks('company_id') = 'demo' AND (asks('role') = 'compliance' OR
  asks('role') = 'sales' AND expenses.emp_id = asks('person_id') OR asks('role') = 'manager' AND
  EXISTS (SELECT 1 FROM employees e WHERE e.emp_id = expenses.emp_id AND e.dept = asks('dept'))));
