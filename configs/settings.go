package configs

import (
	"log/slog"
	"time"
)

// Settings is everything that an operator can set. The doc tag is the one
// text behind the flag's help and the example file's comment.
//
// The addresses of the database and of Redis have no flag: they carry
// passwords, and flags can be read by every user of the machine.
type Settings struct {
	Addr    string `yaml:"addr" env:"MADANG_ADDR" flag:"addr" validate:"listen" doc:"address that clients connect to, host:port; port 0 takes a free one; localhost is this machine only, another address needs auth.mode"`
	OpsAddr string `yaml:"ops_addr" env:"MADANG_OPS_ADDR" flag:"ops-addr" validate:"omitempty,listen" doc:"separate address for health and metrics; empty serves them on addr"`
	OpsKey  string `yaml:"ops_key" env:"MADANG_OPS_KEY" validate:"omitempty,min=32" secret:"text" doc:"what operators' machines show on ops_addr (Authorization: Bearer) for metrics, profiles and what is behind a readiness, 32 characters or more; needed where others reach ops_addr and auth.mode is not none"`
	NodeID  string `yaml:"node_id" env:"MADANG_NODE_ID" flag:"node-id" validate:"omitempty,max=64,printascii" doc:"name of this node among several, unique; empty makes one at start"`

	DataDir     string `yaml:"data_dir" env:"MADANG_DATA_DIR" flag:"data-dir" validate:"required" doc:"folder of the embedded database when database_url is empty"`
	DatabaseURL string `yaml:"database_url" env:"DATABASE_URL" validate:"omitempty,scheme=postgres postgresql" secret:"url" doc:"Postgres, postgres://user:password@host:5432/name; empty uses SQLite in data_dir"`
	DBMaxConns  int    `yaml:"db_max_conns" env:"MADANG_DB_MAX_CONNS" flag:"db-max-conns" validate:"min=2,max=1000" doc:"connections that this node opens to Postgres at most"`
	RedisURL    string `yaml:"redis_url" env:"REDIS_URL" validate:"omitempty,scheme=redis rediss unix" secret:"url" doc:"Redis, redis://:password@host:6379/0; empty suits one node"`
	PacksDir    string `yaml:"packs_dir" env:"MADANG_PACKS_DIR" flag:"packs-dir" doc:"folder of further knowledge packs, and of synonyms.extra.yaml; empty uses only the built-in ones"`

	KnowledgeSweep time.Duration `yaml:"knowledge_sweep" env:"MADANG_KNOWLEDGE_SWEEP" flag:"knowledge-sweep" validate:"min=100ms,max=1h" doc:"time between two looks for knowledge that was ingested, or changed in packs_dir"`

	Today string `yaml:"today" env:"MADANG_TODAY" flag:"today" validate:"omitempty,datetime=2006-01-02" doc:"fixes the date that answers reckon from, YYYY-MM-DD; empty is the real date in Seoul"`

	Probe bool `yaml:"probe" env:"MADANG_PROBE" flag:"probe" doc:"true adds the assistant probe, whose work is known beforehand, and /debug/pprof on ops_addr: for benchmarks and tests only"`

	Assistants []string `yaml:"assistants" env:"MADANG_ASSISTANTS" flag:"assistants" doc:"names of the assistants that are served, the first is the default; empty is all of them, realestate, tutor, travel, company and interview"`

	LogFormat string `yaml:"log_format" env:"MADANG_LOG_FORMAT" flag:"log-format" validate:"oneof=auto json text" doc:"auto (text on a terminal, else json), json or text"`
	LogLevel  string `yaml:"log_level" env:"MADANG_LOG_LEVEL" flag:"log-level" validate:"oneof=debug info warn error" doc:"debug, info, warn or error"`

	AllowedOrigins []string `yaml:"allowed_origins" env:"MADANG_ALLOWED_ORIGINS" flag:"allowed-origins" validate:"dive,origin" doc:"web pages that may connect, scheme://host[:port]; the served page always may; * allows every page"`
	AllowedHosts   []string `yaml:"allowed_hosts" env:"MADANG_ALLOWED_HOSTS" flag:"allowed-hosts" validate:"dive,hostname_rfc1123|eq=*" doc:"names by which this server may be called, besides localhost, IP addresses and the names in allowed_origins; * is every name"`
	TrustedProxies []string `yaml:"trusted_proxies" env:"MADANG_TRUSTED_PROXIES" flag:"trusted-proxies" validate:"dive,cidr" doc:"networks of the proxies whose X-Forwarded-For is believed, such as 10.0.0.0/8; nobody else's is"`

	ShutdownTimeout time.Duration `yaml:"shutdown_timeout" env:"MADANG_SHUTDOWN_TIMEOUT" flag:"shutdown-timeout" validate:"min=1s,max=10m" doc:"time for work to end or be handed over when the program is told to stop"`

	TLS TLS `yaml:"tls" doc:"a certificate of this server's own; without one it speaks plain HTTP, for this machine or behind a proxy"`

	Auth Auth `yaml:"auth" doc:"who may come in (docs/identity.md)"`

	Encryption Encryption `yaml:"encryption" doc:"what the database holds only encrypted (docs/privacy.md)"`

	Limits Limits `yaml:"limits" doc:"bounds on what clients and runs may take"`

	Retention Retention `yaml:"retention" doc:"what is kept, and for how long; 0s keeps it for ever"`

	Proactive Proactive `yaml:"proactive" doc:"conversations that assistants begin by themselves"`

	Search Search `yaml:"search" doc:"what assistants search with besides what they hold"`
	Model  Model  `yaml:"model" doc:"language model that assistants ask; without one they answer by rules and packs"`

	Travel Travel `yaml:"travel" doc:"what the travel planner searches with; without a service it shows built-in sample prices"`

	Company Company `yaml:"company" doc:"the company assistant: whose data it reads, and who asks"`

	Interview Interview `yaml:"interview" doc:"the interviewer: what it asks, and as whom"`
}

