package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"gopkg.in/hraban/opus.v2"
)

const (
	packetMs       = 20
	bitsPerSecond  = 28_000
	maxPacketBytes = 1000
	// A quiet room: a microphone never gives silence alone.
	noiseAmplitude = 4
	noisePackets   = 500
	// The encoder has settled by then, as that of a microphone that has been on for a while.
	settlingPackets = 10
	// The encoder holds some milliseconds back, so that a voice fades in the packets behind it.
	fadingPackets = 2
)

// A packet of sound, as it goes over the network.
type packet struct {
	opus []byte
	// Decibels below the loudest sound, which go beside the packet.
	quietness uint8
}

// What people say, and the noise between it.
type said struct {
	question, storyRequest speech
	noise                  []packet
}

// Some words, and the noise right behind them.
type speech struct {
	packets []packet
	// How many of them hold words.
	spoken int
}

func encodeSaid(plan plan) (said, error) {
	var all said
	var err error
	if all.noise, err = encode(noise(noisePackets*plan.SampleRate*packetMs/1000), plan.SampleRate); err != nil {
		return said{}, err
	}
	if all.question, err = encodeSpeech(plan.Question, plan.SampleRate); err != nil {
		return said{}, err
	}
	all.storyRequest, err = encodeSpeech(plan.StoryRequest, plan.SampleRate)
	return all, err
}

func encodeSpeech(words []byte, sampleRate int) (speech, error) {
	perPacket := sampleRate * packetMs / 1000
	samples := fill(samplesOf(words), perPacket)
	spoken := len(samples) / perPacket
	packets, err := encode(append(samples, noise(fadingPackets*perPacket)...), sampleRate)
	return speech{packets, spoken}, err
}

// fill lengthens speech to whole packets. What is missing comes before it, so that its last sample is the last one of a packet.
func fill(speech []int16, perPacket int) []int16 {
	missing := (perPacket - len(speech)%perPacket) % perPacket
	return append(noise(missing), speech...)
}

func encode(samples []int16, sampleRate int) ([]packet, error) {
	encoder, err := opus.NewEncoder(sampleRate, 1, opus.AppVoIP)
	if err != nil {
		return nil, err
	}
	if err := encoder.SetBitrate(bitsPerSecond); err != nil {
		return nil, err
	}
	perPacket := sampleRate * packetMs / 1000
	samples = append(noise(settlingPackets*perPacket), samples...)
	packets := make([]packet, 0, len(samples)/perPacket)
	for at := 0; at < len(samples); at += perPacket {
		encoded := make([]byte, maxPacketBytes)
		length, err := encoder.Encode(samples[at:at+perPacket], encoded)
		if err != nil {
			return nil, err
		}
		packets = append(packets, packet{encoded[:length], quietnessOf(samples[at : at+perPacket])})
	}
	return packets[settlingPackets:], nil
}

func noise(count int) []int16 {
	samples := make([]int16, count)
	for at := range samples {
		samples[at] = int16(rand.IntN(2*noiseAmplitude+1) - noiseAmplitude)
	}
	return samples
}

func samplesOf(bytes []byte) []int16 {
	samples := make([]int16, len(bytes)/2)
	for at := range samples {
		samples[at] = int16(binary.LittleEndian.Uint16(bytes[2*at:]))
	}
	return samples
}

// quietnessOf follows RFC 6464: from 0 for the loudest sound to 127 for silence.
func quietnessOf(samples []int16) uint8 {
	var squares float64
	for _, sample := range samples {
		squares += float64(sample) * float64(sample)
	}
	level := math.Sqrt(squares/float64(len(samples))) / math.MaxInt16
	return uint8(min(max(-20*math.Log10(level), 0), 127))
}
