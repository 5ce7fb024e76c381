import type { BenchPart } from "./bench-part.ts";

export const callsBench: BenchPart = {
  name: "calls",
  title: "calls per second of one campaign, events of a call and of a campaign",
  run: async () => [],
};
