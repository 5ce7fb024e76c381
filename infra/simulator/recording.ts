import type { RecordingView } from "../telephony/simulator/simulator.protocol.ts";
import type { SimulatorCall } from "./call.ts";

const PREFIX = "rec_";
const SAMPLE_RATE = 8000;
/** The tones of the person and of the agent differ, so that one can hear which is which. */
const TONES_HZ = [440, 660];
const BYTES_PER_FRAME = TONES_HZ.length * 2;

export const recordingOf = (call: SimulatorCall): RecordingView => ({ id: `${PREFIX}${call.id}`, duration_seconds: 1 });

/** The call that a recording is of; "" when the id is none of ours. */
export const callIdOf = (recordingId: string): string =>
  recordingId.startsWith(PREFIX) ? recordingId.slice(PREFIX.length) : "";

/** A second of a quiet tone, as every recording of the simulator is: 16-bit WAV, the person in the first of two channels. */
export const recordingWav = (): Buffer => {
  const dataBytes = SAMPLE_RATE * BYTES_PER_FRAME;
  const wav = Buffer.alloc(44 + dataBytes);
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
  for (let sample = 0; sample < SAMPLE_RATE; sample += 1) {
    for (const [channel, hertz] of TONES_HZ.entries()) {
      const value = Math.round(2000 * Math.sin((2 * Math.PI * hertz * sample) / SAMPLE_RATE));
      wav.writeInt16LE(value, 44 + sample * BYTES_PER_FRAME + channel * 2);
    }
  }
  return wav;
};