// TLS is the server's certificate.
type TLS struct {
	CertFile string `yaml:"cert_file" env:"MADANG_TLS_CERT_FILE" flag:"tls-cert-file" doc:"file of the certificate and those that lead to its issuer, PEM; read again when it was replaced"`
	KeyFile  string `yaml:"key_file" env:"MADANG_TLS_KEY_FILE" flag:"tls-key-file" doc:"file of the certificate's key, PEM, for the server alone (0600)"`
}

// Encryption is at rest.
type Encryption struct {
	Keyset string `yaml:"keyset" env:"MADANG_ENCRYPTION_KEYSET" flag:"encryption-keyset" doc:"file of master keys (a path or file:///path, made by server encryption init; ?kms=hcvault://HOST/transit/keys/NAME&token=FILE behind it has a key service wrap it); what users say is then encrypted with a key a user; empty encrypts nothing"`
}

// Proactive bounds the conversations that assistants begin by themselves.
type Proactive struct {
	QuietHours string `yaml:"quiet_hours" env:"MADANG_QUIET_HOURS" flag:"quiet-hours" validate:"hours" doc:"hours of the day in which none begins, 22:00-08:00; they begin at the end of them; 00:00-00:00 has none"`
	Timezone   string `yaml:"timezone" env:"MADANG_TIMEZONE" flag:"timezone" validate:"timezone" doc:"where these hours and days are counted, such as Asia/Seoul"`
	PerDay     int    `yaml:"per_day" env:"MADANG_PROACTIVE_PER_DAY" flag:"proactive-per-day" validate:"min=0,max=1000" doc:"how many a user is begun a day; what is more is held back; 0 is no cap"`
}

// Search is where the real-estate adviser looks for deals and homes. The key
// has no flag, for flags can be read by every user of the machine.
type Search struct {
	DealsKey    string `yaml:"deals_key" env:"MADANG_DEALS_KEY" secret:"text" doc:"service key of the public data portal for reported deals (실거래가); empty uses the built-in sample"`
	DealsURL    string `yaml:"deals_url" env:"MADANG_DEALS_URL" flag:"deals-url" validate:"omitempty,scheme=http https" doc:"address of the service of reported deals; empty is the portal's"`
	DealsMonths int    `yaml:"deals_months" env:"MADANG_DEALS_MONTHS" flag:"deals-months" validate:"min=1,max=24" doc:"months of deals that are looked at, the running one included"`
	ToolsFile   string `yaml:"tools_file" env:"MADANG_SEARCH_TOOLS" flag:"search-tools" doc:"file that declares other services to search with (docs/search-sources.md); empty has none"`
}

