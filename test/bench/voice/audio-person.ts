import { setTimeout as delay } from "node:timers/promises";
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  type RemoteTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node";
import { SPOKEN_SAMPLE_RATE } from "../../../infra/models/speech.ts";
import { createSoundWatch } from "./sound-watch.ts";

/** Longer than anything that is said: it is handed over at once, so that no stall of this process becomes a pause in it. */
const QUEUE_MS = 10_000;
/** LiveKit's library sends silence by itself, but for a moment after the last sample, which would be drawn out meanwhile. */
const SILENCE_AFTER_MS = 200;
const HEARD_RATE = 16_000;
const LOUD = 1500;

/** Somebody at a microphone. Instants are of `performance.now()`. */
export interface AudioPerson {
  /** Resolves when all was said, with the instants of its first and its last sample. */
  say(samples: Int16Array): Promise<{ beganMs: number; endedMs: number }>;
  hears: ReturnType<typeof createSoundWatch>;
  leave(): Promise<void>;
}

/** `heardFrameMs`: how exactly the person notices sound; short frames cost processor time, which many people share. */
export const joinByAudio = async (
  { url, token }: { url: string; token: string },
  { heardFrameMs }: { heardFrameMs: number },
): Promise<AudioPerson> => {
  const room = new Room();
  const hears = createSoundWatch();
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
  return {
    say: (samples) => sayAtOnce(source, samples),
    hears,
    leave: async () => {
      await track.close();
      await room.disconnect();
    },
  };
};

const sayAtOnce = async (source: AudioSource, samples: Int16Array): Promise<{ beganMs: number; endedMs: number }> => {
  const withSilence = new Int16Array(samples.length + (SPOKEN_SAMPLE_RATE * SILENCE_AFTER_MS) / 1000);
  withSilence.set(samples);
  const beganMs = performance.now();
  const endedMs = beganMs + (samples.length / SPOKEN_SAMPLE_RATE) * 1000;
  await source.captureFrame(new AudioFrame(withSilence, SPOKEN_SAMPLE_RATE, 1, withSilence.length));
  await delay(endedMs - performance.now());
  return { beganMs, endedMs };
};
