package main

import (
	"fmt"

	"github.com/pion/webrtc/v4"
	"gopkg.in/hraban/opus.v2"
)

const (
	// Enough to notice that somebody speaks, and the cheapest.
	heardRate = 8000
	// Opus has packets of up to 120 ms.
	maxHeardSamples = heardRate * 120 / 1000
	loud            = 1500
)

// hear takes what arrives on a track until it ends.
func hear(track *webrtc.TrackRemote, hearing *hearing) {
	decoder, err := opus.NewDecoder(heardRate, 1)
	if err != nil {
		fail(fmt.Errorf("there is no decoder: %w", err))
	}
	samples := make([]int16, maxHeardSamples)
	for {
		packet, _, err := track.ReadRTP()
		if err != nil {
			return // The track has ended.
		}
		if len(packet.Payload) == 0 {
			continue
		}
		count, err := decoder.Decode(packet.Payload, samples)
		if err == nil && isLoud(samples[:count]) {
			hearing.takeLoud()
		}
	}
}

func isLoud(samples []int16) bool {
	for _, sample := range samples {
		if sample > loud || sample < -loud {
			return true
		}
	}
	return false
}
