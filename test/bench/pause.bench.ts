import type { BenchPart } from "./bench-part.ts";

export const pauseBench: BenchPart = {
  name: "pause",
  title: "the last request to the carrier after a pause was answered",
  run: async () => [],
};
