package main

import (
	"sync"
	"time"

	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/rtp"
)

// The clock of Opus over RTP has this rate whatever the encoder's is.
const rtpTicksPerPacket = 48_000 * packetMs / 1000

// What a microphone sends: a packet every 20 ms, of speech or of the noise of the room.
type mouth struct {
	track *lksdk.LocalTrack
	noise []packet
	// How many packets have been sent.
	sent   int
	lock   sync.Mutex
	saying *utterance
}

// Speech that is being sent.
type utterance struct {
	speech
	sent  int
	began time.Time
	ended chan time.Time
}

// say returns when all was said, with the instants at which the first and the last packet of words left. A microphone's packet
// leaves when its last sample was spoken: the 20 ms that the last one lasts lie before the end of the voice, not behind it.
// Likewise the voice begins up to 20 ms before the first one leaves; what is counted is what the network carries.
func (mouth *mouth) say(speech speech) (began, ended time.Time) {
	saying := &utterance{speech: speech, ended: make(chan time.Time, 1)}
	mouth.lock.Lock()
	mouth.saying = saying
	mouth.lock.Unlock()
	ended = <-saying.ended
	return saying.began, ended
}

// sendNext is called every 20 ms.
func (mouth *mouth) sendNext() error {
	mouth.lock.Lock()
	defer mouth.lock.Unlock()
	next := mouth.noise[mouth.sent%len(mouth.noise)]
	if mouth.saying != nil {
		next = mouth.saying.packets[mouth.saying.sent]
	}
	if err := mouth.send(next); err != nil {
		return err
	}
	mouth.note(time.Now())
	return nil
}

func (mouth *mouth) send(next packet) error {
	header := rtp.Header{
		Version:        2,
		SequenceNumber: uint16(mouth.sent),
		Timestamp:      uint32(mouth.sent * rtpTicksPerPacket),
	}
	mouth.sent++
	// The library fills in the rest of the header.
	return mouth.track.WriteRTP(
		&rtp.Packet{Header: header, Payload: next.opus},
		&lksdk.SampleWriteOptions{AudioLevel: &next.quietness},
	)
}

// note notes that a packet has left just now.
func (mouth *mouth) note(now time.Time) {
	saying := mouth.saying
	if saying == nil {
		return
	}
	if saying.sent == 0 {
		saying.began = now
	}
	saying.sent++
	if saying.sent == saying.spoken {
		saying.ended <- now
	}
	if saying.sent == len(saying.packets) {
		mouth.saying = nil
	}
}
