import type { BenchPart } from "./bench-part.ts";

export const importBench: BenchPart = {
  name: "import",
  title: "import of a contact file",
  run: async () => [],
};
