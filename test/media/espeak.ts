import { spawn } from "node:child_process";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { PATIENCE_MS } from "../harness/patience.ts";

/** Throws with what to install where it is missing. */
export const requireEspeak = (): Promise<unknown> =>
  runProgram("espeak-ng", ["--version"], { timeoutMs: PATIENCE_MS }).catch((cause: unknown) => {
    throw new Error("espeak-ng is not on PATH (Debian: espeak-ng)", { cause });
  });

/** Says the text by espeak-ng: 16-bit samples of SPOKEN_SAMPLE_RATE. */
export const espeakSpeech = async (text: string): Promise<Buffer> => {
  const espeak = spawn("espeak-ng", ["-s", "140", "--stdout", text], { stdio: ["ignore", "pipe", "inherit"] });
  return resampled(Buffer.concat(await espeak.stdout.toArray()));
};

const HEADER_BYTES = 44;

/** Between two samples on a straight line: clear enough to be understood. */
const resampled = (wav: Buffer): Buffer => {
  const rate = wav.readUInt32LE(24);
  const count = Math.floor((wav.length - HEADER_BYTES) / 2);
  const sampleAt = (index: number) => wav.readInt16LE(HEADER_BYTES + 2 * Math.min(index, count - 1));
  const made = Buffer.alloc(2 * Math.floor((count * SPOKEN_SAMPLE_RATE) / rate));
  for (let index = 0; index < made.length / 2; index += 1) {
    const at = (index * rate) / SPOKEN_SAMPLE_RATE;
    const before = Math.floor(at);
    const share = at - before;
    made.writeInt16LE(Math.round(sampleAt(before) * (1 - share) + sampleAt(before + 1) * share), 2 * index);
  }
  return made;
};
