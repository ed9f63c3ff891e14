# formentry: build, test, run. `make help` lists the goals.
SHELL := /bin/bash
.DEFAULT_GOAL := help

BUILD_PACKAGES := pkg-config libnewt-dev libslang2-dev libyaml-dev libpcre2-dev libzbar-dev libzxing-dev libpng-dev \
	libjpeg62-turbo-dev libv4l-dev libstdc++-12-dev binutils
TEST_PACKAGES := libvterm-dev zint strace whiptail python3-jsonschema
CAMERA_PACKAGES := qemu-system-x86 cpio kmod xz-utils libv4l-0 ncurses-base

PROGRAMS := formentry formentry-decode formentry-export
RELEASE := .build/release
BUILT := .build/release-is-built
SOURCES := Package.swift $(shell find Sources -type f)

# Loading libraries, searching for them, moving the program to another address: half of the start, if it were left in.
STATIC := $(CURDIR)/.build/static
LINKING := --static-swift-stdlib --disable-local-rpath -Xswiftc -Xclang-linker -Xswiftc -no-pie \
	-Xlinker -L$(STATIC) -Xlinker --gc-sections -Xlinker --strip-all
release = PKG_CONFIG_PATH=$(STATIC) swift build -c release $(LINKING) --product

PREFIX ?= /usr/local
DESTDIR ?=
ROOT := $(DESTDIR)$(PREFIX)
SHARE := $(ROOT)/share/formentry
DOC := $(ROOT)/share/doc/formentry
UNITS := $(ROOT)/lib/systemd/system

.PHONY: help run test test-camera try-camera bench-camera soak fuzz fuzz-pictures bench bench-decode build deps build-deps format lint install clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

run: build ## build the program and open the receiving form with label pictures as its camera
	@Scripts/run $(ARGS)

test: deps ## install what is missing, build everything, run all tests
	swift build --build-tests
	swift test --skip-build --disable-xctest --skip CameraRigTests

test-camera: deps build ## run the programs with real camera drivers in a virtual machine; prints a table of faults and outcomes
	@$(call install-packages,$(CAMERA_PACKAGES))
	@Tests/Camera/boot prepare
	swift build --build-tests
	FORMENTRY_PROGRAMS=$(CURDIR)/$(RELEASE) swift test --skip-build --disable-xctest --filter CameraRigTests

try-camera: deps build ## a form on this terminal, with a camera of software under Debian's driver, in a virtual machine
	@$(call install-packages,$(CAMERA_PACKAGES))
	@Tests/Camera/boot prepare
	@$(release) CameraGuest >&2
	@Tests/Camera/boot try $(RELEASE)/CameraGuest $(RELEASE)

bench-camera: deps build ## measure the release build with a camera of the kernel's test driver, in a virtual machine
	@$(call in-camera-machine,bench)

soak: deps build ## records from a live camera for MINUTES (30) in a virtual machine: memory stays flat, nothing is left open
	@$(call in-camera-machine,soak $(or $(MINUTES),30))

# The guest says itself whether it went well; the machine may take a while longer than what it works for.
define in-camera-machine
	$(call install-packages,$(CAMERA_PACKAGES))
	Tests/Camera/boot prepare
	@$(release) CameraGuest >&2
	FORMENTRY_CAMERA_SECONDS=$$((($(or $(MINUTES),30) + 10) * 60)) Tests/Camera/boot run $(RELEASE)/CameraGuest $(RELEASE) $(1) | \
	  tee .build/camera-$(firstword $(1)).txt
	@grep -q ': passed' .build/camera-$(firstword $(1)).txt
endef

