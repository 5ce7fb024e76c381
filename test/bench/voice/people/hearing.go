package main

import (
	"sync"
	"time"
)

// A pause within the agent's words is shorter.
const silentAfter = 400 * time.Millisecond

// Notes when somebody else is heard. There is no buffer against jitter, as a browser has: sound is heard when its packet
// arrives, and what is measured ends at the door of the person's machine. A browser plays it some tens of milliseconds later.
type hearing struct {
	lock        sync.Mutex
	soundsSince time.Time
	lastLoud    time.Time
	// Closed, and replaced, when a sound begins.
	began chan struct{}
}

func newHearing() *hearing {
	return &hearing{began: make(chan struct{})}
}

// takeLoud notes that a loud packet has arrived just now.
func (hearing *hearing) takeLoud() {
	hearing.lock.Lock()
	defer hearing.lock.Unlock()
	now := time.Now()
	if now.Sub(hearing.lastLoud) > silentAfter {
		hearing.soundsSince = now
		close(hearing.began)
		hearing.began = make(chan struct{})
	}
	hearing.lastLoud = now
}

// sound returns the instant at which a sound began, after this one; false: none has in time.
func (hearing *hearing) sound(after time.Time, within time.Duration) (time.Time, bool) {
	deadline := time.After(within)
	for {
		since, next := hearing.listen()
		if !since.IsZero() && !since.Before(after) {
			return since, true
		}
		select {
		case <-next:
		case <-deadline:
			return time.Time{}, false
		}
	}
}

func (hearing *hearing) listen() (soundsSince time.Time, next <-chan struct{}) {
	hearing.lock.Lock()
	defer hearing.lock.Unlock()
	return hearing.soundsSince, hearing.began
}

// silence returns the instant of the last sound, once it is silent; false: it has not fallen silent in time.
func (hearing *hearing) silence(within time.Duration) (time.Time, bool) {
	deadline := time.Now().Add(within)
	for {
		last := hearing.last()
		now := time.Now()
		if now.Sub(last) > silentAfter {
			return last, !last.IsZero()
		}
		if now.After(deadline) {
			return time.Time{}, false
		}
		time.Sleep(last.Add(silentAfter + time.Millisecond).Sub(now))
	}
}

func (hearing *hearing) last() time.Time {
	hearing.lock.Lock()
	defer hearing.lock.Unlock()
	return hearing.lastLoud
}
