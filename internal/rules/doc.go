// Package rules holds the repository to its own rules by tests alone: which package may import which (the arrows of
// ARCHITECTURE.md), one version everywhere, and scripts that do what they promise. The program never imports it.
package rules
