import { setTimeout as delay } from "node:timers/promises";
import {
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  type RemoteTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node";
import { z } from "zod";
import { SPOKEN_SAMPLE_RATE } from "../../../infra/models/speech.ts";
import { createLivekitLine } from "../../../media/livekit-line.ts";
import type { Speaker } from "../../../media/speech-player.ts";
import { createUnbrokenSpeaker } from "../../../media/unbroken-speaker.ts";
import { createSoundWatch } from "./sound-watch.ts";

/** Longer than anything that is said: it is handed over at once, so that no stall of this process becomes a pause in it. */
const QUEUE_MS = 10_000;
const HEARD_RATE = 16_000;
const LOUD = 1500;
const answerLine = z.object({ after_ms: z.number().optional() });

/** Somebody at a microphone. Instants are of `performance.now()`. */
export interface AudioPerson {
  /** Resolves when all was said, with the instants of its first and its last sample. */
  say(samples: Int16Array): Promise<{ beganMs: number; endedMs: number }>;
  hears: ReturnType<typeof createSoundWatch>;
  /** What the platform says of its answers: how long after the silence that it heard it sent the first sound. */
  sentAfterMs: readonly number[];
  leave(): Promise<void>;
}

/** `heardFrameMs`: how exactly the person notices sound; short frames cost processor time, which many people share. */
export const joinByAudio = async (
  { url, token }: { url: string; token: string },
  { heardFrameMs }: { heardFrameMs: number },
): Promise<AudioPerson> => {
  const room = new Room();
  const hears = createSoundWatch();
  const sentAfterMs: number[] = [];
  room.on(RoomEvent.DataReceived, (bytes) => {
    const { after_ms } = answerLine.parse(JSON.parse(new TextDecoder().decode(bytes)));
    if (after_ms !== undefined) sentAfterMs.push(after_ms);
  });
  const listen = async (track: RemoteTrack): Promise<void> => {
    const options = { sampleRate: HEARD_RATE, numChannels: 1, frameSizeMs: heardFrameMs };
    for await (const { data } of new AudioStream(track, options)) {
      hears.take(data.some((sample) => Math.abs(sample) > LOUD));
    }
  };
  room.on(RoomEvent.TrackSubscribed, (track) => void listen(track));
  await room.connect(url, token, { autoSubscribe: true, dynacast: false });
  const source = new AudioSource(SPOKEN_SAMPLE_RATE, 1, QUEUE_MS);
  const track = LocalAudioTrack.createAudioTrack("microphone", source);
  await room.localParticipant?.publishTrack(track, new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE }));
  const left = new AbortController();
  // A microphone never pauses.
  const mouth = createUnbrokenSpeaker(createLivekitLine(source), {
    sampleRate: SPOKEN_SAMPLE_RATE,
    left: left.signal,
  });
  return {
    say: (samples) => sayAtOnce(mouth, samples),
    hears,
    sentAfterMs,
    leave: async () => {
      left.abort();
      await track.close();
      await room.disconnect();
    },
  };
};

const sayAtOnce = async (mouth: Speaker, samples: Int16Array): Promise<{ beganMs: number; endedMs: number }> => {
  const beganMs = performance.now();
  const endedMs = beganMs + (samples.length / SPOKEN_SAMPLE_RATE) * 1000;
  await mouth.play(samples);
  await delay(endedMs - performance.now());
  return { beganMs, endedMs };
};
