package main

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/webrtc/v4"
)

// Somebody at a microphone.
type person struct {
	room    *lksdk.Room
	mouth   *mouth
	hearing *hearing
	answers answerLines
}

// What the platform says of its answers: how long after the silence that it heard it sent the first sound.
type answerLines struct {
	lock        sync.Mutex
	sentAfterMs []float64
}

func (answers *answerLines) take(line []byte) {
	var answer struct {
		AfterMs *float64 `json:"after_ms"`
	}
	if json.Unmarshal(line, &answer) != nil || answer.AfterMs == nil {
		return
	}
	answers.lock.Lock()
	defer answers.lock.Unlock()
	answers.sentAfterMs = append(answers.sentAfterMs, *answer.AfterMs)
}

func (answers *answerLines) all() []float64 {
	answers.lock.Lock()
	defer answers.lock.Unlock()
	return answers.sentAfterMs
}

var microphone = webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeOpus, ClockRate: 48_000, Channels: 2}

func joinCall(join join, noise []packet) (*person, error) {
	track, err := lksdk.NewLocalTrack(microphone)
	if err != nil {
		return nil, err
	}
	person := &person{mouth: &mouth{track: track, noise: noise}, hearing: newHearing()}
	if person.room, err = lksdk.ConnectToRoomWithToken(join.URL, join.Token, person.callbacks()); err != nil {
		return nil, fmt.Errorf("a call could not be joined: %w", err)
	}
	options := &lksdk.TrackPublicationOptions{Source: livekit.TrackSource_MICROPHONE, DisableDTX: true}
	if _, err = person.room.LocalParticipant.PublishTrack(track, options); err != nil {
		return nil, fmt.Errorf("a microphone could not be published: %w", err)
	}
	return person, nil
}

func (person *person) callbacks() *lksdk.RoomCallback {
	callbacks := lksdk.NewRoomCallback()
	callbacks.OnTrackSubscribed = func(
		track *webrtc.TrackRemote, _ *lksdk.RemoteTrackPublication, _ *lksdk.RemoteParticipant,
	) {
		go hear(track, person.hearing)
	}
	callbacks.OnDataPacket = func(data lksdk.DataPacket, _ lksdk.DataReceiveParams) {
		if line, isLine := data.(*lksdk.UserDataPacket); isLine {
			person.answers.take(line.Payload)
		}
	}
	return callbacks
}
