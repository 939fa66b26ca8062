// Package rules has tests for the rules of the repository: which package may import which, the same version everywhere,
// every test that docs/proofs.md names exists, and the scripts work. The program never imports it.
package rules
