# Madang: the few commands of the house. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help

GOLANGCI_VERSION := v2.15.0
BIN := $(CURDIR)/.cache/bin
LINT := $(BIN)/golangci-lint-$(GOLANGCI_VERSION)
# Fuzzing time for each target in `make fuzz`.
FUZZTIME ?= 20s

.PHONY: help
help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

.PHONY: run
run: ## serve the product on :8000
	go run ./cmd/server

.PHONY: build
build: ## build the server without cgo into bin/
	CGO_ENABLED=0 go build -trimpath -o bin/madang ./cmd/server

.PHONY: tools
tools: ## install what the tests need (Postgres, Redis, poppler; Debian and Ubuntu)
	@bash scripts/tools.sh

.PHONY: test
test: tools lint vet unit bench-once ## everything: lint, vet, tests with the race detector, each benchmark once

.PHONY: unit
unit: ## all tests, races looked for, in random order
	go test -race -shuffle=on -timeout 20m ./...

.PHONY: lint
lint: $(LINT) ## golangci-lint, with the floors of docs/architecture.md
	$(LINT) run ./...

$(LINT):
	@mkdir -p $(BIN)
	GOBIN=$(BIN) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv $(BIN)/golangci-lint $@

.PHONY: vet
vet: ## go vet, formatting, tidy modules, generated code up to date
	go vet ./...
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run gofmt -w"; exit 1; }
	go mod tidy -diff

.PHONY: bench
bench: ## benchmarks, several rounds
	go test -run '^$$' -bench . -benchmem -count 3 ./...

.PHONY: bench-once
bench-once: ## each benchmark once, so that none rots
	go test -run '^$$' -bench . -benchtime 1x ./...

.PHONY: fuzz
fuzz: ## each fuzz target for FUZZTIME
	@bash scripts/fuzz.sh $(FUZZTIME)

.PHONY: generate
generate: ## generated code (queries by sqlc)
	go generate ./...