// Travel is where the travel planner gets its prices. Key and secret have no
// flag, for flags can be read by every user of the machine.
type Travel struct {
	FlightsURL    string `yaml:"flights_url" env:"MADANG_TRAVEL_FLIGHTS_URL" flag:"travel-flights-url" validate:"omitempty,scheme=http https" secret:"url" doc:"flight-offers service, https://host[/path]; empty uses the built-in sample"`
	FlightsKey    string `yaml:"flights_key" env:"MADANG_TRAVEL_FLIGHTS_KEY" validate:"required_with=FlightsURL" secret:"text" doc:"the service's client id"`
	FlightsSecret string `yaml:"flights_secret" env:"MADANG_TRAVEL_FLIGHTS_SECRET" validate:"required_with=FlightsURL" secret:"text" doc:"the service's client secret"`
}

// Company is the company assistant's demo: until people sign in, sessions say
// who asks by their metadata (person_id), or nobody does.
type Company struct {
	Person string `yaml:"person" env:"MADANG_COMPANY_PERSON" flag:"company-person" validate:"required,max=64" doc:"who asks where a session does not say: one of the sample company's people, E001 to E024"`

	DatabaseURL string `yaml:"database_url" env:"MADANG_COMPANY_DATABASE_URL" validate:"omitempty,scheme=postgres postgresql file" secret:"url" doc:"whose figures are asked: Postgres with a role that may only read, or file:/path of a SQLite database; empty makes the fictional sample in data_dir"`
	Catalogue   string `yaml:"catalogue" env:"MADANG_COMPANY_CATALOGUE" flag:"company-catalogue" doc:"folder with the catalogue.yaml that says what the database means (docs/extend.md); empty is the sample's"`
	RulesDir    string `yaml:"rules_dir" env:"MADANG_COMPANY_RULES" flag:"company-rules" doc:"folder of own rules that documents are checked by (docs/company.md): its files stand in the place of the built-in ones of their names, and beside them; empty uses the built-in ones"`
}

// Interview is what the interviewer has of an operator.
type Interview struct {
	PacksDir string `yaml:"packs_dir" env:"MADANG_INTERVIEW_PACKS" flag:"interview-packs" doc:"folder of own questions and of an own interviewer.yaml (docs/interview.md); empty uses the built-in ones"`
}

