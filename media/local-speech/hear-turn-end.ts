import { InferenceSession, Tensor } from "onnxruntime-node";
import { SAMPLE_RATE } from "../hearing/voice-activity.ts";
import { computeLogMel, MEL_BANDS } from "./log-mel.ts";

/** Smart Turn hears so much, and what is shorter comes at the end of it. */
export const HEARD_SAMPLES = 8 * SAMPLE_RATE;

/** Loads the model that hears whether somebody has finished: from 0, they will go on, to 1, it is the other's turn. */
export const loadTurnEnd = async (file: string) => {
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return async (samples: Float32Array): Promise<number> => {
    const heard = new Float32Array(HEARD_SAMPLES);
    const latest = samples.subarray(-HEARD_SAMPLES);
    heard.set(latest, HEARD_SAMPLES - latest.length);
    const picture = computeLogMel(heard);
    const answer = await session.run({
      input_features: new Tensor("float32", picture, [1, MEL_BANDS, picture.length / MEL_BANDS]),
    });
    return Number(Object.values(answer)[0]?.data[0] ?? 1);
  };
};
