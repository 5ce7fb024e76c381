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
  /** Match what belongs to the place. */
  patterns: readonly RegExp[];
  isPlace(file: string): boolean;
  /** Files that cannot hold it: the same words mean something else there. */
  isElsewhere?(file: string): boolean;
}

/** Statements that write a table's `state`: built, in SQL, or by assigning to the row. What they only read is no matter. */
const stateWrites = (table: string, row: string): RegExp[] => [
  new RegExp(String.raw`updateTable\("${table}"\)(?:(?!\.where|;)[^])*?\bstate\s*[:,}]`, "g"),
  new RegExp(String.raw`update\s+${table}\b(?:(?!\bwhere\b|\bfrom\b|;)[^])*?\bstate\s*=`, "g"),
  new RegExp(String.raw`\b${row}\.state\s*=[^=>]`, "g"),
];

/** Workflows have no rows; what they call state is their own. */
const isOfWorkflows = (file: string): boolean => file.startsWith("workflows/");

const SOURCES = "{api,workflows,activities,worker,infra}/**/*.ts";

const RULES: readonly Rule[] = [
  {
    name: "how a workflow is started stands beside its contract, in the function of its start options",
    patterns: [/\b(?:typedSearchAttributes|workflowIdReusePolicy|fairnessKey)\s*:/g],
    isPlace: (file) => file.startsWith("workflows/") && /(?:\.contract|\/start-options)\.ts$/.test(file),
  },
  {
    name: "call_runs.state is written by the transitions of infra/postgres/call/run-transitions.ts",
    patterns: [...stateWrites("call_runs", "run"), /insertInto\("call_runs"\)|insert\s+into\s+call_runs\b/g],
    isPlace: (file) => file === "infra/postgres/call/run-transitions.ts",
    isElsewhere: isOfWorkflows,
  },
  {
    name: "campaigns.state is written by infra/postgres/campaign/campaign-transitions.ts",
    patterns: stateWrites("campaigns", "campaign"),
    isPlace: (file) => file === "infra/postgres/campaign/campaign-transitions.ts",
    isElsewhere: isOfWorkflows,
  },
];

/** Checks every source below `root`. Throws when a place holds nothing of its own: a rule that finds nothing proves nothing. */
export const findStrays = (root: string): Stray[] => {
  const sources = globSync(SOURCES, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(root, file), "utf8") }));
  return RULES.flatMap(({ name, patterns, isPlace, isElsewhere }) => {
    const found = sources.flatMap(({ file, source }) =>
      patterns
        .flatMap((pattern) => [...source.matchAll(pattern)])
        .map(({ index }) => ({ rule: name, file, line: lineAt(source, index) })),
    );
    if (!found.some(({ file }) => isPlace(file))) throw new Error(`no source below ${root} matches: ${name}`);
    return found.filter(({ file }) => !isPlace(file) && !isElsewhere?.(file));
  });
};

const lineAt = (source: string, index: number): number => source.slice(0, index).split("\n").length;

if (import.meta.main) {
  const strays = findStrays(join(import.meta.dirname, ".."));
  for (const { rule, file, line } of strays) console.log(`${file}:${line}\n  but ${rule}`);
  process.exitCode = strays.length > 0 ? 1 : 0;
}
