# Madang: the few commands of the house. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help

GOLANGCI_VERSION := v2.15.0
GOVULNCHECK_VERSION := v1.9.0
# For all clones of a user: building the linter takes minutes.
BIN := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/madang/bin
LINT := $(BIN)/golangci-lint-$(GOLANGCI_VERSION)
# `make lint` has vetted everything, tests too.
GOTEST := go test -vet=off
# All but the race detector does without cgo, as the product is built: so everything
# that is compiled serves lint, tests, clients and benchmarks alike.
export CGO_ENABLED := 0
# SQLite is C that was translated to Go: no race of ours is in it, and looking for
# one there takes nine tenths of the time of a test that reads much.
RACE := -race -gcflags=modernc.org/sqlite/lib=-race=false
# Without it run the rooms that read and write texts in one goroutine, the assistants,
# and what puts a server together of rooms that have been looked at: there it finds
# nothing and takes eight times as long. So do the tests elsewhere that read very much,
# and a store's contract with keys, which it has kept in the same places without.
# Where these work on several things at once, by the name of the test, it is looked for.
PLAIN := /(cmd/server|planning|memory|knowledge$$|assistants/(realestate|tutor|travel|company|interview)|teams/(analysis|clause|document)|internal/(documents|eval|morph|korean))(/|$$)
AT_ONCE := SideBySide|AtOnce|Beside[^s]|Moments|Concurrent|Shelf
READING := Linear|PassedOver|PatchBringsBack|Sealed(Statements|SQLite|Postgres)|EveryFigureHasItsSource|ConfidenceMeansSomething|QuestionOfTooManyParts|NothingIsReadFromTheTexts|RareSyllables|Radar|UserTextStaysText|WorkIsBounded|HostileNesting|BadFilesAreTold|LongTextsAreCut|LargeAndStrangeFiles|ManyStatutes|FilesThatCannotBeRead|FuzzCost|AHundredCalls
SOLO := /(chaos|e2e)(/|$$)
# Tests of databases wait more than they work: two packages a core run side by side.
SIDE = -p $$((2 * $$(getconf _NPROCESSORS_ONLN)))
# with are the packages that have tests of such names.
with = $$(grep -rlE --include='*_test.go' --exclude-dir=node_modules '^func (Test|Fuzz)\w*($(1))' . | xargs dirname | sort -u)
# A disk that syncs makes them wait most: they are in memory, where there is room.
DISK := $(or $(TMPDIR),/tmp)
ifneq ($(shell grep -s ' /dev/shm ' /proc/mounts | grep -qv noexec && df -Pk /dev/shm | awk 'NR == 2 && $$4 > 6e6'),)
check unit client web-test bench-once: export TMPDIR := /dev/shm
check unit client web-test bench-once: export GOTMPDIR := $(DISK)
endif
define raced
CGO_ENABLED=1 $(GOTEST) $(RACE) $(SIDE) -skip '$(READING)' $(2) -timeout 20m $$(go list ./... | grep -vE '$(1)')
endef
define at-once
CGO_ENABLED=1 $(GOTEST) $(RACE) -run '$(AT_ONCE)' $$(printf '%s\n' $(call with,$(AT_ONCE)) | grep -E '$(PLAIN)')
endef
# Fuzzing time for each target in `make fuzz`.
FUZZTIME ?= 20s
# Minutes of `make chaos`, and how long the load of `make soak` lasts.
CHAOS ?= 15
SOAK ?= 30m

.PHONY: help
help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

.PHONY: run
run: ## serve the product on :8000
	go run ./cmd/server

.PHONY: build
build: ## build the server without cgo into bin/
	go build -trimpath -o bin/madang ./cmd/server

.PHONY: tools
tools: ## install what the tests need (Postgres, Redis, poppler; Debian and Ubuntu)
	@bash test/scripts/tools.sh

.PHONY: test
test: tools lint tidy unit ## everything: lint, tests with the race detector, the clients in Node and a browser, each benchmark once
	@# The clients and the browser wait more than they work. What a benchmark measures in passing
	@# is of no account, but its database has to answer in time, which it can't beside them on a slow machine.
	@$(MAKE) --no-print-directory -j2 --output-sync=target client web-test
	@$(MAKE) --no-print-directory bench-once

.PHONY: check
check: lint tidy ## before every commit: lint, unit tests of both databases where anything changed, races looked for
	@# In one order, so that packages that nothing changed in aren't tried again.
	$(call raced,$(SOLO)|$(PLAIN)|/bench(/|$$))
	$(GOTEST) $(SIDE) -skip '$(READING)' -timeout 20m $$(go list ./... | grep -E '$(PLAIN)')
	$(at-once)