# A debug build: it stops at an overflow or a bad index where a release build might go on.
fuzz: deps ## mutate forms and expressions for MINUTES of processor time (10) and read them
	swift build --product FormFuzz
	.build/debug/FormFuzz $(or $(MINUTES),10) Forms/*.yaml $(wildcard ../shared/cases/forms/*.yaml)

# A worker that dies is counted; the goal fails where it died in its own code, or anything else came to harm.
fuzz-pictures: deps ## mutate pictures and frames for MINUTES of processor time (10) and have the decode worker read them
	swift build --product PictureFuzz
	swift build --product formentry-decode
	.build/debug/PictureFuzz $(or $(MINUTES),10) .build/debug/formentry-decode Forms/labels/*.png \
	  $(wildcard ../shared/barcodes/*/*.png ../shared/barcodes/*/*.jpg)

bench: deps build ## measure the release build; tables of medians
	@for program in ScreenBench AnswerBench; do $(release) $$program || exit 1; done
	@Benchmarks/run $(RELEASE)

bench-decode: deps build ## what the decode worker reads and its processor time, beside zbar and zxing-cpp
	@$(release) DecodeBench
	@python3 Benchmarks/decoding.py $(RELEASE)

build: $(BUILT) ## a release build

# Swift's own check of what is new takes longer than a clerk likes to wait: make looks at the files first. What the
# compiler says goes to the standard error: the output of `make run` is what the program says, alone.
$(BUILT): $(SOURCES) Makefile | build-deps
	@$(need-swift)
	@$(static-libraries)
	@for program in $(PROGRAMS); do $(release) $$program || exit 1; done >&2
	@touch $@

# The archives beside each other, and descriptions that lead the package manager to them before it finds the shared ones.
# Two things that newt and S-Lang do at their start are left out: making up colours that nobody uses (see CNewt), and
# reading the terminal's description, which the program has read by then; there is nothing to flush yet.
define static-libraries
	rm -rf $(STATIC) && mkdir -p $(STATIC) && cd $(STATIC) && root=$$(pkg-config --variable=libdir libnewt) && \
	objcopy --globalize-symbol=Brushes_Initialized $$root/libslang.a libslang.a && \
	objcopy --redefine-sym SLtt_get_terminfo=SLtt_flush_output $$root/libnewt.a libnewt.a && \
	ln -sf $$root/lib{yaml,pcre2-8}.a /usr/lib/gcc/*/12/libstdc++.a . && \
	ln -sf /usr/lib/gcc/*/12/libgcc_eh.a libgcc_s.a && \
	for package in libnewt yaml-0.1 libpcre2-8; do \
	  sed "s|^libdir=.*|libdir=$(STATIC)|" $$(pkg-config --variable=pcfiledir $$package)/$$package.pc > $$package.pc; \
	done
endef

deps: ## install the Debian packages for building and testing
	@$(call install-packages,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@$(need-swift)

build-deps:
	@$(call install-packages,$(BUILD_PACKAGES))

need-swift = command -v swift > /dev/null || { echo "Swift 6.2 or later is not on the PATH: see https://swift.org/install" >&2; exit 1; }

# Quick where nothing is missing; asks for root only where something is.
define install-packages
	{ missing=(); for package in $(1); do \
	  [ "$$(dpkg-query -W -f '$${db:Status-Status}' $$package 2> /dev/null)" = installed ] || missing+=($$package); \
	done; \
	if [ $${#missing[@]} -gt 0 ]; then \
	  command -v apt-get > /dev/null || { echo "Please install what Debian calls: $${missing[*]}"; exit 1; }; \
	  root=; [ "$$(id -u)" = 0 ] || root=sudo; \
	  $$root apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq --no-install-recommends "$${missing[@]}"; \
	fi; } >&2
endef

format: ## format all Swift files
	swift format --in-place --recursive --parallel Sources Tests Package.swift

lint: ## check the format of all Swift files
	swift format lint --strict --recursive --parallel Sources Tests Package.swift

install: build ## install under PREFIX (/usr/local), DESTDIR before it: programs, manual, completions, forms, units
	install -D -m 755 $(RELEASE)/formentry $(ROOT)/bin/formentry
	install -D -m 755 -t $(ROOT)/libexec/formentry $(RELEASE)/formentry-decode $(RELEASE)/formentry-export
	install -d $(ROOT)/share/man/man1 $(ROOT)/share/bash-completion/completions $(ROOT)/share/zsh/site-functions \
	  $(ROOT)/share/fish/vendor_completions.d
	$(RELEASE)/formentry --man > $(ROOT)/share/man/man1/formentry.1
	$(RELEASE)/formentry --completions bash > $(ROOT)/share/bash-completion/completions/formentry
	$(RELEASE)/formentry --completions zsh > $(ROOT)/share/zsh/site-functions/_formentry
	$(RELEASE)/formentry --completions fish > $(ROOT)/share/fish/vendor_completions.d/formentry.fish
	cd Forms && find . -type f -exec install -D -m 644 {} $(abspath $(SHARE))/forms/{} \;
	install -D -m 644 -t $(SHARE)/Schemas Schemas/form.schema.json
	install -D -m 644 -t $(UNITS) packaging/formentry-export.service packaging/formentry-export.timer
	sed -i 's|/usr/bin/formentry|$(PREFIX)/bin/formentry|' $(UNITS)/formentry-export.service
	install -D -m 644 -t $(SHARE) packaging/export.conf packaging/formentry-export.cron
	sed -i 's|/usr/bin/formentry|$(PREFIX)/bin/formentry|' $(SHARE)/formentry-export.cron
	install -D -m 644 -t $(DOC) README.md CHANGELOG.md docs/forms.md
	install -D -m 644 packaging/README.md $(DOC)/nightly-export.md

clean: ## remove what was built
	rm -rf .build
