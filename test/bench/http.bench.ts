import type { BenchPart } from "./bench-part.ts";

export const httpBench: BenchPart = {
  name: "http",
  title: "requests per second of a read and of a write",
  run: async () => [],
};
