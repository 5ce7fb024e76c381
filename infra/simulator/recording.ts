import { SPEAKERS } from "../../domain/recording/peaks.ts";
import type { RecordingView } from "../telephony/simulator/simulator.protocol.ts";
import { type SimulatorCall, viewCall } from "./call.ts";
import { WORD_MS } from "./speech-listener.ts";
import type { Heard } from "./talk.ts";

const PREFIX = "rec_";
const SAMPLE_RATE = 8000;
/** The tones of person and agent differ, so that a listener can tell them apart. */
const TONES_HZ = [440, 660];
const BYTES_PER_FRAME = TONES_HZ.length * 2;
const LOUDNESS = 2000;
/** Longer recordings would fill the memory. */
const LONGEST_SECONDS = 600;

/** A span in which one side speaks, in seconds of the recording. */
interface Sound {
  channel: number;
  from: number;
  to: number;
}

interface Recorded {
  seconds: number;
  /** null: both sides, from beginning to end. */
  sounds: readonly Sound[] | null;
}

export const describeRecording = (call: SimulatorCall): RecordingView => ({
  id: `${PREFIX}${call.id}`,
  duration_seconds: secondsOf(call),
});

/** Returns the call of a recording; "" when the id is not one of ours. */
export const readCallId = (recordingId: string): string =>
  recordingId.startsWith(PREFIX) ? recordingId.slice(PREFIX.length) : "";

/**
 * Returns the call's real length, whatever the script's speed, so that words are at the time at which they were said.
 */
const secondsOf = (call: SimulatorCall): number => {
  const { answered_at, ended_at } = viewCall(call, Number.POSITIVE_INFINITY);
  const milliseconds = Date.parse(ended_at ?? "") - Date.parse(answered_at ?? "");
  return Math.min(LONGEST_SECONDS, Math.max(1, Math.ceil((milliseconds || 0) / 1000)));
};

/** Builds a call's sound: each side is a tone while it speaks; both are, where nobody said anything. */
const soundOf = (call: SimulatorCall, heard: readonly Heard[]): Recorded => {
  const seconds = secondsOf(call);
  const answeredAtMs = Date.parse(viewCall(call, Number.POSITIVE_INFINITY).answered_at ?? "");
  const sounds = heard
    .filter(({ what }) => what === "said" || what === "cut_off")
    .map(({ at, who, text }) => {
      const from = (Date.parse(at) - answeredAtMs) / 1000;
      const spoken = (text.split(/\s+/).length * WORD_MS) / call.plan.speed / 1000;
      return { channel: SPEAKERS.indexOf(who), from, to: from + spoken };
    });
  return { seconds, sounds: sounds.length === 0 ? null : sounds };
};

/** One period of both tones: this many samples hold whole waves of each. */
const WAVE_SAMPLES = 400;
const WAVES = TONES_HZ.map((hz) =>
  Array.from({ length: WAVE_SAMPLES }, (_, sample) =>
    Math.round(LOUDNESS * Math.sin((2 * Math.PI * hz * sample) / SAMPLE_RATE)),
  ),
);

/** Caches the last sound, so that reading a recording in parts, or again, does not build it again. */
export const createRecordingShelf = () => {
  let last: { name: string; wav: Buffer } | null = null;
  return (call: SimulatorCall, heard: readonly Heard[]): Buffer => {
    const name = `${call.id} ${secondsOf(call)} ${heard.length}`;
    if (last?.name !== name) last = { name, wav: buildRecordingWav(soundOf(call, heard)) };
    return last.wav;
  };
};

/** Builds a quiet tone in 16-bit WAV, the person in the first of two channels. */
export const buildRecordingWav = ({ seconds, sounds }: Recorded = { seconds: 1, sounds: null }): Buffer => {
  const frames = SAMPLE_RATE * seconds;
  const dataBytes = frames * BYTES_PER_FRAME;
  const wav = Buffer.alloc(44 + dataBytes);
  writeHead(wav, dataBytes);
  const everything = SPEAKERS.map((_, channel) => ({ channel, from: 0, to: seconds }));
  for (const { channel, from, to } of sounds ?? everything) {
    const last = Math.min(frames, Math.ceil(to * SAMPLE_RATE));
    for (let sample = Math.max(0, Math.floor(from * SAMPLE_RATE)); sample < last; sample += 1) {
      const value = WAVES[channel]?.[sample % WAVE_SAMPLES] ?? 0;
      wav.writeInt16LE(value, 44 + sample * BYTES_PER_FRAME + channel * 2);
    }
  }
  return wav;
};

const writeHead = (wav: Buffer, dataBytes: number): void => {
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + dataBytes, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(TONES_HZ.length, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(SAMPLE_RATE * BYTES_PER_FRAME, 28);
  wav.writeUInt16LE(BYTES_PER_FRAME, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(dataBytes, 40);
};
