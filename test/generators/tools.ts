import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
/** The generators are installed here, once. */
export const TOOLS = join(ROOT, ".cache/generators");

/** Returns the folder of what a generator makes. */
export const folderOf = (generator: string): string =>
  join(TOOLS, "out", generator.replaceAll(/[^a-z0-9]+/gi, "-").replace(/^-/, ""));
