import { join } from "node:path";
import { cacheFolder } from "../cache-folder.ts";

/**
 * 3 × 8 MB for young objects instead of 3 × 16: with 3 × 2 a call costs the worker a third more processor time, for 40 MB.
 * The bound for old ones is some five times what 500 calls at a time need; the higher it is, the more garbage gathers.
 */
const NODE_OPTIONS = "--max-semi-space-size=8 --max-old-space-size=512";

/** Where Node keeps the project's compiled code: the next process neither strips types nor compiles again. */
export const compileCacheFolder = (environment: NodeJS.ProcessEnv): string =>
  join(cacheFolder(environment), "node-compile-cache");

/** What keeps the API and the worker small; a variable that is set already stays, and NODE_OPTIONS of one's own win. */
export const memorySettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: compileCacheFolder(environment),
  // glibc: two arenas for all threads, and large blocks go back to the system when they are freed.
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
  ...environment,
  NODE_OPTIONS: `${NODE_OPTIONS} ${environment["NODE_OPTIONS"] ?? ""}`.trimEnd(),
});