// Model is which language model is asked, and how much. Money is in the
// operator's currency. Address and key have no flag, for flags can be read by
// every user of the machine.
type Model struct {
	Name      string `yaml:"name" env:"MADANG_MODEL" flag:"model" validate:"max=200" doc:"name of the model, or scripted:FILE for answers from a file; empty asks none"`
	Embedding string `yaml:"embedding" env:"MADANG_EMBEDDING_MODEL" flag:"embedding-model" validate:"max=200" doc:"name of the embedding model; empty makes no vectors"`
	Lead      string `yaml:"lead" env:"MADANG_MODEL_LEAD" flag:"model-lead" validate:"oneof=always unsure never" doc:"always (the model reads every message to the adviser, calls tools and writes), unsure (where the rules are not sure) or never (it only words answers)"`
	ToolsFile string `yaml:"tools_file" env:"MADANG_MODEL_TOOLS" flag:"model-tools" doc:"file that declares MCP servers whose tools the model may call (docs/models.md); empty has none"`
	Prompts   string `yaml:"prompts_dir" env:"MADANG_MODEL_PROMPTS" flag:"model-prompts" doc:"folder with prompts/NAME.md in place of the adviser's built-in prompts; empty uses those"`
	BaseURL   string `yaml:"base_url" env:"OPENAI_BASE_URL" validate:"omitempty,scheme=http https" secret:"url" doc:"server that speaks OpenAI's API, https://host/v1; empty is OpenAI's own"`
	APIKey    string `yaml:"api_key" env:"OPENAI_API_KEY" secret:"text" doc:"the server's key; empty for a server that needs none"`

	Mask bool `yaml:"mask" env:"MADANG_MODEL_MASK" flag:"model-mask" doc:"hide names that are introduced, numbers, addresses and secrets from the provider (docs/privacy.md)"`

	Timeout        time.Duration `yaml:"timeout" env:"MADANG_MODEL_TIMEOUT" flag:"model-timeout" validate:"min=100ms,max=10m" doc:"time for one answer with all that is tried for it"`
	SilenceTimeout time.Duration `yaml:"silence_timeout" env:"MADANG_MODEL_SILENCE_TIMEOUT" flag:"model-silence-timeout" validate:"min=100ms,max=10m" doc:"time that the model may say nothing, before its first word or after"`
	Concurrent     int           `yaml:"concurrent" env:"MADANG_MODEL_CONCURRENT" flag:"model-concurrent" validate:"min=1,max=10000" doc:"requests of this node to the model at one time"`
	MaxTokens      int           `yaml:"max_tokens" env:"MADANG_MODEL_MAX_TOKENS" flag:"model-max-tokens" validate:"min=16,max=1000000" doc:"longest answer, in tokens, where a prompt does not say"`

	TokensPerRun        int     `yaml:"tokens_per_run" env:"MADANG_MODEL_TOKENS_PER_RUN" flag:"model-tokens-per-run" validate:"min=0" doc:"tokens that one run may take; 0 is no cap"`
	TokensPerUserDay    int     `yaml:"tokens_per_user_day" env:"MADANG_MODEL_TOKENS_PER_USER_DAY" flag:"model-tokens-per-user-day" validate:"min=0" doc:"tokens that a user may take in a day; 0 is no cap"`
	TokensPerCompanyDay int     `yaml:"tokens_per_company_day" env:"MADANG_MODEL_TOKENS_PER_COMPANY_DAY" flag:"model-tokens-per-company-day" validate:"min=0" doc:"tokens that all users of a company may take in a day; 0 is no cap"`
	TokensPerDay        int     `yaml:"tokens_per_day" env:"MADANG_MODEL_TOKENS_PER_DAY" flag:"model-tokens-per-day" validate:"min=0" doc:"tokens that all may take in a day; 0 is no cap"`
	TokensPerAddressDay int     `yaml:"tokens_per_address_day" env:"MADANG_MODEL_TOKENS_PER_ADDRESS_DAY" flag:"model-tokens-per-address-day" validate:"min=0" doc:"tokens that one network address may take in a day; 0 is no cap"`
	CostPerRun          float64 `yaml:"cost_per_run" env:"MADANG_MODEL_COST_PER_RUN" flag:"model-cost-per-run" validate:"min=0,max=1000000000" doc:"money that one run may take; 0 is no cap"`
	CostPerUserDay      float64 `yaml:"cost_per_user_day" env:"MADANG_MODEL_COST_PER_USER_DAY" flag:"model-cost-per-user-day" validate:"min=0,max=1000000000" doc:"money that a user may take in a day; 0 is no cap"`
	CostPerCompanyDay   float64 `yaml:"cost_per_company_day" env:"MADANG_MODEL_COST_PER_COMPANY_DAY" flag:"model-cost-per-company-day" validate:"min=0,max=1000000000" doc:"money that all users of a company may take in a day; 0 is no cap"`
	CostPerAddressDay   float64 `yaml:"cost_per_address_day" env:"MADANG_MODEL_COST_PER_ADDRESS_DAY" flag:"model-cost-per-address-day" validate:"min=0,max=1000000000" doc:"money that one network address may take in a day; 0 is no cap"`
	CostPerDay          float64 `yaml:"cost_per_day" env:"MADANG_MODEL_COST_PER_DAY" flag:"model-cost-per-day" validate:"min=0,max=1000000000" doc:"money that all may take in a day; 0 is no cap"`

	PriceInput     float64 `yaml:"price_input" env:"MADANG_MODEL_PRICE_INPUT" flag:"model-price-input" validate:"min=-1,max=1000000" doc:"price of a million tokens of questions; -1 is unknown, 0 is free"`
	PriceOutput    float64 `yaml:"price_output" env:"MADANG_MODEL_PRICE_OUTPUT" flag:"model-price-output" validate:"min=-1,max=1000000" doc:"price of a million tokens of answers; -1 is unknown, 0 is free"`
	PriceEmbedding float64 `yaml:"price_embedding" env:"MADANG_MODEL_PRICE_EMBEDDING" flag:"model-price-embedding" validate:"min=-1,max=1000000" doc:"price of a million tokens of embedded texts; -1 is unknown, 0 is free"`
	Currency       string  `yaml:"currency" env:"MADANG_MODEL_CURRENCY" flag:"model-currency" validate:"iso4217" doc:"the prices' currency, three letters"`
}

