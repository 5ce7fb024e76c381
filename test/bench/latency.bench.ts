import type { BenchPart } from "./bench-part.ts";

export const latencyBench: BenchPart = {
  name: "latency",
  title: "progress, lists and timeline in a large database",
  run: async () => [],
};
