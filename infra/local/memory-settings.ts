import { join } from "node:path";
import { findCacheFolder } from "../cache-folder.ts";

/**
 * Three semi-spaces of 8 MB instead of 16; with 2 MB a call costs the worker a third more processor time, and saves 40 MB. The
 * limit of the old space is about five times what 500 simultaneous calls need; a higher one lets more garbage accumulate.
 */
const NODE_OPTIONS = "--max-semi-space-size=8 --max-old-space-size=512";

/** Returns the folder of Node's compile cache, with which the next process neither strips types nor compiles again. */
export const findCompileCacheFolder = (environment: NodeJS.ProcessEnv): string =>
  join(findCacheFolder(environment), "node-compile-cache");

/**
 * Returns the settings that keep the API and the worker small; variables that are set already stay, and the user's
 * NODE_OPTIONS take precedence.
 */
export const chooseMemorySettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: findCompileCacheFolder(environment),
  // With glibc all threads share two arenas, and large blocks are returned to the system when they are freed.
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
  ...environment,
  NODE_OPTIONS: `${NODE_OPTIONS} ${environment["NODE_OPTIONS"] ?? ""}`.trimEnd(),
});