// Limits bound what one client and one run may take.
type Limits struct {
	CommandsPerSecond          float64       `yaml:"commands_per_second" env:"MADANG_COMMANDS_PER_SECOND" flag:"commands-per-second" validate:"gt=0,max=10000" doc:"steady rate of commands on one socket"`
	Burst                      int           `yaml:"burst" env:"MADANG_BURST" flag:"burst" validate:"min=1,max=10000" doc:"commands that may come at once above the steady rate"`
	MaxConnections             int           `yaml:"max_connections" env:"MADANG_MAX_CONNECTIONS" flag:"max-connections" validate:"min=1,max=1000000" doc:"sockets of this node"`
	MaxConnectionsPerUser      int           `yaml:"max_connections_per_user" env:"MADANG_MAX_CONNECTIONS_PER_USER" flag:"max-connections-per-user" validate:"min=1,ltefield=MaxConnections" doc:"sockets of one signed-in user, over all nodes with one Redis"`
	MaxConnectionsPerCompany   int           `yaml:"max_connections_per_company" env:"MADANG_MAX_CONNECTIONS_PER_COMPANY" flag:"max-connections-per-company" validate:"min=0,max=1000000" doc:"the same of all users of a company; 0 is no limit"`
	MaxConnectionsPerAddress   int           `yaml:"max_connections_per_address" env:"MADANG_MAX_CONNECTIONS_PER_ADDRESS" flag:"max-connections-per-address" validate:"min=0,max=1000000" doc:"the same of one address; 0 is no limit"`
	UserCommandsPerSecond      float64       `yaml:"user_commands_per_second" env:"MADANG_USER_COMMANDS_PER_SECOND" flag:"user-commands-per-second" validate:"min=0,max=1000000" doc:"steady rate of commands of one signed-in user on all sockets; ten times as many may come at once; 0 is no limit"`
	CompanyCommandsPerSecond   float64       `yaml:"company_commands_per_second" env:"MADANG_COMPANY_COMMANDS_PER_SECOND" flag:"company-commands-per-second" validate:"min=0,max=1000000" doc:"the same of all users of a company; 0 is no limit"`
	AddressCommandsPerSecond   float64       `yaml:"address_commands_per_second" env:"MADANG_ADDRESS_COMMANDS_PER_SECOND" flag:"address-commands-per-second" validate:"min=0,max=1000000" doc:"the same of one address; 0 is no limit"`
	RequestsPerSecond          float64       `yaml:"requests_per_second" env:"MADANG_REQUESTS_PER_SECOND" flag:"requests-per-second" validate:"min=0,max=1000000" doc:"steady rate of requests of one address, over all nodes with one Redis; ten times as many may come at once; 0 is no limit"`
	HandshakesPerSecond        float64       `yaml:"handshakes_per_second" env:"MADANG_HANDSHAKES_PER_SECOND" flag:"handshakes-per-second" validate:"min=0,max=1000000" doc:"the same of sockets that one address opens; 0 is no limit"`
	UserRequestsPerSecond      float64       `yaml:"user_requests_per_second" env:"MADANG_USER_REQUESTS_PER_SECOND" flag:"user-requests-per-second" validate:"min=0,max=1000000" doc:"the same of requests of one signed-in user; 0 is no limit"`
	CompanyRequestsPerSecond   float64       `yaml:"company_requests_per_second" env:"MADANG_COMPANY_REQUESTS_PER_SECOND" flag:"company-requests-per-second" validate:"min=0,max=1000000" doc:"the same of all users of a company; 0 is no limit"`
	UserHandshakesPerSecond    float64       `yaml:"user_handshakes_per_second" env:"MADANG_USER_HANDSHAKES_PER_SECOND" flag:"user-handshakes-per-second" validate:"min=0,max=1000000" doc:"the same of sockets that one signed-in user opens; 0 is no limit"`
	CompanyHandshakesPerSecond float64       `yaml:"company_handshakes_per_second" env:"MADANG_COMPANY_HANDSHAKES_PER_SECOND" flag:"company-handshakes-per-second" validate:"min=0,max=1000000" doc:"the same of all users of a company; 0 is no limit"`
	SessionsPerMinute          int           `yaml:"sessions_per_minute" env:"MADANG_SESSIONS_PER_MINUTE" flag:"sessions-per-minute" validate:"min=0,max=1000000" doc:"conversations that one address, or one user, may begin; 0 is no limit"`
	CopiesPerMinute            int           `yaml:"copies_per_minute" env:"MADANG_COPIES_PER_MINUTE" flag:"copies-per-minute" validate:"min=0,max=1000000" doc:"conversations that one address, or one user, may copy or fork; 0 is no limit"`
	RunDeadline                time.Duration `yaml:"run_deadline" env:"MADANG_RUN_DEADLINE" flag:"run-deadline" validate:"min=1s,max=24h" doc:"time after which a run is ended whatever it does"`
	StepTimeout                time.Duration `yaml:"step_timeout" env:"MADANG_STEP_TIMEOUT" flag:"step-timeout" validate:"min=100ms,ltefield=RunDeadline" doc:"time for one step of a plan"`
	MaxQueuedRuns              int           `yaml:"max_queued_runs" env:"MADANG_MAX_QUEUED_RUNS" flag:"max-queued-runs" validate:"min=1,max=1000" doc:"unfinished questions of one session"`
	MaxRuns                    int           `yaml:"max_runs" env:"MADANG_MAX_RUNS" flag:"max-runs" validate:"min=1,max=100000" doc:"questions that this node works on at one time; more wait for their turn"`
	MaxRunsPerUser             int           `yaml:"max_runs_per_user" env:"MADANG_MAX_RUNS_PER_USER" flag:"max-runs-per-user" validate:"min=0,max=100000" doc:"questions of one signed-in user that are worked on at one time, over all nodes with one Redis; 0 is no limit"`
	MaxRunsPerCompany          int           `yaml:"max_runs_per_company" env:"MADANG_MAX_RUNS_PER_COMPANY" flag:"max-runs-per-company" validate:"min=0,max=100000" doc:"the same of all users of a company; 0 is no limit"`
	MaxRunsPerAddress          int           `yaml:"max_runs_per_address" env:"MADANG_MAX_RUNS_PER_ADDRESS" flag:"max-runs-per-address" validate:"min=0,max=100000" doc:"the same of one address; 0 is no limit"`
	SessionTTL                 time.Duration `yaml:"session_ttl" env:"MADANG_SESSION_TTL" flag:"session-ttl" validate:"min=1m" doc:"time without activity after which a session expires"`
}

