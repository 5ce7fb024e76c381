import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

/**
 * Loads a file of the console that imports nothing but types, as a browser would have it: nobody imports the console, and its other
 * files need a page.
 */
export const loadConsoleModule = async <Module>(path: string): Promise<Module> => {
  const source = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, "../../console", path), "utf8"));
  const loaded: Module = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return loaded;
};
