import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";

/** By default the client wakes a process at rest a hundred times a second, which costs half a percent of a core. */
const DELAYS_LOOKED_AT_EVERY_MS = 60_000;
/** At this interval these figures mean nothing, so they are left out. */
const FIGURES_OF_DELAYS = ["min", "max", "mean", "stddev", "p50", "p90", "p99"];

/** Collects the figures that every Node.js process reports, and the share of its time in which its thread works. */
export const collectProcessMetrics = (register: Registry): void => {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: DELAYS_LOOKED_AT_EVERY_MS });
  for (const figure of FIGURES_OF_DELAYS) register.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  new Gauge({
    name: "nodejs_eventloop_utilization_ratio",
    help: "The share of the time since the last scrape in which the thread worked.",
    registers: [register],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
};
