# Routerwatch: `make help` lists the targets. Each target installs what it needs if it is missing.

SHELL         := bash
.SHELLFLAGS   := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS     += --no-print-directory

GO    ?= $(or $(shell command -v go),/usr/local/go/bin/go)
BUILD := build

# The tools' versions, pinned only here. They are installed into build/tools, so that go.mod holds only what the program
# itself needs.
GOFUMPT_VERSION       := v0.12.0
GOLANGCI_LINT_VERSION := v2.15.0
GOVULNCHECK_VERSION   := v1.9.0
NFPM_VERSION          := v2.45.2

TOOLS         := $(BUILD)/tools
GOFUMPT       := $(TOOLS)/gofumpt
GOLANGCI_LINT := $(TOOLS)/golangci-lint
GOVULNCHECK   := $(TOOLS)/govulncheck
NFPM          := $(TOOLS)/nfpm

# no_emoji leaves out a font of 15 MB. -buildvcs=false: stamping needs git to trust the checkout, which may belong to
# another user; scripts/version does not.
VERSION  ?= $(shell scripts/version)
TAGS     := -tags no_emoji
GOBUILD  := $(GO) build -buildvcs=false -trimpath $(TAGS) -ldflags "-s -w -X routerwatch/internal/cli.version=$(VERSION)"
GOTEST   := $(GO) test -buildvcs=false -race $(TAGS)

# $(call announce,WHAT,FLAG): announces a long silent compilation if building WHAT with this flag of go build still has to
# compile the toolkit's C code.
announce = @[[ "$$($(GO) list $(2) $(TAGS) -f '{{.Stale}}' github.com/go-gl/glfw/v3.3/glfw)" != true ]] || \
	echo "Compiling the window toolkit's C code for $(1), once. This takes about four minutes on two cores."

# The end-to-end tests run after the others, not beside them, because they measure times.
UNIT_PACKAGES = packages="$$($(GO) list $(TAGS) ./... | grep -vE "/e2e(/|\$$)")"
UNIT_TIMEOUT ?= 10m
E2E_TIMEOUT  ?= 15m
# How many of them run in parallel; most of the time they wait.
E2E_PARALLEL ?= 8
FUZZ_TIME    ?= 20s

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: run
run: ## build it and start the demo: a simulated router, marked as such
	@scripts/packages build run
	@$(MAKE) binary
	$(BUILD)/routerwatch --demo

.PHONY: build
build: ## build build/routerwatch
	@scripts/packages build
	@$(MAKE) binary

.PHONY: binary
binary:
	$(call announce,the program,-trimpath)
	$(GOBUILD) -o $(BUILD)/routerwatch .

.PHONY: test
test: ## every test with the race detector, those on a virtual desktop too
	@$(MAKE) unit
	@$(MAKE) e2e

.PHONY: unit
unit: ## the tests that need no desktop
	@scripts/packages build test
	$(call announce,the tests,-race)
	$(UNIT_PACKAGES); $(GOTEST) -timeout $(UNIT_TIMEOUT) $$packages

.PHONY: e2e
e2e: ## the tests of the built program on a virtual desktop; their screenshots stay in build/artefacts
	@scripts/packages build run test
	@mkdir -p $(BUILD)/artefacts
	$(call announce,the program,-trimpath)
	E2E_ARTEFACTS="$(CURDIR)/$(BUILD)/artefacts" $(GOTEST) -count=1 -parallel $(E2E_PARALLEL) -timeout $(E2E_TIMEOUT) ./e2e/...

# The desktops that make desktops tries.
DESKTOPS ?= xfce mate lxqt plasma gnome gnome-appindicator sway tint2

.PHONY: desktops
desktops: ## the same story on each of DESKTOPS: build/desktops/NAME has the screenshots
	@scripts/packages build run test desktops $(DESKTOPS:%=desktop-%)
	$(call announce,the tests,-race)
	GO="$(GO)" scripts/desktops $(DESKTOPS)

.PHONY: fresh
fresh: ## make run and make test in a clean clone with an empty home and no caches; half an hour
	@GO="$(GO)" scripts/fresh

.PHONY: check
check: ## what CI checks beside the tests: format, vet, lint, scripts, go.mod
	@scripts/packages build check
	@$(MAKE) format-check vet lint scripts-check modules-check

.PHONY: format
format: $(GOFUMPT)@$(GOFUMPT_VERSION) ## format the Go files with gofumpt
	$(GOFUMPT) -l -w .

.PHONY: format-check
format-check: $(GOFUMPT)@$(GOFUMPT_VERSION)
	@echo "gofumpt -l ."; unformatted="$$($(GOFUMPT) -l .)"; \
	if [[ -n "$$unformatted" ]]; then printf '%s\n' "not formatted (make format does it):" "$$unformatted" >&2; exit 1; fi

.PHONY: vet
vet:
	$(GO) vet $(TAGS) ./...

.PHONY: lint
lint: $(GOLANGCI_LINT)@$(GOLANGCI_LINT_VERSION)
	$(GOLANGCI_LINT) run ./...

.PHONY: scripts-check
scripts-check:
	shellcheck --severity=warning $$(grep -rlE '^#!.*\bbash' scripts .ci assets)

.PHONY: modules-check
modules-check:
	$(GO) mod tidy -diff
	$(GO) mod verify

