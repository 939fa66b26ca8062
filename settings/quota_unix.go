//go:build !windows

package settings

import "syscall"

// errQuota is the disk being full for this user alone.
const errQuota = syscall.EDQUOT
