import { Worker } from "node:worker_threads";
import type { CampaignPast } from "../../domain/what-if/campaign-past.ts";
import type { AskedForecast, Foreseen } from "../../domain/what-if/forecast-from-past.ts";
import type { Prediction } from "../../domain/what-if/predict-policy.ts";
import type { AskedOfThread, ThreadWork } from "./thread-messages.ts";

/** The heap of a simulation; a campaign of a million contacts needs about half of it. Its columns lie beside the heap. */
const MOST_HEAP_MB = 1536;

/**
 * Predicts in a thread of its own, because it takes a processor for as long as it runs. The columns of `past` are moved there and
 * are empty afterwards. Rejects where the thread ends without an answer, or `signal` aborts.
 */
export const predictInThread = (asked: AskedOfThread, signal?: AbortSignal): Promise<Prediction> =>
  workInThread<Prediction>({ kind: "predict", asked }, { pasts: [asked.past], signal });

/** Foresees a draft in a thread of its own, in the same way. */
export const foreseeInThread = (asked: AskedForecast, signal?: AbortSignal): Promise<Foreseen> =>
  workInThread<Foreseen>({ kind: "forecast", asked }, { pasts: [asked.draft, asked.earlier], signal });

const workInThread = <Answer>(
  work: ThreadWork,
  { pasts, signal }: { pasts: readonly CampaignPast[]; signal: AbortSignal | undefined },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const thread = new Worker(new URL("./simulate.thread.ts", import.meta.url), {
      workerData: work,
      transferList: pasts.flatMap(listColumns),
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    });
    const stop = () => void thread.terminate();
    signal?.addEventListener("abort", stop, { once: true });
    thread.once("message", (answer: Answer) => resolve(answer));
    thread.once("error", reject);
    thread.once("exit", () => {
      signal?.removeEventListener("abort", stop);
      reject(new Error("the simulation ended without an answer"));
    });
  });

const listColumns = ({ people, attempts }: CampaignPast): ArrayBuffer[] =>
  [...Object.values<unknown>({ ...people }), ...Object.values<unknown>({ ...attempts })].flatMap((column) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
