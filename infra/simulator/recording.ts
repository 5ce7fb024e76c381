import type { RecordingView } from "../telephony/simulator/simulator.protocol.ts";
import type { SimulatorCall } from "./call.ts";

const PREFIX = "rec_";
const SAMPLE_RATE = 8000;
const TONE_HZ = 440;

export const recordingOf = (call: SimulatorCall): RecordingView => ({ id: `${PREFIX}${call.id}`, duration_seconds: 1 });

/** The call that a recording is of; "" when the id is none of ours. */
export const callIdOf = (recordingId: string): string =>
  recordingId.startsWith(PREFIX) ? recordingId.slice(PREFIX.length) : "";

/** A second of a quiet tone, as every recording of the simulator is: 16-bit mono WAV. */
export const recordingWav = (): Buffer => {
  const dataBytes = SAMPLE_RATE * 2;
  const wav = Buffer.alloc(44 + dataBytes);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + dataBytes, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(SAMPLE_RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(dataBytes, 40);
  for (let sample = 0; sample < SAMPLE_RATE; sample += 1) {
    wav.writeInt16LE(Math.round(2000 * Math.sin((2 * Math.PI * TONE_HZ * sample) / SAMPLE_RATE)), 44 + sample * 2);
  }
  return wav;
};
