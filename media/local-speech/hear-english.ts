import llamaTokenizer from "llama-tokenizer-js";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { SAMPLE_RATE } from "../hearing/voice-activity.ts";

/** Moonshine's memory of what it has read and written: so many layers, heads and numbers in each. */
const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const BEGIN = 1;
const END = 2;
/** The model repeats itself where it understands nothing; nobody says more tokens a second than this. */
const TOKENS_PER_SECOND = 6;
const LEAST_TOKENS = 8;
/** Longer speech is understood worse, so it is cut where it is quietest. */
const LONGEST_SAMPLES = 10 * SAMPLE_RATE;
const SEARCHED_SAMPLES = 4 * SAMPLE_RATE;
const WINDOW_SAMPLES = SAMPLE_RATE / 10;
const SHORTEST_SAMPLES = SAMPLE_RATE / 4;

interface Hearing {
  encoder: InferenceSession;
  decoder: InferenceSession;
}

const ONE_THREAD: InferenceSession.SessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1 };

/** Loads the model that hears English. */
export const loadHearing = async (files: { heard: string; heardDecoder: string }) => {
  const hearing = {
    encoder: await InferenceSession.create(files.heard, ONE_THREAD),
    decoder: await InferenceSession.create(files.heardDecoder, ONE_THREAD),
  };
  return async (samples: Float32Array): Promise<string> => {
    const texts: string[] = [];
    for (const piece of cutAtQuiet(samples)) {
      if (piece.length >= SHORTEST_SAMPLES) texts.push(await hearPiece(hearing, piece));
    }
    return texts.filter(Boolean).join(" ");
  };
};

/** Cuts long speech at the quietest moment of the last seconds of each piece. */
export const cutAtQuiet = (samples: Float32Array): Float32Array[] => {
  const pieces: Float32Array[] = [];
  let rest = samples;
  while (rest.length > LONGEST_SAMPLES) {
    const at = findQuietest(rest, { from: LONGEST_SAMPLES - SEARCHED_SAMPLES, to: LONGEST_SAMPLES });
    pieces.push(rest.subarray(0, at));
    rest = rest.subarray(at);
  }
  return [...pieces, rest];
};

const findQuietest = (samples: Float32Array, { from, to }: { from: number; to: number }): number => {
  let best = { at: to, energy: Infinity };
  for (let at = from; at + WINDOW_SAMPLES <= to; at += WINDOW_SAMPLES / 2) {
    let energy = 0;
    for (let index = at; index < at + WINDOW_SAMPLES; index += 1) energy += (samples[index] ?? 0) ** 2;
    if (energy < best.energy) best = { at: at + WINDOW_SAMPLES / 2, energy };
  }
  return best.at;
};

const hearPiece = async ({ encoder, decoder }: Hearing, samples: Float32Array): Promise<string> => {
  const { last_hidden_state: heard } = await encoder.run({
    input_values: new Tensor("float32", samples, [1, samples.length]),
  });
  if (!heard) return "";
  const most = Math.max(LEAST_TOKENS, Math.trunc((samples.length / SAMPLE_RATE) * TOKENS_PER_SECOND));
  let memory = emptyMemory();
  const tokens = [BEGIN];
  for (let step = 0; step < most; step += 1) {
    const answer = await decoder.run({
      input_ids: new Tensor("int64", BigInt64Array.of(BigInt(tokens.at(-1) ?? BEGIN)), [1, 1]),
      encoder_hidden_states: heard,
      use_cache_branch: new Tensor("bool", [step > 0]),
      ...memory,
    });
    const token = findLikeliest(answer["logits"]);
    if (token === END) break;
    tokens.push(token);
    memory = remember(memory, answer, step);
  }
  return llamaTokenizer.decode(tokens).trim();
};

type Memory = Record<string, Tensor>;

const emptyMemory = (): Memory => {
  const memory: Memory = {};
  for (let layer = 0; layer < LAYERS; layer += 1)
    for (const side of ["decoder", "encoder"])
      for (const kind of ["key", "value"])
        memory[`past_key_values.${layer}.${side}.${kind}`] = new Tensor("float32", new Float32Array(0), [
          0,
          HEADS,
          1,
          HEAD_SIZE,
        ]);
  return memory;
};

/** The heard part stays as the first step has left it; the written part grows. */
const remember = (memory: Memory, answer: InferenceSession.OnnxValueMapType, step: number): Memory => {
  const next: Memory = { ...memory };
  for (const name of Object.keys(memory)) {
    const value = answer[name.replace("past_key_values", "present")];
    if (value instanceof Tensor && (step === 0 || name.includes("decoder"))) next[name] = value;
  }
  return next;
};

const findLikeliest = (logits: InferenceSession.OnnxValueMapType[string] | undefined): number => {
  if (!(logits instanceof Tensor) || !(logits.data instanceof Float32Array)) return END;
  const { data } = logits;
  const size = logits.dims.at(-1) ?? data.length;
  let best = data.length - size;
  for (let index = best; index < data.length; index += 1) if ((data[index] ?? 0) > (data[best] ?? 0)) best = index;
  return best - (data.length - size);
};
