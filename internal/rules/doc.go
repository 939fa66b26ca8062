// Package rules checks rules of the repository by tests alone: which package may import which, one version everywhere, that
// every proof that docs/proofs.md names exists, and scripts that do what they promise. The program never imports it.
package rules
