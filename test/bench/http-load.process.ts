import autocannon from "autocannon";
import type { LoadOptions, LoadResult } from "./http-load.ts";

/** `node http-load.process.ts OPTIONS`, with an IPC channel for the result. */
const { extent, ...options }: LoadOptions = JSON.parse(process.argv[2] ?? "");
const { requests, duration, latency, non2xx, errors } = await autocannon({
  ...options,
  ...("requests" in extent ? { amount: extent.requests } : { duration: extent.durationSeconds }),
});
const result: LoadResult = {
  requestsPerSecond: requests.total / duration,
  p50Ms: latency.p50,
  p99Ms: latency.p99,
  failures: non2xx + errors,
};
process.send?.(result, () => process.disconnect());
