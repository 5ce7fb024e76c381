import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findRepeatedConstants, type RepeatedConstant } from "./repeated-constants.ts";
import { findLineNumber, findRepeatedFunctions, type RepeatedFunction } from "./repeated-functions.ts";
import { findWorkflowStarts } from "./workflow-starts.ts";

/** Something that is written in one place, found in another. The path is relative to the root, with slashes. */
export interface Stray {
  rule: string;
  file: string;
  line: number;
}

interface Rule {
  name: string;
  /** These match what belongs to the place. */
  patterns: readonly RegExp[];
  isPlace(file: string): boolean;
  /** Tells whether the same words mean something else in a file, which therefore cannot hold it. */
  isElsewhere?(file: string): boolean;
}

/**
 * Returns patterns for statements that write a table's `state`: built, in SQL, or by assigning to the row. Statements that only
 * read it do not match.
 */
const stateWrites = (table: string, row: string): RegExp[] => [
  new RegExp(String.raw`updateTable\("${table}"\)(?:(?!\.where|;)[^])*?\bstate\s*[:,}]`, "g"),
  new RegExp(String.raw`update\s+${table}\b(?:(?!\bwhere\b|\bfrom\b|;)[^])*?\bstate\s*=`, "g"),
  new RegExp(String.raw`\b${row}\.state\s*=[^=>]`, "g"),
];

/** Workflows have no rows; their state is their own. */
const isOfWorkflows = (file: string): boolean => file.startsWith("workflows/");

/** The console and the clients import nothing of the platform, so that each is compared with itself alone. */
const PROGRAMS = [
  "{domain,application,api,workflows,activities,worker,media,infra,scripts}/**/*.ts",
  "console/**/*.{ts,tsx}",
  "clients/typescript/**/*.ts",
] as const;
const SOURCES = "{domain,application,api,workflows,activities,worker,media,infra}/**/*.ts";

/** In this file the unit is a number of rows. */
const UNITS_ELSEWHERE: ReadonlySet<string> = new Set(["infra/xlsx/xlsx-file.ts"]);

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
  {
    name: "units are those of domain/time/durations.rules.ts and domain/file/bytes.ts",
    patterns: [
      /\b(?:86_?400(?:_?000)?|3_?600_?000|1_?048_?576|104_?857_?600)\b|\b1024 \* 1024\b/g,
      /\bconst (?:(?:MINUTE|HOUR|DAY)_(?:MS|SECONDS)|KILOBYTE|MEGABYTE)\b/g,
    ],
    isPlace: (file) => file === "domain/time/durations.rules.ts" || file === "domain/file/bytes.ts",
    isElsewhere: (file) => UNITS_ELSEWHERE.has(file) || file.startsWith("infra/postgres/migrations/"),
  },
];

/** Checks every source below `root`. Throws when a place holds nothing of its own: a rule that finds nothing proves nothing. */
export const findStrays = (root: string): Stray[] => {
  const sources = readSources(root, SOURCES);
  return [...findBareStarts(sources), ...RULES.flatMap((rule) => findStraysOf(rule, root, sources))];
};

interface Source {
  file: string;
  source: string;
}

const findStraysOf = ({ name, patterns, isPlace, isElsewhere }: Rule, root: string, sources: readonly Source[]) => {
  const found = sources.flatMap(({ file, source }) =>
    patterns
      .flatMap((pattern) => [...source.matchAll(pattern)])
      .map(({ index }) => ({ rule: name, file, line: findLineNumber(source, index) })),
  );
  if (!found.some(({ file }) => isPlace(file))) throw new Error(`no source below ${root} matches: ${name}`);
  return found.filter(({ file }) => !isPlace(file) && !isElsewhere?.(file));
};

const STARTED_WITH = "a workflow is started with what the function of its start options returns";

/** Finds starts without the options of their contract, which would lack its search attributes, policies and time limits. */
const findBareStarts = (sources: readonly Source[]): Stray[] => {
  const starts = sources
    // The functions of this file are given the options.
    .filter(({ file }) => file !== "infra/temporal/start-workflow.ts")
    .flatMap(({ file, source }) => findWorkflowStarts(source).map((start) => ({ file, source, ...start })));
  if (!starts.some(({ hasStartOptions }) => hasStartOptions)) throw new Error("no source starts a workflow");
  return starts
    .filter(({ hasStartOptions }) => !hasStartOptions)
    .map(({ file, source, index }) => ({ rule: STARTED_WITH, file, line: findLineNumber(source, index) }));
};

/**
 * Finds functions below `root` that stand word for word in several files, and numbers with one name and value. Migrations are left
 * out, because they are never edited.
 */
export const findRepeated = (root: string): (RepeatedFunction | RepeatedConstant)[] =>
  PROGRAMS.flatMap((program) => {
    const sources = readSources(root, program).filter(({ file }) => !file.startsWith("infra/postgres/migrations/"));
    return [...findRepeatedFunctions(sources), ...findRepeatedConstants(sources)];
  });

const readSources = (root: string, pattern: string): Source[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(root, file), "utf8") }));

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const strays = findStrays(root);
  for (const { rule, file, line } of strays) console.log(`${file}:${line}\n  but ${rule}`);
  const repeated = findRepeated(root);
  for (const { places } of repeated) {
    const named = places.map(({ file, line, name }) => `${file}:${line} ${name}`);
    console.log(`${named.join("\n")}\n  but it is written once: export one of them, or say in the names what differs`);
  }
  process.exitCode = strays.length + repeated.length > 0 ? 1 : 0;
}
