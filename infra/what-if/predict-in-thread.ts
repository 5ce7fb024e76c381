import { Worker } from "node:worker_threads";
import type { Prediction } from "../../domain/what-if/predict-policy.ts";
import type { AskedOfThread } from "./thread-messages.ts";

/** The heap of a simulation; a campaign of a million contacts needs about half of it. Its columns lie beside the heap. */
const MOST_HEAP_MB = 1536;

/**
 * Predicts in a thread of its own, because it takes a processor for as long as it runs. The columns of `past` are moved there and
 * are empty afterwards. Rejects where the thread ends without an answer, or `signal` aborts.
 */
export const predictInThread = (asked: AskedOfThread, signal?: AbortSignal): Promise<Prediction> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const thread = new Worker(new URL("./simulate.thread.ts", import.meta.url), {
      workerData: asked,
      transferList: listColumns(asked),
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    });
    const stop = () => void thread.terminate();
    signal?.addEventListener("abort", stop, { once: true });
    thread.once("message", (prediction: Prediction) => resolve(prediction));
    thread.once("error", reject);
    thread.once("exit", () => {
      signal?.removeEventListener("abort", stop);
      reject(new Error("the simulation ended without an answer"));
    });
  });

const listColumns = ({ past: { people, attempts } }: AskedOfThread): ArrayBuffer[] =>
  [...Object.values<unknown>({ ...people }), ...Object.values<unknown>({ ...attempts })].flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
