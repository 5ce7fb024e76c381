import { join } from "node:path";
import { cacheFolder } from "../cache-folder.ts";

/**
 * 3 × 2 MB for young objects instead of 3 × 16. The bound for old ones is some four times what 500 calls at a time need;
 * the higher it is, the more garbage Node lets gather.
 */
const NODE_OPTIONS = "--max-semi-space-size=2 --max-old-space-size=384";

/** What keeps the API and the worker small; a variable that is set already stays, and NODE_OPTIONS of one's own win. */
export const memorySettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  // Code without its types, compiled: the program that strips types is not even loaded.
  NODE_COMPILE_CACHE: join(cacheFolder(environment), "node-compile-cache"),
  // glibc: two arenas for all threads, and large blocks go back to the system when they are freed.
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
  ...environment,
  NODE_OPTIONS: `${NODE_OPTIONS} ${environment["NODE_OPTIONS"] ?? ""}`.trimEnd(),
});
