import { readFile } from "node:fs/promises";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { z } from "zod";

const settingsSchema = z.object({
  audio: z.object({ sample_rate: z.number() }),
  inference: z.object({ noise_scale: z.number(), length_scale: z.number(), noise_w: z.number() }),
  phoneme_id_map: z.record(z.string(), z.array(z.number())),
});

const BEGIN = "^";
const END = "$";
const BETWEEN = "_";

/** Loads the voice that speaks English: phonemes of espeak-ng become sound. `speed`: 1 is its own pace. */
export const loadVoice = async (files: { spoken: string; spokenSettings: string }) => {
  const settings = settingsSchema.parse(JSON.parse(await readFile(files.spokenSettings, "utf8")));
  const session = await InferenceSession.create(files.spoken, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const { noise_scale, length_scale, noise_w } = settings.inference;
  return async (phonemes: string, speed: number): Promise<{ samples: Float32Array; sampleRate: number }> => {
    const ids = listIds(phonemes, settings.phoneme_id_map);
    const { output } = await session.run({
      input: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
      input_lengths: new Tensor("int64", BigInt64Array.of(BigInt(ids.length)), [1]),
      scales: new Tensor("float32", Float32Array.of(noise_scale, length_scale / speed, noise_w), [3]),
    });
    const samples = output?.data instanceof Float32Array ? output.data : new Float32Array(0);
    return { samples, sampleRate: settings.audio.sample_rate };
  };
};

/** Returns the model's numbers of phonemes; what it has none for is left out. */
export const listIds = (phonemes: string, ids: Readonly<Record<string, readonly number[]>>): number[] => {
  const between = ids[BETWEEN] ?? [];
  const spelled = Array.from(phonemes.normalize("NFD")).flatMap((each) =>
    ids[each] ? [...ids[each], ...between] : [],
  );
  return [...(ids[BEGIN] ?? []), ...between, ...spelled, ...(ids[END] ?? [])];
};
