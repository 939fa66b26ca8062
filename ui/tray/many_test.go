//go:build linux

package tray_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/tray"
	"routerwatch/ui/view"
)

// TestMain is also the program whose footprint is measured.
func TestMain(m *testing.M) {
	if os.Getenv(manyVariable) == "" || os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	if err := many(); err != nil {
		panic(err)
	}
}

const (
	childVariable = "ROUTERWATCH_TRAY_TEST_CHILD"
	// manyVariable says how many updates are made: `make soak` wants 20,000,
	// which with the race detector take minutes.
	manyVariable = "ROUTERWATCH_TRAY_TEST_UPDATES"
	manyUpdates  = 1_000
	firstUpdates = 400 // after these everything has its size
	retitleEvery = 20  // updates between two that retitle the menu
)

// footprint is what a process occupies, after so many updates.
type footprint struct {
	Updates     int
	Heap        uint64 // bytes that live after a collection
	Goroutines  int
	Descriptors int
}

// A real bus, and for each update the panel's news of it.
func TestManyUpdatesLeaveNothingBehind(t *testing.T) {
	updates := manyUpdates
	if text := os.Getenv(manyVariable); text != "" {
		var err error
		updates, err = strconv.Atoi(text)
		require.NoError(t, err, manyVariable)
	}
	b := startBus(t)
	startDesktop(t, b, true)
	binary, err := os.Executable()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), binary)
	command.Env = append(os.Environ(), childVariable+"=1", manyVariable+"="+strconv.Itoa(updates),
		"DBUS_SESSION_BUS_ADDRESS="+b.address)
	command.Stderr = os.Stderr
	output, err := command.Output()
	require.NoError(t, err)

	var first, last footprint
	require.NoError(t, json.Unmarshal(output, &[]any{&first, &last}))
	t.Logf("%+v, then %+v", first, last)
	require.Equal(t, []int{firstUpdates, updates}, []int{first.Updates, last.Updates})
	assert.LessOrEqual(t, last.Goroutines, first.Goroutines)
	assert.LessOrEqual(t, last.Descriptors, first.Descriptors)
	assert.LessOrEqual(t, last.Heap, first.Heap+first.Heap/10+128<<10)
}

// many is a program that shows one value after the other, each once the bus
// has told of the last, and writes what it occupied early and at the end.
func many() error {
	updates, err := strconv.Atoi(os.Getenv(manyVariable))
	if err != nil {
		return err
	}
	panel, err := dbus.Connect(os.Getenv("DBUS_SESSION_BUS_ADDRESS"))
	if err != nil {
		return err
	}
	if err := panel.AddMatchSignal(dbus.WithMatchInterface(itemName), dbus.WithMatchMember("NewToolTip")); err != nil {
		return err
	}
	news := make(chan *dbus.Signal, 16)
	panel.Signal(news)

	icon := tray.New(slog.Default())
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	left := make(chan struct{})
	go func() {
		defer close(left)
		icon.Run(ctx)
	}()
	<-icon.Events() // there is a host
	var footprints []footprint
	for i := 1; i <= updates; i++ {
		if err := showOne(icon, i, news); err != nil {
			return err
		}
		if i == firstUpdates || i == updates {
			footprints = append(footprints, occupied(i))
		}
	}
	leave()
	<-left
	return json.NewEncoder(os.Stdout).Encode(footprints)
}

// showOne shows a value unlike the last, and waits for the news of it. The
// first one may be part of what the item begins with: then it is no news.
func showOne(icon *tray.Tray, i int, news <-chan *dbus.Signal) error {
	icons := []view.Icon{
		{Shape: "live", Count: int64(i % 120), HasCount: true},
		{Shape: "down"},
		{Shape: "live", Dot: true},
		{Shape: "paused"},
		{Shape: "throttled"},
	}
	for try := range 100 {
		v := live()
		v.Icon = icons[i%len(icons)]
		v.Title = fmt.Sprintf("%d pairs", i)
		v.Tooltip = fmt.Sprintf("%d pairs, try %d", i, try)
		for line := range 1 + i/retitleEvery%8 {
			v.Lines = append(v.Lines, view.TrayLine{Text: fmt.Sprintf("line %d of %d", line, i/retitleEvery), Icon: icons[(i/retitleEvery+line)%len(icons)]})
		}
		v.CanRetry = i/retitleEvery%2 == 0
		icon.Apply(v)
		wait := patience
		if i == 1 {
			wait = 100 * time.Millisecond
		}
		select {
		case <-news:
			return nil
		case <-time.After(wait):
		}
		if i > 1 {
			break
		}
	}
	return errors.New("the bus told nothing of update " + strconv.Itoa(i))
}

// occupied is what this process occupies once that has come to rest.
func occupied(updates int) footprint {
	const still, pause = 10, 100 * time.Millisecond
	last, same := measured(updates), 0
	for deadline := time.Now().Add(patience); same < still && time.Now().Before(deadline); {
		time.Sleep(pause)
		now := measured(updates)
		if now.Goroutines == last.Goroutines && now.Descriptors == last.Descriptors {
			same++
		} else {
			same = 0
		}
		last = now
	}
	return last
}

func measured(updates int) footprint {
	runtime.GC()
	runtime.GC() // what the first one finalized
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	descriptors, _ := os.ReadDir("/proc/self/fd")
	return footprint{Updates: updates, Heap: m.HeapAlloc, Goroutines: runtime.NumGoroutine(), Descriptors: len(descriptors)}
}