.PHONY: unit
unit: ## all tests, races looked for, in random order
	$(call raced,$(SOLO)|$(PLAIN),-shuffle=on)
	$(GOTEST) $(SIDE) -shuffle=on -timeout 20m $$(go list ./... | grep -E '$(PLAIN)')
	$(at-once)
	$(GOTEST) $(SIDE) -run '$(READING)' -shuffle=on -timeout 20m $$(printf '%s\n' $(call with,$(READING)) | grep -vE '$(SOLO)|$(PLAIN)')
	@# In this build faults can be ordered.
	$(GOTEST) -tags failpoint -shuffle=on ./internal/failpoint
	@# By themselves: they start many servers, and some promise seconds, which
	@# a full machine can't keep. The servers are programs of their own, in which
	@# the race detector would see nothing.
	$(GOTEST) -shuffle=on -timeout 40m ./test/e2e
	TMPDIR=$(DISK) $(GOTEST) -shuffle=on -timeout 40m -p 1 ./test/chaos/...

CLIENTS := clients/ts clients/ts/native clients/contract

.PHONY: client
client: ## the TypeScript client in Node and in React Native's engine, and the base contract from outside, against the built server (Node 20)
	@$(MAKE) --no-print-directory -j4 bin/client-server $(CLIENTS:=/node_modules)
	@$(MAKE) --no-print-directory -j2 client-ts client-contract

.PHONY: client-ts client-contract bin/client-server
bin/client-server:
	go build -o $@ ./cmd/server

client-ts client-contract: export MADANG_SERVER := $(CURDIR)/bin/client-server
client-ts:
	cd clients/ts && npm test && npm run size && npm run test:native
client-contract:
	cd clients/contract && npm test

.PHONY: lint
lint: $(LINT) vuln ## golangci-lint, with the floors of docs/architecture.md, and known vulnerabilities
	$(LINT) run ./...

.PHONY: vuln
vuln: ## known vulnerabilities in what is called, where their list is in reach
	@bash test/scripts/vuln.sh $(GOVULNCHECK_VERSION)

$(LINT):
	@mkdir -p $(BIN)
	GOBIN=$(BIN) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv $(BIN)/golangci-lint $@

.PHONY: vet
vet: tidy ## go vet, which `make lint` has in it, and tidy
	go vet ./...

.PHONY: tidy
tidy: ## formatting and tidy modules
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w"; exit 1; }
	go mod tidy -diff

.PHONY: web
web: ## build the web client into web/dist (docs/web.md; needs Node)
	npm --prefix web/app ci --no-audit --no-fund
	npm --prefix web/app run build

.PHONY: screenshots
screenshots: web/app/node_modules ## pictures of the page's main states into bin/screenshots: desktop and phone, both languages, light and dark
	node --test web/e2e/screenshots.mjs

.PHONY: web-test
web-test: web/app/node_modules ## the web client: web/dist is fresh, unit and browser tests (needs Node and Chromium)
	npm --prefix web/app run format:check
	npm --prefix web/app run fresh
	npm --prefix web/app test
	npm --prefix web/app run e2e

%/node_modules: %/package-lock.json
	npm --prefix $* ci --no-audit --no-fund
	@touch $@

.PHONY: bench
bench: tools ## the server beside its floors, 3 rounds, about 20 minutes
	@mkdir -p bin
	go run ./test/bench -md docs/benchmarks.md -json bin/bench.json

.PHONY: bench-go
bench-go: ## Go benchmarks of the parts, several rounds
	go test -run '^$$' -bench . -benchmem -count 3 ./...

.PHONY: bench-once
bench-once: ## each benchmark once and shortly, so that none rots
	$(GOTEST) -short -run '^$$' -bench . -benchtime 1x $$(grep -rl --include='*_test.go' --exclude-dir=node_modules '^func Benchmark' . | xargs dirname | sort -u)
	go run ./test/bench -quick

.PHONY: fuzz
fuzz: ## each fuzz target for FUZZTIME
	@bash test/scripts/fuzz.sh $(FUZZTIME)

.PHONY: chaos
chaos: ## all chaos tests in full size, many seeds, for CHAOS minutes (docs/chaos.md)
	@bash test/scripts/chaos.sh $(CHAOS)

.PHONY: soak
soak: ## load on a cluster for SOAK; memory and goroutines must stay flat
	CHAOS_SOAK=$(SOAK) go test -count=1 -v -timeout 0 -run '^TestSoak$$' ./test/chaos

.PHONY: generate
generate: ## generated code (queries by sqlc, the types of clients/ts)
	go generate ./...
	cd clients/ts && npm run generate
