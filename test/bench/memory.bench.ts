import type { BenchPart } from "./bench-part.ts";

export const memoryBench: BenchPart = {
  name: "memory",
  title: "memory of the API and the worker at rest",
  run: async () => [],
};