// Default is what holds where nothing is set.
func Default() Settings {
	return Settings{
		Addr:       "localhost:8000",
		DataDir:    "./data",
		DBMaxConns: 16,
		LogFormat:  "auto",
		LogLevel:   "info",
		Assistants: []string{},
		AllowedOrigins: []string{
			"http://localhost:3000", "http://localhost:8000",
		},
		ShutdownTimeout: 20 * time.Second,
		Auth:            Auth{TenantClaim: "company_id", RolesClaim: "roles", Skew: 30 * time.Second, SessionTTL: 12 * time.Hour},
		Proactive:       Proactive{QuietHours: "22:00-08:00", Timezone: "Asia/Seoul", PerDay: 3},
		Limits: Limits{
			CommandsPerSecond:        10,
			Burst:                    30,
			MaxConnections:           18_000,
			MaxConnectionsPerUser:    10,
			MaxConnectionsPerAddress: 2_000,
			UserCommandsPerSecond:    20,
			AddressCommandsPerSecond: 200,
			UserRequestsPerSecond:    50,
			UserHandshakesPerSecond:  5,
			MaxRunsPerUser:           20,
			MaxRunsPerAddress:        400,
			RequestsPerSecond:        200,
			HandshakesPerSecond:      50,
			SessionsPerMinute:        600,
			CopiesPerMinute:          20,
			RunDeadline:              120 * time.Second,
			StepTimeout:              30 * time.Second,
			MaxQueuedRuns:            10,
			MaxRuns:                  512,
			SessionTTL:               30 * 24 * time.Hour,
		},
		KnowledgeSweep: 2 * time.Second,
		Retention: Retention{
			Removed: 30 * 24 * time.Hour, Checkpoints: 30 * 24 * time.Hour,
			Events: 30 * 24 * time.Hour, Results: 7 * 24 * time.Hour, Tenants: []string{},
		},
		Search: Search{DealsMonths: 3},
		Model: Model{
			Lead:    "always",
			Timeout: 20 * time.Second, SilenceTimeout: 8 * time.Second, Concurrent: 16, MaxTokens: 2048,
			PriceInput: -1, PriceOutput: -1, PriceEmbedding: -1, Currency: "USD",
		},
		Company: Company{Person: "E021"},
	}
}

// Level is LogLevel as slog knows it.
func (s Settings) Level() slog.Level {
	var l slog.Level
	if err := l.UnmarshalText([]byte(s.LogLevel)); err != nil {
		return slog.LevelInfo // only a Settings that Load did not make
	}
	return l
}

// TodayDate is the fixed date at midnight in loc; false when none is set.
func (s Settings) TodayDate(loc *time.Location) (time.Time, bool) {
	if s.Today == "" {
		return time.Time{}, false
	}
	d, err := time.ParseInLocation(time.DateOnly, s.Today, loc)
	return d, err == nil
}
