import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Returns this user's folder for files that can be made again: `$XDG_CACHE_HOME/ringdown`, else `~/.cache/ringdown`.
 */
export const findCacheFolder = (environment: NodeJS.ProcessEnv): string =>
  join(environment["XDG_CACHE_HOME"] || join(environment["HOME"] || homedir(), ".cache"), "ringdown");
