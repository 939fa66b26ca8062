package redact_test

import (
	"strings"
	"testing"

	"routerwatch/internal/redact"
)

func BenchmarkText(b *testing.B) {
	line := `time=2031-05-06T07:08:09Z level=WARN msg="status changed" router=Frankfurt wait=10s request_id=a-1`
	for name, text := range map[string]string{"a line": line, "64 KiB": strings.Repeat("x", 64<<10), "a hundred lines": strings.Repeat(line+"\n", 100)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				redact.Text(text)
			}
		})
	}
}
