import { posix } from "node:path";

export interface Imports {
  /** Modules of ours, as paths relative to the root; data (`.json`) is no module. */
  modules: string[];
  /** Everything else by package, or `node:` module. */
  packages: string[];
}

// Static imports and re-exports begin a line; the formatter sees to that. Types are imports like any other.
const STATIC = /^(?:import|export)\s[^"'`;=]*?\bfrom\s+["']([^"']+)["']/gm;
const SIDE_EFFECT = /^import\s+["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** Returns the imports of a module, from its text. `file` is relative to the root. */
export const listImports = ({ file, source }: { file: string; source: string }): Imports => {
  const specifiers = [STATIC, SIDE_EFFECT, DYNAMIC].flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => match[1] ?? ""),
  );
  const isOurs = (specifier: string) => specifier.startsWith(".");
  const modules = specifiers
    .filter((specifier) => isOurs(specifier) && !specifier.endsWith(".json"))
    .map((specifier) => posix.join(posix.dirname(file), specifier));
  const packages = specifiers.filter((specifier) => !isOurs(specifier)).map(packageOf);
  return { modules: [...new Set(modules)], packages: [...new Set(packages)] };
};

const packageOf = (specifier: string): string => {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
};
