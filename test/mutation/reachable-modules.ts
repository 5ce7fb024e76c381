import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listImports } from "../../scripts/import-specifiers.ts";

/** Returns a module and every other one of ours that it loads, as paths relative to the root. */
export const reachableModules = (root: string, start: string): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(join(root, file))) return;
    seen.add(file);
    for (const module of listImports({ file, source: readFileSync(join(root, file), "utf8") }).modules) visit(module);
  };
  visit(start);
  return seen;
};
