import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { prefixOfFolder } from "../../infra/temporary-folder.ts";
import { SAMPLE_RATE } from "../hearing/voice-activity.ts";
import { type RecordedPart, SAMPLE_BYTES } from "./joined-recording.ts";

/** Records a call: both sides on one clock, each in a file of its own, so that nothing of it is held in memory. */
export interface CallRecorder {
  /** Records what the person's microphone has just heard. */
  hear(samples: Int16Array): void;
  /** Records what the agent says once `waitingMs` of earlier sound have been played. */
  speak(samples: Int16Array, waitingMs: number): void;
  /** Drops what the agent was about to say. */
  cut(): void;
  /** Counts the frames of both sides that will not change any more. */
  countSettled(): number;
  /** Returns recordings of equal length, from one frame on, up to another or to the end; read them before `close`. */
  parts(from?: number, until?: number): Record<"person" | "agent" | "both", RecordedPart>;
  close(): void;
}

/** Frames come a little early or late; a longer gap is silence. */
const JITTER_SAMPLES = (SAMPLE_RATE * 200) / 1000;
/** This is longer than any jitter, and than what is taken back of an interrupted agent. */
const SETTLED_AFTER_SAMPLES = SAMPLE_RATE;
const CHUNK_SAMPLES = 32_768;

/**
 * Creates a recorder. `nowMs` reads a clock that never goes back; `fromMs` is the time at which the recording begins. Samples have
 * SAMPLE_RATE.
 */
export const createCallRecorder = (nowMs: () => number, fromMs: number): CallRecorder => {
  const [person, agent] = openTracks();
  const startedAtMs = nowMs();
  const now = () => Math.round(((nowMs() - startedAtMs) * SAMPLE_RATE) / 1000);
  return {
    hear: (samples) => person.write(samples, Math.max(now() - samples.length, 0)),
    speak: (samples, waitingMs) => agent.write(samples, now() + Math.round((waitingMs * SAMPLE_RATE) / 1000)),
    cut: () => agent.cut(now()),
    countSettled: () => Math.max(now() - SETTLED_AFTER_SAMPLES, 0),
    parts: (from = 0, until = Math.max(person.length(), agent.length(), from)) => {
      const partOf = (tracks: readonly Track[]) => ({
        fromMs: fromMs + (from * 1000) / SAMPLE_RATE,
        frames: until - from,
        sound: (first: number, end: number) => soundOf(tracks, from + first, from + end),
      });
      return { person: partOf([person]), agent: partOf([agent]), both: partOf([person, agent]) };
    },
    close: () => {
      for (const track of [person, agent]) track.close();
    },
  };
};

/** The files have no name once they are open, so that nothing of a call stays on the disk when the process is killed. */
const openTracks = (): [person: Track, agent: Track] => {
  const folder = mkdtempSync(prefixOfFolder("recording"));
  try {
    return [openTrack(join(folder, "person")), openTrack(join(folder, "agent"))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Track {
  write(samples: Int16Array, at: number): void;
  cut(at: number): void;
  length(): number;
  read(at: number, count: number): Buffer;
  close(): void;
}

/** Opens a file of samples, in which gaps read as silence. */
const openTrack = (path: string): Track => {
  const file = openSync(path, "w+");
  let length = 0;
  /** After a cut the sound goes on later: the silence before it is no jitter, however short. */
  let isCut = false;
  return {
    write: (samples, at) => {
      const follows = !isCut && Math.abs(at - length) <= JITTER_SAMPLES;
      isCut = false;
      const place = follows ? length : Math.max(at, length);
      writeSync(
        file,
        Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
        0,
        null,
        place * SAMPLE_BYTES,
      );
      length = place + samples.length;
    },
    cut: (at) => {
      isCut = true;
      length = Math.min(length, at);
      ftruncateSync(file, length * SAMPLE_BYTES);
    },
    length: () => length,
    // The part beyond the end is silence too.
    read: (at, count) => {
      const bytes = Buffer.alloc(count * SAMPLE_BYTES);
      readSync(file, bytes, 0, bytes.length, at * SAMPLE_BYTES);
      return bytes;
    },
    close: () => closeSync(file),
  };
};

/** Yields the sound with each track in a channel of its own. */
function* soundOf(tracks: readonly Track[], from: number, until: number): Generator<Buffer> {
  for (let at = from; at < until; at += CHUNK_SAMPLES) {
    const count = Math.min(CHUNK_SAMPLES, until - at);
    yield interleaved(tracks.map((track) => track.read(at, count)));
  }
}

const interleaved = (channels: readonly Buffer[]): Buffer => {
  const bytes = Buffer.alloc(channels.reduce((sum, { length }) => sum + length, 0));
  for (const [channel, samples] of channels.entries()) {
    for (let from = 0; from < samples.length; from += SAMPLE_BYTES) {
      samples.copy(bytes, from * channels.length + channel * SAMPLE_BYTES, from, from + SAMPLE_BYTES);
    }
  }
  return bytes;
};
