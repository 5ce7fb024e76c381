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

/** Short, so that what is said goes out at once; longer than this process's longest pause. */
const QUEUE_MS = 100;
const FRAME = SPOKEN_SAMPLE_RATE / 50;
const HEARD_RATE = 16_000;
const LOUD = 1500;

/** Somebody at a microphone. Instants are of `performance.now()`. */
export interface AudioPerson {
  /** Resolves when all was said, with the instants of its first and its last sample. */
  say(samples: Int16Array): Promise<{ beganMs: number; endedMs: number }>;
  hears: ReturnType<typeof createSoundWatch>;
  leave(): Promise<void>;
}

export const joinByAudio = async ({ url, token }: { url: string; token: string }): Promise<AudioPerson> => {
  const room = new Room();
  const hears = createSoundWatch();
  const listen = async (track: RemoteTrack): Promise<void> => {
    for await (const { data } of new AudioStream(track, { sampleRate: HEARD_RATE, numChannels: 1 })) {
      hears.take(data.some((sample) => Math.abs(sample) > LOUD));
    }
  };
  room.on(RoomEvent.TrackSubscribed, (track) => void listen(track));
  await room.connect(url, token, { autoSubscribe: true, dynacast: false });
  const source = new AudioSource(SPOKEN_SAMPLE_RATE, 1, QUEUE_MS);
  const track = LocalAudioTrack.createAudioTrack("microphone", source);
  await room.localParticipant?.publishTrack(track, new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE }));
  const microphone = openMicrophone(source);
  return {
    say: microphone.say,
    hears,
    leave: async () => {
      await microphone.close();
      await room.disconnect();
    },
  };
};

interface Utterance {
  samples: Int16Array;
  done(times: { beganMs: number; endedMs: number }): void;
}

/** Opens a microphone, which sends sound all the time, mostly silence. */
const openMicrophone = (source: AudioSource) => {
  const waiting: Utterance[] = [];
  let isOpen = true;
  const play = (samples: Int16Array) =>
    source.captureFrame(new AudioFrame(samples, SPOKEN_SAMPLE_RATE, 1, samples.length));
  const nowPlaying = () => performance.now() + source.queuedDuration;
  const send = async (): Promise<void> => {
    while (isOpen) {
      const utterance = waiting.shift();
      if (utterance === undefined) {
        await play(new Int16Array(FRAME));
        continue;
      }
      const { samples, done } = utterance;
      const beganMs = nowPlaying();
      for (let at = 0; at < samples.length; at += FRAME) await play(samples.slice(at, at + FRAME));
      done({ beganMs, endedMs: nowPlaying() });
    }
  };
  const sending = send();
  return {
    say: (samples: Int16Array) =>
      new Promise<{ beganMs: number; endedMs: number }>((done) => waiting.push({ samples, done })),
    close: async () => {
      isOpen = false;
      // A frame that waits for room in the queue of a closed room would wait for ever.
      await Promise.race([sending, delay(10 * QUEUE_MS)]);
    },
  };
};
