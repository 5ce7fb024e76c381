import { InferenceSession, Tensor } from "onnxruntime-node";
import { computeLogMel, MEL_BANDS, MEL_FRAMES } from "./log-mel.ts";

/** Loads Smart Turn, which says how likely a person has finished: from 0 to 1, by the last eight seconds of their speech. */
export const loadTurnEnd = async (files: { turnEnd: string }) => {
  const session = await InferenceSession.create(files.turnEnd, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return async (samples: Float32Array): Promise<number> => {
    const input = new Tensor("float32", computeLogMel(samples), [1, MEL_BANDS, MEL_FRAMES]);
    const [output] = Object.values(await session.run({ [session.inputNames[0] ?? "input_features"]: input }));
    return Number(output?.data[0] ?? 1);
  };
};