.PHONY: vuln
vuln: $(GOVULNCHECK)@$(GOVULNCHECK_VERSION) ## known vulnerabilities in what we call; needs the vulnerability database
	@scripts/packages build
	$(GOVULNCHECK) $(TAGS) ./...

.PHONY: fuzz
fuzz: ## fuzz each Fuzz function for FUZZ_TIME (20s)
	@scripts/packages build
	GO="$(GO)" scripts/fuzz $(FUZZ_TIME) $(TAGS)

.PHONY: cover
cover: ## the tests' coverage, without the desktop: build/cover.html
	@scripts/packages build test
	@mkdir -p $(BUILD)
	$(UNIT_PACKAGES); $(GOTEST) -timeout $(UNIT_TIMEOUT) \
		-covermode=atomic -coverpkg=./... -coverprofile=$(BUILD)/cover.out $$packages
	$(GO) tool cover -html=$(BUILD)/cover.out -o $(BUILD)/cover.html
	@$(GO) tool cover -func=$(BUILD)/cover.out | tail -n 1

.PHONY: bench
bench: ## what the program costs, compared with three references: build/bench.md; 45 minutes, or BENCH=-quick
	@scripts/packages build run test
	@mkdir -p $(BUILD)/bench
	$(GOBUILD) -o $(BUILD)/bench/ . ./bench/reference/...
	@rm -rf $(BUILD)/bench/year
	HISTORY_YEAR="$(CURDIR)/$(BUILD)/bench/year" $(GOTEST) -run '^$$' -bench Year -benchtime 1x ./history >/dev/null
	BENCH="$(BENCH)" BENCH_FOLDER="$(BUILD)/bench" $(GOTEST) -count=1 -timeout 0 -v ./bench

.PHONY: bench-fleet
bench-fleet: ## what an outage costs a router and its clients, and how soon they are told, by policy: tables, in virtual time
	@FLEET_CLIENTS=$${FLEET_CLIENTS:-1000} FLEET_DAYS=$${FLEET_DAYS:-14} FLEET_POLICIES=3 $(GOTEST) -count=1 -timeout 60m \
		-run 'TestAFleet' -v ./monitor | sed -n 's/^[ \t]*\(|\|Who\|When\|---\|Error\|Messages\)/\1/p'

.PHONY: soak
soak: ## the program under random faults for SOAK_MINUTES (4), then until the last outage is over: build/soak
	@scripts/packages build run test
	@$(MAKE) binary
	@mkdir -p $(BUILD)/soak
	ROUTERWATCH_TRAY_TEST_UPDATES=20000 $(GOTEST) -count=1 -run 'TestManyUpdates' -v ./ui/tray
	SOAK_BINARY="$(CURDIR)/$(BUILD)/routerwatch" SOAK_FOLDER="$(CURDIR)/$(BUILD)/soak" \
		$(GOTEST) -count=1 -timeout 0 -v ./bench/soak

.PHONY: gallery
gallery: ## an image of the window for each recorded snapshot: build/gallery
	@scripts/packages build run test
	@$(MAKE) binary
	@mkdir -p $(BUILD)/gallery
	scripts/gallery -o $(BUILD)/gallery ui/window/gallery/*.jsonl
	for screen in 1920x1080 1080x1920; do \
		scripts/gallery -o $(BUILD)/gallery -w $$screen ui/window/gallery/{live,down-refused,several,nine,forty}.jsonl; \
	done

.PHONY: icons
icons: ## render the bitmaps in assets from their SVG sources
	@scripts/packages icons
	assets/render.sh

.PHONY: package
package: $(NFPM)@$(NFPM_VERSION) ## a Debian and an RPM package, and a tar archive: build/dist
	@scripts/packages build package
	$(GOBUILD) -o $(BUILD)/package/routerwatch .
	GO="$(GO)" scripts/package $(BUILD)/package/routerwatch $(NFPM) "$(VERSION)"

.PHONY: package-test
package-test: ## test the package of make package: start it, and as root install and remove it
	@scripts/packages run test package
	scripts/test-package

.PHONY: package-windows
package-windows: ## a zip archive for Windows, compiled here: build/dist
	@scripts/packages windows
	GO="$(GO)" scripts/package-windows "$(VERSION)"

.PHONY: clean
clean: ## remove everything that was built
	rm -rf $(BUILD) dist

# $(call install-tool,module): the file's name has the pinned version, so that a new version is installed.
define install-tool
	@echo "installing $(1)@$(lastword $(subst @, ,$@))"
	@mkdir -p $(TOOLS) && rm -f $(firstword $(subst @, ,$@))@*
	@env -u GOOS -u GOARCH GOFLAGS=-modcacherw GOBIN="$(CURDIR)/$(TOOLS)" $(GO) install $(1)@$(lastword $(subst @, ,$@))
	@touch $@
endef

$(GOFUMPT)@$(GOFUMPT_VERSION):
	$(call install-tool,mvdan.cc/gofumpt)

$(GOLANGCI_LINT)@$(GOLANGCI_LINT_VERSION):
	$(call install-tool,github.com/golangci/golangci-lint/v2/cmd/golangci-lint)

$(GOVULNCHECK)@$(GOVULNCHECK_VERSION):
	$(call install-tool,golang.org/x/vuln/cmd/govulncheck)

$(NFPM)@$(NFPM_VERSION):
	$(call install-tool,github.com/goreleaser/nfpm/v2/cmd/nfpm)
