import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Something that is written in one place, found in another. The path is relative to the root, with slashes. */
export interface Stray {
  rule: string;
  file: string;
  line: number;
}

interface Rule {
  name: string;
  /** Matches what belongs to the place. */
  pattern: RegExp;
  isPlace(file: string): boolean;
}

const SOURCES = "{api,workflows,activities,worker,infra}/**/*.ts";

const RULES: readonly Rule[] = [
  {
    name: "how a workflow is started stands beside its contract, in the function of its start options",
    pattern: /\b(?:typedSearchAttributes|workflowIdReusePolicy|fairnessKey)\s*:/g,
    isPlace: (file) => file.startsWith("workflows/") && /(?:\.contract|\/start-options)\.ts$/.test(file),
  },
];

/** Checks every source below `root`. Throws when a place holds nothing of its own: a rule that finds nothing proves nothing. */
export const findStrays = (root: string): Stray[] => {
  const sources = globSync(SOURCES, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(root, file), "utf8") }));
  return RULES.flatMap(({ name, pattern, isPlace }) => {
    const found = sources.flatMap(({ file, source }) =>
      [...source.matchAll(pattern)].map(({ index }) => ({ rule: name, file, line: lineAt(source, index) })),
    );
    if (!found.some(({ file }) => isPlace(file))) throw new Error(`no source below ${root} matches: ${name}`);
    return found.filter(({ file }) => !isPlace(file));
  });
};

const lineAt = (source: string, index: number): number => source.slice(0, index).split("\n").length;

if (import.meta.main) {
  const strays = findStrays(join(import.meta.dirname, ".."));
  for (const { rule, file, line } of strays) console.log(`${file}:${line}\n  but ${rule}`);
  process.exitCode = strays.length > 0 ? 1 : 0;
}
