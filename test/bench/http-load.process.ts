import autocannon from "autocannon";
import type { LoadOptions, LoadResult } from "./http-load.ts";

/** `node http-load.process.ts OPTIONS`, with an IPC channel for the result. */
const { extent, ...options }: LoadOptions = JSON.parse(process.argv[2] ?? "");
const began = performance.now();
// Its own duration is in whole seconds.
let answered = began;
const { requests, latency, non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
  const sending = autocannon(
    {
      ...options,
      ...("requests" in extent ? { amount: extent.requests } : { duration: extent.durationSeconds }),
    },
    (error: unknown, sent) => (error ? reject(new Error("the load was not sent", { cause: error })) : resolve(sent)),
  );
  sending.on("response", () => {
    answered = performance.now();
  });
});
const result: LoadResult = {
  requestsPerSecond: (requests.total / (answered - began)) * 1000,
  p50Ms: latency.p50,
  p99Ms: latency.p99,
  failures: non2xx + errors,
};
process.send?.(result, () => process.disconnect());
