package main

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

const (
	// Microphones do not send at the same moment: those of many people send by turns within each 20 ms.
	turnEvery = 5 * time.Millisecond
	turns     = packetMs * int(time.Millisecond) / int(turnEvery)
)

// The one clock of all microphones. A packet that is late is sent at once, and the following ones are in time again.
type pace struct {
	lock   sync.Mutex
	mouths []*mouth
	// How late the clock came, since somebody asked to know.
	delays  []time.Duration
	isNoted bool
}

func startPace() *pace {
	pace := &pace{}
	go pace.run()
	return pace
}

func (pace *pace) run() {
	due := time.Now()
	for turn := 0; ; turn = (turn + 1) % turns {
		due = due.Add(turnEvery)
		time.Sleep(time.Until(due))
		pace.takeTurn(turn, time.Since(due))
	}
}

func (pace *pace) takeTurn(turn int, delay time.Duration) {
	pace.lock.Lock()
	defer pace.lock.Unlock()
	if pace.isNoted {
		pace.delays = append(pace.delays, delay)
	}
	for at := turn; at < len(pace.mouths); at += turns {
		if err := pace.mouths[at].sendNext(); err != nil {
			fail(fmt.Errorf("a packet could not be sent: %w", err))
		}
	}
}

func (pace *pace) add(mouth *mouth) {
	pace.lock.Lock()
	defer pace.lock.Unlock()
	pace.mouths = append(pace.mouths, mouth)
}

func (pace *pace) stop() {
	pace.lock.Lock()
	defer pace.lock.Unlock()
	pace.mouths = nil
}

func (pace *pace) noteDelays() {
	pace.lock.Lock()
	defer pace.lock.Unlock()
	pace.isNoted = true
}

// p95DelayMs returns how late the clock came 95 % of the time at most, since noteDelays.
func (pace *pace) p95DelayMs() float64 {
	pace.lock.Lock()
	defer pace.lock.Unlock()
	if len(pace.delays) == 0 {
		return 0
	}
	slices.Sort(pace.delays)
	return inMs(pace.delays[len(pace.delays)*95/100])
}

func inMs(duration time.Duration) float64 {
	return float64(duration) / float64(time.Millisecond)
}
